/* A failure that needs 25 rounds. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int level = 0;
  while (level < 100) {
    if (__VERIFIER_nondet_int() == level * level)
      level++;
    else
      level = 0;
    assert(level < 25);
  }
  return 0;
}
