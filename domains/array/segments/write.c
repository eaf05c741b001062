/* Assignment to cells: the segments in which the cells may lie are joined, then cut at the first
 * cell and behind the last one [cousot2011, sec. 7]. */
#include "segments.h"
#include <stb/stb_ds.h>

/* The position, between low and high, of a set of expressions that equal `sum`. */
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

/* Returns the bound one behind `first`. If `first` equals the bound `low`, uses the set of `low`,
 * to keep the order of its sums. */
static bound one_behind(const order *o, const segmentation *s, const place *first, uint32_t low) {
  if (first->is_low) return bound_plus(o->d, &s->bounds[low], 1, false);
  return bound_plus(o->d, &first->set, 1, false);
}

/* The cells first <= j < behind. */
typedef struct cell_range {
  az_sum first, behind;
  bool single; /* `behind` is first + 1 */
} cell_range;

/* Replaces the segments low .. high-1 by three: [low, first) [first, behind) [behind, high). */
static void cut(const order *o, segmentation *s, uint32_t low, uint32_t high,
                const cell_range *cells, void *value) {
  const az_sum *first = &cells->first, *behind = &cells->behind;
  const bool single = cells->single;
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

/* Returns whether an access at the index `first` is known to lie outside the array. */
static bool is_outside(const order *o, const segmentation *a, const az_sum *first) {
  az_sum zero = {0};
  return order_at_most(o, first, &zero, 1) ||
         order_bound_sum(o, &a->bounds[segmentation_last(a)], first, 0);
}

/* Refines the index of an access, assuming that the access is within the array. An access that is
 * certainly outside changes no array, and nothing follows from it. */
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

void segmentation_write_weakly(segmentation *s, uint32_t low, uint32_t high, void *value) {
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
  cell_range cells = {.single = behind == AZ_NO_TERM};
  az_sum *begin = &cells.first, *end = &cells.behind;
  bool known = segments_sum(d, s, first, true, begin);
  if (known && cells.single)
    *end = sum_plus(begin, 1);
  else
    known = known && segments_sum(d, s, behind, true, end);
  const order o = {.d = d, .s = s};
  if (known && is_outside(&o, a, begin)) {
    cells_free(a->cells, value);
    return;
  }
  if (known && d->accesses_within && !weak && !d->context->vars[array].several)
    rely_on_access(&o, a, begin, end);
  if (known) {
    uint32_t from, to;
    az_sum last = sum_plus(end, -1);
    segments_locate(&o, a, begin, &low, &to);
    segments_locate(&o, a, &last, &from, &high);
    if (high <= low) high = low + 1;
  }
  az_sum zero = {0};
  bool within = known && (d->accesses_within ||
                          (order_at_most(&o, &zero, begin, 0) &&
                           order_sum_bound(&o, end, &a->bounds[segmentation_last(a)], 0)));
  if (within && !weak && !d->context->vars[array].several && sum_admitted(d, begin) &&
      sum_admitted(d, end) && !(!cells.single && !order_at_most(&o, begin, end, 0)))
    cut(&o, a, low, high, &cells, value);
  else
    segmentation_write_weakly(a, low, high, value);
}
