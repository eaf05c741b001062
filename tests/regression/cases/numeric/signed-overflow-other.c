#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int next = x + 1;
  assert(next > x && x != 12);
  return 0;
}
