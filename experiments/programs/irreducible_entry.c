/* A loop with two entries. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  if (__VERIFIER_nondet_int() > 0) goto inside;
outside:
  x += 3;
inside:
  x += 1;
  if (x < 11) goto outside;
  assert(x != 13);
  return 0;
}
