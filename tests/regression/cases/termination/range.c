// Infinite over unbounded integers: that nothing overflows is what ends them, so no ranking may rest on it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
#if P == 1 /* 1000 * x fits only if x is small, and does not in the next round */
  while (x > 0) x = 1000 * x;
#elif P == 2 /* steps that grow by more than 7 bits */
  while (x > 0) {
    x = 300 * x;
    if (y > 0) y--;
  }
#elif P == 3 /* two rounds at most */
  while (x > 3) {
    int old = x;
    x = x * x;
    if (old > x) break;
  }
#elif P == 4 /* one of the products overflows before the sum */
  while (x > 0) x = -2 * x * x + 5 * x * x;
#elif P == 5 /* ends: the same steps, with the other sign */
  while (x > 0) {
    x = -300 * x;
    if (y > 0) y--;
  }
#elif P == 6 /* ends, although a bound is as large */
  while (x <= y && x >= 0) {
    x = 2 * x + 1;
    if (y > 1000000000) y--;
  }
#endif
  return 0;
}
