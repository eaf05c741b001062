/* A list turned round has the same values, and its end is NULL. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *list = NULL, *back = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 3;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    n->next = back;
    back = n;
  }
  for (struct node *p = back; p; p = p->next) assert(p->value == 3);
  return 0;
}
