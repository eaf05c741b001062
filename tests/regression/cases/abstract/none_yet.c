/* A pointer that may lead to objects that a later loop allocates: while there are none, nothing is
 * known of their fields, and cells of arrays are not for that reason without a value. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int x; struct node *next; };
static int g;
int main(void) {
  int w = 0, *p = &w, a[8], x = 0;
  for (int i = 0; i < 8; i++) a[i] = 0;
  if (*p > a[x]) g = 1;
  for (int k = 0; k < 8; k++) a[k] = 3;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->x = i;
    p = __VERIFIER_nondet_int() ? &n->x : &g;
  }
  return *p;
}
