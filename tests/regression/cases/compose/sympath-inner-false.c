/* No path of the outer loop: whether the inner one goes round differs from round to round. x is set in a round in which it does
 * not, and met in a later one in which it does. */
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
