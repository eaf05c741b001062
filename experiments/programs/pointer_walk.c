/* A pointer runs over a named array; pointers are subtracted and compared. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[6] = {4, 1, 9, 2, 8, 3}, *p, *found = a;
  for (p = a; p < a + 6; p++)
    if (*p > *found) found = p;
  assert(found - a == 2 && *found == 9);
  return 0;
}
