/* Unification of two segmentations [cousot2011, sec. 8]: both get the same bounds. A bound of only
 * one operand is either placed in the other by the order oracle, which splits a segment, or
 * dropped, which joins the segments beside the bound. An expression of both operands has a position
 * in each. The common bounds are a longest sequence of such pairs of positions that ascends in
 * both. Where the sequence stays at a position of one operand, this operand gets an empty segment:
 *
 *   {0,i} T {10,n}  and  {0,i-1} 0 {1,i} T {10,n}  have the bounds  {0} {i}? {10,n}.
 *
 * Each result describes at least what its operand describes. The results are neither optimal nor
 * monotone in the operands: a weaker operand may have other bounds, and these may determine where a
 * bound of the other operand is placed. Sequences of widenings terminate nevertheless: each keeps
 * only expressions of its left operand, which have finitely many partitions into sets. */
#include "segments.h"
#include <stb/stb_ds.h>

static bool in_common(const bound *b, const segmentation *s) {
  for (size_t i = 0; i < arrlenu(s->bounds); i++)
    if (bound_meets(b, &s->bounds[i])) return true;
  return false;
}

static bool in_any(const segmentation *s, const az_sum *e) {
  return segmentation_position(s, e) != AZ_NONE;
}

/* Returns whether the sum has one known value. */
static bool constant_value(const order *o, const az_sum *sum, az_wide *value) {
  asked memory;
  az_oracle oracle = segments_oracle(&memory, o->d, o->s);
  az_facts f = az_sum_facts(sum, &oracle);
  return az_facts_is_value(&f, value);
}

/* For each sum in a set, adds the sums in which a variable is replaced by its known value: after
 * the loop over j, 200*i+j is 200*i+200. */
static void enter_folded(const order *o, segmentation *s) {
  for (size_t i = 0; i < arrlenu(s->bounds); i++)
    for (size_t k = 0, n = arrlenu(s->bounds[i].of); k < n; k++) {
      az_sum e = s->bounds[i].of[k], folded;
      for (uint32_t v = 0; e.count > 1 && v < e.count; v++) {
        az_sum one = {.count = 1, .of = {e.of[v]}}, constant = {0};
        if (constant_value(o, &one, &constant.constant) && az_sum_add(&e, &one, -1, &folded) &&
            az_sum_add(&folded, &constant, 1, &folded))
          bound_grow(o->d, &s->bounds[i], &folded);
      }
    }
}

/* Adds a sum of `from` to a bound of `into` if their difference is known to be 0: 200*i+j enters
 * {200*i} while j is 0. */
static void enter_equal_sums(const order *o, segmentation *into, const segmentation *from) {
  for (size_t i = 0; i < arrlenu(from->bounds); i++)
    for (size_t k = 0; k < arrlenu(from->bounds[i].of); k++) {
      const az_sum *e = &from->bounds[i].of[k];
      for (size_t p = 0; e->count > 1 && !in_any(into, e) && p < arrlenu(into->bounds); p++) {
        az_sum rest;
        az_wide value;
        for (size_t n = 0; n < arrlenu(into->bounds[p].of); n++)
          if (az_sum_add(e, &into->bounds[p].of[n], -1, &rest) &&
              constant_value(o, &rest, &value) && !value) {
            bound_grow(o->d, &into->bounds[p], e);
            break;
          }
      }
    }
}

/* Adds expressions of `from` to bounds that have the same known value: if b is 0, b enters {0}. In
 * a widening, they are new in the left operand. Once the set of constant variables is stable, they
 * are finitely many: one for each variable and bound. */
static void enter_constants(const order *o, segmentation *into, const segmentation *from) {
  if (o->d->order < ORDER_VARIABLES) return;
  if (o->d->bounds == BOUND_LINEAR) enter_equal_sums(o, into, from);
  for (size_t i = 0; i < arrlenu(from->bounds); i++)
    for (size_t k = 0; k < arrlenu(from->bounds[i].of); k++) {
      const az_sum *e = &from->bounds[i].of[k];
      az_wide value;
      if (!e->count || in_any(into, e) || !constant_value(o, e, &value)) continue;
      az_sum constant = {.constant = value};
      uint32_t at = segmentation_position(into, &constant);
      if (at != AZ_NONE) bound_grow(o->d, &into->bounds[at], e);
    }
}

/* Cuts a segment of `into` at e. Returns false if e is not known to lie within a segment. */
static bool place(const order *o, segmentation *into, const az_sum *e) {
  for (uint32_t at = segmentation_last(into); at-- > 0;) {
    const bound *low = &into->bounds[at], *high = &into->bounds[at + 1];
    if (!order_bound_sum(o, low, e, 0)) continue;
    if (!order_sum_bound(o, e, high, 0)) return false;
    bool is_low = order_sum_bound(o, e, low, 0), is_high = order_bound_sum(o, high, e, 0);
    if (is_low || is_high) {
      bound_grow(o->d, &into->bounds[is_low ? at : at + 1], e);
      return true;
    }
    /* Each part of a segment that is never empty may be empty, unless the order of the bounds
     * excludes that. */
    bool low_apart = order_bound_sum(o, low, e, 1), high_apart = order_sum_bound(o, e, high, 1);
    segmentation_split(into, at, bound_of(e, !low_apart), !high_apart);
    return true;
  }
  return false;
}

/* Places variables before constants, since constants are wrong in the next iteration of a loop. */
static void location_set(const order *o, segmentation *into, const bound *set) {
  for (int constants = 0; constants < 2; constants++)
    for (size_t i = 0; i < arrlenu(set->of); i++)
      if ((set->of[i].count == 0) == constants && place(o, into, &set->of[i])) return;
}

static void place_all(const order *o, segmentation *into, const segmentation *from) {
  for (size_t i = 0; i < arrlenu(from->bounds); i++)
    if (!in_common(&from->bounds[i], into)) location_set(o, into, &from->bounds[i]);
}

/* ---- common bounds --------------------------------------------------------------------------- */

typedef struct pair { /* expressions at position p of one segmentation and q of the other */
  uint32_t p, q;
  /* length, in sets, of the longest chain from here; sets with variables count more (weight_of) */
  uint32_t length;
  uint32_t next;
  bound set;
} pair;

static pair *pairs_of(const segments *d, const segmentation *a, const segmentation *b) {
  pair *pairs = NULL;
  for (uint32_t p = 0; p < arrlenu(a->bounds); p++) {
    size_t first = arrlenu(pairs);
    for (size_t i = 0; i < arrlenu(a->bounds[p].of); i++) {
      const az_sum *e = &a->bounds[p].of[i];
      uint32_t q = segmentation_position(b, e);
      if (q == AZ_NONE) continue;
      size_t k = first;
      while (k < arrlenu(pairs) && pairs[k].q < q) k++;
      if (k == arrlenu(pairs) || pairs[k].q != q) {
        pair next = {.p = p, .q = q, .set = {.of = NULL}};
        arrins(pairs, k, next);
      }
      bound_add(d, &pairs[k].set, e);
    }
  }
  return pairs;
}

enum { CONSTANTS = 16, WITH_VARIABLES = 17, NAMED_CELL = 48 };

static uint32_t weight_of(const bound *set) {
  for (size_t i = 0; i < arrlenu(set->of); i++)
    if (set->of[i].count) return WITH_VARIABLES;
  return CONSTANTS;
}

/* Returns the weight of a pair of bounds that enclose the cell at a variable's index, {k} {k+1}. If
 * segments have relations, this weight exceeds the weight of all other pairs, except one at a
 * constant. */
static uint32_t bonus_of(const segments *d, const bound *low, const bound *high) {
  for (size_t i = 0; i < arrlenu(low->of); i++)
    if (!low->of[i].count) return 0;
  for (size_t i = 0; d->relate != RELATE_NOTHING && i < arrlenu(low->of); i++) {
    az_sum next = sum_plus(&low->of[i], 1);
    if (low->of[i].count == 1 && !low->of[i].constant && bound_has(high, &next)) return NAMED_CELL;
  }
  return 0;
}

/* Finds chains from the last pair to the first, since pairs are ordered by p, then q. All chains
 * begin at the first pair, which has both arrays' first bounds, and end at the pair with both last
 * bounds. */
static void find_chain(const segments *d, pair *pairs, uint32_t last_p, uint32_t last_q) {
  for (size_t i = arrlenu(pairs); i-- > 0;) {
    pairs[i].next = AZ_NONE;
    uint32_t weight = weight_of(&pairs[i].set);
    bool last = pairs[i].p == last_p && pairs[i].q == last_q;
    pairs[i].length = last ? weight : 0;
    for (size_t k = i + 1; k < arrlenu(pairs); k++) {
      if (pairs[k].q < pairs[i].q || !pairs[k].length) continue;
      uint32_t bonus = bonus_of(d, &pairs[i].set, &pairs[k].set);
      uint32_t length = pairs[k].length + weight + bonus;
      if (length < pairs[i].length || (length == pairs[i].length && !bonus)) continue;
      pairs[i].length = length;
      pairs[i].next = (uint32_t)k;
    }
  }
}

/* Joins the segments between the bounds p and `behind`, and appends the result with the bound
 * `set`. */
static void append_range(const segments *d, segmentation *out, const segmentation *from, uint32_t p,
                         uint32_t behind, const bound *set) {
  const cell_domain *cells = from->cells;
  bound b = bound_copy(set);
  b.maybe = true;
  void *value = cells_bottom(cells);
  for (uint32_t i = p; i < behind; i++) {
    cells->domain.ops->join(cells->domain.self, value, from->values[i]);
    bool maybe = from->bounds[i + 1].maybe;
    b.maybe = i == p ? maybe : segments_joined_maybe(d, b.maybe, maybe);
  }
  segmentation_append(out, value, b);
}

/* Keeps only the first and the last bounds. */
static void smash(const segments *d, segmentation *s) {
  uint32_t last = segmentation_last(s);
  if (last > 1) segmentation_join_range(d, s, 0, last);
}

/* Returns whether the result has all expressions of the operand and no joined segments. */
bool segmentation_keeps(const segmentation *result, const segmentation *operand) {
  uint32_t at = 0;
  for (size_t i = 0; i < arrlenu(operand->bounds); i++)
    for (size_t k = 0; k < arrlenu(operand->bounds[i].of); k++) {
      uint32_t position = segmentation_position(result, &operand->bounds[i].of[k]);
      if (position == AZ_NONE || position < at) return false;
      if (k == arrlenu(operand->bounds[i].of) - 1) at = position;
    }
  return true;
}

/* ---- where there is nothing to unify --------------------------------------------------------- */

/* Returns whether `all` has the expressions of `some`, in the same order. */
static bool is_subsequence(const bound *some, const bound *all) {
  size_t found = 0;
  for (size_t k = 0; k < arrlenu(all->of) && found < arrlenu(some->of); k++)
    found += az_sum_equal(&some->of[found], &all->of[k]);
  return found == arrlenu(some->of);
}

/* Returns whether the set has an expression that `into` lacks and whose known value is a constant
 * in a bound of `into`. */
static bool would_enter(const order *o, const segmentation *into, const bound *set) {
  for (size_t k = 0; k < arrlenu(set->of); k++) {
    az_sum constant = {0};
    if (set->of[k].count && !in_any(into, &set->of[k]) &&
        constant_value(o, &set->of[k], &constant.constant) && in_any(into, &constant))
      return true;
  }
  return false;
}

bool segmentation_covers(const order *of_weak, const segmentation *weak, const segmentation *a) {
  if (weak == a) return true;
  const segments *d = of_weak->d;
  if (d->bounds == BOUND_LINEAR || arrlenu(weak->bounds) != arrlenu(a->bounds)) return false;
  const az_transfer *t = &a->cells->domain;
  for (size_t i = 0; i < arrlenu(a->bounds); i++)
    if ((a->bounds[i].maybe && !weak->bounds[i].maybe) || !arrlenu(weak->bounds[i].of) ||
        !is_subsequence(&weak->bounds[i], &a->bounds[i]))
      return false;
  for (size_t i = 0; i < arrlenu(a->values); i++)
    if (!t->ops->included(t->self, a->values[i], weak->values[i]) ||
        !t->ops->included(t->self, weak->values[i], a->values[i]))
      return false;
  for (size_t i = 0; d->order >= ORDER_VARIABLES && i < arrlenu(a->bounds); i++)
    if (arrlenu(a->bounds[i].of) > arrlenu(weak->bounds[i].of) &&
        would_enter(of_weak, weak, &a->bounds[i]))
      return false;
  return true;
}

void segmentation_unify(const order *of_a, const segmentation *a, const order *of_b,
                        const segmentation *b, bool left_only, segmentation **out_a,
                        segmentation **out_b) {
  const segments *d = of_a->d;
  segmentation *x = segmentation_copy(a), *y = segmentation_copy(b);
  if (d->bounds == BOUND_LINEAR && d->order >= ORDER_VARIABLES) {
    enter_folded(of_a, x);
    enter_folded(of_b, y);
  }
  enter_constants(of_a, x, y);
  enter_constants(of_b, y, x);
  if (d->coarseness == COARSE_SPLIT) {
    if (!left_only) place_all(of_a, x, b);
    place_all(of_b, y, a);
  }
  if (d->coarseness == COARSE_SMASH && left_only) smash(d, x), smash(d, y);
  pair *pairs = pairs_of(d, x, y);
  find_chain(d, pairs, segmentation_last(x), segmentation_last(y));
  *out_a = segmentation_new(a->cells), *out_b = segmentation_new(a->cells);
  /* Starts at the first bound, since {0} is at the beginning of both. */
  uint32_t p = 0, q = 0;
  for (uint32_t i = 0; i != AZ_NONE; i = pairs[i].next) {
    if (!i) {
      segmentation_append(*out_a, NULL, bound_copy(&pairs[i].set));
      segmentation_append(*out_b, NULL, bound_copy(&pairs[i].set));
    } else {
      append_range(d, *out_a, x, p, pairs[i].p, &pairs[i].set);
      append_range(d, *out_b, y, q, pairs[i].q, &pairs[i].set);
    }
    p = pairs[i].p, q = pairs[i].q;
  }
  for (size_t i = 0; i < arrlenu(pairs); i++) bound_free(&pairs[i].set);
  arrfree(pairs);
  segmentation_free(x);
  segmentation_free(y);
}
