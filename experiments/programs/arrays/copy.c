/* A copy. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], b[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i];
  assert(a[k] == b[k]);
  return 0;
}
