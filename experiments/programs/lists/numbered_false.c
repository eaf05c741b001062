/* As numbered, but the numbers start at 1. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  int count = 0;
  while (count < 1000000 && __VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = ++count;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) assert(p->value < count);
  return 0;
}
