/* Lists of which nothing is lost, however they grow. CASE selects how. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *back;
};
#define NEW (struct node *)malloc(sizeof(struct node))
int main(void) {
  struct node *list = NULL, *last = NULL, *n;
#if CASE == 2
  list = last = NEW;
  last->next = NULL;
#endif
  while (__VERIFIER_nondet_int()) {
#if CASE == 4
    if (list && __VERIFIER_nondet_int()) {
      n = list->next;
      free(list);
      list = n;
      continue;
    }
#endif
    n = NEW;
#if CASE == 2
    n->next = NULL;
    last = last->next = n;
#elif CASE == 3
    n->next = list;
    n->back = NULL;
    if (list) list->back = n;
    list = n;
#else
    n->next = list;
    list = n;
#endif
  }
  while (list) {
    n = list->next;
    free(list);
    list = n;
  }
  return 0;
}
