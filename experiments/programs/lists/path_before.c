/* Going round a list that is there if, and only if, the first loop went round: a symbolic path. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL, *at;
  int any = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = any = 1;
    n->next = list;
    list = n;
  }
  at = list;
  while (__VERIFIER_nondet_int())
    if (at) at = at->next ? at->next : list;
  assert(!any || at != NULL);
  if (at) assert(at->value == 1);
  return 0;
}
