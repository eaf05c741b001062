/* d is q[i], and so is the cell that a condition compares with it: their difference is no row. */
#include <stddef.h>
#include <stdint.h>

void f(size_t n, size_t m) {
  size_t r = 0, j = 0, i, d;
  size_t *q = __builtin_calloc(n, sizeof *q);
  while (j < m) {
    r = j++;
    i = SIZE_MAX;
    while (++i < n) {
      d = q[i];
      q[i] = r = d > r ? r + 1 : d;
    }
  }
}
