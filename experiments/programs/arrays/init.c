/* What a loop has written. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = 0; i < n; i++) a[i] = 7;
  assert(a[k] == 7);
  return 0;
}
