/* Sums and cells that are equal to others, although no statement of the program relates them. In
 * case 1, the sum over cells that are all one is the loop's counter, so that a later loop stores
 * zeros. In case 2, later cells are the sum and their index. In case 3, their sum is a product. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n <= 0 || n > 1000000) return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) a[i] = 1;
  for (int i = 0; i < n; i++) sum += a[i];
#ifdef BUG
  if (n == 3) sum++;
#endif
#if CASE == 1
  for (int i = 0; i < n; i++) b[i] = sum - n;
  for (int i = 0; i < n; i++) __VERIFIER_assert(b[i] == 0);
#elif CASE == 2
  for (int i = 0; i < n; i++) b[i] = sum + i;
  sum = 7;
  for (int i = 0; i < n; i++) __VERIFIER_assert(b[i] == n + i);
#else
  for (int i = 0; i < n; i++) b[i] = 2 * sum + a[i];
  int all = 0;
  for (int i = 0; i < n; i++) all += b[i];
  __VERIFIER_assert((unsigned)all == (unsigned)n * (2 * (unsigned)n + 1));
#endif
  return 0;
}
