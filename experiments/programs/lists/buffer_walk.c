/* A pointer runs over a buffer of a size that is not known. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int *a = malloc((unsigned)n * sizeof *a), *p, left = n;
  for (p = a; p < a + n; p++) {
    *p = 0;
    left--;
    assert(left >= 0);
  }
  assert(p == a + n && left == 0);
  return 0;
}
