/* A doubly linked list: back and forth is where one was. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
struct link {
  struct link *next, *back;
};
int main(void) {
  struct link *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct link *n = malloc(sizeof *n);
    n->back = NULL;
    n->next = first;
    if (first) first->back = n;
    first = n;
  }
  assert(first == NULL || first->back == NULL);
  for (struct link *p = first; p; p = p->next)
    if (p->next) assert(p->next->back == p);
  return 0;
}
