/* As sum.c, but that y may run ahead. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x++;
    y++;
    if (x == 100000) y++;
  }
  assert(x == y);
  return 0;
}
