/* A list whose nodes are made in a loop: what each of them holds, before and behind writes through
 * pointers that may lead to any of them. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int x;
  struct node *next;
  int late;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
#if CASE != 1 /* 1: x is whatever was there */
    n->x = i;
#endif
    n->next = head;
    head = n;
    if (CASE == 2) head->x = 30;
  }
  int s = 0;
  struct node *p = head;
  while (p) {
    s = p->x;
    if (__VERIFIER_nondet_int()) p->x = 20;
    p = p->next;
  }
  assert(s <= 20);
  return 0;
}
