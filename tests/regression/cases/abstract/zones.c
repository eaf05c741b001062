/* Differences: two counters that go together; a mark that stays behind; a distance that a test
 * bounds; FALSE cases where wrapping or another order of statements breaks them. */
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

#if CASE == 0
int main(void) {
  size_t i = 0, j = FALSE;
  while (__VERIFIER_nondet_int()) {
    i++;
    j++;
    if (i == 100000000) return 0;
  }
  assert(i == j);
  return 0;
}
#elif CASE == 1
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), i = 0, mark = 0;
  while (i < n) {
    i++;
    if (__VERIFIER_nondet_int()) mark = i + FALSE;
  }
  assert(mark <= n);
  return 0;
}
#elif CASE == 2 /* unsigned char wraps */
int main(void) {
  unsigned char low = (unsigned char)__VERIFIER_nondet_int(), high;
  if (!FALSE && low > 200) return 0;
  high = low + 3;
  while (__VERIFIER_nondet_int()) {
    if (low >= high) break;
    low++;
  }
  assert(low <= high);
  return 0;
}
#endif
