/* What a search finds is what was looked for. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL, *found = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next)
    if (p->value == 7) found = p;
  assert(found == NULL || found->value == 7);
  return 0;
}
