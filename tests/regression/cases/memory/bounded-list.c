#include <stdlib.h>
extern void reach_error(void);
extern void abort(void);
struct node { struct node *next, *prev; };
struct list { struct node head, tail; };
#ifndef MAX
#define MAX 4
#endif
extern int __VERIFIER_nondet_int(void);
static void ensure(struct list *list)
{
  list->head.prev = NULL; list->tail.next = NULL;
  struct node *curr = &list->head;
  for (unsigned long i = 0; i < MAX; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n || __VERIFIER_nondet_int()) break;
    curr->next = n; n->prev = curr; curr = n;
  }
  curr->next = &list->tail; list->tail.prev = curr;
}
static int deep(const struct list *list)
{
  const struct node *t = &list->head;
  while (t) {
    if (t == &list->tail) return 1;
    const struct node *next = t->next;
    if (!next) return 0;
    if (next->prev != t) return 0;
    t = next;
  }
  return 0;
}
int main(void)
{
  struct list l;
  ensure(&l);
  if (!deep(&l)) abort();
  struct node *r = l.head.next;
#ifdef LOST
  l.tail.prev->prev = &l.head; /* right for one node only */
#endif
  if (r != l.head.next || !deep(&l)) reach_error();
  return 0;
}
