/* A static local keeps its value from call to call, globals start at zero. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int calls, limit = 3;
static int ticket(void) {
  static int next = 100;
  calls++;
  return next++;
}
int main(void) {
  assert(calls == 0);
  int a = ticket(), b = ticket();
  assert(a == 100 && b == 101 && calls == 2 && limit == 3);
  return 0;
}
