/* The models of signal and raise (core/library/signal.c), compiled natively, against the C library:
 * the same handlers are called in the same order by random sequences of both, and the same signals
 * end the program. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static __typeof__(&signal) real_signal = signal;
static __typeof__(&raise) real_raise = raise;

/* The vocabulary of core/library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
static bool undefined;
static jmp_buf end;
static void __ansatz_unsupported(const char *reason) {
  (void)reason;
  undefined = true;
}
static int __ansatz_choice(void) {
  return 0;
}
static void __ansatz_fails_with(int number) {
  errno = number;
}
_Noreturn static void model_end(int status) {
  longjmp(end, status);
}

#undef SIGILL
#undef SIGABRT
#undef SIGKILL
#undef SIGCHLD
#undef SIGCONT
#undef SIGSTOP
#undef SIGTTOU
#undef SIGURG
#undef SIGWINCH
#define REAL(name) model_end
#define signal model_signal
#define raise model_raise
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#pragma GCC diagnostic ignored "-Wint-to-pointer-cast"
#include "../../core/library/signal.c"
#pragma GCC diagnostic pop

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

/* Which functions are meant, and what has happened. */
static __typeof__(&signal) set;
static __typeof__(&raise) send;
static uint64_t happened;
static uint32_t depth;

static void note(uint64_t what) {
  happened = happened * 1000003 + what;
}

static const int numbers[] = {SIGUSR1, SIGUSR2, SIGTERM, 17, 23, 28};
static int a_number(void) {
  return numbers[any(sizeof numbers / sizeof *numbers)];
}

static void handle(int number) {
  note((uint64_t)number);
  depth++;
  if (depth < 4 && any(2)) send(a_number());
  if (depth < 4 && any(3) == 0) set(number, SIG_IGN);
  if (depth < 4 && any(3) == 0) send(number);
  depth--;
  note(99);
}
static void handle_quietly(int number) {
  note((uint64_t)number + 100);
}

static uint64_t run(uint64_t seed, bool real) {
  set = real ? real_signal : model_signal;
  send = real ? real_raise : model_raise;
  state = seed;
  happened = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) set(numbers[i], SIG_IGN);
  for (int i = 0; i < 12; i++) {
    int number = a_number(), odd[] = {0, -1, 65, 1000};
    handler *with[] = {SIG_IGN, handle, handle_quietly, SIG_ERR};
    handler *before = set(number, with[any(4)]);
    note(before == handle ? 1 : before == handle_quietly ? 2 : before == SIG_ERR ? 3 : 4);
    errno = 0;
    note((uint64_t)send(any(4) ? a_number() : odd[any(4)]));
    note((uint64_t)errno);
    errno = 0;
    note(set(any(2) ? 9 : odd[any(4)], SIG_IGN) == SIG_ERR);
    note((uint64_t)errno);
  }
  return happened;
}

START_TEST(sequences) {
  for (uint64_t seed = 0; seed < 2000; seed++) {
    undefined = false;
    uint64_t model = run(seed, false);
    if (seed == 0) ck_assert(undefined == false);
    ck_assert_msg(model == run(seed, true), "sequence %u", (unsigned)seed);
  }
}
END_TEST

/* By which signal the program is ended that raises it; 0: it goes on. */
static int ended_by(int number) {
  pid_t child = fork();
  if (child == 0) {
    real_signal(number, SIG_DFL);
    real_raise(number);
    _exit(0);
  }
  int status = 0;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

START_TEST(defaults) {
  for (volatile int number = 1; number < 65; number++) {
    if ((number >= 19 && number <= 22) || number == 32 || number == 33) continue; /* not modelled */
    __ansatz_signals.of[number] = SIG_DFL;
    undefined = false;
    int status = setjmp(end);
    if (!status) model_raise(number);
    ck_assert(!undefined);
    ck_assert_int_eq(status ? status - 128 : 0, ended_by(number));
  }
  for (volatile int number = 19; number < 23; number++) {
    undefined = false;
    if (!setjmp(end)) model_raise(number);
    ck_assert(undefined);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("library_signal");
  TCase *all = tcase_create("all");
  tcase_add_test(all, sequences);
  tcase_add_test(all, defaults);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
