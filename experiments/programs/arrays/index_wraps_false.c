/* An index that wraps around. Wrong by one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 100
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  unsigned char c = 0;
  do { a[c] = 3; c++; } while (c != 1);
  assert(a[k % 256] == 3);
  return 0;
}
