/* Nodes are moved from one list to another before they are freed.
 * WRONG 1: nodes may be moved back, and are on both lists then. 2: a node may be freed that stays
 * on the list. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next;
  int value;
};
int main(void) {
  struct item *a = NULL, *b = NULL, *i;
  while (__VERIFIER_nondet_int()) {
    i = malloc(sizeof *i);
    i->value = 1;
    i->next = a;
    a = i;
  }
  while (a) {
    i = a;
    a = a->next;
    i->next = b;
    b = i;
#if WRONG == 1
    if (!a && __VERIFIER_nondet_int()) a = b->next;
#endif
  }
  while (b) {
    i = b;
    b = b->next;
    assert(i->value == 1);
#if WRONG == 2
    if (b && __VERIFIER_nondet_int())
      free(b);
    else
#endif
      free(i);
  }
  return 0;
}
