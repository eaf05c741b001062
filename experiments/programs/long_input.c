/* A long of 64 bits does not fit an int. */
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
  long l = __VERIFIER_nondet_long();
  int low = (int)l;
  if (l > 0) assert(low >= 0);
  return 0;
}
