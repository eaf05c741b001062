/* The null pointer is used on a line of its own: the compiler's check there is the same error, though the
 * function has other checks of this kind. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list { int x; struct list *n; };

int main(void) {
  struct list *l = 0;
  if (__VERIFIER_nondet_int()) {
    struct list *n = malloc(sizeof(struct list));
    n->n = l;
    n->x = 1;
    l = n;
  }
  if (l != 0) {
    struct list *k = l;
    l = l->n;
    l = l->n;
    free(k);
  }
}
