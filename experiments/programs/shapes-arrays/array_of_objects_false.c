/* An array of pointers, two neighbours to one object: the later number counts for both. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { SIZE = 6 };
int main(void) {
  int *a[SIZE];
  for (int i = 0; i < SIZE; i++) {
    a[i] = i % 2 ? a[i - 1] : malloc(sizeof *a[i]);
    *a[i] = i;
  }
  int at = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && at < SIZE);
  assert(*a[at] == at);
  return 0;
}
