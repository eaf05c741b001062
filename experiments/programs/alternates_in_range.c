/* Two states only, both within an interval. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int side = 4;
  while (__VERIFIER_nondet_int()) {
    side = 9 - side;
    assert(side >= 4 && side <= 5);
  }
  return 0;
}
