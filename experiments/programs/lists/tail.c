/* A list that grows at its end: the last node is there as soon as the first is, and ends the list. */
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
    n->value = 1;
    n->next = NULL;
    if (last)
      last->next = n;
    else
      first = n;
    last = n;
    assert(first != NULL);
  }
  assert((first == NULL) == (last == NULL));
  if (last) assert(last->next == NULL && last->value == 1);
  return 0;
}
