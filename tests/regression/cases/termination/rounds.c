/* P 1: two rounds bring x nearer to 0, one leaves it as far away on the other side.
 * P 2: the first round goes anywhere, those behind it count down. P 3: lists that grow at their end,
 * in the order of their allocation. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef BUG
#define WHERE(good, bug) bug
#else
#define WHERE(good, bug) good
#endif
#if P == 1
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x != 0 && -1000000 < x && x < 1000000) x = x > 0 ? -x : WHERE(-x - 1, -x);
}
#elif P == 2
int main(void) {
  int x = __VERIFIER_nondet_int(), first = 1;
  while (x > 0) {
    x = first ? __VERIFIER_nondet_int() : WHERE(x - 1, x);
    first = 0;
  }
}
#else
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = malloc(sizeof *list), *last = list;
  list->next = NULL;
  for (unsigned count = __VERIFIER_nondet_uint(); count > 0; count--) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    last->next = n;
    last = n;
  }
  for (struct node *p = list; p; p = p->next)
    if (WHERE(0, !p->next)) {
      p->next = malloc(sizeof *p);
      p->next->next = NULL;
    }
}
#endif
