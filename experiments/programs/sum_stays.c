/* The sum of two counters stays: needs a relational domain. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), from = n, to = 0;
  if (n > 1000000) return 0;
  while (from > 0) {
    from--;
    to++;
  }
  assert(to == n);
  return 0;
}
