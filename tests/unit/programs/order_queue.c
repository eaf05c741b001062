/* A queue that grows at its end and is freed from its head, also while it grows: it has no end when
 * it has no head. Links lead to younger nodes.
 * WRONG 1: a node may be left out. 2: the end may go back to the head. 3: a node may be left out
 * when the rest is freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next;
};
int main(void) {
  struct item *head = NULL, *tail = NULL, *i;
  while (__VERIFIER_nondet_int()) {
    if (head && __VERIFIER_nondet_int()) {
      i = head->next;
      free(head);
      head = i;
      if (!head) tail = NULL;
      continue;
    }
    i = malloc(sizeof *i);
    i->next = NULL;
#if WRONG == 1
    if (tail && __VERIFIER_nondet_int()) {
      tail = i;
      continue;
    }
#endif
    if (tail)
      tail->next = i;
    else
      head = i;
    tail = i;
#if WRONG == 2
    if (__VERIFIER_nondet_int()) tail = head;
#endif
  }
  while (head) {
    i = head->next;
    free(head);
    head = i;
#if WRONG == 3
    if (head && __VERIFIER_nondet_int()) head = head->next;
#endif
  }
  return 0;
}
