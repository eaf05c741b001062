/* An unsigned char that is increased gets smaller in the end. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char ticks = 249;
  while (__VERIFIER_nondet_int()) ++ticks;
  assert(ticks >= 249);
  return 0;
}
