/* The greater ones of two arrays; wrong: of the first one the smaller. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N], b[N], c[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > N) return 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) b[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    if (a[i] > b[i])
      c[i] = b[i];
    else
      c[i] = b[i];
  for (i = 0; i < n; i++) assert(a[i] <= c[i] && b[i] <= c[i]);
  return 0;
}
