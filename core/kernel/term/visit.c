/* Traversal of the cones of terms: depth-first with an explicit stack, each term once. The set of
 * visited terms is a table of pages with an epoch in each entry, so that clearing it is one
 * increment. The time for a visit depends on the size of the cone, not on the size of the store. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS_BITS = 9, MARKS = 1 << MARKS_BITS };

/* The marks of MARKS consecutive terms: `epoch`: entered; `epoch` + 1: visited; less: neither. */
typedef struct page {
  uint32_t number; /* of its first term >> MARKS_BITS */
  uint32_t *marks; /* NULL: a free entry of the table */
} page;

struct az_visit {
  const az_store *store;
  az_visit_order order;
  page *pages; /* an open-addressing hash table with 2^`bits` entries, at most half of them used */
  uint32_t bits, taken;
  uint32_t epoch;
  az_term *stack;   /* stb_ds */
  az_term answered; /* term whose operands the next call adds, or AZ_NO_TERM */
};

az_visit *az_visit_new(const az_store *store, az_visit_order order) {
  az_visit *v = az_calloc(1, sizeof *v);
  v->store = store;
  v->order = order;
  v->epoch = 2;
  return v;
}

static size_t places(const az_visit *v) {
  return v->pages ? (size_t)1 << v->bits : 0;
}

void az_visit_free(az_visit *v) {
  if (!v) return;
  for (size_t i = 0; i < places(v); i++) free(v->pages[i].marks);
  free(v->pages);
  arrfree(v->stack);
  free(v);
}

void az_visit_forget(az_visit *v) {
  if (v->stack) arrsetlen(v->stack, 0);
  v->answered = AZ_NO_TERM;
  v->epoch += 2;
  if (v->epoch) return;
  for (size_t i = 0; i < places(v); i++) /* once in 2^31 */
    if (v->pages[i].marks) memset(v->pages[i].marks, 0, MARKS * sizeof *v->pages[i].marks);
  v->epoch = 2;
}

/* Returns the page of that number, or the free entry for it. */
static page *page_at(const az_visit *v, uint32_t number) {
  const uint32_t mask = (1U << v->bits) - 1;
  uint32_t i = number * 0x9e3779b9U >> (32 - v->bits); /* Knuth, vol. 3, 6.4: multiplicative */
  while (v->pages[i].marks && v->pages[i].number != number) i = (i + 1) & mask;
  return &v->pages[i];
}

static void grow(az_visit *v) {
  page *old = v->pages;
  const size_t count = places(v);
  v->bits = old ? v->bits + 1 : 4;
  v->pages = az_calloc((size_t)1 << v->bits, sizeof *v->pages);
  for (size_t i = 0; i < count; i++)
    if (old[i].marks) *page_at(v, old[i].number) = old[i];
  free(old);
}

static uint32_t *mark_of(az_visit *v, az_term t) {
  const uint32_t number = t >> MARKS_BITS;
  if (2 * (size_t)v->taken >= places(v)) grow(v);
  page *p = page_at(v, number);
  if (!p->marks) {
    *p = (page){.number = number, .marks = az_calloc(MARKS, sizeof *p->marks)};
    v->taken++;
  }
  return &p->marks[t & (MARKS - 1)];
}

bool az_visit_seen(const az_visit *v, az_term t) {
  if (!v->pages) return false;
  const page *p = page_at(v, t >> MARKS_BITS);
  return p->marks && p->marks[t & (MARKS - 1)] > v->epoch;
}

void az_visit_add(az_visit *v, az_term t) {
  uint32_t *mark = mark_of(v, t);
  if (*mark > v->epoch) return;
  if (v->order == AZ_VISIT_ANY) *mark = v->epoch + 1;
  arrput(v->stack, t);
}

static void add_operands(az_visit *v, az_term t) {
  const node *n = node_of(v->store, t);
  const az_term operand[3] = {n->a, n->b, n->c};
  for (uint32_t i = 0; i < n->arity; i++) az_visit_add(v, operand[i]);
}

static az_term next_operands_first(az_visit *v) {
  while (arrlenu(v->stack)) {
    az_term t = arrlast(v->stack);
    uint32_t *mark = mark_of(v, t);
    if (*mark < v->epoch) { /* its operands are visited first */
      *mark = v->epoch;
      add_operands(v, t);
      continue;
    }
    (void)arrpop(v->stack);
    if (*mark > v->epoch) continue; /* pushed by two terms */
    *mark = v->epoch + 1;
    return t;
  }
  return AZ_NO_TERM;
}

az_term az_visit_next(az_visit *v) {
  if (v->order == AZ_VISIT_POST) return next_operands_first(v);
  if (v->answered) add_operands(v, v->answered);
  v->answered = AZ_NO_TERM;
  while (arrlenu(v->stack)) {
    az_term t = arrpop(v->stack);
    if (v->order == AZ_VISIT_PRE) {
      uint32_t *mark = mark_of(v, t);
      if (*mark > v->epoch) continue;
      *mark = v->epoch + 1;
    }
    return v->answered = t;
  }
  return AZ_NO_TERM;
}

void az_visit_skip(az_visit *v) {
  v->answered = AZ_NO_TERM;
}

/* ---- functions over cones -------------------------------------------------------------------- */

uint32_t az_term_size(const az_store *s, az_term root) {
  az_visit *cone = az_visit_new(s, AZ_VISIT_ANY);
  uint32_t size = 0;
  az_visit_add(cone, root);
  while (az_visit_next(cone)) size++;
  az_visit_free(cone);
  return size;
}

void az_free_vars(const az_store *s, const az_term *terms, size_t count,
                  void (*visit)(void *ctx, az_term var), void *ctx) {
  az_visit *cones = az_visit_new(s, AZ_VISIT_ANY);
  for (size_t i = 0; i < count; i++) {
    az_visit_add(cones, terms[i]);
    for (az_term t; (t = az_visit_next(cones));)
      if (kind_of(s, t) == AZ_K_VAR) visit(ctx, t);
  }
  az_visit_free(cones);
}

az_term *az_conjuncts(const az_store *s, az_term root) {
  az_term *found = NULL, *todo = NULL;
  arrput(todo, root);
  while (arrlenu(todo)) {
    const az_term t = arrpop(todo);
    const node *n = node_of(s, t);
    if (n->kind != AZ_K_AND) {
      arrput(found, t);
      continue;
    }
    arrput(todo, n->b);
    arrput(todo, n->a);
  }
  arrfree(todo);
  return found;
}

az_term az_map_choices(az_store *s, az_term root, az_term (*leaf)(void *ctx, az_term leaf),
                       void *ctx) {
  if (kind_of(s, root) != AZ_K_ITE) return leaf(ctx, root);
  struct {
    az_term key, value;
  } *image = NULL; /* stb_ds */
  az_term *todo = NULL;
  arrput(todo, root);
  while (arrlenu(todo)) {
    const az_term t = arrlast(todo);
    const node *n = node_of(s, t);
    const bool is_choice = n->kind == AZ_K_ITE;
    const ptrdiff_t a = is_choice ? hmgeti(image, n->b) : 0,
                    b = is_choice ? hmgeti(image, n->c) : 0;
    if (b < 0) arrput(todo, n->c);
    if (a < 0) arrput(todo, n->b);
    if (a < 0 || b < 0) continue;
    (void)arrpop(todo);
    if (hmgeti(image, t) >= 0) continue; /* pushed by two choices */
    const az_term to = is_choice ? az_ite(s, n->a, image[a].value, image[b].value) : leaf(ctx, t);
    hmput(image, t, to);
  }
  const az_term result = hmget(image, root);
  hmfree(image);
  arrfree(todo);
  return result;
}

void *az_by_term(void *table, size_t *terms, az_term t, size_t size) {
  if (t < *terms) return table;
  const size_t room = (size_t)t + t / 2 + 1024;
  unsigned char *grown = az_realloc(table, room * size);
  memset(grown + *terms * size, 0, (room - *terms) * size);
  *terms = room;
  return grown;
}
