/* As removed, but it is claimed that no 2 is left: the first node is never taken out. */
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
  for (struct node *p = list; p; p = p->next) assert(p->value == 1);
  return 0;
}
