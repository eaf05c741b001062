/* Assignment to cells: the segments in which they may lie are joined, and cut at the first cell and
 * behind the last one [cousot2011, sec. 7]. */
#include "segments.h"
#include <stb/stb_ds.h>

/* Where a set of expressions that equal `sum` stands between low and high. */
typedef struct place {
  bound set;
  bool is_low, is_high; /* equal to the bound low, to high */
} place;

static place place_of(const order *o, const segmentation *s, const az_sum *sum, uint32_t low,
                      uint32_t high) {
  const bound *at_low = &s->bounds[low], *at_high = &s->bounds[high];
  place p = {.set = bound_of(sum, false)};
  p.is_low = bound_has(at_low, sum) || order_sum_bound(o, sum, at_low, 0);
  p.is_high = !p.is_low && (bound_has(at_high, sum) || order_bound_sum(o, at_high, sum, 0));
  if (p.is_low) bound_add_all(o->d, &p.set, at_low);
  if (p.is_high) bound_add_all(o->d, &p.set, at_high);
  return p;
}

/* The sums stand in the order in which a set has them when they come from its expressions. */
static bound one_behind(const order *o, const segmentation *s, const place *first, uint32_t low) {
  if (first->is_low) return bound_plus(o->d, &s->bounds[low], 1, false);
  return bound_plus(o->d, &first->set, 1, false);
}

/* The segments low .. high-1, joined to one, become [low, first) [first, behind) [behind, high).
 * `single`: behind is first + 1. */
static void cut(const order *o, segmentation *s, uint32_t low, uint32_t high, const az_sum *first,
                const az_sum *behind, bool single, void *value) {
  segmentation_join_range(o->d, s, low, high);
  high = low + 1;
  place begin = place_of(o, s, first, low, high), end = place_of(o, s, behind, low, high);
  bool low_apart = order_bound_sum(o, &s->bounds[low], first, 1);
  bool high_apart = order_sum_bound(o, behind, &s->bounds[high], 1);
  bool inside_apart = single || order_at_most(o, first, behind, 1);
  if (end.is_low || begin.is_high) { /* a range without cells */
    bound_free(&begin.set), bound_free(&end.set);
    cells_free(s->cells, value);
    return;
  }
  if (end.is_high) {
    bound_grow(o->d, &s->bounds[high], behind);
    bound_free(&end.set);
  } else {
    bound set = single ? one_behind(o, s, &begin, low) : end.set;
    if (single) {
      bound_free(&end.set);
      bound_add(o->d, &set, behind);
    }
    set.maybe = true;
    segmentation_split(s, low, set, !high_apart);
  }
  uint32_t written = low;
  if (begin.is_low) {
    bound_grow(o->d, &s->bounds[low], first);
    bound_free(&begin.set);
  } else {
    begin.set.maybe = !low_apart;
    segmentation_split(s, low, begin.set, true);
    written = low + 1;
  }
  s->bounds[written + 1].maybe = !inside_apart;
  cells_free(s->cells, s->values[written]);
  s->values[written] = value;
}

/* Does no such access lie within the array? */
static bool is_outside(const order *o, const segmentation *a, const az_sum *first) {
  az_sum zero = {0};
  return order_at_most(o, first, &zero, 1) ||
         order_bound_sum(o, &a->bounds[segmentation_last(a)], first, 0);
}

/* An access that is within the array says so of its index. One that is not, for certain, changes no
 * array, and nothing follows from it. */
static void rely_on_access(const order *o, const segmentation *a, const az_sum *first,
                           const az_sum *behind) {
  const segments *d = o->d;
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, o->s);
  if (first->count != 1 || (first->of[0].coefficient != 1)) return;
  uint32_t v = d->context->var_of(d->context, first->of[0].var);
  if (v == AZ_NONE) return;
  const bound *last = &a->bounds[segmentation_last(a)];
  az_facts f = az_facts_any(d->context->vars[v].bits, first->of[0].is_signed);
  if (f.least < -first->constant) f.least = -first->constant;
  if (sum_same_part(first, behind))
    for (size_t i = 0; i < arrlenu(last->of); i++) {
      az_facts length = az_sum_facts(&last->of[i], &oracle);
      az_wide greatest = length.greatest - behind->constant;
      if (!length.none && greatest < f.greatest) f.greatest = greatest;
    }
  az_facts now = oracle.facts(oracle.ctx, first->of[0].var, first->of[0].is_signed);
  if (f.least > f.greatest || az_facts_meet(now, f).none) return;
  d->variables.ops->refine(d->variables.self, o->s->variables, v, f);
}

void segments_access(const segments *d, state *s, uint32_t array, az_term index) {
  const segmentation *a = state_array(s, array);
  az_sum sum;
  if (!a || !d->accesses_within || !segments_sum(d, s, index, true, &sum)) return;
  az_sum behind = sum_plus(&sum, 1);
  const order o = {.d = d, .s = s};
  if (!is_outside(&o, a, &sum)) rely_on_access(&o, a, &sum, &behind);
}

static void write_weakly(segmentation *s, uint32_t low, uint32_t high, void *value) {
  for (uint32_t i = low; i < high; i++)
    s->cells->domain.ops->join(s->cells->domain.self, s->values[i], value);
  cells_free(s->cells, value);
}

void segments_write(const segments *d, state *s, uint32_t array, az_term first, az_term behind,
                    void *value, bool weak) {
  segmentation *a = segmentation_own(d, s, array);
  if (!a || !segmentation_last(a)) {
    cells_free(d->arrays[array].cells, value);
    return;
  }
  uint32_t low = 0, high = segmentation_last(a);
  az_sum begin, end;
  bool known = segments_sum(d, s, first, true, &begin);
  if (known && behind == AZ_NO_TERM)
    end = sum_plus(&begin, 1);
  else
    known = known && segments_sum(d, s, behind, true, &end);
  const order o = {.d = d, .s = s};
  if (known && is_outside(&o, a, &begin)) {
    cells_free(a->cells, value);
    return;
  }
  if (known && d->accesses_within && !weak && !d->context->vars[array].several)
    rely_on_access(&o, a, &begin, &end);
  if (known) {
    uint32_t from, to;
    az_sum last = sum_plus(&end, -1);
    segments_locate(&o, a, &begin, &low, &to);
    segments_locate(&o, a, &last, &from, &high);
    if (high <= low) high = low + 1;
  }
  az_sum zero = {0};
  bool within = known && (d->accesses_within ||
                          (order_at_most(&o, &zero, &begin, 0) &&
                           order_sum_bound(&o, &end, &a->bounds[segmentation_last(a)], 0)));
  if (within && !weak && !d->context->vars[array].several && sum_admitted(d, &begin) &&
      sum_admitted(d, &end) && !(behind != AZ_NO_TERM && !order_at_most(&o, &begin, &end, 0)))
    cut(&o, a, low, high, &begin, &end, behind == AZ_NO_TERM, value);
  else
    write_weakly(a, low, high, value);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A cell of an array with elements of the same form: its value as it is, not through facts. */
static void *copied(const segments *d, const state *s, uint32_t array, az_term value) {
  az_store *store = d->context->store;
  if (az_kind_of(store, value) != AZ_K_SELECT) return NULL;
  uint32_t other = d->context->var_of(d->context, az_operand(store, value, 0));
  if (other == AZ_NONE || !state_array(s, other) ||
      d->arrays[other].cells != d->arrays[array].cells)
    return NULL;
  const cell_domain *cells = d->arrays[array].cells;
  void *cell = segments_read(d, s, other, az_operand(store, value, 1));
  cells->domain.ops->assign(cells->domain.self, cell, CELL_INDEX, AZ_NO_TERM, false);
  return cell;
}

void *segments_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term behind, az_term value) {
  const cell_domain *cells = d->arrays[array].cells;
  const az_transfer *t = &cells->domain;
  void *cell = value && !cells->of ? copied(d, s, array, value) : NULL;
  if (!cell) cell = cells_top(cells);
  relations_written(d, s, array, behind ? AZ_NO_TERM : index, value, cell);
  if (value) {
    const az_abstract_variable *v = &cells->vars[CELL_VALUE];
    t->ops->refine(t->self, cell, CELL_VALUE, segments_facts(d, s, value, v->is_signed));
  }
  if (index) {
    az_facts f = segments_facts(d, s, index, false);
    if (behind) { /* the last of them is one before */
      az_facts last = segments_facts(d, s, behind, false);
      f = az_facts_join(f, last);
      f.modulus = 1, f.rest = 0;
      if (!f.none && f.greatest > f.least) f.greatest--;
    }
    t->ops->refine(t->self, cell, CELL_INDEX, f);
  }
  return cell;
}

/* The same cells as in another array that is as long. */
static segmentation *copy_of(const segments *d, const state *s, uint32_t array, uint32_t other) {
  const segmentation *a = state_array(s, array), *b = state_array(s, other);
  if (!b || a->cells != b->cells || !segmentation_last(b)) return NULL;
  const bound *end = &a->bounds[segmentation_last(a)];
  const order o = {.d = d, .s = s};
  if (!order_bounds(&o, end, &b->bounds[segmentation_last(b)], 0)) return NULL;
  if (!order_bounds(&o, &b->bounds[segmentation_last(b)], end, 0)) return NULL;
  segmentation *copy = segmentation_copy(b);
  bound *last = &copy->bounds[segmentation_last(copy)];
  bool maybe = last->maybe;
  bound_free(last);
  *last = bound_copy(end);
  last->maybe = maybe;
  return copy;
}

/* One segment: all cells have some value of `other`, or that of the term. */
static segmentation *smashed(const segments *d, const state *s, uint32_t array, uint32_t other,
                             az_term value) {
  const segmentation *a = state_array(s, array);
  const cell_domain *cells = a->cells;
  void *cell;
  if (other != AZ_NONE) {
    const segmentation *b = state_array(s, other);
    cell = cells_bottom(cells);
    for (size_t i = 0; b && b->cells == cells && i < arrlenu(b->values); i++)
      cells->domain.ops->join(cells->domain.self, cell, b->values[i]);
    if (!b || b->cells != cells) {
      cells_free(cells, cell);
      cell = cells_top(cells);
    }
  } else {
    cell = segments_written(d, s, array, AZ_NO_TERM, AZ_NO_TERM, value);
  }
  segmentation *all = segmentation_new(cells);
  uint32_t last = segmentation_last(a);
  bool maybe = true;
  for (uint32_t i = 1; i <= last; i++) maybe = maybe && a->bounds[i].maybe;
  segmentation_append(all, NULL, bound_copy(&a->bounds[0]));
  bound end = bound_copy(&a->bounds[last]);
  end.maybe = maybe;
  segmentation_append(all, cell, end);
  return all;
}

void segments_fill(const segments *d, state *s, uint32_t array, az_term value, bool weak) {
  if (!state_array(s, array) || !segmentation_last(state_array(s, array))) return;
  uint32_t other = AZ_NONE;
  az_store *store = d->context->store;
  if (value && az_kind_of(store, value) == AZ_K_SELECT &&
      az_operand(store, value, 1) == d->context->vars[array].index)
    other = d->context->var_of(d->context, az_operand(store, value, 0));
  relations_forget(d, s, array);
  if (weak || d->context->vars[array].several) {
    segmentation *all = smashed(d, s, array, other, value), *a = segmentation_own(d, s, array);
    relations_copied(d, all, array, other);
    write_weakly(a, 0, segmentation_last(a), cells_copy(a->cells, all->values[0]));
    segmentation_free(all);
    return;
  }
  segmentation *filled = other != AZ_NONE ? copy_of(d, s, array, other) : NULL;
  if (!filled) filled = smashed(d, s, array, other, value);
  relations_copied(d, filled, array, other);
  state_put_array(d, s, array, filled);
}
