/* A list of any length is built, reversed in place, and freed. CASE 1 to 3 are safe. In 7
 * and 8 nodes are leaked, in 9 the head is freed twice. */
#include <stdlib.h>
extern int nondet(void);
typedef struct cell {
  struct cell *tail;
  int head;
} cell;
int main(void) {
  cell *l = 0, *r = 0, *kept = 0;
  while (nondet()) {
    cell *c = malloc(sizeof *c);
    c->tail = l;
#if CASE == 8
    c->head = nondet();
#else
    c->head = 1;
#endif
    l = c;
  }
#if CASE == 5
  kept = l; /* is in the reversed list, too */
#endif
  while (l) {
    cell *t = l->tail;
    l->tail = r;
    r = l;
#if CASE == 7
    l = t ? t->tail : NULL; /* every other node is leaked */
#else
    l = t;
#endif
  }
#if CASE == 9
  free(r);
#endif
#if CASE == 2
  for (cell *p = r; p; p = p->tail) p->head = 2;
#endif
  while (r) {
    cell *t = r->tail;
#if CASE == 3
    if (t && nondet()) {
      r->tail = t->tail; /* the second one first */
      free(t);
      continue;
    }
#elif CASE == 4
    if (t) free(t); /* and meets it again */
#endif
#if CASE == 8
    if (r->head != 2) free(r); /* one with another value is not freed */
#else
    free(r);
#endif
#if CASE == 6
    if (r->head == 3) return 0;
#endif
    r = t;
  }
#if CASE == 5
  if (kept) kept->head = 3;
#endif
  return 0;
}
