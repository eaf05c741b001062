/* Nodes are taken out of a list: `before` is the node before p, or NULL at the head.
 * WRONG 1: a node that was freed stays the one before. 2: the link to it is not changed. 3: the
 * head is not. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int key;
};
int main(void) {
  struct node *list = NULL, *before = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->key = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  for (struct node *p = list, *next; p; p = next) {
    next = p->next;
    if (p->key) {
      before = p;
      continue;
    }
    if (before) {
#if WRONG != 2
      before->next = next;
#endif
    } else {
#if WRONG != 3
      list = next;
#endif
    }
    free(p);
#if WRONG == 1
    before = p;
#endif
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0;
}
