// The ranking x needs that the step stays positive, which the bounds of the other component say.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int step = 2, x = __VERIFIER_nondet_int();
  while (x > 0) {
    x -= step;
    if (__VERIFIER_nondet_int()) step++;
#ifdef BUG
    if (step > 100) step = 0;
#else
    if (step > 100) step = 1;
#endif
  }
  return 0;
}
