/* Threads that are joined at once, and others. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "threads.c", __LINE__, "main"))
extern int __VERIFIER_nondet_int(void);
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#if P == 7
static _Thread_local int own;
#endif
static void *count(void *p) {
  pthread_mutex_lock(&lock);
  n += *(int *)p;
  pthread_mutex_unlock(&lock);
#if P == 7
  own = 1;
#elif P == 8
  for (;;)
    ;
#elif P == 9
  errno = 5;
#endif
  return &n;
}
int main(void) {
  pthread_t t, u;
  int by = __VERIFIER_nondet_int();
  void *result = NULL;
  if (by < 0 || by > 100) return 0;
#if P == 1
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, &result);
  check(n == by && result == &n);
#elif P == 2
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, NULL);
  check(n < 100);
#elif P == 3 /* one after the other */
  for (int i = 0; i < 3; i++) {
    pthread_create(&t, NULL, count, &by);
    pthread_join(t, NULL);
  }
  check(n == 3 * by);
#elif P == 4 /* side by side */
  pthread_create(&t, NULL, count, &by);
  pthread_create(&u, NULL, count, &by);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  check(n == 2 * by);
#elif P == 5 /* something in between */
  pthread_create(&t, NULL, count, &by);
  n = 0;
  pthread_join(t, NULL);
  check(n == by);
#elif P == 6 /* the mutex is held: the thread waits for ever */
  pthread_mutex_lock(&lock);
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, NULL);
  check(0);
#elif P == 7
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, NULL);
  check(own == 0);
#elif P == 8
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, NULL);
  check(0);
#elif P == 9
  errno = 0;
  pthread_create(&t, NULL, count, &by);
  pthread_join(t, NULL);
  check(errno == 5);
#elif P == 10 /* another one is waited for */
  pthread_create(&t, NULL, count, &by);
  pthread_join(u, NULL);
#endif
  return 0;
}
