#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node { struct node *next; };
int main(void) {
  struct node *list = NULL;
  for (unsigned count = __VERIFIER_nondet_uint(); count > 0; count--) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  return 0;
}
