/* Nodes that are no heap: a walk over three of them in a ring. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node a = {NULL, 1}, b = {&a, 2}, c = {&b, 3}, *p = &c;
  a.next = &c;
  while (__VERIFIER_nondet_int()) {
    p = p->next;
    assert(p != NULL && p->value >= 1 && p->value <= 3);
  }
  return 0;
}
