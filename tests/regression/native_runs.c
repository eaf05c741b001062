/* Runs a task natively on random inputs: linked with the program, whose main is program_main, under
 * AddressSanitizer and UndefinedBehaviorSanitizer. Each run is a process of its own.
 * Usage: BINARY RUNS; prints "passed A failed B broken C": ended normally, by an assertion, by
 * anything else (sanitizers, signals, the time limit). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int holds);

enum { MOST_INPUTS = 300 }; /* then all are 0, so that loops end */
static unsigned long long seed;
static unsigned inputs, zeros;

static unsigned next(unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

/* Small numbers mostly, some 0: how many differs between runs. */
int __VERIFIER_nondet_int(void) {
  if (++inputs > MOST_INPUTS || next(100) < zeros) return 0;
  if (next(20) == 0) return (int)(next(1u << 30) * 4u + next(4));
  return (int)next(14) - 3;
}

unsigned __VERIFIER_nondet_uint(void) {
  return (unsigned)__VERIFIER_nondet_int();
}

void __VERIFIER_assume(int holds) {
  if (!holds) _exit(0);
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 100, passed = 0, failed = 0, broken = 0;
  for (int i = 0; i < runs; i++) {
    pid_t child = fork();
    if (child == 0) {
      static const unsigned shares[] = {3, 10, 25, 50};
      seed = (unsigned)i * 2654435761u + 12345u;
      zeros = shares[i % 4];
      if (!freopen("/dev/null", "w", stderr)) _exit(2);
      alarm(5);
      program_main();
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return 2;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      passed++;
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
      failed++;
    else
      broken++;
  }
  printf("passed %d failed %d broken %d\n", passed, failed, broken);
  return 0;
}
