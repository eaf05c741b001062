/* Whether the inner loop goes round differs between rounds of the outer one, so it is no path of the outer one. x is set in a
 * round in which the inner loop does not go round, and read in a later round in which it does. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, rounds = 0;
  while (__VERIFIER_nondet_int()) {
    int went = 0;
    while (__VERIFIER_nondet_int()) {
      assert(!went || x != 4);
      went = 1;
    }
    if (!went && ++rounds == 2) x = 4;
  }
  return 0;
}
