/* Two counters in step: the claim is its own induction hypothesis. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned i = 0, j = 0;
  while (__VERIFIER_nondet_int()) {
    assert(i == 3 * j);
    i += 3;
    j++;
  }
  return 0;
}
