/* Nodes are taken out of the middle of a list; those that stay keep their marks. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int() > 0 ? 1 : 2;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next)
    while (p->next && p->next->value == 2) p->next = p->next->next;
  for (struct node *p = list; p; p = p->next) assert(p->value == 1 || p->value == 2);
  return 0;
}
