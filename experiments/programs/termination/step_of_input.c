/* Needs an invariant: the step stays positive. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  if (step < 1 || step > 1000) return 0;
  while (x > 0) {
    x -= step;
    if (step < 1000) step++;
  }
  return 0;
}
