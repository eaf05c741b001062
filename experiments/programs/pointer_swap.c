/* Swapping through pointers, also of a variable with itself. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = a, y = b;
  swap(&x, &y);
  assert(x == b && y == a);
  swap(&x, &x);
  assert(x == b);
  return 0;
}
