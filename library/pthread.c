/* pthread.h in a program in which no two threads run at a time: the creation of a thread that is
 * joined at once runs it (frontend/bitcode/joined_threads.c). Mutexes, spin locks and the like are
 * as in glibc. Waiting for a lock that is held never ends, since its holder waits for this
 * thread. */
#include "contract.h"

enum { NORMAL, RECURSIVE, CHECKING, EBUSY = 16, EDEADLK = 35, EPERM = 1 };

typedef struct mutex {
  int lock;
  unsigned count;
  int owner;
#ifdef __x86_64__
  unsigned users;
  int kind;
#else
  int kind;
  unsigned users;
#endif
  long rest[sizeof(long) == 8 ? 2 : 1];
} mutex;

static int __ansatz_in_thread; /* how many threads wait for this one */

/* The thread that is joined next, if any: its number, and what its function has returned. */
static struct {
  _Bool waits;
  unsigned long number;
  void *result;
} __ansatz_thread;

/* Runs the thread. Where the program tests the result, the creation may also fail: no
 * counterexample chooses that. The number of a thread is any; in a replay, a right one. */
int __ansatz_run_thread(unsigned long *to, void *(*run)(void *), void *argument, int tested) {
  static long place;
  unsigned long high = (unsigned)__ansatz_choice(), low = (unsigned)__ansatz_choice();
  unsigned long number = (unsigned long)&place + (high << 16 << 16 | low);
  *to = number;
  if (tested && __ansatz_fails()) {
    int error = __ansatz_choice();
    __ansatz_assume(error > 0);
    return error;
  }
  __ansatz_in_thread++;
  void *result = run(argument);
  __ansatz_in_thread--;
  __ansatz_thread.waits = 1;
  __ansatz_thread.number = number;
  __ansatz_thread.result = result;
  return 0;
}

/* Each thread has its own errno. */
int __ansatz_run_thread_apart(unsigned long *to, void *(*run)(void *), void *argument, int tested) {
  int kept = errno;
  errno = 0;
  __ansatz_sets_errno();
  int failed = __ansatz_run_thread(to, run, argument, tested);
  errno = kept;
  __ansatz_sets_errno();
  return failed;
}

int __ansatz_joined_thread(unsigned long number, void **result) {
  if (!__ansatz_thread.waits || number != __ansatz_thread.number)
    __ansatz_unsupported("a thread that was not created is joined");
  __ansatz_thread.waits = 0;
  if (result) *result = __ansatz_thread.result;
  __ansatz_thread.result = NULL; /* or what it points to would not be lost */
  return 0;
}

static void must_be_known(const mutex *m) {
  if (__ansatz_in_thread && m->kind != NORMAL)
    __ansatz_unsupported("a mutex that knows its owner, in a thread");
  if (m->kind < NORMAL || m->kind > CHECKING) __ansatz_unsupported("a mutex of another kind");
}

int pthread_mutex_init(mutex *m, const int *kind) {
  *m = (mutex){.kind = kind ? *kind & 3 : NORMAL};
  return 0;
}

int pthread_mutex_destroy(mutex *m) {
  if (m->lock) return EBUSY;
  m->kind = -1;
  return 0;
}

int pthread_mutex_trylock(mutex *m) {
  must_be_known(m);
  if (m->lock && m->kind != RECURSIVE) return EBUSY;
  m->lock++;
  return 0;
}

int pthread_mutex_lock(mutex *m) {
  must_be_known(m);
  if (m->lock && m->kind == CHECKING) return EDEADLK;
  if (m->lock && m->kind == NORMAL) __ansatz_unsupported("a mutex that is locked twice");
  m->lock++;
  return 0;
}

int pthread_mutex_unlock(mutex *m) {
  must_be_known(m);
  if (!m->lock && m->kind == NORMAL) __ansatz_unsupported("a mutex that is not locked");
  if (!m->lock) return EPERM;
  m->lock--;
  return 0;
}

int pthread_mutexattr_init(int *kind) {
  *kind = NORMAL;
  return 0;
}

int pthread_mutexattr_settype(int *kind, int wanted) {
  if (wanted < NORMAL || wanted > 3) return EINVAL;
  *kind = wanted;
  return 0;
}

int pthread_mutexattr_destroy(int *kind) {
  *kind = -1;
  return 0;
}

int pthread_spin_init(volatile int *lock, int shared) {
  (void)shared;
  *lock = 1;
  return 0;
}

int pthread_spin_destroy(volatile int *lock) {
  (void)lock;
  return 0;
}

int pthread_spin_trylock(volatile int *lock) {
  if (*lock != 1) return EBUSY;
  *lock = 0;
  return 0;
}

int pthread_spin_lock(volatile int *lock) {
  if (*lock != 1) __ansatz_unsupported("a lock that is taken twice");
  *lock = 0;
  return 0;
}

int pthread_spin_unlock(volatile int *lock) {
  *lock = 1;
  return 0;
}

int pthread_once(int *once, void (*run)(void)) {
  if (*once == 1) __ansatz_unsupported("pthread_once within itself");
  if (*once) return 0;
  *once = 1;
  run();
  *once = 2;
  return 0;
}

/* No thread waits. */
int pthread_cond_signal(void *condition) {
  (void)condition;
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  (void)condition;
  return 0;
}
