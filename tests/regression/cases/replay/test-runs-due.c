// A search that may not find what it searches for. The step formula has one query for each access;
// test runs must get their turn before all of these are answered.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  int value;
  struct item *before, *behind;
};

struct queue {
  struct item *first, *last;
};

static void put(struct queue *q, int value) {
  struct item *i = malloc(sizeof *i);
  i->value = value;
  i->before = q->last;
  i->behind = NULL;
  if (q->last)
    q->last->behind = i;
  else
    q->first = i;
  q->last = i;
}

static void put_any(struct queue *q) {
  do
    put(q, __VERIFIER_nondet_int());
  while (__VERIFIER_nondet_int());
}

static int is_mark(const struct item *i, int from) {
  return i->value == from && i->behind->value == from + 1 && i->behind->behind->value == from + 2 &&
         i->behind->behind->behind->value == from + 3;
}

static struct item *drop(struct item *i) {
  struct item *behind = i->behind;
  free(i);
  return behind;
}

int main(void) {
  struct queue *q = malloc(sizeof *q);
  q->first = q->last = NULL;
  put_any(q);
  for (int i = 0; i < 3; i++) put(q, 7 + i);
  put(q, 11);
  put_any(q);
  put(q, 107);
  put(q, 108);
  put(q, 109);
  put(q, 110);
  put_any(q);
  struct item *i = q->first;
  while (!is_mark(i, 7)) i = drop(i); // 7 8 9 11: not there, mostly
  while (!is_mark(i, 107)) i = drop(i);
  while (i) i = drop(i);
  free(q);
  return 0;
}
