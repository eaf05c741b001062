/* A signed bit-field of four bits holds -8 .. 7. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct level { signed value : 4; unsigned other : 4; };
int main(void) {
  struct level l = {0, 15};
  while (__VERIFIER_nondet_int()) {
    l.value = l.value + 1;
    assert(l.value >= 0);
  }
  return 0;
}
