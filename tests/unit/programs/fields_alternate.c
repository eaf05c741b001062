/* Nodes of kinds 1 and 2 alternate, and the last one has kind 0: the kind of a node determines that
 * of the next one. WRONG 1: two nodes of one kind may follow each other. 2: the first node is left
 * out. 3: a link leads back to its own node. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct stop {
  int kind;
  struct stop *next;
};
int main(void) {
  struct stop *first = malloc(sizeof *first), *last = first;
  int kind = 1;
  while (__VERIFIER_nondet_int()) {
    last->kind = kind;
    kind = kind == 1 ? 2 : 1;
#if WRONG == 1
    if (__VERIFIER_nondet_int()) kind = 1;
#endif
    struct stop *s = malloc(sizeof *s);
    last->next = s;
    last = s;
  }
  last->kind = 0;
#if WRONG == 2
  if (first->kind && first->next->kind) first = first->next;
#elif WRONG == 3
  if (first->kind && first->next->kind) first->next->next = first->next;
#endif
  kind = 1;
  for (struct stop *s = first; s->kind != 0; s = s->next) {
    assert(s->kind == kind);
    kind = kind == 1 ? 2 : 1;
  }
  return 0;
}
