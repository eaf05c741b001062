/* The loop is cut by an assumption after the round that fails. */
#include <assert.h>
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned i = 10;
  for (;;) {
    assert(i != 5);
    i--;
    __VERIFIER_assume(i != 3);
  }
}
