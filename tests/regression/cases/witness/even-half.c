#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_uint()) {
    if (x < 1000000) {
      x = x + 2;
      y = y + 1;
    }
  }
  assert(x != 77777);
  assert(y <= 600000);
  return 0;
}
