/* Exactly one round fails, neither the first nor the last. */
#include <assert.h>
int main(void) {
  unsigned n = 20;
  while (n > 0) {
    assert(n != 17);
    n--;
  }
  return 0;
}
