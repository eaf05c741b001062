/* Rows of two allocations, in one of which a loop writes: arrays of one name with indices of two kinds. */
#include <stdlib.h>
extern unsigned char nondet(void);
static int table[2][3] = {{1, 2}, {3}}, **rows;
int main(void) {
  int y = 1;
  rows = malloc(3 * sizeof *rows);
  for (int i = 0; i < 3; i++) {
    rows[i] = calloc(2, sizeof(int));
    rows[i][i & 1] = i;
  }
  while (nondet() % 2) rows[0][y & 1] = ((table[y & 1][nondet() % 3] & 255) | (y & 255)) & 15;
  return 0;
}
