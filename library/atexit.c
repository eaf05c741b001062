/* stdlib.h: functions that run when the program ends (C17 7.22.4.2 to 7.22.4.4, 7.22.4.7).
 * Functions of atexit run before destructors, since the loader registers its own function before
 * main. */
#include "contract.h"

typedef void handler(void);
enum { MOST = 32 }; /* C17 7.22.4.2p3 promises at least this many */

void REAL(_Exit)(int) __attribute__((noreturn));

static struct {
  handler *at_exit[MOST], *at_quick[MOST];
  unsigned exits, quick_exits;
  enum { RUNNING, ENDING, DESTROYING } stage;
} __ansatz_handlers;
#define H __ansatz_handlers

/* In an entry state, it is not known whether functions were registered before. They would run after
 * those that are registered here. */
static _Bool registered_before, quick_before;

int atexit(handler *f) {
  if (H.exits == MOST) __ansatz_unsupported("more than 32 functions of atexit");
  if (H.stage == DESTROYING) __ansatz_unsupported("atexit in a function that runs after main");
  H.at_exit[H.exits++] = f;
  return 0;
}

__attribute__((destructor)) static void run_handlers(void) {
  if (H.stage != RUNNING) __ansatz_unsupported("exit in a function that runs after main");
  H.stage = ENDING;
  while (H.exits) H.at_exit[--H.exits]();
  if (registered_before) __ansatz_unsupported("functions that atexit has registered before");
  H.stage = DESTROYING;
}

int at_quick_exit(handler *f) {
  if (H.quick_exits == MOST) __ansatz_unsupported("more than 32 functions of at_quick_exit");
  H.at_quick[H.quick_exits++] = f;
  return 0;
}

__attribute__((noreturn)) void quick_exit(int status) {
  while (H.quick_exits) H.at_quick[--H.quick_exits]();
  if (quick_before) __ansatz_unsupported("functions that at_quick_exit has registered before");
  REAL(_Exit)(status);
}
