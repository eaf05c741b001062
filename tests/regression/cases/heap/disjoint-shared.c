/* Any node may lead to the first one, so freed memory can be reached after the first node is freed. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL, *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = __VERIFIER_nondet_int() ? list : first;
    if (!first) first = n;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
    if (__VERIFIER_nondet_int() && first) assert(first->value == 1);
  }
  return 0;
}
