/* What the first loop has left holds in the second. */
#include <assert.h>
int main(void) {
  int i = 0, j = 100;
  while (i < 60) i += 2;
  while (j > 10) {
    assert(j <= 100 && i == 60);
    j -= 3;
  }
  assert(j >= 8);
  return 0;
}
