/* Only by a signed overflow is next below x. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int next = x + 1;
  assert(next > x);
  return 0;
}
