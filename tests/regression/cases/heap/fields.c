/* A list in which the colour of a node determines that of the next one. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int colour;
  struct node *next;
};
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head;
  int turn = 0;
  while (__VERIFIER_nondet_int()) {
    if (turn == 0) {
      last->colour = 1;
      turn = 1;
    } else if (turn == 1) {
      last->colour = 2;
      turn = 2;
    } else {
      last->colour = 3;
      turn = 0;
    }
    struct node *fresh = malloc(sizeof *fresh);
    last->next = fresh;
    last = fresh;
  }
#ifdef CYCLE
  if (turn == 1) {
    last->colour = 2;
    last->next = head;
  } else
#endif
    last->colour = 0;
#ifdef SEAM
  turn = 0; /* a second phase that begins where the first did not end */
  if (last->colour == 0)
    while (__VERIFIER_nondet_int()) {
      last->colour = turn + 1;
      turn = turn == 2 ? 0 : turn + 1;
      struct node *fresh = malloc(sizeof *fresh);
      fresh->colour = 0;
      last->next = fresh;
      last = fresh;
    }
#endif
#ifdef ALIAS
  struct node *other = head;
  while (other->colour != 0 && __VERIFIER_nondet_int()) other = other->next;
  if (other->colour == 3) other->colour = 2;
#endif
#ifdef SKIP
  for (struct node *p = head; p->colour != 0; p = p->next)
    if (p->colour == 2 && p->next->colour == 3) {
      p->next = p->next->next;
      break;
    }
#endif
  turn = 1;
  for (struct node *p = head; p->colour != 0; p = p->next) {
    assert(p->colour == turn);
    turn = turn == 3 ? 1 : turn + 1;
  }
  return 0;
}
