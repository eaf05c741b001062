/* In the third loop x is 2 only if both loops before it have iterated. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, a = 0, b = 0;
  while (__VERIFIER_nondet_int()) a = 1;
  while (__VERIFIER_nondet_int()) b = 1;
  x = a + b;
  while (__VERIFIER_nondet_int()) x = x < 2 ? a + b : 2;
  assert(a + b < 2 || x == 2);
  assert(a + b > 0 || x == 0);
  return 0;
}
