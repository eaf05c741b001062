/* The index never passes the limit: a relation, and one that 2-induction finds as well. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int limit = __VERIFIER_nondet_int(), i = 0, steps = 0;
  if (limit < 1 || limit > 100000) return 0;
  while (i < limit) {
    if (__VERIFIER_nondet_int()) i++;
    steps = 1;
  }
  assert(i == limit && steps == 1);
  return 0;
}
