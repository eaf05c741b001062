/* An unsigned char cannot exceed 255, however often it is increased. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char ticks = 17;
  while (__VERIFIER_nondet_int()) ++ticks;
  assert(ticks < 256);
  return 0;
}
