/* The lattice of states: a state of the variables' domain, and a segmentation for each array.
 * Binary operations work segment by segment, after unification [cousot2011, sec. 8]. */
#include "lattice.h"
#include <stb/stb_ds.h>

void *state_top(void *self) {
  segments *d = self;
  state *s = az_calloc(1, sizeof *s);
  s->variables = d->variables.ops->top(d->variables.self);
  return s;
}

void *state_copy(void *self, const void *from) {
  segments *d = self;
  const state *s = from;
  state *copy = az_calloc(1, sizeof *copy);
  copy->bottom = s->bottom;
  copy->restarted = s->restarted;
  copy->variables = d->variables.ops->copy(d->variables.self, s->variables);
  state_share_arrays(copy, s);
  return copy;
}

void state_free(void *self, void *what) {
  segments *d = self;
  state *s = what;
  if (!s) return;
  state_forget_arrays(s);
  d->variables.ops->free(d->variables.self, s->variables);
  free(s);
}

void state_set_bottom(void *self, void *s) {
  segments_set_bottom(self, s);
}

bool state_is_bottom(void *self, const void *what) {
  const segments *d = self;
  const state *s = what;
  return s->bottom || s->restarted || d->variables.ops->is_bottom(d->variables.self, s->variables);
}

void state_restart(void *self, void *what) {
  state *s = what;
  if (state_is_bottom(self, s)) return;
  state_forget_arrays(s);
  s->restarted = true;
}

static void become(segments *d, state *a, const state *b) {
  state *copy = state_copy(d, b), old = *a;
  *a = *copy;
  *copy = old;
  state_free(d, copy);
}

/* ---- the order ------------------------------------------------------------------------------- */

/* Returns a copy of a. To its bounds, adds the expressions of b's sets that a lacks and that equal
 * the bounds in a's state. */
static segmentation *completed(const order *of_a, const segmentation *a, const segmentation *b) {
  segmentation *full = segmentation_copy(a);
  for (size_t i = 0; i < arrlenu(b->bounds); i++)
    for (uint32_t p = 0; p < arrlenu(full->bounds); p++) {
      if (!bound_meets(&b->bounds[i], &full->bounds[p])) continue;
      for (size_t k = 0; k < arrlenu(b->bounds[i].of); k++) {
        const az_sum *e = &b->bounds[i].of[k];
        if (segmentation_position(full, e) == AZ_NONE &&
            order_sum_bound(of_a, e, &a->bounds[p], 0) &&
            order_bound_sum(of_a, &a->bounds[p], e, 0))
          bound_add(of_a->d, &full->bounds[p], e);
      }
      break;
    }
  return full;
}

static bool segmentation_included(const order *of_a, const segmentation *a, const order *of_b,
                                  const segmentation *b) {
  if (a == b || !b) return true;
  if (!a) return false;
  if (segmentation_covers(of_b, b, a)) return true;
  segmentation *x, *y, *full = completed(of_a, a, b);
  segmentation_unify(of_a, full, of_b, b, false, &x, &y);
  segmentation_free(full);
  const az_transfer *t = &a->cells->domain;
  bool kept = segmentation_keeps(y, b);
  for (size_t i = 1; kept && i < arrlenu(x->bounds); i++) {
    bool maybe = x->bounds[i].maybe && !y->bounds[i].maybe &&
                 !order_bounds(of_a, &x->bounds[i - 1], &x->bounds[i], 1);
    kept = !maybe && t->ops->included(t->self, x->values[i - 1], y->values[i - 1]);
  }
  segmentation_free(x);
  segmentation_free(y);
  return kept;
}

bool state_included(void *self, const void *what, const void *in) {
  segments *d = self;
  const state *a = what, *b = in;
  if (state_is_bottom(self, a)) return true;
  if (state_is_bottom(self, b)) return false;
  if (!d->variables.ops->included(d->variables.self, a->variables, b->variables)) return false;
  const order of_a = {.d = d, .s = a}, of_b = {.d = d, .s = b};
  for (uint32_t v = 0; (v = state_next_difference(a, b, v)) != AZ_NONE; v++)
    if (!segmentation_included(&of_a, state_array(a, v), &of_b, state_array(b, v))) return false;
  return true;
}

/* ---- join and widening ----------------------------------------------------------------------- */

/* Joins instead of widening if the left segment must be empty, since it has no value to widen. */
static void combine_value(const az_transfer *t, void *a, const void *b, bool widen,
                          const az_thresholds *thresholds) {
  if (widen && !t->ops->is_bottom(t->self, a))
    t->ops->widen(t->self, a, b, thresholds);
  else
    t->ops->join(t->self, a, b);
}

static segmentation *joined(const order *of_a, segmentation *a, const order *of_b, segmentation *b,
                            bool widen, const az_thresholds *thresholds) {
  if (a == b) return segmentation_ref(a);
  if (!a || !b) return NULL;
  if (segmentation_covers(of_a, a, b)) return segmentation_ref(a);
  if (!widen && segmentation_covers(of_b, b, a)) return segmentation_ref(b);
  segmentation *x, *y;
  segmentation_unify(of_a, a, of_b, b, widen, &x, &y);
  for (size_t i = 1; i < arrlenu(x->bounds); i++) {
    combine_value(&a->cells->domain, x->values[i - 1], y->values[i - 1], widen, thresholds);
    x->bounds[i].maybe = x->bounds[i].maybe || y->bounds[i].maybe;
  }
  segmentation_free(y);
  return x;
}

/* Changes are made after all unifications, which query both states for the order of bounds. */
typedef struct change {
  uint32_t array;
  segmentation *of;
} change;

static void make_changes(const segments *d, state *s, change *changes) {
  for (size_t i = 0; i < arrlenu(changes); i++)
    state_put_array(d, s, changes[i].array, changes[i].of);
  arrfree(changes);
}

static void grow_variables(segments *d, state *a, const state *b, bool widen,
                           const az_thresholds *thresholds) {
  if (widen)
    d->variables.ops->widen(d->variables.self, a->variables, b->variables, thresholds);
  else
    d->variables.ops->join(d->variables.self, a->variables, b->variables);
}

static void grow(segments *d, state *a, const state *b, bool widen,
                 const az_thresholds *thresholds) {
  if (state_is_bottom(d, b)) return;
  if (a->restarted) {
    state_share_arrays(a, b);
    a->restarted = false;
    grow_variables(d, a, b, widen, thresholds);
    return;
  }
  if (state_is_bottom(d, a)) {
    become(d, a, b);
    return;
  }
  const order of_a = {.d = d, .s = a}, of_b = {.d = d, .s = b};
  change *changes = NULL;
  for (uint32_t v = 0; (v = state_next_difference(a, b, v)) != AZ_NONE; v++) {
    segmentation *of =
        joined(&of_a, state_array(a, v), &of_b, state_array(b, v), widen, thresholds);
    arrput(changes, ((change){v, of}));
  }
  make_changes(d, a, changes);
  grow_variables(d, a, b, widen, thresholds);
  if (!widen && d->reduce == REDUCE_ALWAYS) segments_reduce(d, a);
}

void segments_reduce(const segments *d, state *s) {
  const order o = {.d = d, .s = s};
  for (uint32_t v = 0; !s->bottom && (v = state_next_array(s, v)) != AZ_NONE; v++)
    if (order_reduces(&o, state_array(s, v)) && !order_reduce(&o, segmentation_own(d, s, v)))
      segments_set_bottom(d, s);
}

void state_join(void *self, void *a, const void *b) {
  grow(self, a, b, false, NULL);
}

void state_widen(void *self, void *a, const void *b, const az_thresholds *thresholds) {
  grow(self, a, b, true, thresholds);
}

/* ---- meet and narrowing ---------------------------------------------------------------------- */

/* x := x meet y, or x := x narrowed by y, segment by segment. */
static segmentation *shrunk(segmentation *x, segmentation *y, bool narrow) {
  const az_transfer *t = &x->cells->domain;
  for (size_t i = 1; i < arrlenu(x->bounds); i++) {
    if (narrow)
      t->ops->narrow(t->self, x->values[i - 1], y->values[i - 1]);
    else
      t->ops->meet(t->self, x->values[i - 1], y->values[i - 1]);
    x->bounds[i].maybe = x->bounds[i].maybe && y->bounds[i].maybe;
  }
  segmentation_free(y);
  return x;
}

/* Unification makes descriptions weaker, which a meet must not do. If no operand keeps its bounds,
 * the meet is a. A narrowing, where a includes b, is b unless both operands keep theirs. */
static segmentation *meet_of(const order *of_a, segmentation *a, const order *of_b, segmentation *b,
                             bool narrow) {
  if (a == b || !b) return segmentation_ref(a);
  if (!a) return segmentation_ref(b);
  if (narrow && segmentation_covers(of_b, b, a)) return segmentation_ref(b);
  segmentation *x, *y;
  segmentation_unify(of_a, a, of_b, b, false, &x, &y);
  const bool kept_a = segmentation_keeps(x, a), kept_b = segmentation_keeps(y, b);
  if (kept_a && (kept_b || !narrow)) return shrunk(x, y, narrow);
  if (kept_b && !narrow) return shrunk(y, x, false);
  segmentation_free(x);
  segmentation_free(y);
  return segmentation_ref(narrow ? b : a);
}

static void shrink(segments *d, state *a, const state *b, bool narrow) {
  if (state_is_bottom(d, a)) return;
  if (state_is_bottom(d, b)) {
    segments_set_bottom(d, a);
    return;
  }
  const order of_a = {.d = d, .s = a}, of_b = {.d = d, .s = b};
  change *changes = NULL;
  for (uint32_t v = 0; (v = state_next_difference(a, b, v)) != AZ_NONE; v++) {
    segmentation *of = meet_of(&of_a, state_array(a, v), &of_b, state_array(b, v), narrow);
    arrput(changes, ((change){v, of}));
  }
  make_changes(d, a, changes);
  if (narrow)
    d->variables.ops->narrow(d->variables.self, a->variables, b->variables);
  else
    d->variables.ops->meet(d->variables.self, a->variables, b->variables);
  if (state_is_bottom(d, a)) segments_set_bottom(d, a);
}

void state_meet(void *self, void *a, const void *b) {
  shrink(self, a, b, false);
}

void state_narrow(void *self, void *a, const void *b) {
  shrink(self, a, b, true);
}

bool state_array_within(const segments *d, const state *s, uint32_t array, const segmentation *in) {
  const order o = {.d = d, .s = s};
  return segmentation_included(&o, state_array(s, array), &o, in);
}
