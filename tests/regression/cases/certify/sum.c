/* A proof by invariants: x and y stay equal, whatever the bound is. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x++;
    y++;
  }
  assert(x == y);
  return 0;
}
