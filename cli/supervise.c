/* The supervisor: forks, reads the result from a pipe, and measures the CPU time and memory of the
 * whole tree in /proc. It sleeps as long as no limit can be exceeded. It adopts orphans, so that no
 * process leaves the tree. It does not wait until the pipe is closed, since a process with a copy
 * of the pipe could delay this. */
#define _GNU_SOURCE /* pipe2, ppoll, pidfd_open, clone */
#include "cli/supervise.h"
#include "ansatz/allocate.h"
#include "ansatz/clock.h"
#include "ansatz/folder.h"
#include "ansatz/process_tree.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  LONGEST_STATUS = 256,
  NO_RESULT = 4, /* the worker's exit status if it could not write its result */
  LONGEST_MESSAGE = 1 << 30
};

static int status_fd = -1; /* in the worker: the descriptor for messages; a process has one job */
static char *status_line;  /* shared by both processes; NULL: there is no shared memory */

/* ---- messages of the worker ------------------------------------------------------------------ */

static bool send_all(int fd, const char *data, size_t n) {
  while (n) {
    ssize_t w = write(fd, data, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return false;
    data += w;
    n -= (size_t)w;
  }
  return true;
}

/* Writes a message. Its kind is S: the results so far; F: why there is no result, if the machine,
 * not the input, is the cause; R: the result. After an incomplete message, no further message can
 * be read. */
static bool message(int fd, char kind, const char *data, size_t n) {
  char head[16];
  memset(head, 0, sizeof head);
  head[0] = kind;
  uint64_t size = n;
  memcpy(head + 8, &size, sizeof size);
  return send_all(fd, head, sizeof head) && send_all(fd, data, n);
}

void az_supervise_status(const char *line) {
  if (status_fd >= 0 && status_line) snprintf(status_line, LONGEST_STATUS, "%s", line);
}

void az_supervise_so_far(const char *text) {
  if (status_fd >= 0 && !message(status_fd, 'S', text, strlen(text))) _exit(NO_RESULT);
}

int az_supervise_fault(const char *why) {
  if (status_fd >= 0 && !message(status_fd, 'F', why, strlen(why))) _exit(NO_RESULT);
  return NO_RESULT;
}

typedef struct inbox {
  char *data;
  size_t used, room;
  char *result, *so_far, *fault;
  bool failed; /* a message could not be read completely */
} inbox;

static void take(inbox *in) {
  for (;;) {
    if (in->used < 16) return;
    uint64_t size;
    memcpy(&size, in->data + 8, sizeof size);
    if (size > LONGEST_MESSAGE)
      in->failed = true; /* a worker that crafted input has taken over may send anything */
    if (in->failed || in->used < 16 + size) return;
    char *text = az_malloc(size + 1);
    memcpy(text, in->data + 16, size);
    text[size] = 0;
    char **slot = in->data[0] == 'S' ? &in->so_far : in->data[0] == 'F' ? &in->fault : &in->result;
    free(*slot);
    *slot = text;
    memmove(in->data, in->data + 16 + size, in->used - 16 - size);
    in->used -= 16 + size;
  }
}

/* Reads the available data. Returns false at the end. */
static bool receive(inbox *in, int fd) {
  for (;;) {
    if (in->room - in->used < 65536) in->data = az_realloc(in->data, in->room += 1u << 20);
    ssize_t n = read(fd, in->data + in->used, in->room - in->used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) in->failed = errno != EAGAIN;
    if (n < 0) return !in->failed;
    if (!n) return false;
    in->used += (size_t)n;
    take(in);
    if (in->failed) return false;
  }
}

/* ---- the worker ------------------------------------------------------------------------------ */

/* The work needs a large stack to follow nested calls of the program; recursive calls are followed
 * up to a bound. Only pages that are used take memory. */
#define STACK_BYTES ((size_t)256 << 20)

typedef struct work_call {
  const az_supervised *job;
  FILE *out;
  int status;
} work_call;

static void *work_thread(void *ctx) {
  work_call *call = ctx;
  call->status = call->job->work(call->job->ctx, call->out);
  return NULL;
}

static int work_on_large_stack(const az_supervised *job, FILE *out) {
  work_call call = {job, out, 3};
  mallopt(M_ARENA_MAX, 1); /* an arena of the thread's own would grow by one page at a time */
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  bool started = !pthread_attr_setstacksize(&attributes, STACK_BYTES) &&
                 !pthread_create(&thread, &attributes, work_thread, &call);
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, NULL);
  else
    call.status = job->work(job->ctx, out);
  return call.status;
}

/* Enters the sandbox. Returns false if it is weaker than requested. */
static bool confine(const az_supervised *job) {
  const char **writable = NULL; /* stb_ds */
  arrput(writable, *job->folder);
  for (size_t i = 0; job->writable && job->writable[i]; i++) arrput(writable, job->writable[i]);
  arrput(writable, NULL);
  *job->confined = az_sandbox_enter_worker(job->sandbox, AZ_SANDBOX_ALL, writable);
  arrfree(writable);
  return *job->confined != NULL;
}

static int worker(const az_supervised *job, int fd, pid_t supervisor) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) return 3;
  az_adopt_orphans();
  /* No core files. Files that compilers and linkers leave behind are removed with the folder. */
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setenv("TMPDIR", *job->folder, 1);
  status_fd = fd;
  /* The answer is written to the pipe. Output of modules is for people, and goes to stderr. */
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) dup2(null, STDOUT_FILENO);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!confine(job))
    return az_supervise_fault(
        "the worker cannot be sandboxed (--sandbox off runs it without a sandbox)");
  char *text = NULL;
  size_t n = 0;
  FILE *out = az_open_memstream(&text, &n);
  int status = work_on_large_stack(job, out);
  az_close_memstream(out);
  return message(fd, 'R', text, n) ? status : NO_RESULT;
}

/* ---- the cleaner ----------------------------------------------------------------------------- */

/* SIGKILL ends the supervisor, and with it the worker, before either can clean up. So the cleaner,
 * another process, waits for that end and removes the folder. The cleaner shares the supervisor's
 * memory, since a copy would take milliseconds. Hence it only makes system calls that do not fail,
 * since a failure would set errno, and finally executes another program. */
typedef struct cleaner {
  pid_t pid;   /* 0: there is none, and the next start cleans up */
  int ends[2]; /* of a pipe: the cleaner waits until no process has the second end */
  const char *folder;
  char *stack;
} cleaner;

enum { CLEANER_STACK = 1 << 16 };

/* Repeats the removal, since processes that are about to end may still write to the folder. */
static const char removal[] = "i=0; while [ -e \"$0\" ] && [ $i -lt 40 ]; do rm -rf -- \"$0\"; "
                              "i=$((i + 1)); [ $i -lt 4 ] || sleep 0.1; done";

static int clean_after(void *ctx) {
  const cleaner *c = ctx;
  char none;
  setsid();
  dup2(c->ends[0], 0);
  close_range(1, ~0U, 0);
  while (read(0, &none, 1) < 0) {}
  char *const arguments[] = {"sh", "-c", (char *)(uintptr_t)removal, (char *)(uintptr_t)c->folder,
                             NULL};
  char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
  execve("/bin/sh", arguments, environment);
  return 1;
}

static cleaner *start_cleaner(const char *folder) {
  cleaner *c = az_calloc(1, sizeof *c);
  c->folder = folder;
  if (pipe2(c->ends, O_CLOEXEC)) {
    free(c);
    return NULL;
  }
  c->stack = az_malloc(CLEANER_STACK);
  uintptr_t top = ((uintptr_t)c->stack + CLEANER_STACK) & ~(uintptr_t)63;
  c->pid = clone(clean_after, (void *)top, CLONE_VM | SIGCHLD, c);
  return c;
}

static void end_cleaner(cleaner *c) {
  if (!c) return;
  /* If the cleaner has ended, its process number may have been reused. */
  if (c->pid > 0 && !waitpid(c->pid, NULL, WNOHANG)) {
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {}
  }
  close(c->ends[0]);
  close(c->ends[1]);
  free(c->stack);
  free(c);
}

/* ---- signals that ask this process to end ---------------------------------------------------- */

/* SIGPIPE comes from the final output, and stays pending until cleaning up has ended. */
static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { ENDINGS = sizeof endings / sizeof *endings };

static volatile sig_atomic_t asked; /* the signal; a signal handler can write nothing else */
static void on_signal(int number) {
  asked = number;
}

typedef struct signals {
  struct sigaction actions[ENDINGS]; /* the earlier actions */
  sigset_t mask;
} signals;

/* From here on, signals are delivered only while ppoll waits. */
static void hold_signals(signals *before) {
  sigset_t held;
  sigemptyset(&held);
  for (int i = 0; i < ENDINGS; i++) sigaddset(&held, endings[i]);
  sigprocmask(SIG_BLOCK, &held, &before->mask);
  for (int i = 0; i < ENDINGS; i++) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(endings[i], NULL, &before->actions[i]);
    if (before->actions[i].sa_handler != SIG_IGN) sigaction(endings[i], &action, NULL);
  }
}

static void release_signals(const signals *before) {
  for (int i = 0; i < ENDINGS; i++) sigaction(endings[i], &before->actions[i], NULL);
  if (asked) raise(asked);
  sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/* ---- the supervisor -------------------------------------------------------------------------- */

typedef struct watch {
  const az_supervised *job;
  pid_t pid, cleaner;
  int pipe, pidfd; /* pidfd: readable when the worker has ended; -1: the system has none */
  const sigset_t *mask;
  double started, cpu_before, next_look;
  inbox in;
  char passed[80]; /* the limit that was exceeded, or "" */
  bool ended;
  int status;
} watch;

static double cpu_of_children(void) {
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* The pause is so short that no limit can be exceeded during it: CPU time grows at most with the
 * number of processors, memory at most by some gigabytes a second. */
#define FILLED_PER_SECOND 4e9
#define LEAST_PAUSE 0.01
#define LONGEST_PAUSE 2.0

static double pause_after(const az_supervised *job, az_usage used, double took) {
  double pause = LONGEST_PAUSE, least = 10 * took > LEAST_PAUSE ? 10 * took : LEAST_PAUSE;
  if (job->cpu_seconds > 0) {
    double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);
    double rest = (job->cpu_seconds - used.cpu) / (cores > 1 ? cores : 1);
    if (rest < pause) pause = rest;
  }
  if (job->memory) {
    double rest = ((double)job->memory - (double)used.memory) / FILLED_PER_SECOND;
    if (rest < pause) pause = rest;
  }
  return pause > least ? pause : least;
}

/* Returns the usage of all processes below this one. The usage of this process and of the cleaner,
 * which shares its memory, is small. */
static az_usage usage_below(const watch *w) {
  size_t count;
  az_process *all = az_processes(&count);
  size_t below = all ? az_processes_below(all, count, getpid()) : 0;
  for (size_t i = 0; i < below;)
    if (all[i].pid == getpid() || all[i].pid == w->cleaner)
      all[i] = all[--below];
    else
      i++;
  az_usage used = az_processes_usage(all, below, w->job->memory);
  used.cpu += cpu_of_children() - w->cpu_before;
  free(all);
  return used;
}

/* Returns whether a limit is exceeded, and stores its name. */
static bool is_passed(watch *w, az_usage used) {
  const az_supervised *job = w->job;
  bool cpu = job->cpu_seconds > 0 && used.cpu >= job->cpu_seconds;
  bool memory = job->memory && used.memory > job->memory;
  *w->passed = 0;
  if (cpu)
    snprintf(w->passed, sizeof w->passed, AZ_TIMEOUT_FORMAT, job->cpu_seconds);
  else if (memory)
    snprintf(w->passed, sizeof w->passed, "out of memory: memory limit");
  return cpu || memory;
}

/* Records a limit that is exceeded. */
static void look(watch *w, double now) {
  const az_supervised *job = w->job;
  if (job->wall_seconds > 0 && now - w->started > job->wall_seconds) {
    snprintf(w->passed, sizeof w->passed, "timeout: wall limit of %g s", job->wall_seconds);
    return;
  }
  if (now < w->next_look || (job->cpu_seconds <= 0 && !job->memory)) return;
  az_usage used = usage_below(w);
  /* A process that ends while the list is read may be counted twice, on its own and as a child of
   * its parent. So a second reading decides. */
  if (is_passed(w, used)) (void)is_passed(w, usage_below(w));
  double after = az_wall_clock();
  w->next_look = after + pause_after(job, used, after - now);
}

static void reap(watch *w) {
  int status;
  for (pid_t p; (p = waitpid(-1, &status, WNOHANG)) > 0;)
    if (p == w->pid) {
      w->ended = true;
      w->status = status;
    }
}

static void watch_worker(watch *w) {
  while (!w->ended && !*w->passed && !asked) {
    double now = az_wall_clock(), until = now + LONGEST_PAUSE;
    look(w, now);
    if (*w->passed) break;
    if (w->next_look > now && w->next_look < until) until = w->next_look;
    if (w->job->wall_seconds > 0 && w->started + w->job->wall_seconds < until)
      until = w->started + w->job->wall_seconds + 0.001;
    if (w->pidfd < 0 && until > now + 0.02) until = now + 0.02;
    double pause = until - az_wall_clock();
    struct timespec wait = {.tv_nsec = 0};
    if (pause > 0) {
      wait.tv_sec = (time_t)pause;
      wait.tv_nsec = (long)((pause - (double)wait.tv_sec) * 1e9);
    }
    struct pollfd p[2] = {{.fd = w->pipe, .events = POLLIN}, {.fd = w->pidfd, .events = POLLIN}};
    if (ppoll(p, 2, &wait, w->mask) < 0 && errno != EINTR) break;
    if (w->pipe >= 0 && !receive(&w->in, w->pipe)) {
      close(w->pipe);
      w->pipe = -1; /* the worker is about to end: the next poll waits for that */
    }
    reap(w);
  }
  if (w->pipe >= 0) receive(&w->in, w->pipe);
}

static bool is_crash(int number) {
  return number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGILL ||
         number == SIGFPE || number == SIGTRAP || number == SIGSYS;
}

static int finish(watch *w) {
  char why[96];
  char status[LONGEST_STATUS] = ""; /* a copy: the worker may have stopped in the middle of a
                                       line */
  if (status_line) memcpy(status, status_line, sizeof status - 1);
  az_loss loss = {.why = why, .status = status, .so_far = w->in.so_far ? w->in.so_far : ""};
  if (w->in.fault) {
    loss.why = w->in.fault;
    loss.fault = true;
    return w->job->lost(w->job->ctx, &loss);
  }
  if (w->ended && WIFEXITED(w->status) && w->in.result) {
    fputs(w->in.result, stdout);
    return fflush(stdout) ? 3 : WEXITSTATUS(w->status);
  }
  if (*w->passed) {
    snprintf(why, sizeof why, "%s", w->passed);
  } else if (!w->ended) {
    snprintf(why, sizeof why, "the worker cannot be monitored");
    loss.fault = true;
  } else if (WIFSIGNALED(w->status) && is_crash(WTERMSIG(w->status))) {
    snprintf(why, sizeof why, "internal error: signal %d", WTERMSIG(w->status));
  } else if (WIFSIGNALED(w->status)) {
    snprintf(why, sizeof why, "the worker was killed from outside by signal %d%s",
             WTERMSIG(w->status),
             WTERMSIG(w->status) == SIGKILL ? ", possibly for lack of memory" : "");
    loss.fault = true;
  } else if (WEXITSTATUS(w->status) == 3) {
    snprintf(why, sizeof why, "out of memory");
  } else if (WEXITSTATUS(w->status) == NO_RESULT || w->in.failed) {
    snprintf(why, sizeof why, "the worker could not pass on its result");
    loss.fault = true;
  } else {
    snprintf(why, sizeof why, "internal error: exit status %d", WEXITSTATUS(w->status));
  }
  return w->job->lost(w->job->ctx, &loss);
}

static int no_start(const az_supervised *job, const char *what) {
  char why[256];
  snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
  return job->lost(job->ctx, &(az_loss){.why = why, .status = "", .so_far = "", .fault = true});
}

static int supervise_in_folder(const az_supervised *job, const signals *before) {
  int pipes[2];
  fflush(NULL);
  if (pipe2(pipes, O_CLOEXEC)) return no_start(job, "no pipe");
  az_adopt_orphans();
  watch w = {.job = job, .mask = &before->mask, .started = az_wall_clock()};
  w.cpu_before = cpu_of_children();
  w.next_look = w.started + pause_after(job, (az_usage){0}, 0);
  pid_t self = getpid();
  void *page =
      mmap(NULL, LONGEST_STATUS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  status_line = page == MAP_FAILED ? NULL : page;
  cleaner *c = start_cleaner(*job->folder);
  w.cleaner = c && c->pid > 0 ? c->pid : 0;
  w.pid = fork();
  if (!w.pid) {
    close(pipes[0]);
    if (c) close(c->ends[1]);
    for (int i = 0; i < ENDINGS; i++) sigaction(endings[i], &before->actions[i], NULL);
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    if (getenv("ANSATZ_GDB")) {
      fprintf(stderr,
              "the worker waits for a debugger:\n  gdb -p %ld -ex 'handle SIGSTOP nostop nopass'\n",
              (long)getpid());
      raise(SIGSTOP);
    }
    _exit(worker(job, pipes[1], self));
  }
  close(pipes[1]);
  w.pipe = pipes[0];
  int result;
  if (w.pid < 0) {
    result = no_start(job, "no process");
  } else {
    setpgid(w.pid, w.pid);
    fcntl(w.pipe, F_SETFL, O_NONBLOCK);
    w.pidfd = pidfd_open(w.pid, 0);
    watch_worker(&w);
    end_cleaner(c);
    c = NULL;
    az_processes_end(self);
    result = asked ? 3 : finish(&w);
    if (w.pidfd >= 0) close(w.pidfd);
  }
  end_cleaner(c);
  if (w.pipe >= 0) close(w.pipe);
  if (status_line) munmap(status_line, LONGEST_STATUS);
  status_line = NULL;
  free(w.in.data);
  free(w.in.result);
  free(w.in.so_far);
  free(w.in.fault);
  return result;
}

int az_supervise(const az_supervised *job) {
  signals before;
  hold_signals(&before);
  char *folder = az_folder_new();
  int result;
  if (folder) {
    *job->folder = folder;
    result = supervise_in_folder(job, &before);
    az_folder_remove(folder);
    free(folder);
    *job->folder = NULL;
  } else {
    result = no_start(job, "a temporary folder cannot be created (TMPDIR chooses the place)");
  }
  release_signals(&before);
  return result;
}
