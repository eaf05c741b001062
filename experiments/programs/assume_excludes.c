/* An assumption in front of the check excludes the bad inputs. */
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int lo = __VERIFIER_nondet_int(), hi = __VERIFIER_nondet_int(), x = 0;
  __VERIFIER_assume(lo >= 0 && lo < 100);
  __VERIFIER_assume(hi >= 200 && hi < 300);
  while (x < lo) x++;
  assert(x < hi);
  return 0;
}
