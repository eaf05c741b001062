/* The comparison is hard for a solver: the run lasts until somebody ends it. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
static unsigned long mix(unsigned long x, unsigned long y) {
  for (int i = 0; i < 24; i++) {
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ul + y;
    y = (y ^ (y >> 31)) * 0x94d049bb133111ebul + x * x;
  }
  return x ^ y;
}
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (mix(a, b) == 0x123456789abcdeful && mix(b, a) == 0xfedcba9876543210ul) reach_error();
  return 0;
}
