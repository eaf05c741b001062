/* Calls through a table of function pointers. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int zero(int x) { return x - x; }
static int (*const table[3])(int) = {twice, next, zero};
int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 3;
  int r = table[k](7);
  assert(r == 14 || r == 8 || r == 0);
  assert(k != 1 || r == 8);
  return 0;
}
