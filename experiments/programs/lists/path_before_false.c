/* As path_before, but the end of the list is left at times. */
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
    if (at) at = at->next ? at->next : __VERIFIER_nondet_int() == 2 ? NULL : list;
  assert(!any || at != NULL);
  return 0;
}
