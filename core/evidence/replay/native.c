/* Native replay (docs/soundness.md 9): clang's bitcode, rewritten by rewrite.c, is compiled, linked
 * and run under limits. The first failing check that the run reports is compared with the trace's.
 * Each step is a separate process. */
#define _GNU_SOURCE
#include "replay/native.h"
#include "replay/process.h"
#include <errno.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* AddressSanitizer's shadow memory takes up 16 TiB of addresses, or 512 MiB with 32 bits. */
const char *native_no_address_sanitizer(const az_program *p) {
  static const char why[] =
      "AddressSanitizer cannot start under a limit of the address space or of data";
  static const int resources[] = {RLIMIT_AS, RLIMIT_DATA};
  rlim_t least = (rlim_t)(p->pointer_bits == 32 ? 2u : 32u << 10) << 30;
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
    struct rlimit r;
    if (!getrlimit(resources[i], &r) && r.rlim_max != RLIM_INFINITY && r.rlim_max < least)
      return why;
  }
  return NULL;
}

/* ---- steps --------------------------------------------------------------------------------- */

static void say(const char *text) {
  ssize_t n = write(2, text, strlen(text));
  (void)n;
}

static bool impossible(az_replay *r, const char *format, ...) AZ_PRINTF(2, 3);

static bool impossible(az_replay *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->note, sizeof r->note, format, args);
  va_end(args);
  r->verdict = AZ_REPLAY_IMPOSSIBLE;
  return false;
}

/* Sets the verdict "impossible": the machine is the cause, not the program. */
static bool impossible_here(az_replay *r, const char *what, const char *why) {
  impossible(r, "%s: %s", what, why);
  r->fault = true;
  return false;
}

/* Builds the linker's command. Uses gold, if installed, which is three times as fast, and
 * AddressSanitizer's shared library, which is faster, too. If that library is not found, clang
 * finds AddressSanitizer. */
static void link_command(const az_program *p, const az_replay_options *o, const char *program_file,
                         const char *object_file, const char **a) {
  static const char *const runtimes[] = {ANSATZ_SANITIZERS "/libclang_rt.asan-x86_64.so",
                                         ANSATZ_SANITIZERS "/libclang_rt.asan-i386.so"};
  const char *runtime = runtimes[p->pointer_bits == 32];
  bool shared = o->address_sanitizer && !access(runtime, R_OK);
  *a++ = o->address_sanitizer && !shared ? "clang-19" : "gcc";
  if (o->address_sanitizer && !shared) *a++ = "-fsanitize=address";
  if (p->pointer_bits == 32) *a++ = "-m32";
  if (!access("/usr/bin/ld.gold", X_OK)) *a++ = "-fuse-ld=gold";
  *a++ = "-no-pie";
  *a++ = "-w";
  *a++ = "-o";
  *a++ = program_file;
  *a++ = object_file;
  if (shared) {
    *a++ = runtime;
    *a++ = "-Wl,-rpath," ANSATZ_SANITIZERS;
  }
  *a++ = "-lm";
  *a = NULL;
}

/* Rewrites and links in one process, which is then replaced by the linker. */
bool native_build(const az_program *p, const az_trace *trace, const az_replay_options *o,
                  const native_plan *plan, const native_files *files, az_replay *r) {
  az_work_add(az_store_work(p->store), AZ_WORK_SECOND / 30);
  const char *checked =
      o->undefined && p->checked ? p->checked->compile(p->checked, o->stop_at_overflow) : NULL;
  process c = process_start(2);
  if (c.pid < 0) return impossible_here(r, "no process", strerror(errno));
  if (c.pid == 0) {
    process_limit(RLIMIT_CORE, 0);
    process_limit(RLIMIT_CPU, 30);
    const char *problem = native_rewrite(p, trace, plan, o, checked, files->object);
    if (problem) {
      say(problem);
      _exit(1);
    }
    const char *arguments[16];
    link_command(p, o, files->program, files->object, arguments);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    arguments[0] = "clang-19";
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    say("neither gcc nor clang-19 can be run");
    _exit(1);
  }
  char output[400];
  size_t length;
  int status = process_finish(c, output, sizeof output - 1, &length, 60);
  output[length] = 0;
  if (status == 0) return true;
  for (char *s = output; *s; s++)
    if (*s == '\n') *s = ' ';
  if (status == PROCESS_NOT_STARTED) return impossible_here(r, "no process", strerror(errno));
  if (az_says_fault(output, length)) return impossible_here(r, "compiling the replay", output);
  if (status == -1) return impossible(r, "compiling the replay took too long");
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXFSZ || WTERMSIG(status) == SIGKILL))
    return impossible_here(r, "compiling the replay", strsignal(WTERMSIG(status)));
  if (WIFSIGNALED(status))
    return impossible(r, "compiling the replay was killed by signal %d", WTERMSIG(status));
  return impossible(r, "compiling the replay: %s", output);
}

static void give_seed(const process *c, const native_seed *seed) {
  int ends[2];
  size_t size = offsetof(native_seed, proposals) + seed->count * sizeof *seed->proposals;
  if (pipe(ends) != 0 || write(ends[1], seed, size) != (ssize_t)size ||
      dup2(ends[0], NATIVE_SEED_FD) < 0)
    process_give_up(c);
}

/* Limits the CPU time until the end of the program that is executed. */
static void limit_seconds(double seconds) {
  struct itimerval end = {.it_value.tv_sec = (time_t)seconds};
  end.it_value.tv_usec = (suseconds_t)((seconds - (double)end.it_value.tv_sec) * 1e6) + 1;
  setitimer(ITIMER_PROF, &end, NULL);
}

static void run_child(const process *c, const native_start *start) {
  const az_replay_options *o = start->options;
  double seconds = o->seconds > 0 ? o->seconds : 5;
  process_limit(RLIMIT_CORE, 0);
  process_limit(RLIMIT_CPU, (rlim_t)seconds + 1);
  limit_seconds(seconds);
  /* The emulator makes /proc/self/maps in an unnamed file. */
  process_limit(RLIMIT_FSIZE, start->emulated ? (rlim_t)1 << 20 : 0);
  process_limit(RLIMIT_STACK, (rlim_t)256 << 20);
  process_limit(RLIMIT_DATA, RLIM_INFINITY);                /* to the permitted maximum */
  bool unlimited = o->address_sanitizer || start->emulated; /* they reserve addresses */
  process_limit(RLIMIT_AS, unlimited ? RLIM_INFINITY : (rlim_t)4 << 30);
  bool memory = (o->classes & AZ_MEMORY_CLASSES) != 0; /* 2047 MiB: the maximum with 32 bits */
  char options[400];
  snprintf(
      options, sizeof options,
      "ASAN_OPTIONS=exitcode=66:symbolize=0:detect_leaks=%d:leak_check_at_exit=0:handle_abort=0:"
      "detect_odr_violation=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:"
      "allocator_may_return_null=%d:max_allocation_size_mb=%d%s",
      !start->emulated, !memory, memory ? 512 : 2047,
      start->reuse ? ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0" : "");
  char *environment[] = {options, NULL};
  char *alone[] = {"program", NULL}, *emulated[] = {"qemu-i386", (char *)start->program_file, NULL};
  if (chdir(o->work_folder) != 0) process_give_up(c);
  if (!az_sandbox_enter(o->sandbox)) raise(SIGKILL);
  if (start->emulated) {
    execve("/usr/bin/qemu-i386", emulated, environment);
    execve("/usr/bin/qemu-i386-static", emulated, environment);
    errno = ENOEXEC;
  } else {
    execve(start->program_file, alone, environment);
  }
  process_give_up(c);
}

/* The message is a report and the settled undefined behaviour, or an error: the last access, the
 * noted and the settled undefined behaviour, and a text up to a zero byte. */
size_t native_read_end(native_end *e, int status, const char *output, size_t length) {
  const size_t settled = sizeof e->settled, place = sizeof e->error_site + sizeof e->error_call,
               head = place + sizeof e->before + settled;
  bool reports = status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == NATIVE_EXIT;
  if (reports && length >= sizeof e->report + settled) {
    e->reported = true;
    memcpy(&e->report, output, sizeof e->report);
    memcpy(&e->settled, output + sizeof e->report, settled);
    return sizeof e->report + settled;
  }
  const char *end = length > head ? memchr(output + head, 0, length - head) : NULL;
  if (!end || reports) return 0;
  memcpy(&e->error_site, output, sizeof e->error_site);
  memcpy(&e->error_call, output + sizeof e->error_site, sizeof e->error_call);
  memcpy(&e->before, output + place, sizeof e->before);
  memcpy(&e->settled, output + place + sizeof e->before, settled);
  snprintf(e->error, sizeof e->error, "%s", output + head);
  return (size_t)(end - output) + 1;
}

static int execute(const native_start *start, char *output, size_t size, size_t *length) {
  process c = process_start(NATIVE_FD);
  if (c.pid == 0) {
    if (start->seed) give_seed(&c, start->seed);
    run_child(&c, start);
  }
  return c.pid < 0 ? PROCESS_NOT_STARTED : process_finish(c, output, size, length, start->seconds);
}

int native_execute(native_start *start, char *output, size_t size, size_t *length) {
  int status = execute(start, output, size, length);
  if (status != PROCESS_NOT_STARTED || errno != ENOEXEC) return status;
  start->emulated = true;
  return execute(start, output, size, length);
}

/* Counts the work of a run. All runs that end by themselves count the same, as their times depend
 * on the machine. */
static void count(const az_program *p, const az_replay_options *o, int status) {
  uint64_t thousandths = AZ_WORK_SECOND / 200;
  if (native_is_out_of_time(status))
    thousandths = (uint64_t)((o->seconds > 0 ? o->seconds : 5) * AZ_WORK_SECOND);
  az_work_add(az_store_work(p->store), thousandths);
}

static void run_once(const az_program *p, const char *file, const az_replay_options *o, bool reuse,
                     native_end *e, az_replay *r) {
  char output[sizeof *e];
  size_t length;
  native_start start = {.program_file = file,
                        .options = o,
                        .reuse = reuse,
                        .seconds = (o->seconds > 0 ? o->seconds : 5) * 2 + 5};
  e->status = native_execute(&start, output, sizeof output - 1, &length);
  count(p, o, e->status);
  if (e->status == PROCESS_NOT_STARTED && errno == ENOEXEC) {
    impossible(r, "this machine runs no programs of 32 bits, and qemu-user is not installed");
    return;
  }
  if (e->status == PROCESS_NOT_STARTED) {
    impossible_here(r, "the program cannot be started", strerror(errno));
    return;
  }
  e->ran = true;
  e->emulated = start.emulated;
  output[length] = 0; /* the text of an error may exceed the room for it */
  native_read_end(e, e->status, output, length + 1);
}

native_end native_run(const az_program *p, const az_trace *trace, const az_check *expected,
                      const az_replay_options *o, az_replay *r) {
  native_end e = {0};
  native_plan plan = native_make_plan(p, o, expected);
  az_arena *arena = az_arena_new();
  native_files files = {
      .object = az_arena_printf(arena, "%s/replay-%d.o", o->work_folder, (int)getpid()),
      .program = az_arena_printf(arena, "%s/replay-%d", o->work_folder, (int)getpid())};
  char *full = NULL;
  if (native_build(p, trace, o, &plan, &files, r) && (full = realpath(files.program, NULL))) {
    run_once(p, full, o, false, &e, r);
    /* AddressSanitizer needs much memory, which may be unavailable at the moment: try again. */
    if (o->address_sanitizer && e.ran && !native_is_out_of_time(e.status) &&
        WIFSIGNALED(e.status) && !*e.error)
      run_once(p, full, o, false, &e, r);
    /* Some errors occur only if a block gets the address of a freed one. */
    bool heap = expected->cls == AZ_C_FREE || expected->cls == AZ_C_DEREF;
    if (heap && o->address_sanitizer && e.ran && e.status != -1 && WIFEXITED(e.status) &&
        !e.reported && !*e.error) {
      native_end again = {0};
      run_once(p, full, o, true, &again, r);
      if (again.ran && *again.error) e = again;
    }
  }
  if (e.emulated && expected->cls == AZ_C_MEMTRACK)
    e.ran =
        impossible(r, "this machine runs no programs of 32 bits; LeakSanitizer cannot be emulated");
  free(full);
  unlink(files.object);
  unlink(files.program);
  hmfree(plan.actions);
  az_arena_free(arena);
  return e;
}

/* ---- all ------------------------------------------------------------------------------------ */

az_replay az_replay_native(const az_program *p, const az_trace *trace, const az_replay_options *o) {
  az_replay r = {.verdict = AZ_REPLAY_IMPOSSIBLE, .check = AZ_NONE};
  if (trace->count == 0 || trace->events[trace->count - 1].kind != AZ_EV_FAIL) {
    impossible(&r, "the trace does not end in a failing check");
    return r;
  }
  const az_check *expected = &p->checks[trace->events[trace->count - 1].check];
  native_end e = native_run(p, trace, expected, o, &r);
  if (strstr(e.error, "invalid-pointer-pair") &&
      undefined_is_passed(NATIVE_COMPARISON, o->classes, o->strict_undefined)) {
    /* Runs again with only checks of pointer differences: if none fails, a comparison failed. */
    az_replay_options again = *o;
    again.compares = true;
    native_report compared = native_passed_at(p, &e, NATIVE_COMPARISON);
    e = native_run(p, trace, expected, &again, &r);
    e.compares = r.compares = true;
    if (!e.settled.what) e.settled = compared;
  }
  bool undefined = e.reported && (e.report.what & NATIVE_UNDEFINED);
  bool in_vain =
      e.ran && !*e.error && !undefined && !(e.reported && native_check(p, e.report, expected));
  if (o->address_sanitizer && expected->cls == AZ_C_MEMTRACK && in_vain) {
    /* Instrumented code keeps more copies of pointers on its stack. The first run has shown that
     * the execution has no undefined behaviour, so the second one is not instrumented. */
    az_replay_options again = *o;
    again.heap_only = true;
    again.undefined = false;
    native_report settled = e.settled;
    e = native_run(p, trace, expected, &again, &r);
    e.settled = settled;
  }
  if (e.ran) native_judge(p, o, expected, &e, &r);
  return r;
}
