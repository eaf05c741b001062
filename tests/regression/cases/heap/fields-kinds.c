/* Inner nodes have a successor and leaves have none, so the walk stops in time; the kind also determines another field. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { INNER = 1, LEAF };
struct node {
  int kind, weight;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  do {
    struct node *n = malloc(sizeof *n);
    n->kind = list ? INNER : LEAF;
    n->weight = list ? 5 : 7;
    n->next = list;
    list = n;
#ifdef WRONG
    if (__VERIFIER_nondet_int()) n->next = NULL;
#endif
  } while (__VERIFIER_nondet_int());
  struct node *p = list;
  while (p->kind == INNER) {
    assert(p->weight == 5);
    p = p->next;
    assert(p != NULL);
  }
  assert(p->weight == 7);
  return 0;
}
