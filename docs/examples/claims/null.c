/* A list whose last link is followed, unless it is CHECKED. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *p = malloc(sizeof *p);
    if (!p) abort();
    p->next = list;
    list = p;
  }
  struct node *p = list;
#ifdef CHECKED
  while (p) p = p->next;
#else
  while (p || __VERIFIER_nondet_int()) p = p->next;
#endif
  return 0;
}
