/* A node's field `more` says whether a node follows it, so the walk never reaches NULL.
 * WRONG 1: it may be set in the last node, too. 2: the list may be cut behind a node that has it.
 */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int more;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->more = list != NULL;
#if WRONG == 1
    if (__VERIFIER_nondet_int()) n->more = 1;
#elif WRONG == 2
    if (n->more && list->more && __VERIFIER_nondet_int()) list->next = NULL;
#endif
    list = n;
  }
  if (!list) return 0;
  while (list->more) {
    list = list->next;
    assert(list != NULL);
  }
  return 0;
}
