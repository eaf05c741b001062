/* From the end to the start. Wrong by one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = n - 1; i >= 1; i--) a[i] = 7;
  assert(a[k] == 7);
  return 0;
}
