/* A doubly linked list that grows at its end and is freed from its head.
 * WRONG 1: the list may be cut. 2: its end may go back by one node. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next, *back;
};
int main(void) {
  struct item *head = NULL, *tail = NULL, *i;
  while (__VERIFIER_nondet_int()) {
    i = malloc(sizeof *i);
    i->next = NULL;
    i->back = tail;
    if (tail)
      tail->next = i;
    else
      head = i;
    tail = i;
#if WRONG == 1
    if (tail->back && __VERIFIER_nondet_int()) tail->back->next = NULL;
#elif WRONG == 2
    if (tail->back && __VERIFIER_nondet_int()) tail = tail->back;
#endif
  }
  while (head) {
    i = head->next;
    free(head);
    head = i;
  }
  return 0;
}
