/* Threads that are joined at once where the program tests whether they were created. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "tested-threads.c", __LINE__, "main"))
extern int __VERIFIER_nondet_int(void);
static int n;
static pthread_t shared;
static void *count(void *p) {
  n += *(int *)p;
#if P == 10
  shared = 0;
#elif P == 11
  errno = 5;
#elif P == 12
  *(int *)p = 0;
#endif
  return p;
}
int main(void) {
  pthread_t t, all[3];
  int by = __VERIFIER_nondet_int();
  void *result = NULL;
  if (by < 0 || by > 100) return 0;
#if P == 1 || P == 2
  if (pthread_create(&t, NULL, count, &by)) return 1;
  pthread_join(t, &result);
  check(n == by && result == &by);
#if P == 2
  check(by != 77);
#endif
#elif P == 3 || P == 4
  int r = pthread_create(&t, NULL, count, &by);
  if (r != 0) {
    fprintf(stderr, "no thread: %d\n", r);
    exit(EXIT_FAILURE);
  }
  r = pthread_join(t, NULL);
  if (r) exit(2);
#if P == 3
  check(n == by);
#else
  check(n < 100);
#endif
#elif P == 5 /* it may fail */
  int r = pthread_create(&t, NULL, count, &by);
  check(r == 0);
  pthread_join(t, NULL);
#elif P == 6
  int r = pthread_create(&t, NULL, count, &by);
  if (r == 0)
    pthread_join(t, NULL);
  else
    by = 0;
  check(r >= 0 && n == by);
#elif P == 7 /* each one after the other */
  for (int i = 0; i < 3; i++) {
    if (0 != pthread_create(&all[i], NULL, count, &by)) abort();
    if (pthread_join(all[i], NULL) != 0) abort();
  }
  check(n == 3 * by);
#elif P == 8 /* side by side */
  if (pthread_create(&t, NULL, count, &by)) return 1;
  if (pthread_create(&all[0], NULL, count, &by)) return 1;
  pthread_join(t, NULL);
  pthread_join(all[0], NULL);
  check(n >= 0);
#elif P == 9 /* what lies between may be seen by the thread */
  int r = pthread_create(&t, NULL, count, &by);
  if (r) return 1;
  n = 0;
  pthread_join(t, NULL);
  check(n >= 0);
#elif P == 10
  if (pthread_create(&shared, NULL, count, &by)) return 1;
  pthread_join(shared, NULL);
  check(n == by);
#elif P == 11
  errno = 0;
  if (!pthread_create(&t, NULL, count, &by)) {
    pthread_join(t, NULL);
    check(errno != 5);
  }
#elif P == 12 /* the test reads what the thread writes */
  int r = pthread_create(&t, NULL, count, &by);
  if (r || by) return 1;
  pthread_join(t, NULL);
  check(n == 0);
#elif P == 13 /* joined although it may not have been created */
  if (pthread_create(&t, NULL, count, &by)) puts("no thread");
  pthread_join(t, NULL);
  check(n == by);
#elif P == 14 /* another thread is joined */
  if (pthread_create(&all[by % 3], NULL, count, &by)) return 1;
  pthread_join(all[0], NULL);
  check(n == by);
#elif P == 15
  while (pthread_create(&t, NULL, count, &by) != 0)
    ;
  pthread_join(t, &result);
  check(n == *(int *)result);
#elif P == 16 /* a second time */
  if (pthread_create(&t, NULL, count, &by)) return 1;
  pthread_join(t, NULL);
  pthread_join(t, NULL);
  check(n == by);
#elif P == 17 /* not every path joins it */
  if (pthread_create(&t, NULL, count, &by)) return 1;
  if (by > 50) return 0;
  pthread_join(t, NULL);
  check(n == by);
#elif P == 18 /* what the thread returns is lost */
  void *place = malloc(1);
  if (pthread_create(&t, NULL, count, &by) == 0) {
    int joined = pthread_join(t, NULL);
    if (joined != 0) return joined;
  }
  result = place;
  check(result == place);
#elif P == 19
  static int r;
  r = pthread_create(&t, NULL, count, &by);
  if (r) return 1;
  pthread_join(t, NULL);
  check(n == by);
#endif
  return 0;
}
