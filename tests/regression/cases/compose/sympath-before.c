/* The entry values of the second loop depend on whether the first one has iterated. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int ran = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    ran = 1;
    x = 5;
  }
  while (__VERIFIER_nondet_int()) x = x ? 5 : 0;
#ifdef BUG
  assert(ran || x == 5);
#else
  assert(!ran || x == 5);
#endif
  return 0;
}
