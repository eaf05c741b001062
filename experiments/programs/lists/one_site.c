/* Nodes of one allocation go to two lists by their value. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *even = NULL, *odd = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int() & 1;
    if (n->value) {
      n->next = odd;
      odd = n;
    } else {
      n->next = even;
      even = n;
    }
  }
  assert(odd == NULL || odd->value == 1);
  assert(even == NULL || even->value == 0);
  for (struct node *p = odd; p; p = p->next) assert(p->value == 0 || p->value == 1);
  return 0;
}
