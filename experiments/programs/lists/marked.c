/* Two passes over a list: what the first has marked the second finds marked. */
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
    n->value = 0;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next) p->value = 1;
  for (struct node *p = list; p; p = p->next) assert(p->value == 1);
  return 0;
}
