/* search.h: lists that are linked in both directions (POSIX insque, remque). */
#include "contract.h"

typedef struct element {
  struct element *next, *previous;
} element;

/* Without an element before it, it becomes a list of its own. */
void insque(void *added, void *at) {
  element *e = added, *previous = at;
  if (!previous) {
    e->next = e->previous = 0;
    return;
  }
  element *next = previous->next;
  previous->next = e;
  if (next) next->previous = e;
  e->next = next;
  e->previous = previous;
}

void remque(void *removed) {
  element *e = removed, *next = e->next, *previous = e->previous;
  if (next) next->previous = previous;
  if (previous) previous->next = next;
}
