/* Two allocations on one line have the same name, but their elements have indices of different types. */
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int in(int n) {
  return __VERIFIER_nondet_uchar() % n;
}
static int table[2][3] = {{1, 2}, {3}}, **rows;
int main(void) {
  int x = 2, y = 1, q = 0;
  // clang-format off
  rows = malloc(3 * sizeof *rows); for (int i = 0; i < 3; i++) { rows[i] = calloc(2, sizeof(int)); rows[i][i & 1] = i; }
  // clang-format on
  while (in(2)) {
    rows[0][x & 1] = ((table[y & 1][in(3)] & 255) | (y & 255)) & 15;
    if (q >= 6) {
    }
  }
  return 0;
}
