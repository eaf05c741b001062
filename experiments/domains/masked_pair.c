/* Two numbers under the same masks: x ^ y stays 13, so that their difference is 3, 5, 11 or 13, or the negative of one of these. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x ^ 13;
  while (__VERIFIER_nondet_uint()) {
    unsigned mask = __VERIFIER_nondet_uint();
    x ^= mask;
    y ^= mask;
    if (x - y == 7) reach_error();
  }
  return 0;
}
