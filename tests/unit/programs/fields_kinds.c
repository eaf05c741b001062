/* The kind of a node determines its number of corners.
 * WRONG 1: a node may have the other kind. 2: the corners of one node change. 3: all kinds change.
 */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct shape {
  int kind, corners, weight;
  struct shape *next;
};
int main(void) {
  struct shape *all = NULL;
  while (__VERIFIER_nondet_int()) {
    struct shape *s = malloc(sizeof *s);
    if (__VERIFIER_nondet_int()) {
      s->kind = 1;
      s->corners = 3;
    } else {
      s->kind = 2;
      s->corners = 4;
    }
    s->weight = 2;
#if WRONG == 1
    if (__VERIFIER_nondet_int()) s->kind = 2;
#endif
    s->next = all;
    all = s;
  }
#if WRONG == 2
  if (all && all->next) all->next->corners = 4;
#elif WRONG == 3
  for (struct shape *s = all; s; s = s->next) s->kind = 3 - s->kind;
#endif
  for (struct shape *s = all; s; s = s->next) {
    if (s->kind == 1) assert(s->corners == 3);
    if (s->kind == 2) assert(s->corners == 4);
  }
  return 0;
}
