#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 5;
  if (n > 1000) return 0;
  while (i < n) {
    i++;
    j = i + 7;
  }
  assert(i == n && j <= 1007);
  return 0;
}
