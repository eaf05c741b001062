/* A local of the loop's body is arbitrary again in each round. */
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    int fresh;
    if (i == 0) fresh = 5;
    assert(fresh == 5);
  }
  return 0;
}
