/* The second check needs float arithmetic, which is brought in after the first one was asked about. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int below_two(void) {
  int r = __VERIFIER_nondet_int();
  __VERIFIER_assume(r >= 0 && r < 2);
  return r;
}
int main(void) {
  int m = below_two(), x = below_two();
  float f = m ? 2 : 0;
  assert((int)f >= 0);
  assert(x != 0);
}
