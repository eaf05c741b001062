/* Cells are at most their index. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > N) return 0;
  for (i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > i) a[i] = i;
  }
  for (i = 0; i < n; i++) assert(a[i] <= i);
  return 0;
}
