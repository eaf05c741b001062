#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node {
  int *value;
  struct node *next;
};
int main(void) {
  int x = 0;
  struct node *list = NULL, *other = malloc(sizeof *other), *first;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = &x;
    n->next = list;
    list = n;
  }
  if (!list) return 0;
  other->value = NULL;
  first = list;
#if BUG == 0
  list = first->next;
#endif
  free(first);
#if BUG == 1
  free(first->next); /* any value: maybe other */
#elif BUG == 2
  *first->value = 5;
  first = malloc(sizeof *first);
#elif BUG == 3
  first->next->value = &x;
#endif
  if (other->value || x == 5) reach_error();
  return 0;
}
