/* The order of bound expressions, e + c <= e', decided in levels [cousot2011, sec. 6]: by the
 * constant by which they differ; by facts about the variables; by the positions of bounds in the
 * segmentations of all arrays; by a relational domain of the variables. Also reduces segmentations
 * by that order. */
#include "segments.h"
#include <stb/stb_ds.h>

az_facts variable_facts(const segments *d, const state *s, az_term var, bool is_signed) {
  if (d->context->var_of(d->context, var) == AZ_NONE)
    return az_facts_any(az_sort_width(az_sort_of(d->context->store, var)), is_signed);
  return d->variables.ops->facts(d->variables.self, s->variables, var, is_signed);
}

static az_facts facts_of_summand(void *ctx, az_term var, bool is_signed) {
  const order *o = ctx;
  return variable_facts(o->d, o->s, var, is_signed);
}

/* Computes y - x - given. */
static bool difference(const az_sum *x, const az_sum *y, const az_sum *given, az_sum *out) {
  return az_sum_add(y, x, -1, out) && (!given || az_sum_add(out, given, -1, out));
}

static bool at_least(const order *o, const az_sum *d, az_wide gap) {
  if (!d->count) return d->constant >= gap;
  if (o->d->order < ORDER_VARIABLES) return false;
  az_oracle oracle = {facts_of_summand, (void *)(uintptr_t)o};
  az_facts f = az_sum_facts(d, &oracle);
  return !f.none && f.least >= gap;
}

/* Returns whether x + gap <= y because of bounds that differ from x and y only by constants. */
static bool by_segmentation(const segmentation *s, const az_sum *x, const az_sum *y, az_wide gap) {
  for (size_t p = 0; p < arrlenu(s->bounds); p++)
    for (size_t i = 0; i < arrlenu(s->bounds[p].of); i++) {
      const az_sum *e = &s->bounds[p].of[i];
      if (!sum_same_part(e, x)) continue;
      az_wide apart = e->constant - x->constant; /* known least distance from x to y */
      for (size_t q = p; q < arrlenu(s->bounds); q++) {
        if (q > p) apart += !s->bounds[q].maybe;
        for (size_t k = 0; k < arrlenu(s->bounds[q].of); k++) {
          const az_sum *f = &s->bounds[q].of[k];
          if (sum_same_part(f, y) && apart + (y->constant - f->constant) >= gap) return true;
        }
      }
    }
  return false;
}

bool order_at_most(const order *o, const az_sum *x, const az_sum *y, az_wide gap) {
  az_sum d;
  bool known = difference(x, y, NULL, &d);
  if (known && !d.count) return d.constant >= gap;
  if (known && at_least(o, &d, gap)) return true;
  if (o->given && difference(x, y, o->given, &d) && at_least(o, &d, gap)) return true;
  if (o->d->order < ORDER_SEGMENTS) return false;
  for (uint32_t a = 0; (a = state_next_array(o->s, a)) != AZ_NONE; a++)
    if (by_segmentation(state_array(o->s, a), x, y, gap)) return true;
  if (o->d->order < ORDER_RELATIONAL || !o->d->variables.ops->at_most) return false;
  az_sum above = sum_plus(x, gap);
  return o->d->variables.ops->at_most(o->d->variables.self, o->s->variables, &above, y) == AZ_YES;
}

bool order_sum_bound(const order *o, const az_sum *x, const bound *y, az_wide gap) {
  for (size_t i = 0; i < arrlenu(y->of); i++)
    if (order_at_most(o, x, &y->of[i], gap)) return true;
  return false;
}

bool order_bound_sum(const order *o, const bound *x, const az_sum *y, az_wide gap) {
  for (size_t i = 0; i < arrlenu(x->of); i++)
    if (order_at_most(o, &x->of[i], y, gap)) return true;
  return false;
}

bool order_bounds(const order *o, const bound *x, const bound *y, az_wide gap) {
  for (size_t i = 0; i < arrlenu(x->of); i++)
    if (order_sum_bound(o, &x->of[i], y, gap)) return true;
  return false;
}

/* Returns whether the given relation may add to what is known about the bound. */
static bool concerned(const az_sum *given, const bound *b) {
  for (size_t i = 0; i < arrlenu(b->of); i++)
    for (uint32_t k = 0; k < given->count; k++)
      if (sum_has(&b->of[i], given->of[k].var)) return true;
  return false;
}

/* Returns whether high <= low follows from the given relation alone. */
static bool given_equal(const az_sum *given, const bound *low, const bound *high) {
  if (!concerned(given, low) && !concerned(given, high)) return false;
  for (size_t i = 0; i < arrlenu(high->of); i++)
    for (size_t k = 0; k < arrlenu(low->of); k++) {
      az_sum rest;
      if (difference(&high->of[i], &low->of[k], given, &rest) && !rest.count && rest.constant >= 0)
        return true;
    }
  return false;
}

/* Bounds that are not neighbours can be equal only because of the given relation. */
static void merge_by_given(const order *o, segmentation *s) {
  for (uint32_t low = 0; low + 1 < arrlenu(s->bounds); low++)
    for (uint32_t high = segmentation_last(s); high > low + 1; high--)
      if (given_equal(o->given, &s->bounds[low], &s->bounds[high])) {
        segmentation_merge(o->d, s, low, high);
        break;
      }
}

bool order_reduces(const order *o, const segmentation *s) {
  const az_transfer *t = &s->cells->domain;
  for (uint32_t i = 1; i < arrlenu(s->bounds); i++) {
    const bound *low = &s->bounds[i - 1], *high = &s->bounds[i];
    if (!high->maybe) {
      if (t->ops->is_bottom(t->self, s->values[i - 1])) return true;
    } else if (!o->given || concerned(o->given, low) || concerned(o->given, high)) {
      if (order_bounds(o, high, low, 0) || order_bounds(o, low, high, 1)) return true;
    }
    for (uint32_t k = i + 1; o->given && k < arrlenu(s->bounds); k++)
      if (given_equal(o->given, low, &s->bounds[k])) return true;
  }
  return false;
}

bool order_reduce(const order *o, segmentation *s) {
  if (o->given) merge_by_given(o, s);
  for (uint32_t i = 1; i < arrlenu(s->bounds);) {
    bound *low = &s->bounds[i - 1], *high = &s->bounds[i];
    if (!high->maybe) {
      if (s->cells->domain.ops->is_bottom(s->cells->domain.self, s->values[i - 1])) return false;
    } else if (!o->given || concerned(o->given, low) || concerned(o->given, high)) {
      if (order_bounds(o, high, low, 0)) {
        segmentation_merge(o->d, s, i - 1, i);
        if (i > 1) i--; /* the set has more expressions now */
        continue;
      }
      if (order_bounds(o, low, high, 1)) {
        high->maybe = false;
        continue; /* repeats i: its cells must have a value */
      }
    }
    i++;
  }
  return true;
}
