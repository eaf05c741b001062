/* Cells are the sum of index and variable. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > N || d < 0 || d > 100) return 0;
  for (i = 0; i < n; i++) a[i] = i + d;
  for (i = 0; i < n; i++) assert(a[i] == i + d);
  return 0;
}
