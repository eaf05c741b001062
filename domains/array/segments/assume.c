/* Tests [cousot2011, sec. 7]. A condition on variables is passed to their domain. A condition on
 * two expressions orders bounds; a condition on a cell narrows the segment of only this cell. */
#include "tuple.h"
#include <stb/stb_ds.h>

enum { DEPTH = 16 };

void segments_set_bottom(const segments *d, state *s) {
  s->bottom = true;
  s->restarted = false;
  state_forget_arrays(s);
  d->variables.ops->set_bottom(d->variables.self, s->variables);
}

/* ---- order of two expressions ---------------------------------------------------------------- */

static void reduce_all(const order *o, state *s) {
  if (o->d->reduce == REDUCE_NEVER) return;
  for (uint32_t a = 0; !s->bottom && (a = state_next_array(s, a)) != AZ_NONE; a++)
    if (order_reduces(o, state_array(s, a)) && !order_reduce(o, segmentation_own(o->d, s, a)))
      segments_set_bottom(o->d, s);
}

/* Assumes x = y: x enters the sets that contain y, and y the sets that contain x. */
static void enter_equal(const segments *d, state *s, const az_sum *x, const az_sum *y) {
  for (uint32_t a = 0; !s->bottom && (a = state_next_array(s, a)) != AZ_NONE; a++) {
    const segmentation *of = state_array(s, a);
    uint32_t of_x = segmentation_position(of, x), of_y = segmentation_position(of, y);
    if ((of_x == AZ_NONE) == (of_y == AZ_NONE)) continue;
    segmentation *own = segmentation_own(d, s, a);
    bound_grow(d, &own->bounds[of_x == AZ_NONE ? of_y : of_x], of_x == AZ_NONE ? x : y);
  }
}

/* Assumes x + gap <= y. */
static void assume_at_most(const segments *d, state *s, const az_sum *x, const az_sum *y,
                           az_wide gap) {
  az_sum given;
  if (!az_sum_add(y, x, -1, &given)) return;
  given.constant -= gap;
  const order before = {.d = d, .s = s}, with = {.d = d, .s = s, .given = &given};
  if (order_at_most(&before, y, x, 1 - gap)) {
    segments_set_bottom(d, s);
    return;
  }
  reduce_all(&with, s);
  /* If the variables' domain implies the opposite inequality, the two are equal. If only the
   * segmentations imply that inequality, the sets are merged. */
  az_sum lower = sum_plus(x, gap);
  const az_transfer_ops *ops = d->variables.ops;
  if (d->order >= ORDER_RELATIONAL && ops->at_most && !s->bottom &&
      ops->at_most(d->variables.self, s->variables, y, &lower) == AZ_YES)
    enter_equal(d, s, &lower, y);
}

static void assume_equal(const segments *d, state *s, const az_sum *x, const az_sum *y) {
  assume_at_most(d, s, x, y, 0);
  if (!s->bottom) assume_at_most(d, s, y, x, 0);
  enter_equal(d, s, x, y);
}

/* Assumes x != y. */
static void assume_apart(const segments *d, state *s, const az_sum *x, const az_sum *y) {
  const order o = {.d = d, .s = s};
  bool low = order_at_most(&o, x, y, 0), high = order_at_most(&o, y, x, 0);
  if (low && high)
    segments_set_bottom(d, s);
  else if (low)
    assume_at_most(d, s, x, y, 1);
  else if (high)
    assume_at_most(d, s, y, x, 1);
}

static void assume_orders(const segments *d, state *s, az_term t, bool holds, int depth) {
  az_store *store = d->context->store;
  if (s->bottom || depth > DEPTH || !az_arity(store, t)) return;
  az_kind kind = az_kind_of(store, t);
  az_term a = az_operand(store, t, 0), b = az_arity(store, t) > 1 ? az_operand(store, t, 1) : a;
  if (kind == AZ_K_NOT) {
    assume_orders(d, s, a, !holds, depth + 1);
  } else if (kind == AZ_K_AND && holds) {
    assume_orders(d, s, a, true, depth + 1);
    assume_orders(d, s, b, true, depth + 1);
  } else if (kind == AZ_K_BV_SLT || kind == AZ_K_BV_ULT) {
    az_sum x, y;
    bool is_signed = kind == AZ_K_BV_SLT;
    if (!segments_sum(d, s, a, is_signed, &x) || !segments_sum(d, s, b, is_signed, &y)) return;
    if (holds)
      assume_at_most(d, s, &x, &y, 1);
    else
      assume_at_most(d, s, &y, &x, 0);
  } else if (kind == AZ_K_EQ && az_sort_kind_of(az_sort_of(store, a)) == AZ_SORT_BV) {
    az_sum x, y;
    for (int is_signed = 1; is_signed >= 0; is_signed--) {
      if (!segments_sum(d, s, a, is_signed, &x) || !segments_sum(d, s, b, is_signed, &y)) continue;
      if (holds)
        assume_equal(d, s, &x, &y);
      else
        assume_apart(d, s, &x, &y);
      return;
    }
  }
}

/* ---- cells ----------------------------------------------------------------------------------- */

typedef struct narrowing {
  const segments *d;
  state *s;
} narrowing;

static void narrow_cell(const segments *d, state *s, az_term leaf, az_facts facts) {
  az_store *store = d->context->store;
  az_term index = az_operand(store, leaf, 1);
  uint32_t array = d->context->var_of(d->context, az_operand(store, leaf, 0));
  az_sum sum;
  if (array == AZ_NONE || !state_array(s, array) || d->context->vars[array].several) return;
  if (!segments_sum(d, s, index, true, &sum) || !sum_admitted(d, &sum)) return;
  const cell_domain *cells = d->arrays[array].cells;
  void *value = segments_read(d, s, array, index);
  cells->domain.ops->refine(cells->domain.self, value, CELL_VALUE, facts);
  if (cells->domain.ops->is_bottom(cells->domain.self, value)) {
    cells_free(cells, value);
    segments_set_bottom(d, s);
    return;
  }
  segments_write(d, s, array, index, AZ_NO_TERM, value, false);
}

static void narrow_leaf(void *ctx, az_term leaf, bool is_signed, az_facts facts) {
  const narrowing *n = ctx;
  const segments *d = n->d;
  if (n->s->bottom || facts.none) return;
  if (az_kind_of(d->context->store, leaf) == AZ_K_SELECT) {
    uint32_t array = d->context->var_of(d->context, az_operand(d->context->store, leaf, 0));
    if (array != AZ_NONE && d->context->vars[array].is_signed == is_signed)
      narrow_cell(d, n->s, leaf, facts);
    return;
  }
  uint32_t v = d->context->var_of(d->context, leaf);
  if (v == AZ_NONE || d->context->vars[v].is_signed != is_signed) return;
  d->variables.ops->refine(d->variables.self, n->s->variables, v, facts);
}

/* ---- relations of cells ---------------------------------------------------------------------- */

typedef struct assumption {
  const segments *d;
  const state *s;
  az_term condition;
} assumption;

static void assume_in(void *ctx, const segmentation *a, uint32_t array, uint32_t segment) {
  const assumption *is = ctx;
  tuple t = {.d = is->d, .s = is->s, .cells = a->cells};
  (void)array;
  tuple_refine(&t, a->values[segment], is->condition);
  CELLS(a->cells, assume, a->values[segment], is->condition);
}

/* Returns whether a cell of the segment with this index may satisfy the condition. */
static bool can_be_in(const segments *d, state *s, uint32_t array, uint32_t segment, az_term index,
                      const az_sum *sum, az_term condition) {
  const cell_domain *c = d->arrays[array].cells;
  tuple t = {.d = d, .s = s, .cells = c, .array = array, .index = sum, .own = CELL_VALUE};
  void *cell = cells_copy(c, state_array(s, array)->values[segment]);
  az_term translated = tuple_term(&t, condition);
  tuple_refine(&t, cell, translated);
  tuple_refine(&t, cell, index);
  tuple_equal(c, cell, c->vars[CELL_INDEX].term, index);
  CELLS(c, assume, cell, translated);
  bool can = !CELLS(c, is_bottom, cell);
  cells_free(c, cell);
  return can;
}

/* Assumes x < y in the variables' domain, over terms of 64 bits, which suffice for both sums. */
static void assume_before(const segments *d, state *s, const az_sum *x, const az_sum *y) {
  az_store *store = d->context->store;
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, s);
  const az_sum *sums[] = {x, y};
  for (int i = 0; i < 2; i++) {
    az_facts f = az_sum_facts(sums[i], &oracle);
    if (f.none || f.least < INT32_MIN || f.greatest > INT64_MAX) return;
  }
  const az_term sum_y = az_sum_term(store, y, 64);
  segments_assume(d, s, az_bv_slt(store, az_sum_term(store, x, 64), sum_y));
}

/* Excludes segments at both ends of the range in which the index may lie, as long as no cell in
 * them satisfies the condition. */
static void exclude_segments(const segments *d, state *s, uint32_t array, az_term index,
                             const az_sum *sum, az_term condition) {
  for (int last = 0; last < 2 && !s->bottom; last++) {
    uint32_t low, high;
    const order o = {.d = d, .s = s};
    const segmentation *a = state_array(s, array);
    segments_locate(&o, a, sum, &low, &high);
    uint32_t segment = last ? high - 1 : low;
    if (high <= low + 1 || can_be_in(d, s, array, segment, index, sum, condition)) continue;
    if (segment == 0 || segment + 1 == segmentation_last(a)) continue;
    az_sum border = a->bounds[last ? segment : segment + 1].of[0], behind = sum_plus(sum, 1);
    assume_before(d, s, last ? sum : &border, last ? &border : &behind);
  }
}

/* Assumes the condition for the cell that is read. */
static void assume_of_cell(const segments *d, state *s, az_term select, az_term condition) {
  az_term index = az_operand(d->context->store, select, 1);
  uint32_t array = tuple_array(d, s, select);
  az_sum sum;
  if (array == AZ_NONE || d->context->vars[array].several ||
      !segments_sum(d, s, index, true, &sum) || !sum_admitted(d, &sum))
    return;
  exclude_segments(d, s, array, index, &sum, condition);
  if (s->bottom) return;
  const cell_domain *c = d->arrays[array].cells;
  tuple t = {.d = d, .s = s, .cells = c, .array = array, .index = &sum, .own = CELL_VALUE};
  void *cell = segments_read(d, s, array, index);
  az_term translated = tuple_term(&t, condition);
  tuple_learn_read(&t, cell);
  tuple_refine(&t, cell, translated);
  tuple_refine(&t, cell, index);
  tuple_equal(c, cell, c->vars[CELL_INDEX].term, index);
  CELLS(c, assume, cell, translated);
  CELLS(c, remove, cell, CELL_READ);
  if (!CELLS(c, is_bottom, cell)) {
    segments_write(d, s, array, index, AZ_NO_TERM, cell, false);
    return;
  }
  cells_free(c, cell);
  segments_set_bottom(d, s);
}

enum { MOST_CELLS = 4 }; /* maximum number of cells in a condition */

static void assume_relations(const segments *d, state *s, az_term condition) {
  az_store *store = d->context->store;
  if (d->relate == RELATE_NOTHING) return;
  az_term cells[MOST_CELLS];
  uint32_t count = 0;
  az_visit *visit = az_visit_new(store, AZ_VISIT_PRE);
  az_visit_add(visit, condition);
  for (az_term x; (x = az_visit_next(visit));) {
    if (az_kind_of(store, x) != AZ_K_SELECT) continue;
    az_visit_skip(visit);
    if (count < MOST_CELLS) cells[count++] = x;
  }
  az_visit_free(visit);
  for (uint32_t i = 0; i < count && !s->bottom; i++) assume_of_cell(d, s, cells[i], condition);
  if (count || s->bottom) return;
  assumption is = {d, s, condition};
  segments_each(d, s, assume_in, &is);
}

void segments_assume(const segments *d, state *s, az_term condition) {
  const az_transfer *t = &d->variables;
  t->ops->assume(t->self, s->variables, condition);
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, s);
  narrowing n = {d, s};
  bool can = az_facts_assume(d->context->store, condition, &oracle, narrow_leaf, &n);
  if (!can || t->ops->is_bottom(t->self, s->variables))
    segments_set_bottom(d, s);
  else
    assume_orders(d, s, condition, true, 0);
  if (!s->bottom) assume_relations(d, s, condition);
  if (!s->bottom && t->ops->is_bottom(t->self, s->variables)) segments_set_bottom(d, s);
}
