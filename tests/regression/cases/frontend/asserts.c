#include <assert.h>
extern int nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_error(void);
extern void __VERIFIER_assert(int);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 90);
#if KIND == 1
  assert(x < 95);
#elif KIND == 2
  if (x >= 95) reach_error();
#elif KIND == 3
  if (x >= 95) __VERIFIER_error();
#elif KIND == 4
  __VERIFIER_assert(x < 95);
#else
  __CPROVER_assert(x < 95, "small");
#endif
  return 0;
}
