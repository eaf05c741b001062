/* signal.h: signal, sigaction, sets of signals, and raise as in glibc on Linux (C17 7.14,
 * signal(7)). A handler stays installed, and its signal waits while it runs. Signals from outside
 * occur in no replay. They may call a handler at any time, so that no proof covers a program that
 * installs one. The program's parent determines which signals are ignored at the start. */
#include "contract.h"

typedef void handler(int);

enum { SIGNALS = 65, SIGILL = 4, SIGABRT = 6, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18 };
enum { SIGSTOP = 19, SIGTTOU = 22, SIGURG = 23, SIGWINCH = 28, RESERVED = 32 };
#define DEFAULT ((handler *)0)
#define IGNORE ((handler *)1)
#define FAILS ((handler *)-1)

void REAL(_Exit)(int) __attribute__((noreturn));

enum { FLAG_SIGINFO = 4, FLAG_RESTORER = 0x4000000, FLAG_RESTART = 0x10000000 };
enum { FLAG_NODEFER = 0x40000000, FLAG_RESETHAND = (int)0x80000000 };

/* The library looks only at the first bits. */
typedef struct signal_set {
  unsigned long long signals, rest[15];
} signal_set;

struct action {
  handler *handler;
  signal_set mask;
  int flags;
  void (*restorer)(void);
};

static struct {
  _Bool known[SIGNALS], handled[SIGNALS], waits[SIGNALS];
  handler *of[SIGNALS];
  unsigned long long mask[SIGNALS];
  int flags[SIGNALS];
} __ansatz_signals;
#define S __ansatz_signals

static _Bool is_signal(int number) {
  return number > 0 && number < SIGNALS && number != RESERVED && number != RESERVED + 1;
}

/* Returns the disposition of the signal, set by the program or else by its parent. */
static handler *disposition(int number) {
  if (!S.known[number]) {
    S.known[number] = 1;
    if (__ansatz_choice()) S.of[number] = IGNORE;
  }
  return S.of[number];
}

static unsigned long long bit(int number) {
  return 1ull << (number - 1);
}

static void install(int number, handler *f, unsigned long long mask, int flags) {
  disposition(number);
  S.of[number] = f;
  S.mask[number] = mask;
  S.flags[number] = flags;
  if (f == DEFAULT || f == IGNORE) return;
  if (number == SIGABRT) __ansatz_unsupported("a handler of SIGABRT, which abort calls");
  if (__ansatz_choice()) __ansatz_unsupported("a signal handler, which may run at any time");
}

handler *signal(int number, handler *f) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP || f == FAILS) {
    __ansatz_fails_with(EINVAL);
    return FAILS;
  }
  handler *before = disposition(number);
  install(number, f, bit(number), FLAG_RESTART);
  return before;
}

/* The kernel and the library may add flags, which are unknown here. */
static void tell(int number, struct action *to) {
  struct action told;
  told.handler = disposition(number);
  told.mask.signals = S.mask[number];
  told.flags = S.flags[number] | (__ansatz_choice() & FLAG_RESTORER);
  *to = told;
}

int sigaction(int number, const struct action *now, struct action *before) {
  _Bool fixed = number == SIGKILL || number == SIGSTOP;
  struct action given = {0};
  if (now) given = *now;
  if (!is_signal(number) || (fixed && now)) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  if (before) tell(number, before);
  if (now && given.handler == FAILS) __ansatz_unsupported("sigaction with SIG_ERR");
  if (now)
    install(number, given.handler, given.mask.signals & ~bit(SIGKILL) & ~bit(SIGSTOP),
            given.flags & ~FLAG_RESTORER);
  return 0;
}

/* ---- sets ---------------------------------------------------------------------------------- */

static int refuse(void) {
  __ansatz_fails_with(EINVAL);
  return -1;
}

int sigemptyset(signal_set *s) {
  if (!s) return refuse();
  s->signals = 0;
  return 0;
}

/* All signals except those that the library reserves. */
int sigfillset(signal_set *s) {
  if (!s) return refuse();
  s->signals = ~(bit(RESERVED) | bit(RESERVED + 1));
  return 0;
}

int sigaddset(signal_set *s, int number) {
  if (!s || !is_signal(number)) return refuse();
  s->signals |= bit(number);
  return 0;
}

int sigdelset(signal_set *s, int number) {
  if (!s || !is_signal(number)) return refuse();
  s->signals &= ~bit(number);
  return 0;
}

int sigismember(const signal_set *s, int number) {
  if (!s || number <= 0 || number >= SIGNALS) return refuse();
  return (s->signals & bit(number)) != 0;
}

/* ---- raise --------------------------------------------------------------------------------- */

/* The default action; most signals end the program. */
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
  if (S.handled[number]) { /* its handler is running */
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
    if (S.flags[number] & (FLAG_SIGINFO | FLAG_NODEFER) || S.mask[number] & ~bit(number))
      __ansatz_unsupported("a handler with flags, or that blocks other signals");
    if (S.flags[number] & FLAG_RESETHAND) S.of[number] = DEFAULT;
    S.handled[number] = 1;
    f(number);
    S.handled[number] = 0;
  } while (S.waits[number]);
  return 0;
}
