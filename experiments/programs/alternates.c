/* Every second state is bad at the exit. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int side = 4;
  while (__VERIFIER_nondet_int()) side = 9 - side;
  assert(side == 4);
  return 0;
}
