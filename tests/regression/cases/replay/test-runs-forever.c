/* The loop does not end. C lets a compiler assume that it does, but a compiler need not, so that
 * the assertion is not reached. */
#include <assert.h>
int main(void) {
  unsigned x = 1, y = 3;
  while (x) {
    x = x * 5 + 4 * y;
    y = y * y + 7;
    if (x % 2 == 0) x = 1;
  }
  assert(0);
  return 0;
}
