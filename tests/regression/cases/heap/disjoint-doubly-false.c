/* As lists/doubly.c, but the back link of a node may be NULL or lead to the last node. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link {
  struct link *next, *back;
};
int main(void) {
  struct link *first = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct link *n = malloc(sizeof *n);
    n->back = __VERIFIER_nondet_int() ? NULL : last;
    n->next = first;
    if (first) first->back = n;
    first = n;
    if (!last) last = n;
  }
  for (struct link *p = first; p; p = p->next)
    if (p->back) assert(p->back->next == p);
  return 0;
}
