/* Values that are read, kept in a range. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int();
    if (n->value < 0) n->value = 0;
    if (n->value > 100) n->value = 100;
    n->next = list;
    list = n;
  }
  int sum = 0;
  for (struct node *p = list; p && sum < 1000000; p = p->next) sum += p->value;
  assert(sum >= 0 && sum < 1000100);
  return 0;
}
