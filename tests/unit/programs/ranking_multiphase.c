extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000 || y > 1000) return 0;
  while (x > 0) {
    x += y;
#if WRONG == 1
    if (x > 1000) x = 1000;
    if (y > 0)
#elif WRONG == 2
    if (x > 1000) x = 1000;
    if (y != -1)
      y = -y;
    else
#endif
      y--;
  }
  return 0;
}
