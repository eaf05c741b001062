/* Whether a loop has iterated is a fact about the last time that it was entered: in the second
 * iteration of the outer loop the first inner one need not go round again. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    int went = 0;
    while (__VERIFIER_nondet_int()) {
      went = 1;
      x = 1;
    }
    while (__VERIFIER_nondet_int()) x = x ? 1 : 0;
    assert(went || x == 0);
  }
  return 0;
}
