/* Nodes from two allocation sites form one list, which is freed from its head. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL, *n;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      n = malloc(sizeof *n);
      n->value = 3;
    } else {
      n = malloc(sizeof *n);
      n->value = 4;
    }
    n->next = list;
    list = n;
  }
  while (list) {
    n = list;
    list = n->next;
    assert(n->value == 3 || n->value == 4);
    free(n);
  }
  return 0;
}
