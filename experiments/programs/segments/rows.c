/* Rows of an array of two dimensions. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[300][16];

int main(void) {
  int n = __VERIFIER_nondet_int(), i, j;
  if (n < 1 || n > 300) return 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < 16; j++) a[i][j] = 7;
  for (i = 0; i < n; i++)
    for (j = 0; j < 16; j++) assert(a[i][j] == 7);
  return 0;
}
