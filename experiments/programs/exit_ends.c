/* Nothing runs behind exit and abort. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int checked(int x) {
  if (x > 50) exit(1);
  if (x < 0) abort();
  return x;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += checked(__VERIFIER_nondet_int());
  assert(sum >= 0 && sum <= 150);
  return 0;
}
