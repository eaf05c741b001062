/* A ring of nodes: walking round never ends. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *ring = malloc(sizeof *ring), *at = ring;
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = ring->next;
    ring->next = n;
  }
  while (__VERIFIER_nondet_int()) {
    at = at->next;
    assert(at != NULL);
  }
  return 0;
}
