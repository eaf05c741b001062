/* A loop alternates between two states; an invariant must hold in both, whatever the path. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 1;
  while (__VERIFIER_nondet_int()) x = 2 - x;
  while (__VERIFIER_nondet_int()) y = -y;
  assert(x == 0 || y == 1);
  return 0;
}
