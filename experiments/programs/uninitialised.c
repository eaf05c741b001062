/* A local that is set on one path only. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int total, i;
  for (i = 0; i < __VERIFIER_nondet_int(); i++) total = 10;
  assert(total == 10);
  return 0;
}
