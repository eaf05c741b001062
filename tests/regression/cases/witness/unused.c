#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 0, y = 1;
  while (x < 10 && __VERIFIER_nondet_uint()) {
    x++;
    y = 1;
  }
  assert(x <= 10);
  return (int)y;
}
