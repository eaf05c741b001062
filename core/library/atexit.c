/* stdlib.h: functions that run when the program ends (C17 7.22.4.2 to 7.22.4.4, 7.22.4.7). Those of
 * atexit run before destructors, as the loader has its own function registered before main. */
#include "contract.h"

typedef void handler(void);
enum { MOST = 32 }; /* C17 7.22.4.2p3 promises so many */

void REAL(_Exit)(int) __attribute__((noreturn));

static handler *at_exit[MOST], *at_quick[MOST];
static unsigned exits, quick_exits;
static enum { RUNNING, ENDING, DESTROYING } stage;

int atexit(handler *f) {
  if (exits == MOST) __ansatz_unsupported("more than 32 functions of atexit");
  if (stage == DESTROYING) __ansatz_unsupported("atexit in a function that runs after main");
  at_exit[exits++] = f;
  return 0;
}

__attribute__((destructor)) static void run_handlers(void) {
  if (stage != RUNNING) __ansatz_unsupported("exit in a function that runs after main");
  stage = ENDING;
  while (exits) at_exit[--exits]();
  stage = DESTROYING;
}

int at_quick_exit(handler *f) {
  if (quick_exits == MOST) __ansatz_unsupported("more than 32 functions of at_quick_exit");
  at_quick[quick_exits++] = f;
  return 0;
}

__attribute__((noreturn)) void quick_exit(int status) {
  while (quick_exits) at_quick[--quick_exits]();
  REAL(_Exit)(status);
}
