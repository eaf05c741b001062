/* Traversal of the cones of terms: depth-first with an explicit stack, each term once. The set of
 * visited terms is a paged table indexed by term with an epoch in each entry, so that forgetting it
 * is one increment and a small cone in a large store costs little. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS_BITS = 9, MARKS = 1 << MARKS_BITS };

struct az_visit {
  const az_store *store;
  az_visit_order order;
  uint32_t **page; /* marks by term: `epoch` entered, `epoch` + 1 visited, less: neither */
  size_t pages;
  uint32_t epoch;
  az_term *stack;   /* stb_ds */
  az_term answered; /* its operands are added by the next call; AZ_NO_TERM: there are none to add */
};

az_visit *az_visit_new(const az_store *store, az_visit_order order) {
  az_visit *v = az_calloc(1, sizeof *v);
  v->store = store;
  v->order = order;
  v->epoch = 2;
  return v;
}

void az_visit_free(az_visit *v) {
  if (!v) return;
  for (size_t i = 0; i < v->pages; i++) free(v->page[i]);
  free(v->page);
  arrfree(v->stack);
  free(v);
}

void az_visit_forget(az_visit *v) {
  if (v->stack) arrsetlen(v->stack, 0);
  v->answered = AZ_NO_TERM;
  v->epoch += 2;
  if (v->epoch) return;
  for (size_t i = 0; i < v->pages; i++) /* once in 2^31 */
    if (v->page[i]) memset(v->page[i], 0, MARKS * sizeof **v->page);
  v->epoch = 2;
}

static uint32_t *mark_of(az_visit *v, az_term t) {
  size_t p = t >> MARKS_BITS;
  if (p >= v->pages) {
    size_t pages = p + p / 2 + 1;
    uint32_t **page = az_calloc(pages, sizeof *page);
    if (v->pages) memcpy(page, v->page, v->pages * sizeof *page);
    free(v->page);
    v->page = page;
    v->pages = pages;
  }
  if (!v->page[p]) v->page[p] = az_calloc(MARKS, sizeof **v->page);
  return &v->page[p][t & (MARKS - 1)];
}

bool az_visit_seen(const az_visit *v, az_term t) {
  size_t p = t >> MARKS_BITS;
  return p < v->pages && v->page[p] && v->page[p][t & (MARKS - 1)] > v->epoch;
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
    if (*mark < v->epoch) { /* its operands come first, and then itself */
      *mark = v->epoch;
      add_operands(v, t);
      continue;
    }
    (void)arrpop(v->stack);
    if (*mark > v->epoch) continue; /* two terms waited for it */
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

/* ---- what is often wanted -------------------------------------------------------------------- */

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

void *az_by_term(void *table, size_t *terms, az_term t, size_t size) {
  if (t < *terms) return table;
  const size_t room = (size_t)t + t / 2 + 1024;
  unsigned char *grown = az_realloc(table, room * size);
  memset(grown + *terms * size, 0, (room - *terms) * size);
  *terms = room;
  return grown;
}
