/* pthread.h in a program in which no two threads run at a time (frontend/calls/threads.c): mutexes,
 * spin locks and the like, as in glibc. Waiting for a lock that is held never ends, since its
 * holder waits for this thread. */
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

int __ansatz_in_thread; /* true in all threads except the first */

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
