/* The models of signal and raise (library/signal.c), compiled natively, against the C
 * library: the same handlers are called in the same order by random sequences of both, and the same
 * signals end the program. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static __typeof__(&signal) real_signal = signal;
static __typeof__(&raise) real_raise = raise;
static __typeof__(&sigaction) real_sigaction = sigaction;
/* Types of their own: the library's say that no argument is null. */
static int (*real_sigemptyset)(sigset_t *) = sigemptyset;
static int (*real_sigfillset)(sigset_t *) = sigfillset;
static int (*real_sigaddset)(sigset_t *, int) = sigaddset;
static int (*real_sigdelset)(sigset_t *, int) = sigdelset;
static int (*real_sigismember)(const sigset_t *, int) = sigismember;
typedef struct sigaction real_action;

/* The vocabulary of library/contract.h, for a native run. */
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
#define sigaction model_sigaction
#define sigemptyset model_sigemptyset
#define sigfillset model_sigfillset
#define sigaddset model_sigaddset
#define sigdelset model_sigdelset
#undef sigismember
#define sigismember model_sigismember
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#pragma GCC diagnostic ignored "-Wint-to-pointer-cast"
#include "../../library/signal.c"
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

/* sigaction, and what it says of before. */
static void change(int number, bool real, bool tells) {
  handler *with[] = {SIG_IGN, handle, handle_quietly, SIG_DFL}, *to = with[any(3)], *before;
  uint64_t mask = any(3) ? 0 : UINT64_C(1) << (number - 1);
  bool harmless = number == 17 || number == 23 || number == 28; /* by default */
  int flags = any(2) && harmless ? (int)SA_RESETHAND : any(2) ? SA_RESTART : 0, result, said;
  bool none = any(5) == 0;
  errno = 0;
  if (real) {
    real_action now = {.sa_handler = to, .sa_flags = flags}, was = {.sa_handler = SIG_ERR};
    memcpy(&now.sa_mask, &mask, sizeof mask);
    result = real_sigaction(number, none ? NULL : &now, tells ? &was : NULL);
    before = was.sa_handler, said = was.sa_flags;
    memcpy(&mask, &was.sa_mask, sizeof mask);
  } else {
    struct action now = {.handler = to, .mask = {mask, {0}}, .flags = flags},
                  was = {.handler = SIG_ERR};
    result = model_sigaction(number, none ? NULL : &now, tells ? &was : NULL);
    before = was.handler, said = was.flags;
    mask = was.mask.signals;
  }
  note(before == handle ? 1 : before == handle_quietly ? 2 : before == SIG_ERR ? 3 : 4);
  note((uint64_t)result * 1000 + (uint64_t)errno);
  note((uint64_t)(said & ~FLAG_RESTORER));
  note(mask);
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
    int odd_or_not = any(4) ? a_number() : (int)any(3) + 8;
    change(odd_or_not, real, any(2));
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

START_TEST(sets) {
  sigset_t real;
  signal_set model;
  for (int i = 0; i < 100000; i++) {
    if (i % 1000 == 0) {
      memset(&real, (int)any(256), sizeof real);
      memcpy(&model, &real, sizeof model);
    }
    int number = any(3) ? (int)any(66) : (int)any(2000) - 1000, what = (int)any(20), a, b;
    sigset_t *of_real = any(50) ? &real : NULL;
    signal_set *of_model = of_real ? &model : NULL;
    errno = 0;
    a = what == 0   ? real_sigemptyset(of_real)
        : what == 1 ? real_sigfillset(of_real)
        : what < 8  ? real_sigaddset(of_real, number)
        : what < 14 ? real_sigdelset(of_real, number)
                    : real_sigismember(of_real, number);
    int failed = errno;
    errno = 0;
    b = what == 0   ? model_sigemptyset(of_model)
        : what == 1 ? model_sigfillset(of_model)
        : what < 8  ? model_sigaddset(of_model, number)
        : what < 14 ? model_sigdelset(of_model, number)
                    : model_sigismember(of_model, number);
    ck_assert_msg(a == b && failed == errno && !memcmp(&real, &model, sizeof real),
                  "%d of %d: %d, not %d", what, number, b, a);
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
  tcase_add_test(all, sets);
  tcase_add_test(all, defaults);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
