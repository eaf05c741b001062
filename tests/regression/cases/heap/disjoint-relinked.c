/* The second list ends in the first one, which is freed: two links lead to one node. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *a = NULL, *b, *n;
  while (__VERIFIER_nondet_int()) {
    n = malloc(sizeof *n);
    n->value = 1;
    n->next = a;
    a = n;
  }
  b = a;
  while (__VERIFIER_nondet_int()) {
    n = malloc(sizeof *n);
    n->value = 1;
    n->next = b;
    b = n;
  }
  while (a) {
    n = a->next;
    free(a);
    a = n;
  }
  for (n = b; n; n = n->next) assert(n->value == 1);
  return 0;
}
