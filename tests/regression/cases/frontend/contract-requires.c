/* Preconditions in CBMC's words. */
#include <stddef.h>
#ifndef STEP
#define STEP 1
#endif
struct buf {
  unsigned char *p;
  size_t len, cap;
};
int last(struct buf *b)
    __CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)) && __CPROVER_is_fresh(b->p, b->cap))
        __CPROVER_requires(b->len <= b->cap /* in use */ && b->len > 0)
            __CPROVER_ensures(__CPROVER_return_value >= 0) __CPROVER_assigns() {
  return b->p[b->len - 1];
}
int past(struct buf *b)
    __CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)) && __CPROVER_is_fresh(b->p, b->cap))
        __CPROVER_requires(b->len <= b->cap) {
  return b->p[b->len];
}
int at(const int *v, unsigned n, int i) __CPROVER_requires(n == 2 && (i == 0 || i == 1))
    __CPROVER_requires(__CPROVER_is_fresh(v, n * sizeof(int)));
int at(const int *v, unsigned n, int i) {
  return v[i];
}
int either(int *v, int a) __CPROVER_requires(a ? a > 0 && a < 3 : 0 == 0)
    __CPROVER_requires(__CPROVER_is_fresh(v, 3 * sizeof *v)) {
  return v[a];
}
/* Postconditions. */
int up(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && *p < 100)
    __CPROVER_assigns(*p) __CPROVER_ensures(*p == __CPROVER_old(*p) + STEP &&
                                            __CPROVER_return_value == *p) {
  return ++*p;
}
void clear(char *p, size_t n) __CPROVER_requires(__CPROVER_is_fresh(p, n) && n <= 3)
    __CPROVER_ensures(__CPROVER_forall { size_t i; (0 <= i && i < n) ==> p[i] == 0 }) {
  for (size_t i = 0; i + STEP <= n; i++) p[i] = 0;
}
int sign(int a) __CPROVER_ensures(a > 0 ==> __CPROVER_return_value > 0) {
  return a > STEP ? a : 2 - STEP;
}
