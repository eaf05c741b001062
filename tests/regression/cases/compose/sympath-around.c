/* The entry values of the inner loop depend on whether this is the first round of the outer one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int again = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    int y = x;
    while (__VERIFIER_nondet_int()) y = y ? 3 : 0;
#ifdef BUG
    assert(again || y == 3);
#else
    assert(!again || y == 3);
#endif
    x = 3;
    again = 1;
  }
  return 0;
}
