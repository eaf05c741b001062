/* As fields.c, but from the 60th node on the colours may start again with any. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int colour;
  struct node *next;
};
int main(void) {
  struct node *head = malloc(sizeof *head), *last = head;
  int turn = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    last->colour = turn ? 2 : 1;
    turn = !turn;
    if (++count >= 60 && __VERIFIER_nondet_int()) turn = 0;
    struct node *fresh = malloc(sizeof *fresh);
    last->next = fresh;
    last = fresh;
  }
  last->colour = 0;
  turn = 0;
  for (struct node *p = head; p->colour != 0; p = p->next) {
    assert(p->colour == (turn ? 2 : 1));
    turn = !turn;
  }
  return 0;
}
