/* signal, sigaction, sets of signals, and raise. Each CASE is a program. */
#include <signal.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static volatile sig_atomic_t seen;

static void handler(int number) {
  seen = number;
}

#if CASE == 7
void _Exit(int status) { /* raise does not call the program's */
  (void)status;
  reach_error();
  for (;;);
}
#endif

int main(void) {
#if CASE == 1 /* an ignored signal changes nothing; a default one ends the program */
  int n = __VERIFIER_nondet_int();
  signal(SIGUSR1, SIG_IGN);
  if (raise(SIGUSR1) != 0) reach_error();
  if (signal(SIGUSR1, SIG_DFL) != SIG_IGN) reach_error();
  if (n) raise(SIGUSR1);
  if (n) reach_error();
#elif CASE == 2 /* the handler runs within raise */
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  if (seen == SIGUSR1) reach_error();
#elif CASE == 3 /* a signal from outside may come */
  signal(SIGUSR1, handler);
  if (seen) reach_error();
#elif CASE == 4 /* what the parent ignores, is ignored */
  if (signal(SIGHUP, SIG_IGN) == SIG_IGN) reach_error();
#elif CASE == 5
  signal(SIGABRT, handler);
  if (__VERIFIER_nondet_int()) abort();
#elif CASE == 6 /* no such signal */
  if (signal(SIGKILL, SIG_IGN) != SIG_ERR || raise(1000) == 0) reach_error();
  if (raise(0) != 0) reach_error();
#elif CASE == 7 /* the program's end by a signal runs nothing more */
  signal(SIGTERM, SIG_DFL);
  raise(SIGTERM);
  reach_error();
#elif CASE == 8 /* sigaction and sets are exact */
  struct sigaction now, before;
  sigset_t *set = &now.sa_mask;
  now.sa_handler = SIG_IGN;
  now.sa_flags = SA_RESTART;
  if (sigemptyset(set) || sigaddset(set, SIGUSR1) || sigismember(set, SIGUSR1) != 1) reach_error();
  if (sigaction(SIGUSR1, &now, NULL) || raise(SIGUSR1)) reach_error();
  if (sigaction(SIGUSR1, NULL, &before) || before.sa_handler != SIG_IGN) reach_error();
  if (sigismember(&before.sa_mask, SIGUSR1) != 1 || !(before.sa_flags & SA_RESTART)) reach_error();
  if (sigaction(SIGKILL, &now, NULL) != -1 || sigaddset(set, 1000) != -1) reach_error();
#elif CASE == 9
  struct sigaction now = {.sa_handler = handler};
  sigaction(SIGUSR1, &now, NULL);
  raise(SIGUSR1);
  if (seen == SIGUSR1) reach_error();
#elif CASE == 10
  struct sigaction now = {.sa_handler = handler};
  sigaction(SIGUSR1, &now, NULL);
  if (seen) reach_error();
#elif CASE == 11 /* another signal waits while the handler runs */
  struct sigaction now = {.sa_handler = handler};
  sigaddset(&now.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &now, NULL);
  raise(SIGUSR1);
  if (seen != SIGUSR1) reach_error();
#endif
  return 0;
}
