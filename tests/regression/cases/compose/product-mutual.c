/* a <= 3 is inductive only together with b <= 3; with BUG neither holds. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_int() & 3, b = __VERIFIER_nondet_int() & 3;
  while (__VERIFIER_nondet_int()) {
    if (a > 3)
      b = 100;
    else
      b = b * 2 & 3;
    if (b > 3)
      a = 100;
    else
      a = a + 3 & 3;
#ifdef BUG
    if (a == 2 && b == 0) a = 4;
#endif
  }
  assert(a <= 3 && b <= 3);
  return 0;
}
