/* As tail, but a node is appended without being made the last one when its value is odd: it is lost. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *first = NULL, *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    n->next = NULL;
    if (last)
      last->next = n;
    else
      first = n;
    if (n->value % 2 == 0 || n == first) last = n;
  }
  assert(last == NULL || last->next == NULL);
  return 0;
}
