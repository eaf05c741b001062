/* Fails after 30 million iterations and as many calls, whose locals are all set before they are
 * read. */
#include <assert.h>
static unsigned next(unsigned x) {
  unsigned step;
  step = x % 3 + 1;
  return x + step;
}
int main(void) {
  unsigned x = 0, count = 0;
  while (count < 30000000) {
    x = next(x);
    count++;
  }
  assert(x % 5 == 4);
  return 0;
}
