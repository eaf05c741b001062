/* Every node of a list that a loop builds has the value that it was given. */
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
    n->value = 5;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) assert(p->value == 5);
  return 0;
}
