/* Values that rotate: no interval says it, 3-induction does. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 10, b = 30, c = 20, t;
  while (__VERIFIER_nondet_int()) {
    assert(a != 25);
    t = a;
    a = b;
    b = c;
    c = t;
  }
  return 0;
}
