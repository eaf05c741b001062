/* Two functions that call each other. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 6) assert(even(n) == (n % 2 == 0));
  return 0;
}
