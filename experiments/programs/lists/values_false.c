/* As values, but every third node has another value. */
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
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = ++count % 3 ? 5 : 6;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) assert(p->value == 5);
  return 0;
}
