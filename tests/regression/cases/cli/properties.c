/* The assertion holds, but the sum overflows. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x = x + 10;
  if (x > 5) assert(x != 5);
  return 0;
}
