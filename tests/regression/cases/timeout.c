/* Factoring: hard for any solver here. */
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul && a <= b)
    assert(a * b != 18446743979220271189ul);
  return 0;
}
