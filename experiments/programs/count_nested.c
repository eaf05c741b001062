/* Nested counters: an interval for each loop. */
#include <assert.h>
int main(void) {
  unsigned i, j;
  for (i = 0; i < 300; i++) {
    for (j = 0; j < 200; j += 2) assert(i < 300 && j < 200);
    assert(j >= 200 && j <= 201);
  }
  assert(i == 300);
  return 0;
}
