/* A stack of nodes that are freed when popped: what is popped was pushed. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *top = NULL;
  int depth = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && depth < 1000) {
      struct node *n = malloc(sizeof *n);
      n->value = 9;
      n->next = top;
      top = n;
      depth++;
    } else if (top) {
      struct node *n = top;
      assert(n->value == 9);
      top = n->next;
      free(n);
      depth--;
    }
  }
  return 0;
}
