/* Every cell of a large array: an array domain sees it at once, full unwinding too. */
#include <assert.h>
enum { SIZE = 3000 };
int main(void) {
  int cell[SIZE];
  for (int i = 0; i < SIZE; i++) cell[i] = 42;
  for (int j = 0; j < SIZE; j++) assert(cell[j] == 42);
  return 0;
}
