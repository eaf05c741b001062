/* The promoted sum is cut down to a char when it is stored: 127 + 1 is -128. */
#include <assert.h>
extern signed char __VERIFIER_nondet_schar(void);
int main(void) {
  signed char c = __VERIFIER_nondet_schar(), next;
  next = (signed char)(c + 1);
  assert(next > c);
  return 0;
}
