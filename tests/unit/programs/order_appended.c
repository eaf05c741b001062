/* A list that grows at its end, which is found by walking there from the head, when the new node is
 * there already: the loop does not mention it, but must not come to it.
 * WRONG 1: the new node may come before the end. 2: it may be left out where the list is not empty.
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
static void append(struct node **list) {
  struct node *new = malloc(sizeof *new), *p = *list;
  new->next = NULL;
  if (!p) {
    *list = new;
    return;
  }
#if WRONG == 1
  while (p->next && __VERIFIER_nondet_int()) p = p->next;
#else
  while (p->next) p = p->next;
#endif
#if WRONG == 2
  if (__VERIFIER_nondet_int())
#endif
    p->next = new;
}
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) append(&list);
  while (list) {
    struct node *first = list;
    list = list->next;
    free(first);
  }
  return 0;
}
