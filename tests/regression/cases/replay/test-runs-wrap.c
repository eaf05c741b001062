/* Wrapping arithmetic of signed numbers: an optimiser that takes it for undefined takes the
 * comparison for true. */
#include <assert.h>
int main(void) {
  int x = 1, n = 0;
  while (n < 4000000) {
    x += 700;
    n++;
    if (x + 700 < x) n = 5000000;
  }
  assert(n != 4000000);
  return 0;
}
