/* Mutexes and locks of one thread, memory that a verifier fills, remquo. */
#if CASE == 1
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
struct box { int n; pthread_mutex_t lock; };
static pthread_once_t once = PTHREAD_ONCE_INIT; static int made;
static void make(void) { made++; }
int main(void) {
  struct box *b = malloc(sizeof *b); if (!b) return 1;
  pthread_mutex_init(&b->lock, NULL); b->n = 0;
  for (int i = 0; i < 5; i++) { pthread_mutex_lock(&b->lock); b->n++; assert(pthread_mutex_trylock(&b->lock) != 0); pthread_mutex_unlock(&b->lock); }
  pthread_once(&once, make); pthread_once(&once, make);
  assert(b->n == 5 && made == 1);
  pthread_mutex_destroy(&b->lock); free(b);
  return 0;
}
#elif CASE == 2
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
#elif CASE == 3
extern void __VERIFIER_nondet_memory(void *, unsigned long); extern void reach_error(void);
struct p { int a; unsigned char b; };
int main(void) { struct p x; __VERIFIER_nondet_memory(&x, sizeof x); if (x.b > 255 || (x.a == 3 && x.a + 1 != 4)) reach_error(); return 0; }
#elif CASE == 4
extern void __VERIFIER_nondet_memory(void *, unsigned long); extern void reach_error(void);
int main(void) { int x[3] = {1, 2, 3}; __VERIFIER_nondet_memory(x, sizeof x); if (x[1] == 77) reach_error(); return 0; }
#elif CASE == 5
#include <math.h>
#include <assert.h>
int main(void) { int q; double r = remquo(-7.0, 2.0, &q); assert(r == 1.0 && q == -4); r = remquo(29.0, 3.0, &q); assert(r == -1.0 && (q & 7) == 2); float s = remquof(5.0f, 10.0f, &q); assert(s == 5.0f && q == 0); return 0; }
#elif CASE == 6
#include <pthread.h>
#include <assert.h>
static int n; static void *run(void *p) { n = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); assert(n == 0); pthread_join(t, 0); return 0; }
#endif
