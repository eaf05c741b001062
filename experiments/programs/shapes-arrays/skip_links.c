/* Nodes with links on two levels: the upper one leads to a node, or nowhere, and never from the last one on. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
struct node {
  struct node *next[2];
  int height;
};
int main(void) {
  struct node *first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->height = __VERIFIER_nondet_int() > 2 ? 2 : 1;
    n->next[0] = first;
    n->next[1] = n->height == 2 ? first : NULL;
    first = n;
  }
  struct node *n = first;
  while (n) {
    assert(n->height == 1 || n->height == 2);
    if (n->height == 1) assert(n->next[1] == NULL);
    n = n->next[n->height - 1];
  }
  return 0;
}
