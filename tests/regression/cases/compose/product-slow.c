/* Nested counters with ranges too wide for enumeration. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, even = 0;
  if (n < 0 || n > 1000000) return 0;
  while (i < n) {
    int j = 0;
    while (j < i) j++;
    even = even == 4 ? 0 : even + 2;
    i++;
  }
  assert(even % 2 == 0);
  return 0;
}
