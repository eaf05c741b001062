/* Clearing the lowest set bit ends after as many rounds as the byte has set bits: needs full unwinding. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int n = 0;
  while (x) {
    x = x & (x - 1);
    n++;
  }
  assert(n <= 8);
  return 0;
}
