/* Calls of the system that send, wait, or set something, and semaphores and read-write locks of one
 * thread. As in system.c, no counterexample chooses the answers. */
#include "system.h"

enum { SIGNALS = 128, EAGAIN = 11, EBUSY = 16, EOVERFLOW = 75, INT_MOST = (int)(~0u >> 1) };

/* The bytes come from memory that was never written; no counterexample chooses them. */
static void fill(void *at, size_t size) {
  __builtin_memcpy(at, __builtin_alloca(size), size);
  (void)__ansatz_unknown();
}

static int get(void *at, size_t size) {
  if (fails()) return -1;
  fill(at, size);
  return 0;
}

static int set(const void *from, size_t size) {
  __ansatz_range(from, size);
  return -fails();
}

/* ---- signal.h, sys/wait.h -------------------------------------------------------------------- */

/* Signals are not modelled, except that 0 is none. */
int kill(int process, int number) {
  (void)process;
  if (number) (void)__ansatz_unknown();
  return -fails();
}

static int mask(int how, const void *wanted, void *old) {
  (void)how;
  if (wanted) __ansatz_range(wanted, sizeof(long) * 2);
  if (fails()) return -1;
  if (old) fill(old, SIGNALS);
  return 0;
}

int sigprocmask(int how, const void *wanted, void *old) {
  return mask(how, wanted, old);
}

int pthread_sigmask(int how, const void *wanted, void *old) {
  return mask(how, wanted, old) ? EINVAL : 0;
}

int sigpending(void *to) {
  return get(to, SIGNALS);
}

/* Comes back after a signal. */
int pause(void) {
  (void)__ansatz_unknown();
  __ansatz_sets_errno();
  return -1;
}

/* In a replay there is no child. */
static int child(int *status) {
  int n = __ansatz_choice();
  __ansatz_assume(n >= 0);
  if (!n) __ansatz_sets_errno();
  if (n > 1 && status) fill(status, sizeof *status);
  return n - 1;
}

int waitpid(int process, int *status, int options) {
  (void)process, (void)options;
  return child(status);
}

int wait(int *status) {
  return child(status);
}

/* ---- unistd.h: other programs, processes, owners --------------------------------------------- */

/* Comes back if it fails. */
static int run(const char *path) {
  __ansatz_string(path);
  (void)__ansatz_unknown();
  __ansatz_sets_errno();
  return -1;
}

int execv(const char *path, char *const *arguments) {
  (void)arguments;
  return run(path);
}

int execvp(const char *path, char *const *arguments) {
  (void)arguments;
  return run(path);
}

int execve(const char *path, char *const *arguments, char *const *environment) {
  (void)arguments, (void)environment;
  return run(path);
}

int execl(const char *path, const char *first, ...) {
  (void)first;
  return run(path);
}

int execlp(const char *path, const char *first, ...) {
  (void)first;
  return run(path);
}

static int number(void) {
  int n = __ansatz_unknown();
  __ansatz_assume(n >= -1);
  if (n < 0) __ansatz_sets_errno();
  return n;
}

int setsid(void) {
  return number();
}

int setpgid(int process, int group) {
  (void)process, (void)group;
  return -fails();
}

int getpgid(int process) {
  (void)process;
  return number();
}

int nice(int by) {
  (void)by;
  return __ansatz_unknown();
}

int getpagesize(void) {
  return 4096;
}

int getgroups(int room, unsigned *to) {
  int n = number();
  if (room < 0) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  __ansatz_assume(n <= 65536 && (!room || n <= room));
  if (room && n > 0) fill(to, (size_t)n * sizeof *to);
  return n;
}

/* ---- sys/time.h, sys/times.h, sys/resource.h, sched.h ---------------------------------------- */

enum { TIMER = 4 * sizeof(long), TIMES = 4 * sizeof(long), LIMIT = 2 * sizeof(long) };

int setitimer(int which, const void *wanted, void *old) {
  (void)which;
  __ansatz_range(wanted, TIMER);
  if (fails()) return -1;
  if (old) fill(old, TIMER);
  return 0;
}

int getitimer(int which, void *to) {
  (void)which;
  return get(to, TIMER);
}

long times(void *to) {
  fill(to, TIMES);
  return (long)__ansatz_unknown_long();
}

int setrlimit(int resource, const void *from) {
  (void)resource;
  return set(from, LIMIT);
}

int sched_setaffinity(int process, size_t size, const void *from) {
  (void)process;
  return set(from, size);
}

int sched_getaffinity(int process, size_t size, void *to) {
  (void)process;
  return get(to, size);
}

/* The rest of the time; 0: it was all waited. */
int clock_nanosleep(int clock, int flags, const void *time, void *rest) {
  (void)clock, (void)flags;
  __ansatz_range(time, LIMIT);
  int error = __ansatz_choice();
  __ansatz_assume(error >= 0);
  if (error && rest) fill(rest, LIMIT);
  return error;
}

/* ---- sys/mman.h: nothing that a program can see ---------------------------------------------- */

int mlock(const void *at, size_t size) {
  (void)at, (void)size;
  return -fails();
}

int munlock(const void *at, size_t size) {
  (void)at, (void)size;
  return -fails();
}

int mlockall(int flags) {
  (void)flags;
  return -fails();
}

/* ---- syslog.h -------------------------------------------------------------------------------- */

static const char *__ansatz_log_name;

void openlog(const char *name, int options, int facility) {
  (void)options, (void)facility;
  __ansatz_log_name = name;
}

void closelog(void) {
  __ansatz_log_name = NULL;
}

int setlogmask(int priorities) {
  (void)priorities;
  return __ansatz_unknown();
}

/* ---- semaphore.h, pthread.h ------------------------------------------------------------------ */

int sem_init(unsigned *s, int shared, unsigned value) {
  (void)shared;
  if (value > (unsigned)INT_MOST) {
    __ansatz_fails_with(EINVAL);
    return -1;
  }
  *s = value;
  return 0;
}

int sem_destroy(unsigned *s) {
  (void)s;
  return 0;
}

int sem_wait(unsigned *s) {
  if (!*s) __ansatz_unsupported("a semaphore that nobody raises");
  --*s;
  return 0;
}

int sem_trywait(unsigned *s) {
  if (!*s) {
    __ansatz_fails_with(EAGAIN);
    return -1;
  }
  --*s;
  return 0;
}

int sem_post(unsigned *s) {
  if (*s >= (unsigned)INT_MOST) {
    __ansatz_fails_with(EOVERFLOW);
    return -1;
  }
  ++*s;
  return 0;
}

int sem_getvalue(unsigned *s, int *to) {
  *to = (int)*s;
  return 0;
}

/* glibc's initialiser is zero. */
typedef struct lock {
  int readers, writers;
  char rest[sizeof(long) == 8 ? 48 : 24];
} lock;

int pthread_rwlock_init(lock *l, const void *attributes) {
  (void)attributes;
  __builtin_memset(l, 0, sizeof *l);
  return 0;
}

int pthread_rwlock_destroy(lock *l) {
  (void)l;
  return 0;
}

static int take_to_read(lock *l) {
  if (l->writers) return EBUSY;
  l->readers++;
  return 0;
}

static int take_to_write(lock *l) {
  if (l->writers || l->readers) return EBUSY;
  l->writers = 1;
  return 0;
}

int pthread_rwlock_tryrdlock(lock *l) {
  return take_to_read(l);
}

int pthread_rwlock_trywrlock(lock *l) {
  return take_to_write(l);
}

int pthread_rwlock_rdlock(lock *l) {
  if (l->writers) __ansatz_unsupported("a lock that is taken twice");
  return take_to_read(l);
}

int pthread_rwlock_wrlock(lock *l) {
  if (l->writers || l->readers) __ansatz_unsupported("a lock that is taken twice");
  return take_to_write(l);
}

int pthread_rwlock_unlock(lock *l) {
  if (l->writers)
    l->writers = 0;
  else if (l->readers > 0)
    l->readers--;
  else
    __ansatz_unsupported("a lock that is not held");
  return 0;
}

int pthread_equal(unsigned long a, unsigned long b) {
  return a == b;
}
