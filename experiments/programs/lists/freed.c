/* A list is built, its values are counted, and all of it is freed. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  unsigned zeros = 0, nodes = 0;
  while (nodes < 100000 && __VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int() > 0;
    n->next = list;
    list = n;
    nodes++;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    if (!n->value) zeros++;
    assert(n->value == 0 || n->value == 1);
    free(n);
  }
  return 0;
}
