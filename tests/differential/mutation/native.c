/* Runs a program many times on random inputs, each run in a child: its main is
 * renamed to program_main; it is compiled with sanitizers that stop a run at undefined behaviour
 * but go on after a signed overflow. Printed are counts: runs that reach the error, that meet a
 * memory error, a signed overflow, and that are stopped by other undefined behaviour. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REACHED = 77, ENDED = 78, LENGTH = 1 << 16 };
static unsigned long long state;
static unsigned taste;

static unsigned long long draw(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

/* Mostly small numbers of either sign, at times any, or the ends of the types. */
static unsigned long long value(void) {
  unsigned long long r = draw() >> 8;
  switch ((r + taste) % 8) {
  case 0: return draw();
  case 1: return 1ull << (r >> 8) % 64;
  case 2: return (1ull << (r >> 8) % 64) - 1;
  case 3: return -(r >> 8) % 5;
  default: return (r >> 8) % (taste % 3 ? 12 : 3);
  }
}

#define NONDET(type, name)                                                                         \
  type __VERIFIER_nondet_##name(void) {                                                            \
    return (type)value();                                                                          \
  }                                                                                                \
  type nondet_##name(void) {                                                                       \
    return (type)value();                                                                          \
  }
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(unsigned long, size_t)
_Bool __VERIFIER_nondet_bool(void) {
  return value() & 1;
}
float __VERIFIER_nondet_float(void) {
  return (float)(long long)value();
}
double __VERIFIER_nondet_double(void) {
  return (double)(long long)value();
}
void __VERIFIER_assume(int holds) {
  if (!holds) _exit(ENDED);
}
void __VERIFIER_assert(int holds) {
  if (!holds) _exit(REACHED);
}
void reach_error(void) {
  _exit(REACHED);
}
void __VERIFIER_error(void) {
  _exit(REACHED);
}
void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  (void)what, (void)file, (void)line, (void)function;
  _exit(REACHED);
}
void abort(void) {
  _exit(ENDED);
}
int program_main(int argc, char **argv);
#undef main /* the command line renames the program's */

static int count(const char *text, const char *word) {
  return strstr(text, word) != NULL;
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 100, reached = 0, memory = 0, overflow = 0, other = 0,
      endless = 0;
  char *said = mmap(0, LENGTH, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < runs && endless < 10; i++) {
    int file = memfd_create("said", 0), status;
    pid_t pid = fork();
    if (!pid) {
      char *arguments[] = {argv[0], NULL};
      state = 88172645463325252ull + (unsigned long long)i * 7919;
      for (int n = 0; n < 20; n++) taste = (unsigned)(draw() >> 20);
      dup2(file, 2);
      setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {.tv_usec = 200000}}, NULL);
      program_main(1, arguments);
      _exit(0);
    }
    waitpid(pid, &status, 0);
    lseek(file, 0, SEEK_SET);
    ssize_t length = read(file, said, LENGTH - 1);
    said[length > 0 ? length : 0] = 0;
    close(file);
    int overflows = count(said, "signed integer overflow") || count(said, "cannot be represented");
    endless += WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    int stopped = WIFSIGNALED(status) || WEXITSTATUS(status) == 99;
    overflow += overflows;
    reached += WIFEXITED(status) && WEXITSTATUS(status) == REACHED;
    /* A stack that is full is this machine's limit, and no violation (docs/soundness.md). */
    if (stopped && count(said, "AddressSanitizer") && !count(said, "stack-overflow"))
      memory++;
    else if (stopped)
      other++;
  }
  printf("{\"reached\": %d, \"memory\": %d, \"overflow\": %d, \"other\": %d}\n", reached, memory,
         overflow, other);
  return 0;
}
