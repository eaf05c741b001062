/* Writes through pointers that may be the same. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  int *p = a, *q = k % 2 ? a : b;
  for (i = 0; i < N; i++) p[i] = 4;
  for (i = 0; i < N; i++) q[i] = 4;
  assert(a[k] == 4);
  return 0;
}
