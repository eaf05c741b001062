/* Two dimensions: the diagonal's sum misses the last cell's value by one. */
#include <assert.h>
int main(void) {
  int m[3][3], sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m[i][j] = 3 * i + j;
  for (int i = 0; i < 3; i++) sum += m[i][i];
  assert(sum == 11);
  return 0;
}
