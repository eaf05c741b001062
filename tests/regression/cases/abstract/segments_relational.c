/* That b + 1 does not wrap needs b <= a, which octagons find. What is asserted is false with
 * FALSE = 1. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) abort();
  int A[n], B[n];
  int a = 0, b = 0;
  for (a = 0; a < n; a++) A[a] = __VERIFIER_nondet_int();
  for (a = 0; a < n; a++)
    if (A[a] >= 0) B[b++] = A[a];
  for (a = 0; a < b; a++) assert(B[a] >= FALSE);
  return 0;
}
