/* A state machine whose states stay in their range. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum state { IDLE, READY, BUSY, DONE };
int main(void) {
  enum state s = IDLE;
  while (__VERIFIER_nondet_int()) {
    switch (s) {
    case IDLE: s = READY; break;
    case READY:
      if (__VERIFIER_nondet_int()) s = BUSY;
      break;
    case BUSY: s = __VERIFIER_nondet_int() ? DONE : BUSY; break;
    case DONE: s = IDLE; break;
    default: assert(0);
    }
  }
  return 0;
}
