/* The second pass leaves the last cell out. */
#include <assert.h>
enum { SIZE = 24 };
int main(void) {
  int cell[SIZE];
  for (int i = 0; i < SIZE; i++) cell[i] = 3;
  for (int i = 0; i + 1 < SIZE; i++) cell[i] = 4;
  for (int i = 0; i < SIZE; i++) assert(cell[i] == 4);
  return 0;
}
