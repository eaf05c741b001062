/* Lists that are freed: all objects once, one twice (-DTWICE), one never (-DKEEP). */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *p = malloc(sizeof *p);
    if (!p) break;
    p->next = list;
    list = p;
  }
#ifdef KEEP
  if (list) list = list->next;
#endif
  while (list) {
    struct node *p = list;
    list = list->next;
    free(p);
#ifdef TWICE
    if (!list) free(p);
#endif
  }
  return 0;
}
