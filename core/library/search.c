/* search.h: queues (POSIX insque, remque); and allocation of arrays (stdlib.h: reallocarray). */
#include "contract.h"

struct qelem {
  struct qelem *next, *previous;
};

void insque(void *element, void *behind) {
  struct qelem *e = element, *previous = behind;
  if (!previous) {
    e->next = e->previous = NULL;
    return;
  }
  struct qelem *next = previous->next;
  previous->next = e;
  if (next) next->previous = e;
  e->next = next;
  e->previous = previous;
}

void remque(void *element) {
  struct qelem *e = element, *next = e->next, *previous = e->previous;
  if (next) next->previous = previous;
  if (previous) previous->next = next;
}

void *reallocarray(void *p, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    __ansatz_fails_with(ENOMEM);
    return NULL;
  }
  return realloc(p, bytes);
}
