/* Two lists, one of small and one of large values. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *small = NULL, *large = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = small;
    small = n;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1000;
    n->next = large;
    large = n;
  }
  for (struct node *p = small; p; p = p->next) assert(p->value == 1);
  for (struct node *p = large; p; p = p->next) assert(p->value == 1000);
  return 0;
}
