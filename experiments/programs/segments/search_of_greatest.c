/* The search of the greatest element ends in the array. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000

int main(void) {
  int n = __VERIFIER_nondet_int(), a[N];
  if (n < 1 || n > N) return 0;
  int most = a[0], i;
  for (i = 1; i < n; i++)
    if (a[i] > most) most = a[i];
  for (i = 0; a[i] != most; i++)
    if (i == N - 1) break;
  assert(a[i] == most && i < n);
  return 0;
}
