/* A remainder takes the sign of the dividend and is smaller than the divisor. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), r = x % 7;
  assert(r > -7 && r < 7);
  assert(x < 0 || r >= 0);
  return 0;
}
