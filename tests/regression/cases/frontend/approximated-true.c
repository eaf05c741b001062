#include <assert.h>
int main(void) {
  unsigned x;
  __asm__("xorl %0, %0" : "=r"(x));
  assert(x % 4 < 4);
  return 0;
}
