/* Rows of two loops, about globals and an array that the loops only read. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned char x, y, i;
static unsigned char a[4];
int main(void) {
  x = 2;
  y = 1;
  a[2] = 2;
  while (__VERIFIER_nondet_int()) {
    for (i = 0; i < 2; i++)
      if (x + 1 <= a[i]) x = 6;
  }
  assert(y <= 7);
  return 0;
}
