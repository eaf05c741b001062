/* Only cells before n were set: cell n itself was not, nor any cell if n is 0. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char used[6] = {0};
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  for (unsigned i = 0; i < n; i++) used[i] = 1;
  if (k < 6 && k <= n) assert(used[k]);
  return 0;
}
