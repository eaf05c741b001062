#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#if BUG == 7
void reach_error(void) {}
#else
extern void reach_error(void);
#endif
extern int __VERIFIER_nondet_int(void);
static int set;
static int order(const void *a, const void *b) {
  set = 1;
  return a < b;
}
static void handle(int number) {
  set = number;
}
int main(void) {
  int a[3] = {1, 2, 3};
  int (*by)(const void *, const void *) = order;
  void (*handler)(int) = handle;
  void (*error)(void) = reach_error;
#if BUG == 0
  __asm__ volatile("" ::: "memory"); /* no more than a barrier */
  signal(SIGTERM, SIG_IGN);
#elif BUG == 1
  qsort(a, 3, sizeof *a, by);
#elif BUG == 2
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
#elif BUG == 3
  struct sigaction s;
  memset(&s, 0, sizeof s);
  s.sa_handler = handler;
  sigaction(SIGUSR1, &s, NULL);
  raise(SIGUSR1);
#elif BUG == 4
  __asm__ goto("jmp %l0" : : : : out);
  return 0;
out:
  set = 1;
#elif BUG == 5
  __asm__ volatile("movl $1, set(%%rip)" : : : "memory");
#elif BUG == 6 /* and no check at all before it */
  fesetenv(FE_DFL_ENV);
  error();
#elif BUG == 7
  if (__VERIFIER_nondet_int() == 3) error();
#endif
  if (set || a[0] == 4 || !by || !handler || !error) reach_error();
  return 0;
}
