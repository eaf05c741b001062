/* Two lists, one of which is freed before the other one is read.
 * WRONG 1: the second list continues in the first one. 2: in its second node. 3: a link leads to
 * the first list. */
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
#if WRONG == 1
  b = a;
#elif WRONG == 2
  if (a) b = a->next;
#endif
  while (__VERIFIER_nondet_int()) {
    i = malloc(sizeof *i);
    i->value = 2;
    i->next = b;
    b = i;
  }
#if WRONG == 3
  if (a && b) b->next = a;
#endif
  while (a) {
    i = a;
    a = a->next;
    free(i);
  }
  for (i = b; i; i = i->next) assert(i->value == 2);
  return 0;
}
