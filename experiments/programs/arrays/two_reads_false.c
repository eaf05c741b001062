/* Two reads of one segment are two values. They are not equal. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 100
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int() & 255;
  assert(a[k] >= 0 && a[k] <= 255);
  assert(a[k] == a[0]);
  return 0;
}
