/* The distance reaches the width. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned mask = 0, n = __VERIFIER_nondet_uint();
  if (n > 32) return 0;
  mask = 1u << n;
  return mask == 0;
}
