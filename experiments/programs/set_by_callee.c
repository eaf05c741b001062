/* A local that its callee sets in one of two cases only stays arbitrary in the other. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int find(int key, int *result) {
  if (key > 10) *result = 1;
  return key > 9;
}
int main(void) {
  int result;
  if (find(__VERIFIER_nondet_int(), &result)) assert(result == 1);
  return 0;
}
