/* The cells of B below b are not negative, and those of C below c are, after a partition of A. What
 * is asserted of C is false with FALSE = 1. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
enum { N = 1000 };

int main(void) {
  int A[N], B[N], C[N];
  int a = 0, b = 0, c = 0;
  while (a < N) {
    A[a] = __VERIFIER_nondet_int();
    a++;
  }
  for (a = 0; a < N; a++)
    if (A[a] >= 0) {
      B[b] = A[a];
      b++;
    } else {
      C[c] = A[a];
      c++;
    }
  if (b >= N || c >= N) abort();
  for (a = 0; a < b; a++) assert(B[a] >= 0);
  for (a = 0; a < c; a++) assert(C[a] < -FALSE);
  return 0;
}
