/* Division rounds towards zero, not down. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000) return 0;
  assert(x / 4 * 4 <= x);
  return 0;
}
