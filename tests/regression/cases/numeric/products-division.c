/* Division by subtraction. */
#include <assert.h>
unsigned nondet(void);
int main(void) {
  unsigned a = nondet(), b = nondet(), q = 0, r = a;
  if (b == 0) return 0;
  while (r >= b) {
    r = r - b;
    q = q + 1;
#ifdef BUG
    if (q == 3) r = r ^ 1;
#endif
  }
  assert(a == q * b + r);
  return 0;
}
