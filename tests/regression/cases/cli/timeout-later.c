/* An overflow at once, and what no solver finds in a second: two inputs with the same hash. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static unsigned long mix(unsigned long x, unsigned long y) {
  for (int i = 0; i < 24; i++) {
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ul + y;
    y = (y ^ (y >> 31)) * 0x94d049bb133111ebul + x * x;
  }
  return x ^ y;
}
int main(void) {
  int n = __VERIFIER_nondet_int() + 1;
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  assert(mix(a, b) != 0x123456789abcdeful || mix(b, a) != 0xfedcba9876543210ul);
  return n;
}
