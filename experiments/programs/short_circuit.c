/* The right operand of && and || runs only if the left one leaves it open. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int calls;
static int noted(int value) {
  calls++;
  return value;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int both = noted(a) && noted(b);
  assert(calls == (a ? 2 : 1) && both == (a != 0 && b != 0));
  calls = 0;
  int either = noted(a) || noted(b);
  assert(calls == (a ? 1 : 2) && either == (a || b));
  return 0;
}
