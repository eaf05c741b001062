/* A tuple of a cell, its index, the variables, and the cells of other arrays at the same index, as
 * a segment describes it [cousot2011, "segmentation relational analyses"]. Translates terms over
 * variables and cells into terms over the tuple, and refines the tuple by the state. */
#include "tuple.h"
#include <stb/stb_ds.h>

/* ---- terms over a tuple ---------------------------------------------------------------------- */

uint32_t tuple_array(const segments *d, const state *s, az_term select) {
  uint32_t a = d->context->var_of(d->context, az_operand(d->context->store, select, 0));
  return a != AZ_NONE && state_array(s, a) && segmentation_last(state_array(s, a)) ? a : AZ_NONE;
}

/* The order oracle relates two pointers that move through their arrays in step. */
bool tuple_is_at(const segments *d, const state *s, az_term index, const az_sum *sum) {
  az_sum at;
  if (!sum || !segments_sum(d, s, index, true, &at)) return false;
  const order o = {.d = d, .s = s};
  return az_sum_equal(&at, sum) ||
         (order_at_most(&o, &at, sum, 0) && order_at_most(&o, sum, &at, 0));
}

/* Returns the term that represents the cell: a variable of the context, or a fresh term. */
static az_term cell_in(tuple *t, az_term select) {
  const segments *d = t->d;
  az_store *store = d->context->store;
  const cell_domain *c = t->cells;
  uint32_t array = tuple_array(d, t->s, select);
  az_sort sort = az_sort_of(store, select);
  if (array != AZ_NONE && tuple_is_at(d, t->s, az_operand(store, select, 1), t->index)) {
    if (array == t->array) return c->vars[t->own].term;
    if (c->of[array] != AZ_NONE) return c->vars[c->of[array]].term;
  }
  if (array != AZ_NONE && sort == az_sort_of(store, c->vars[CELL_READ].term) &&
      (!t->read || t->read == select) && (t->array == AZ_NONE || t->own != CELL_READ)) {
    t->read = select;
    return c->vars[CELL_READ].term;
  }
  return az_fresh(store, sort, "unknown");
}

az_term tuple_term(tuple *t, az_term term) {
  az_store *store = t->d->context->store;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  az_subst *subst = NULL;
  az_visit_add(visit, term);
  for (az_term x; (x = az_visit_next(visit));) {
    if (az_kind_of(store, x) != AZ_K_SELECT) continue;
    az_visit_skip(visit);
    if (!subst) subst = az_subst_new(store);
    az_subst_bind(subst, x, cell_in(t, x));
  }
  az_visit_free(visit);
  if (!subst) return term;
  term = az_subst_apply(subst, term);
  az_subst_free(subst);
  return term;
}

/* ---- what a tuple learns --------------------------------------------------------------------- */

typedef struct refinement {
  const tuple *t;
  void *cell;
} refinement;

static void refine_by_variable(void *ctx, az_term var) {
  const refinement *to = ctx;
  const segments *d = to->t->d;
  uint32_t v = d->context->var_of(d->context, var);
  if (v == AZ_NONE || d->context->vars[v].kind != AZ_ABSTRACT_NUMBER) return;
  az_facts f = segments_facts(d, to->t->s, var, d->context->vars[v].is_signed);
  /* A variable without an instance has the value bottom, which implies nothing about the cells. */
  if (!f.none) CELLS(to->t->cells, refine, to->cell, to->t->cells->of[v], f);
}

void tuple_refine(const tuple *t, void *cell, az_term term) {
  refinement to = {t, cell};
  az_free_vars(t->d->context->store, &term, 1, refine_by_variable, &to);
}

static void forget_cells(const cell_domain *c, void *cell) {
  for (uint32_t v = CELL_OWN; v < c->last_cell; v++) CELLS(c, remove, cell, v);
}

/* Returns the cell that is read elsewhere, with its relations; NULL if the cells of its array have
 * another form. */
static void *read_elsewhere(const tuple *t) {
  const segments *d = t->d;
  const cell_domain *c = t->cells;
  az_store *store = d->context->store;
  if (!t->read) return NULL;
  uint32_t array = tuple_array(d, t->s, t->read);
  if (d->arrays[array].cells != c) return NULL;
  void *cell = segments_read(d, t->s, array, az_operand(store, t->read, 1));
  CELLS(c, remove, cell, CELL_INDEX);
  forget_cells(c, cell);
  CELLS(c, rename, cell, CELL_VALUE, CELL_READ);
  return cell;
}

void cells_meet_and_free(const cell_domain *c, void *cell, void *with) {
  if (with) CELLS(c, meet, cell, with);
  cells_free(c, with);
}

void tuple_learn_read(const tuple *t, void *cell) {
  if (!t->read) return;
  cells_meet_and_free(t->cells, cell, read_elsewhere(t));
  const az_abstract_variable *read = &t->cells->vars[CELL_READ];
  CELLS(t->cells, refine, cell, CELL_READ, segments_facts(t->d, t->s, t->read, read->is_signed));
}

void tuple_equal(const cell_domain *c, void *cell, az_term x, az_term y) {
  az_store *store = c->outer->store;
  if (az_sort_of(store, x) == az_sort_of(store, y)) CELLS(c, assume, cell, az_eq(store, x, y));
}

/* ---- segments -------------------------------------------------------------------------------- */

void segments_each(const segments *d, state *s,
                   void (*change)(void *ctx, const segmentation *a, uint32_t array,
                                  uint32_t segment),
                   void *ctx) {
  if (d->relate == RELATE_NOTHING) return;
  for (uint32_t a = 0; (a = state_next_array(s, a)) != AZ_NONE; a++) {
    segmentation *own = segmentation_own(d, s, a);
    for (uint32_t i = 0; i < segmentation_last(own); i++)
      if (!CELLS(own->cells, is_bottom, own->values[i])) change(ctx, own, a, i);
  }
}
