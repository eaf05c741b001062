/* A length that is not known, and may be none. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100000

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  int v[n];
  for (i = 0; i < n; i++) v[i] = 9;
  for (i = 0; i < n - 1; i++) assert(v[i + 1] == 9);
  return 0;
}
