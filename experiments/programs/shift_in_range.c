/* The distance stays below the width. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned word = __VERIFIER_nondet_uint(), ones = 0;
  for (unsigned i = 0; i < 32; i++) ones += (word >> i) & 1u;
  return ones > 32;
}
