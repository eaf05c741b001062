/* A pointer to a pointer decides where the write goes. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 0, b = 0, *p = &a, *q = &b, **r;
  r = __VERIFIER_nondet_int() ? &p : &q;
  *r = &b;
  **r = 5;
  assert(b == 5 && a == 0);
  *p = 6;
  assert(a == 6 || b == 6);
  return 0;
}
