/* What the second loop leaves alone stays. Wrong by one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > n) return 0;
  for (i = 0; i < N; i++) a[i] = 1;
  for (i = 0; i < m + 1; i++) a[i] = 2;
  assert(a[k] == (k < m ? 2 : 1));
  return 0;
}
