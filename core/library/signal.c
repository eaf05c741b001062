/* signal.h: signal and raise as glibc has them on Linux (C17 7.14, signal(7)): a handler stays
 * installed, and its signal waits while it runs. Signals that come from outside are in no run of a
 * replay; they may call a handler at any time, so that no proof covers a program that installs one.
 * Which signals are ignored at the start is what the program's parent left. */
#include "contract.h"

typedef void handler(int);

enum { SIGNALS = 65, SIGILL = 4, SIGABRT = 6, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18 };
enum { SIGSTOP = 19, SIGTTOU = 22, SIGURG = 23, SIGWINCH = 28, RESERVED = 32 };
#define DEFAULT ((handler *)0)
#define IGNORE ((handler *)1)
#define FAILS ((handler *)-1)

void REAL(_Exit)(int) __attribute__((noreturn));

static struct {
  _Bool known[SIGNALS], handled[SIGNALS], waits[SIGNALS];
  handler *of[SIGNALS];
} __ansatz_signals;
#define S __ansatz_signals

static _Bool is_signal(int number) {
  return number > 0 && number < SIGNALS && number != RESERVED && number != RESERVED + 1;
}

/* What happens to the signal: what the program, or else its parent said. */
static handler *disposition(int number) {
  if (!S.known[number]) {
    S.known[number] = 1;
    if (__ansatz_choice()) S.of[number] = IGNORE;
  }
  return S.of[number];
}

handler *signal(int number, handler *f) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP || f == FAILS) {
    __ansatz_fails_with(EINVAL);
    return FAILS;
  }
  handler *before = disposition(number);
  S.of[number] = f;
  if (f == DEFAULT || f == IGNORE) return before;
  if (number == SIGABRT) __ansatz_unsupported("a handler of SIGABRT, which abort calls");
  if (__ansatz_choice()) __ansatz_unsupported("a signal handler, which may run at any time");
  return before;
}

/* What the system does where nothing else was said; most signals end the program. */
static void act(int number) {
  if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH) return;
  if (number >= SIGSTOP && number <= SIGTTOU)
    __ansatz_unsupported("a signal that stops the program");
  REAL(_Exit)(128 + number);
}

int raise(int number) {
  if (number == 0) return 0;
  if (number == RESERVED || number == RESERVED + 1)
    __ansatz_unsupported("raise of a signal that the library keeps to itself");
  if (!is_signal(number)) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  if (number == SIGKILL || number == SIGSTOP) act(number);
  if (S.handled[number]) { /* by a handler that runs */
    if (number > RESERVED) __ansatz_unsupported("signals that are queued");
    S.waits[number] = 1;
    return 0;
  }
  do {
    handler *f = disposition(number);
    S.waits[number] = 0;
    if (f == IGNORE) return 0;
    if (f == DEFAULT) {
      act(number);
      return 0;
    }
    S.handled[number] = 1;
    f(number);
    S.handled[number] = 0;
  } while (S.waits[number]);
  return 0;
}
