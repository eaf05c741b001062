/* 2^24 + 1 is no float, and 2^24 is the even one of the two beside it: the loop does not end. LLVM 19
 * counts it with an integer. */
#include <assert.h>
int main(void) {
  float f = 0;
  while (f < 20000000) f++;
  assert(0);
  return 0;
}
