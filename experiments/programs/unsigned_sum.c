/* Unsigned addition wraps round: a sum that is smaller than its term. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 1u;
  if (y < x) assert(x == 4294967295u && y == 0);
  return 0;
}
