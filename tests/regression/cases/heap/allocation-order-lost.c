/* Lists of which a node is lost, or used after it was freed, in a late round. CASE selects how. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *back;
};
#define NEW (struct node *)calloc(1, sizeof(struct node))
#define LATE (round == 40)
#define ROUNDS while (round++, __VERIFIER_nondet_int())
int main(void) {
  struct node *list = NULL, *other = NULL, *last = NULL, *kept = NULL, *n;
  int round = 0;
#if CASE == 3 || CASE == 4 || CASE == 10
  list = last = NEW;
#endif
  ROUNDS {
#if CASE == 1 /* out of the middle */
    n = NEW;
    n->next = list;
    list = n;
    if (LATE && list->next) list->next = list->next->next;
#elif CASE == 2 /* all of it */
    n = NEW;
    n->next = list;
    list = n;
    if (LATE) list = NULL;
#elif CASE == 3 /* the rest is not linked */
    n = NEW;
    if (!LATE) last->next = n;
    last = n;
#elif CASE == 4 /* the new one is linked over by the next */
    n = NEW;
    last->next = n;
    if (!LATE) last = n;
#elif CASE == 5 /* the head is left out */
    n = NEW;
    n->next = LATE && list ? list->next : list;
    list = n;
#elif CASE == 6 /* a second list, of the same nodes */
    n = NEW;
    if (LATE) {
      n->next = other;
      other = n;
    } else {
      n->next = list;
      list = n;
    }
#elif CASE == 7 /* of other nodes */
    if (LATE) {
      n = NEW;
      n->next = other;
      other = n;
    } else {
      n = NEW;
      n->next = list;
      list = n;
    }
#elif CASE == 8 /* realloc gives another object */
    n = NEW;
    n->next = list;
    list = n;
    if (LATE) {
      n = NEW;
      list = realloc(list, sizeof *list);
      list->back = n;
    }
#elif CASE == 9 /* both ways; the way back is kept alone */
    n = NEW;
    n->next = list;
    if (list) list->back = n;
    list = n;
    if (LATE && list->next) list->next->back = NULL, list = list->next;
#elif CASE == 10 /* behind the head */
    n = NEW;
    n->next = LATE ? NULL : list->next;
    list->next = n;
#elif CASE == 11 /* lost when it is taken */
    if (__VERIFIER_nondet_int()) {
      n = NEW;
      n->next = list;
      list = n;
    } else if (list) {
      n = list->next;
      if (!LATE) free(list);
      list = n;
    }
#elif CASE == 12 /* two change places, the rest is left */
    n = NEW;
    n->next = list;
    list = n;
    if (LATE && list->next) {
      n = list->next;
      n->next = list;
      list->next = NULL;
      list = n;
    }
#else
    n = NEW;
    n->next = list;
    list = n;
    if (LATE) kept = n;
#endif
  }
  round = 0;
  while (list) {
    round++;
#if CASE == 13 /* not freed */
    n = list->next;
    if (!LATE) free(list);
    list = n;
#elif CASE == 14 /* the last one is not freed */
    n = list->next;
    if (n) free(list);
    list = n;
#elif CASE == 15 /* every other one, late */
    n = list->next;
    if (LATE && n) n = n->next;
    free(list);
    list = n;
#elif CASE == 16 /* a loop that is left too early */
    n = list->next;
    free(list);
    list = n;
    if (LATE) break;
#else
    n = list->next;
    free(list);
    list = n;
#endif
  }
#if CASE == 17 /* met when it is freed */
  if (kept) kept->next = NULL;
#elif CASE == 18 /* freed twice */
  free(kept);
#endif
  return 0;
}
