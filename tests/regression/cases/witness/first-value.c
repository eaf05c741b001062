#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x;
  if (x != -5) return 0;
  unsigned n = __VERIFIER_nondet_uint();
  assert(n != 17);
  return 0;
}
