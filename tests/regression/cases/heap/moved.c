/* The nodes of a list are moved to several lists, by their colour or in turn; each of these has one colour. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { RED = 5, BLUE = 9, END = 12 };
struct node {
  int colour;
  struct node *next;
};
int main(void) {
  struct node *list = malloc(sizeof *list), *last = list, *red = NULL, *blue = NULL, *p;
  int n = 0;
  while (__VERIFIER_nondet_int()) {
#ifdef TURNS
    last->colour = n ? BLUE : RED;
    n = !n;
#else
    last->colour = __VERIFIER_nondet_int() ? RED : BLUE;
#endif
    p = malloc(sizeof *p);
#ifdef BACK /* one node leads to an earlier one */
    last->next = __VERIFIER_nondet_int() ? list : p;
    if (last->next == list) last->colour = BLUE;
#else
    last->next = p;
#endif
    last = p;
  }
  last->colour = END;
  if (list->colour == END) return 0;
  n = 0;
#ifdef LATE
  int round = 0;
#endif
  p = list;
  while (p->colour != END) {
    struct node *moved = p;
    p = p->next;
#ifdef TURNS
    int to_red = !n;
    n = !n;
#else
    int to_red = moved->colour == RED;
#endif
#ifdef LATE /* in round 21 the wrong way */
    if (++round == 21) to_red = !to_red;
#endif
    if (to_red) {
#ifndef STUCK /* the pile keeps the link that its nodes had */
      moved->next = red;
#endif
      red = moved;
    } else {
#ifdef ONE /* the other nodes are left out */
      moved->next = NULL;
#else
      moved->next = blue;
      blue = moved;
#endif
    }
  }
#ifdef STUCK
  if (red)
    for (p = red; p->colour != END; p = p->next) assert(p->colour == RED);
#else
  for (p = red; p; p = p->next) assert(p->colour == RED);
#endif
  for (p = blue; p; p = p->next) assert(p->colour == BLUE);
  return 0;
}
