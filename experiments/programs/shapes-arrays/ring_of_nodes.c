/* Nodes linked to a ring, each with a few cells of its own; walking never leaves it. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
struct node {
  struct node *next;
  int cells[3];
};
int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  ring->cells[0] = ring->cells[1] = ring->cells[2] = 1;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->cells[0] = n->cells[1] = n->cells[2] = 1;
    n->next = ring->next;
    ring->next = n;
  }
  struct node *at = ring;
  while (__VERIFIER_nondet_int()) {
    at = at->next;
    assert(at != NULL);
    assert(at->cells[0] + at->cells[1] + at->cells[2] == 3);
  }
  return 0;
}
