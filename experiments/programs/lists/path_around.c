/* From the second round of the outer loop on there is a node to start from. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  int again = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *at = list;
    while (__VERIFIER_nondet_int())
      if (at) at = at->next ? at->next : list;
    assert(!again || at != NULL);
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
    again = 1;
  }
  return 0;
}
