/* Fields of records in an array. Wrong by one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  static struct { int x; short y; } f[N];
  for (i = 0; i < n; i++) f[i].x = 5, f[i].y = (short)(f[i].x - 2 + 1);
  assert(f[k].x == 5 && f[k].y == 3);
  return 0;
}
