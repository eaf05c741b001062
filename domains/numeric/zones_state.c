/* Zones along the control flow: bounds of variables, and x - y <= d over their mathematical values
 * [mine2006, sec. 2]. Bounds are a state of the lattice of intervals; a difference is kept only if
 * it is stronger than the bounds of its two variables [gange2016]. So if bounds of two variables
 * grow together, a join has a difference that neither operand has. Differences are closed under
 * transitivity whenever one is added, but not after widening, which would not terminate then
 * [mine2006, sec. 3]. */
#include "zones_state.h"
#include <stdlib.h>

/* ---- states ---------------------------------------------------------------------------------- */

void *zones_top(void *self) {
  zones *z = self;
  state *s = az_calloc(1, sizeof *s);
  s->bounds = az_nonrelational_top(z->intervals);
  return s;
}

void *zones_copy(void *self, const void *from) {
  zones *z = self;
  const state *f = from;
  state *s = az_calloc(1, sizeof *s);
  s->bounds = az_nonrelational_copy(z->intervals, f->bounds);
  s->of = differences_ref(f->of);
  return s;
}

static void forget_all(zones *z, state *s) {
  az_nonrelational_free(z->intervals, s->bounds);
  differences_free(s->of);
}

void zones_free(void *self, void *what) {
  if (!what) return;
  forget_all(self, what);
  free(what);
}

void zones_set_bottom(void *self, void *what) {
  state *s = what;
  az_nonrelational_set_bottom(((zones *)self)->intervals, s->bounds);
  differences_free(s->of);
  s->of = NULL;
}

static void become(zones *z, state *a, const state *b) {
  state *same = zones_copy(z, b);
  forget_all(z, a);
  *a = *same;
  free(same);
}

/* ---- bounds and differences ------------------------------------------------------------------ */

static void put(zones *z, state *s, uint32_t x, uint32_t y, az_wide d) {
  if (d >= ZONES_LARGEST || d <= -ZONES_LARGEST || d >= zones_distance(z, s, x, y)) return;
  differences_put(&s->of, (difference){x, y, (int64_t)d}, z->most);
}

static void limit(zones *z, state *s, uint32_t v, az_wide least, az_wide greatest) {
  const interval *is = zones_bounds_of(z, s, v);
  if (zones_is_bottom(z, s) || (is->least >= least && is->greatest <= greatest)) return;
  if (is->least > least) least = is->least;
  if (is->greatest < greatest) greatest = is->greatest;
  az_facts f = az_facts_none();
  if (least <= greatest) f = (az_facts){.least = least, .greatest = greatest, .modulus = 1};
  az_nonrelational_refine(z->intervals, s->bounds, v, f);
}

static const az_wide unbounded = (az_wide)1 << 100;

void zones_propagate(zones *z, state *s, uint32_t v) {
  for (uint32_t i = 0; i < differences_count(s->of) && !zones_is_bottom(z, s); i++) {
    const difference *e = differences_at(s->of, i);
    if (e->y == v) limit(z, s, e->x, -unbounded, zones_bounds_of(z, s, v)->greatest + e->d);
    if (e->x == v) limit(z, s, e->y, zones_bounds_of(z, s, v)->least - e->d, unbounded);
  }
  if (zones_is_bottom(z, s)) zones_set_bottom(z, s);
}

/* Returns v and the variables u that have a difference with it: u - v <= d, or v - u <= d. */
static difference *neighbours(const state *s, uint32_t v, bool before, uint32_t *count) {
  uint32_t n = differences_count(s->of);
  difference *all = az_calloc(n + 1, sizeof *all);
  all[0] = (difference){v, v, 0};
  *count = 1;
  for (uint32_t i = 0; i < n; i++) {
    const difference *e = differences_at(s->of, i);
    if ((before ? e->y : e->x) == v) all[(*count)++] = *e;
  }
  return all;
}

void zones_require(zones *z, state *s, uint32_t x, uint32_t y, az_wide d) {
  if (zones_is_bottom(z, s) || !zones_has_differences(z, x) || !zones_has_differences(z, y)) return;
  if (d >= zones_distance(z, s, x, y)) return;
  if (d + zones_distance(z, s, y, x) < 0) {
    zones_set_bottom(z, s);
    return;
  }
  uint32_t before, behind;
  difference *from = neighbours(s, x, true, &before), *to = neighbours(s, y, false, &behind);
  for (uint32_t i = 0; i < before; i++)
    for (uint32_t k = 0; k < behind; k++)
      if (from[i].x != to[k].y) put(z, s, from[i].x, to[k].y, from[i].d + d + to[k].d);
  az_wide greatest = zones_bounds_of(z, s, y)->greatest + d,
          least = zones_bounds_of(z, s, x)->least - d;
  for (uint32_t i = 0; i < before; i++) limit(z, s, from[i].x, -unbounded, greatest + from[i].d);
  for (uint32_t k = 0; k < behind; k++) limit(z, s, to[k].y, least - to[k].d, unbounded);
  free(from);
  free(to);
  if (zones_is_bottom(z, s)) zones_set_bottom(z, s);
}

/* ---- the order ------------------------------------------------------------------------------- */

bool zones_included(void *self, const void *x, const void *y) {
  zones *z = self;
  const state *a = x, *b = y;
  if (zones_is_bottom(z, a) || zones_is_bottom(z, b)) return zones_is_bottom(z, a);
  if (!az_nonrelational_included(z->intervals, a->bounds, b->bounds)) return false;
  for (uint32_t i = 0; a->of != b->of && i < differences_count(b->of); i++) {
    const difference *e = differences_at(b->of, i);
    if (zones_distance(z, a, e->x, e->y) > e->d) return false;
  }
  return true;
}

typedef struct pair_of_states {
  const zones *z;
  const state *a, *b, *result;
} pair_of_states;

static bool is_any(const zones *z, const interval *i, uint32_t v) {
  const az_abstract_variable *var = &z->context->vars[v];
  az_facts any = az_facts_any(var->bits, var->is_signed);
  return i->least == any.least && i->greatest == any.greatest;
}

/* Returns the variables whose upper (or lower) bound is greater in b than in a; if `more` is false,
 * those whose bound is less in b. Omits variables that may have any value in one of the
 * operands. */
static uint32_t *moved(const pair_of_states *p, bool upper, bool more, uint32_t *count) {
  uint32_t *all = az_calloc(p->z->context->var_count + 1, sizeof *all);
  *count = 0;
  for (uint32_t v = 0; v < p->z->context->var_count; v++) {
    const interval *a = zones_bounds_of(p->z, p->a, v), *b = zones_bounds_of(p->z, p->b, v);
    az_wide of_a = upper ? a->greatest : a->least, of_b = upper ? b->greatest : b->least;
    if (a == b || of_a == of_b || more != (of_a < of_b) || !zones_has_differences(p->z, v))
      continue;
    if (!is_any(p->z, a, v) && !is_any(p->z, b, v)) all[(*count)++] = v;
  }
  return all;
}

/* Adds differences that the bounds of either operand imply but the bounds of the join do not: in
 * the join, the greatest value of x and the least value of y come from different operands. */
static void add_implied(zones *z, const pair_of_states *p, state *result) {
  for (int more = 0; more < 2; more++) {
    uint32_t uppers, lowers;
    uint32_t *upper = moved(p, true, more, &uppers), *lower = moved(p, false, more, &lowers);
    for (uint32_t i = 0; i < uppers; i++)
      for (uint32_t k = 0; k < lowers && differences_count(result->of) < z->most; k++) {
        uint32_t x = upper[i], y = lower[k];
        az_wide a = zones_distance(z, p->a, x, y), b = zones_distance(z, p->b, x, y);
        if (x != y) put(z, result, x, y, a > b ? a : b);
      }
    free(upper);
    free(lower);
  }
}

/* Adds the differences of `of`, each with the greater of its bounds in the two operands. */
static void add_common(zones *z, const pair_of_states *p, const differences *of, state *result) {
  for (uint32_t i = 0; i < differences_count(of); i++) {
    const difference *e = differences_at(of, i);
    az_wide a = zones_distance(z, p->a, e->x, e->y), b = zones_distance(z, p->b, e->x, e->y);
    put(z, result, e->x, e->y, a > b ? a : b);
  }
}

/* If an operand is bottom, sets a to the other operand and returns true. */
static bool has_bottom(zones *z, state *a, const state *b) {
  if (zones_is_bottom(z, b)) return true;
  if (!zones_is_bottom(z, a)) return false;
  become(z, a, b);
  return true;
}

void zones_join(void *self, void *x, const void *y) {
  zones *z = self;
  state *a = x;
  const state *b = y;
  if (has_bottom(z, a, b)) return;
  state *before = zones_copy(z, a);
  az_nonrelational_join(z->intervals, a->bounds, b->bounds);
  differences_free(a->of);
  a->of = NULL;
  pair_of_states p = {z, before, b, a};
  add_common(z, &p, before->of, a);
  if (before->of != b->of) add_common(z, &p, b->of, a);
  add_implied(z, &p, a);
  zones_free(z, before);
}

void zones_meet(void *self, void *x, const void *y) {
  zones *z = self;
  state *a = x;
  const state *b = y;
  az_nonrelational_meet(z->intervals, a->bounds, b->bounds);
  for (uint32_t i = 0; i < differences_count(b->of) && !zones_is_bottom(z, a); i++) {
    const difference *e = differences_at(b->of, i);
    zones_require(z, a, e->x, e->y, e->d);
  }
  if (zones_is_bottom(z, a)) zones_set_bottom(z, a);
}

/* Adds the left operand's differences that the right operand also implies, if only by bounds. */
static void add_stable(zones *z, const pair_of_states *p, const differences *of, state *result) {
  for (uint32_t i = 0; i < differences_count(of); i++) {
    const difference *e = differences_at(of, i);
    az_wide a = zones_distance(z, p->a, e->x, e->y);
    if (zones_distance(z, p->b, e->x, e->y) <= a) put(z, result, e->x, e->y, a);
  }
}

void zones_widen(void *self, void *x, const void *y, const az_thresholds *thresholds) {
  zones *z = self;
  state *a = x;
  const state *b = y;
  if (has_bottom(z, a, b)) return;
  state *before = zones_copy(z, a);
  az_nonrelational_widen(z->intervals, a->bounds, b->bounds, thresholds);
  differences_free(a->of);
  a->of = NULL;
  pair_of_states p = {z, before, b, a};
  add_stable(z, &p, before->of, a);
  add_stable(z, &p, b->of, a);
  zones_free(z, before);
}

void zones_narrow(void *self, void *x, const void *y) {
  zones *z = self;
  state *a = x;
  const state *b = y;
  az_nonrelational_narrow(z->intervals, a->bounds, b->bounds);
  if (zones_is_bottom(z, a)) {
    zones_set_bottom(z, a);
    return;
  }
  for (uint32_t i = 0; i < differences_count(b->of); i++) {
    const difference *e = differences_at(b->of, i);
    put(z, a, e->x, e->y, e->d);
  }
}
