/* Arrays of unknown sizes and several forms; wrong: a cell is more. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 1000) return 0;
  int a[n];
  long *b = calloc((size_t)n, sizeof *b);
  for (i = 0; i < n; i++) {
    a[i] = 1;
    b[i] += a[i] + i;
  }
  b[n - 1]++;
  for (i = 0; i < n; i++) assert(b[i] == i + 1 && a[i] == 1);
  return 0;
}
