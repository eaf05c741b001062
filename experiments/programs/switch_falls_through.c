/* A case without break runs into the next one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1: y += 1; /* falls through */
  case 2: y += 2; break;
  case 3: case 4: y = 4; break;
  default: y = 5;
  }
  assert(y != 3);
  return 0;
}
