/* x <= 300 needs that x is a multiple of 3, which holds only because x <= 300: 2^bits is no multiple of 3. */
#include <assert.h>
int main(void) {
  unsigned x = 0;
  while (x != 300) {
    assert(x % 3 == 0 && x <= 297);
    x += 3;
#ifdef BUG
    assert(x < 300);
#endif
  }
  return 0;
}
