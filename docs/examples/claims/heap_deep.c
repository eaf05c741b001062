/* An error in the fifth object of a list, or with -DSHORT a list of at most three. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int place;
};

int main(void) {
  struct node *list = NULL;
  int n = 0;
#ifdef SHORT
  while (n < 3) {
#else
  while (__VERIFIER_nondet_int()) {
#endif
    struct node *p = malloc(sizeof *p);
    if (!p) abort();
    p->place = ++n;
    p->next = list;
    list = p;
  }
  for (struct node *p = list; p; p = p->next)
    if (p->place == 5) reach_error();
  return 0;
}
