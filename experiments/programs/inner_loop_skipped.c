/* The inner loop is left at once in one round and runs twice in a later one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mark = 0;
  for (;;) {
    int rounds = 0;
    if (__VERIFIER_nondet_int()) break;
    while (__VERIFIER_nondet_int()) {
      if (rounds) assert(mark == 0);
      rounds = 1;
    }
    if (rounds == 0) mark = 6;
  }
  return 0;
}
