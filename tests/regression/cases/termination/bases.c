/* The number of a site in one formula is that of a single object in the formula of another program. */
#include <stdlib.h>
extern int nondet(void);
struct n {
  struct n *next;
  int v;
};
int main(void) {
  struct n *l = NULL;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->next = l;
    x->v = nondet();
    l = x;
  }
  struct n *before = NULL, *p = l;
  while (p) {
    if (p->v == 7) {
      struct n *next = p->next;
      if (before)
        before->next = next;
      else
        l = next;
      free(p);
      p = next;
    } else {
      before = p;
      p = p->next;
    }
  }
  return 0;
}
