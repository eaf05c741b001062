/* A loop without a round. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = 0; i < 0; i++) a[i] = 1;
  assert(a[k] == 0);
  return 0;
}
