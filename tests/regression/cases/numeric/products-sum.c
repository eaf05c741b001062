/* The sum of the first numbers: what the check says of n holds before of i - 1. */
#include <assert.h>
int nondet(void);
int main(void) {
  int n = nondet(), sum = 0, i;
  if (n < 1 || n > 500) return 0;
  for (i = 1; i <= n; i++) {
    sum = sum + i;
#ifdef BUG
    if (i == 7) sum = sum + 1;
#endif
  }
  assert(2 * sum == n * (n + 1));
  return 0;
}
