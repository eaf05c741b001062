/* One loop at two call paths, with rows that are true of one of them only. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int count(int x, int by) {
  for (int i = 0; __VERIFIER_nondet_int() && i < 1000; i++) x = x > 900 ? 0 : x + by;
  return x;
}
int main(void) {
  assert(count(0, 1) <= 901);
  assert(count(0, 3) <= 903);
  return 0;
}
