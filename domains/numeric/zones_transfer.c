/* Transfer functions and queries of zones (zones_state.c). Variables wrap: x := y + c relates x and
 * y if their bounds exclude wrapping, and a condition relates its sides if neither wraps. */
#include "zones_transfer.h"
#include "zones_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <stb/stb_ds.h>

/* ---- queries --------------------------------------------------------------------------------- */

typedef struct asked {
  zones *z;
  const state *s;
} asked;

static az_facts leaf_facts(void *ctx, az_term leaf, bool is_signed) {
  const asked *a = ctx;
  return az_nonrelational_facts(a->z->intervals, a->s->bounds, leaf, is_signed);
}

/* Returns the summand's variable; AZ_NONE if the summand reads it with another signedness. */
static uint32_t var_of(const zones *z, const az_summand *of) {
  uint32_t v = z->context->var_of(z->context, of->var);
  if (v == AZ_NONE || !zones_has_differences(z, v)) return AZ_NONE;
  return z->context->vars[v].is_signed == of->is_signed ? v : AZ_NONE;
}

/* Returns the sum without two of its summands. */
static az_sum without(const az_sum *sum, uint32_t i, uint32_t k) {
  az_sum rest = {.constant = sum->constant};
  for (uint32_t n = 0; n < sum->count; n++)
    if (n != i && n != k) rest.of[rest.count++] = sum->of[n];
  return rest;
}

static void at_most_also(az_facts *f, az_wide least, az_wide greatest) {
  if (f->none) return;
  if (least > f->least) f->least = least;
  if (greatest < f->greatest) f->greatest = greatest;
  if (f->least > f->greatest) *f = az_facts_none();
}

static az_facts facts_of_sum(zones *z, const state *s, const az_sum *sum) {
  asked a = {z, s};
  az_oracle oracle = {leaf_facts, &a};
  az_facts f = az_sum_facts(sum, &oracle);
  for (uint32_t i = 0; i < sum->count && !f.none; i++)
    for (uint32_t k = 0; k < sum->count && !f.none; k++) {
      int64_t c = sum->of[i].coefficient;
      if (c <= 0 || sum->of[k].coefficient != -c) continue;
      uint32_t x = var_of(z, &sum->of[i]), y = var_of(z, &sum->of[k]);
      if (x == AZ_NONE || y == AZ_NONE) continue;
      az_sum rest = without(sum, i, k);
      az_facts r = az_sum_facts(&rest, &oracle);
      if (r.none) return r;
      at_most_also(&f, r.least - c * zones_distance(z, s, y, x),
                   r.greatest + c * zones_distance(z, s, x, y));
    }
  return f;
}

/* Computes a sum that the term equals, as far as bounds and differences show. */
static bool sum_of(zones *z, const state *s, az_term t, bool is_signed, az_sum *out) {
  az_store *store = z->context->store;
  void *context = (void *)z->context;
  asked a = {z, s};
  az_oracle oracle = {leaf_facts, &a};
  if (az_sum_of(store, t, is_signed, &oracle, az_transfer_is_signed, context, out)) return true;
  if (!az_sum_modulo(store, t, &oracle, az_transfer_is_signed, context, out)) return false;
  az_facts any = az_facts_any(az_sort_width(az_sort_of(store, t)), is_signed);
  az_facts f = facts_of_sum(z, s, out);
  return !f.none && any.least <= f.least && f.greatest <= any.greatest;
}

static az_facts facts(void *self, const void *what, az_term t, bool is_signed) {
  zones *z = self;
  const state *s = what;
  if (zones_is_bottom(z, s)) return az_facts_none();
  az_facts f = az_nonrelational_facts(z->intervals, s->bounds, t, is_signed);
  az_sum sum;
  if (!az_arity(z->context->store, t) || !differences_count(s->of) ||
      !sum_of(z, s, t, is_signed, &sum))
    return f;
  return az_facts_meet(f, facts_of_sum(z, s, &sum));
}

static az_truth at_most(void *self, const void *what, const az_sum *a, const az_sum *b) {
  az_sum apart;
  if (zones_is_bottom(self, what) || !az_sum_add(b, a, -1, &apart)) return AZ_MAYBE;
  az_facts f = facts_of_sum(self, what, &apart);
  return az_facts_nonnegative(&f);
}

/* ---- assignments ----------------------------------------------------------------------------- */

static void remove_var(void *self, void *what, uint32_t v) {
  zones *z = self;
  state *s = what;
  differences_forget(&s->of, v);
  az_nonrelational_remove(z->intervals, s->bounds, v);
}

static void add(void *self, void *what, uint32_t v, az_term length) {
  zones *z = self;
  state *s = what;
  differences_forget(&s->of, v);
  az_nonrelational_add(z->intervals, s->bounds, v, length);
}

typedef struct shift {
  uint32_t var;
  az_facts by;
} shift;

static bool shifted(void *ctx, difference *e) {
  const shift *f = ctx;
  az_wide d = e->d;
  if (e->x == f->var) d += f->by.greatest;
  if (e->y == f->var) d -= f->by.least;
  e->d = (int64_t)d;
  return d < ZONES_LARGEST && d > -ZONES_LARGEST;
}

/* Differences for a variable v that is assigned a sum: bounds of v' - u follow from v' = sum and
 * sum = u + rest. */
typedef struct relations {
  uint32_t vars[AZ_SUM_MAX];
  az_facts rests[AZ_SUM_MAX];
  uint32_t count;
} relations;

static relations relations_of(zones *z, const state *s, const az_sum *sum) {
  relations r = {.count = 0};
  asked a = {z, s};
  az_oracle oracle = {leaf_facts, &a};
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t u = sum->of[i].coefficient == 1 ? var_of(z, &sum->of[i]) : AZ_NONE;
    if (u == AZ_NONE) continue;
    az_sum rest = without(sum, i, i);
    r.vars[r.count] = u;
    r.rests[r.count++] = az_sum_facts(&rest, &oracle);
  }
  return r;
}

static void assign_sum(zones *z, state *s, uint32_t v, az_term value, const az_sum *sum) {
  relations r = relations_of(z, s, sum);
  az_facts f = facts(z, s, value, z->context->vars[v].is_signed);
  f = az_facts_meet(f, facts_of_sum(z, s, sum));
  bool itself = false;
  for (uint32_t i = 0; i < r.count && !itself; i++) {
    itself = r.vars[i] == v && !r.rests[i].none;
    if (itself) differences_filter(&s->of, shifted, &(shift){v, r.rests[i]});
  }
  if (!itself) differences_forget(&s->of, v);
  az_nonrelational_assign(z->intervals, s->bounds, v, value, false);
  az_nonrelational_refine(z->intervals, s->bounds, v, f);
  for (uint32_t i = 0; i < r.count; i++) {
    if (r.vars[i] == v || r.rests[i].none) continue;
    zones_require(z, s, v, r.vars[i], r.rests[i].greatest);
    zones_require(z, s, r.vars[i], v, -r.rests[i].least);
  }
  if (zones_is_bottom(z, s)) zones_set_bottom(z, s);
}

static void assume(void *self, void *what, az_term condition);

static void assign_strong(zones *z, state *s, uint32_t v, az_term value, int choices) {
  az_store *store = z->context->store;
  az_sum sum;
  if (value && choices && az_kind_of(store, value) == AZ_K_ITE) {
    az_term condition = az_operand(store, value, 0);
    state *other = zones_copy(z, s);
    assume(z, s, condition);
    assume(z, other, az_not(store, condition));
    if (!zones_is_bottom(z, s)) assign_strong(z, s, v, az_operand(store, value, 1), choices - 1);
    if (!zones_is_bottom(z, other))
      assign_strong(z, other, v, az_operand(store, value, 2), choices - 1);
    zones_join(z, s, other);
    zones_free(z, other);
  } else if (value && sum_of(z, s, value, z->context->vars[v].is_signed, &sum)) {
    assign_sum(z, s, v, value, &sum);
  } else {
    differences_forget(&s->of, v);
    az_nonrelational_assign(z->intervals, s->bounds, v, value, false);
  }
}

static void assign(void *self, void *what, uint32_t v, az_term value, bool weak) {
  zones *z = self;
  state *s = what;
  if (zones_is_bottom(z, s)) return;
  if (!zones_has_differences(z, v)) {
    az_nonrelational_assign(z->intervals, s->bounds, v, value, weak);
    return;
  }
  state *before = weak ? zones_copy(z, s) : NULL;
  assign_strong(z, s, v, value, 2);
  if (before) zones_join(z, s, before);
  zones_free(z, before);
}

static void rename_var(void *self, void *what, uint32_t from, uint32_t to) {
  zones *z = self;
  assign(z, what, to, z->context->vars[from].term, false);
  remove_var(z, what, from);
}

static void write_cells(void *self, void *what, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  zones *z = self;
  az_nonrelational_write(z->intervals, ((state *)what)->bounds, array, index, behind, value, weak);
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Assumes sum >= 0. */
static void require_sum(zones *z, state *s, const az_sum *sum) {
  asked a = {z, s};
  az_oracle oracle = {leaf_facts, &a};
  az_facts f = facts_of_sum(z, s, sum);
  if (f.none || f.greatest < 0) {
    zones_set_bottom(z, s);
    return;
  }
  for (uint32_t i = 0; i < sum->count; i++)
    for (uint32_t k = 0; k < sum->count && !zones_is_bottom(z, s); k++) {
      if (sum->of[i].coefficient != 1 || sum->of[k].coefficient != -1) continue;
      uint32_t high = var_of(z, &sum->of[i]), low = var_of(z, &sum->of[k]);
      if (high == AZ_NONE || low == AZ_NONE) continue;
      az_sum rest = without(sum, i, k);
      az_facts r = az_sum_facts(&rest, &oracle);
      if (!r.none) zones_require(z, s, low, high, r.greatest);
    }
}

/* Assumes a <= b + less. */
static void require_at_most(zones *z, state *s, const az_sum *a, const az_sum *b, int less) {
  az_sum apart;
  if (!az_sum_add(b, a, -1, &apart)) return;
  apart.constant += less;
  require_sum(z, s, &apart);
}

static void require_apart(zones *z, state *s, const az_sum *a, const az_sum *b) {
  az_sum apart;
  if (!az_sum_add(b, a, -1, &apart)) return;
  az_facts f = facts_of_sum(z, s, &apart);
  if (f.none) return;
  if (f.least >= 0) require_at_most(z, s, a, b, -1);
  if (f.greatest <= 0 && !zones_is_bottom(z, s)) require_at_most(z, s, b, a, -1);
}

static void relate(zones *z, state *s, az_term t, bool holds, int depth);

/* Assumes that at least one of the operands has that truth value. */
static void relate_either(zones *z, state *s, az_term x, az_term y, bool holds, int depth) {
  state *other = zones_copy(z, s);
  relate(z, s, x, holds, depth + 1);
  relate(z, other, y, holds, depth + 1);
  zones_join(z, s, other);
  zones_free(z, other);
}

enum { CHOICES = 3 }; /* depth of nested disjunctions of which both sides are followed */

static void relate_numbers(zones *z, state *s, az_term t, bool holds) {
  az_store *store = z->context->store;
  az_kind kind = az_kind_of(store, t);
  az_term x = az_operand(store, t, 0), y = az_operand(store, t, 1);
  bool is_equality = kind == AZ_K_EQ;
  for (int is_signed = 1; is_signed >= 0 && !zones_is_bottom(z, s); is_signed--) {
    az_sum a, b;
    if (!is_equality && is_signed != (kind == AZ_K_BV_SLT)) continue;
    if (!sum_of(z, s, x, is_signed, &a) || !sum_of(z, s, y, is_signed, &b)) continue;
    if (!is_equality && holds) require_at_most(z, s, &a, &b, -1);
    if (!is_equality && !holds) require_at_most(z, s, &b, &a, 0);
    if (is_equality && !holds) require_apart(z, s, &a, &b);
    if (!is_equality || !holds) continue;
    require_at_most(z, s, &a, &b, 0);
    if (!zones_is_bottom(z, s)) require_at_most(z, s, &b, &a, 0);
  }
}

static void relate(zones *z, state *s, az_term t, bool holds, int depth) {
  az_store *store = z->context->store;
  if (zones_is_bottom(z, s) || !az_arity(store, t)) return;
  az_term x = az_operand(store, t, 0), y = az_arity(store, t) > 1 ? az_operand(store, t, 1) : x;
  switch (az_kind_of(store, t)) {
  case AZ_K_NOT: relate(z, s, x, !holds, depth); break;
  case AZ_K_AND:
    if (!holds && depth < CHOICES) {
      relate_either(z, s, x, y, false, depth);
    } else if (holds) {
      az_term *parts = az_conjuncts(store, t);
      for (size_t i = 0; i < arrlenu(parts); i++) relate(z, s, parts[i], true, depth);
      arrfree(parts);
    }
    break;
  case AZ_K_BV_SLT:
  case AZ_K_BV_ULT: relate_numbers(z, s, t, holds); break;
  case AZ_K_EQ:
    if (az_sort_kind_of(az_sort_of(store, x)) == AZ_SORT_BV) relate_numbers(z, s, t, holds);
    break;
  default: break;
  }
}

typedef struct variables_of {
  zones *z;
  state *s;
} variables_of;

static void propagate_var(void *ctx, az_term var) {
  const variables_of *m = ctx;
  uint32_t v = m->z->context->var_of(m->z->context, var);
  if (v != AZ_NONE && !zones_is_bottom(m->z, m->s)) zones_propagate(m->z, m->s, v);
}

static void assume(void *self, void *what, az_term condition) {
  zones *z = self;
  state *s = what;
  variables_of m = {z, s};
  if (zones_is_bottom(z, s)) return;
  az_nonrelational_assume(z->intervals, s->bounds, condition);
  if (!zones_is_bottom(z, s)) az_free_vars(z->context->store, &condition, 1, propagate_var, &m);
  relate(z, s, condition, true, 0);
  if (zones_is_bottom(z, s)) zones_set_bottom(z, s);
}

static void refine(void *self, void *what, uint32_t v, az_facts f) {
  zones *z = self;
  state *s = what;
  az_nonrelational_refine(z->intervals, s->bounds, v, f);
  if (zones_is_bottom(z, s))
    zones_set_bottom(z, s);
  else if (zones_has_differences(z, v))
    zones_propagate(z, s, v);
}

/* ---- claims and printing --------------------------------------------------------------------- */

/* Returns d + y - x, or its opposite. */
static az_sum sum_of_difference(const zones *z, const difference *e, bool opposite) {
  const az_abstract_variable *x = &z->context->vars[e->x], *y = &z->context->vars[e->y];
  az_sum none = {.constant = e->d}, sum, of_x = {.count = 1, .of = {{x->term, x->is_signed, 1}}},
         of_y = {.count = 1, .of = {{y->term, y->is_signed, 1}}};
  bool fits = az_sum_add(&none, &of_y, 1, &sum) && az_sum_add(&sum, &of_x, -1, &sum) &&
              (!opposite || az_sum_add(&(az_sum){0}, &sum, -1, &sum));
  return fits ? sum : (az_sum){0};
}

static void claim_differences(zones *z, const state *s, const az_claim_sink *sink) {
  for (uint32_t i = 0; i < differences_count(s->of); i++) {
    const difference *e = differences_at(s->of, i);
    int64_t back;
    if (zones_by_bounds(z, s, e->x, e->y) <= e->d) continue;
    bool equal = differences_find(s->of, e->y, e->x, &back) && back == -e->d;
    if (equal && e->x > e->y) continue;
    az_sum sum = sum_of_difference(z, e, equal);
    az_sum_claim(z->context, &sum, equal, sink);
  }
}

static void claims(void *self, const void *what, const az_claim_sink *sink) {
  zones *z = self;
  const state *s = what;
  az_nonrelational_claims(z->intervals, s->bounds, sink);
  if (!zones_is_bottom(z, s)) claim_differences(z, s, sink);
}

static void print_claim(void *ctx, az_term claim, const char *text) {
  (void)claim;
  fprintf(ctx, ", %s", text);
}

/* Prints "i: [0,9] n: [10,10], n-i-1 >= 0". */
static char *print(void *self, const void *what) {
  zones *z = self;
  const state *s = what;
  if (zones_is_bottom(z, s)) return az_strdup("_|_");
  char *text, *bounds = az_nonrelational_print(z->intervals, s->bounds);
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fputs(bounds, out);
  claim_differences(z, s, &(az_claim_sink){print_claim, out});
  az_close_memstream(out);
  free(bounds);
  return text;
}

static char *print_variable(void *self, const void *s, uint32_t v) {
  zones *z = self;
  return az_nonrelational_print_variable(z->intervals, ((const state *)s)->bounds, v);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void *open_zones(const az_transfer_context *context, const az_desc *options, az_error *err) {
  (void)err;
  zones *z = az_calloc(1, sizeof *z);
  z->context = context;
  z->most = (uint32_t)az_desc_int(options, "most");
  z->intervals = az_nonrelational_open(context, &interval_lattice, NULL);
  return z;
}

static void close_zones(void *self) {
  zones *z = self;
  if (!z) return;
  az_nonrelational_close(z->intervals);
  free(z);
}

const az_transfer_ops zones_transfer = {
    .open = open_zones,
    .close = close_zones,
    .top = zones_top,
    .copy = zones_copy,
    .free = zones_free,
    .set_bottom = zones_set_bottom,
    .is_bottom = zones_is_bottom,
    .included = zones_included,
    .join = zones_join,
    .meet = zones_meet,
    .widen = zones_widen,
    .narrow = zones_narrow,
    .claims = claims,
    .print = print,
    AZ_TRANSFER_ACTIONS,
};
