/* The sum of the first squares, modulo 2^32, against its closed form. */
#include <assert.h>
int nondet(void);
int main(void) {
  int n = nondet(), i = 0, sum = 0;
  while (i < n) {
    assert(6 * sum == (2 * i + 1) * i * (i + 1));
    i = i + 1;
#ifdef BUG
    if (i == 5) sum = sum - 1;
#endif
    sum = sum + i * i;
  }
  return 0;
}
