/* A counter's final value: intervals prove it. */
#include <assert.h>
int main(void) {
  int i = 0;
  while (i < 1000) i++;
  assert(i == 1000);
  return 0;
}
