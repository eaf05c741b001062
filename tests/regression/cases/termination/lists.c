/* A list of unknown length whose nodes were put in front, followed to its end. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (unsigned count = __VERIFIER_nondet_uint(); count > 0; count--) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
#ifdef CYCLE
    if (!list) n->next = n;
#endif
    list = n;
  }
#ifdef GROWS
  /* Each round goes on to a node that it has just made: younger, and no end of them. */
  for (struct node *p = list; p; p = p->next) {
    p->next = malloc(sizeof *p);
    p->next->next = NULL;
  }
#elif defined FREES
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
#else
  for (struct node *p = list; p; p = p->next)
    ;
#endif
  return 0;
}
