/* Pointers that tests narrow, through a call and a field. With BUG, one test is missing; with
 * FREED, a node that is read may have ended. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct node {
  struct node *next;
  int value;
};
int a = 1, b = 2, c = 3;
static int *pick(int *x, int *y) { return __VERIFIER_nondet_int() ? x : y; }
int main(void) {
  int *p = &a, *q = 0;
  struct node *list = malloc(sizeof *list), *at = list;
  list->next = list, list->value = 5;
  while (__VERIFIER_nondet_int()) {
    q = pick(&b, pick(&c, 0));
#ifdef BUG
    if (q) p = q;
#else
    if (q && q != &c) p = q;
#endif
    struct node *n = malloc(sizeof *n);
    n->value = 5, n->next = list->next;
    list->next = n;
  }
  while (__VERIFIER_nondet_int()) {
    at = at->next;
#ifdef FREED
    if (at != list && __VERIFIER_nondet_int()) free(at);
#endif
    __VERIFIER_assert(at->value == 5);
  }
  __VERIFIER_assert(p != &c);
  return 0;
}
