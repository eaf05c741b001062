/* The least and the greatest value of a list, kept while it is built. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  int least = 0, most = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    if (n->value < least) least = n->value;
    if (n->value > most) most = n->value;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) assert(least <= p->value && p->value <= most);
  return 0;
}
