/* Rows of bounded sums: normal form, bounds of other sums, elimination of a variable (Gaussian
 * elimination if an equality has the variable, Fourier-Motzkin elimination otherwise). */
#include "sums_rows.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- ranges ---------------------------------------------------------------------------------- */

static sum_range any_range(void) {
  return (sum_range){-NO_BOUND, NO_BOUND};
}

static sum_range range_meet(sum_range a, sum_range b) {
  return (sum_range){a.least > b.least ? a.least : b.least,
                     a.greatest < b.greatest ? a.greatest : b.greatest};
}

sum_range range_join(sum_range a, sum_range b) {
  return (sum_range){a.least < b.least ? a.least : b.least,
                     a.greatest > b.greatest ? a.greatest : b.greatest};
}

static az_wide add_bound(az_wide a, az_wide b, az_wide none) {
  if (a == none || b == none) return none;
  az_wide sum = a + b;
  return sum <= -NO_BOUND || sum >= NO_BOUND ? none : sum;
}

static sum_range plus(sum_range a, sum_range b) {
  return (sum_range){add_bound(a.least, b.least, -NO_BOUND),
                     add_bound(a.greatest, b.greatest, NO_BOUND)};
}

static az_wide times_bound(az_wide a, az_wide factor, az_wide none) {
  az_wide product;
  if (a == NO_BOUND || a == -NO_BOUND || __builtin_mul_overflow(a, factor, &product)) return none;
  return product <= -NO_BOUND || product >= NO_BOUND ? none : product;
}

static sum_range times(sum_range a, int64_t factor) {
  if (factor < 0) a = (sum_range){a.greatest, a.least};
  return (sum_range){times_bound(a.least, factor, -NO_BOUND),
                     times_bound(a.greatest, factor, NO_BOUND)};
}

static az_wide divided(az_wide a, az_wide by, bool up) {
  if (a == NO_BOUND || a == -NO_BOUND) return a;
  az_wide quotient = a / by, rest = a % by;
  return up ? quotient + (rest > 0) : quotient - (rest < 0);
}

/* ---- queries to the inner domain ------------------------------------------------------------- */

bool sums_is_bottom(const sums *d, const sums_state *s) {
  return d->inner.ops->is_bottom(d->inner.self, s->inner);
}

void sums_set_bottom(const sums *d, sums_state *s) {
  d->inner.ops->set_bottom(d->inner.self, s->inner);
  arrfree(s->rows);
}

static sum_range by_variables(const sums *d, const sums_state *s, const az_sum *sum) {
  az_transfer_asked memory;
  az_oracle oracle = az_transfer_oracle(&memory, &d->inner, s->inner);
  az_facts f = az_sum_facts(sum, &oracle);
  return f.none ? any_range() : (sum_range){f.least, f.greatest};
}

bool sums_of_term(const sums *d, const sums_state *s, az_term t, bool is_signed, az_sum *out) {
  az_transfer_asked memory;
  az_oracle oracle = az_transfer_oracle(&memory, &d->inner, s->inner);
  if (!az_sum_of(d->context->store, t, is_signed, &oracle, az_transfer_is_signed,
                 (void *)d->context, out))
    return false;
  for (uint32_t i = 0; i < out->count; i++) {
    uint32_t v = d->context->var_of(d->context, out->of[i].var);
    if (v == AZ_NONE || d->context->vars[v].several) return false;
  }
  return true;
}

/* ---- sums ------------------------------------------------------------------------------------ */

int64_t sums_coefficient(const az_sum *sum, az_term var) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (sum->of[i].var == var) return sum->of[i].coefficient;
  return 0;
}

bool sums_mention(const az_sum *sum, az_term var) {
  return sums_coefficient(sum, var) != 0;
}

static int64_t magnitude(int64_t n) {
  return n < 0 ? -n : n;
}

static int64_t greatest_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

static sum_row normal(const az_sum *sum, sum_range in) {
  sum_row r = {
      .by_program = true, .sum = *sum, .in = plus(in, (sum_range){-sum->constant, -sum->constant})};
  r.sum.constant = 0;
  int64_t factor = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    factor = greatest_divisor(magnitude(sum->of[i].coefficient), factor);
  if (!factor) return r;
  if (sum->of[0].coefficient < 0) r.in = times(r.in, -1);
  for (uint32_t i = 0; i < sum->count; i++)
    r.sum.of[i].coefficient /= sum->of[0].coefficient < 0 ? -factor : factor;
  r.in = (sum_range){divided(r.in.least, factor, true), divided(r.in.greatest, factor, false)};
  return r;
}

/* Computes sum - k * row such that the variable at `i` of the sum is eliminated. Returns false if k
 * is not an integer or the result is too long. */
static bool without(const az_sum *sum, uint32_t i, const sum_row *r, az_sum *rest, int64_t *k) {
  for (uint32_t j = 0; j < r->sum.count; j++) {
    if (r->sum.of[j].var != sum->of[i].var || r->sum.of[j].is_signed != sum->of[i].is_signed)
      continue;
    if (sum->of[i].coefficient % r->sum.of[j].coefficient) return false;
    *k = sum->of[i].coefficient / r->sum.of[j].coefficient;
    return az_sum_add(sum, &r->sum, -*k, rest);
  }
  return false;
}

sum_range sums_range(const sums *d, const sums_state *s, const az_sum *sum, int rows) {
  sum_range in = by_variables(d, s, sum);
  for (size_t n = 0; rows && n < arrlenu(s->rows); n++) {
    int64_t k, before = 0;
    az_sum rest;
    for (uint32_t i = 0; i < sum->count; i++) {
      if (!without(sum, i, &s->rows[n], &rest, &k) || k == before) continue;
      before = k;
      if (rest.count > sum->count) continue;
      in = range_meet(in, plus(sums_range(d, s, &rest, rows - 1), times(s->rows[n].in, k)));
    }
  }
  return in;
}

/* ---- rows of a state ------------------------------------------------------------------------- */

static bool is_value(sum_range r) {
  return r.least == r.greatest;
}

/* Drops the bounds that the inner domain implies; returns false if none is left. Keeps equalities
 * and rows of the program even if constant variables imply them now, since in a loop, variables may
 * be constant only in the first iteration. */
static bool says_more(const sums *d, const sums_state *s, sum_row *r) {
  if (is_value(r->in)) return true;
  sum_range known = by_variables(d, s, &r->sum);
  if (r->in.least < known.least || (r->in.least == known.least && !r->by_program))
    r->in.least = -NO_BOUND;
  if (r->in.greatest > known.greatest || (r->in.greatest == known.greatest && !r->by_program))
    r->in.greatest = NO_BOUND;
  return r->in.least != -NO_BOUND || r->in.greatest != NO_BOUND;
}

static void refine_variable(const sums *d, sums_state *s, const sum_row *r) {
  uint32_t v = d->context->var_of(d->context, r->sum.of[0].var);
  bool is_signed = r->sum.of[0].is_signed;
  if (v == AZ_NONE || d->context->vars[v].is_signed != is_signed || r->sum.of[0].coefficient != 1)
    return;
  az_facts f = az_facts_any(d->context->vars[v].bits, is_signed);
  if (r->in.greatest < f.least || r->in.least > f.greatest) {
    sums_set_bottom(d, s);
    return;
  }
  if (r->in.least > f.least) f.least = r->in.least;
  if (r->in.greatest < f.greatest) f.greatest = r->in.greatest;
  d->inner.ops->refine(d->inner.self, s->inner, v, f);
}

void sums_add(const sums *d, sums_state *s, const az_sum *sum, sum_range in) {
  sum_row r = normal(sum, in);
  if (sums_is_bottom(d, s)) return;
  if (r.in.least > r.in.greatest || (!r.sum.count && (r.in.least > 0 || r.in.greatest < 0))) {
    sums_set_bottom(d, s);
    return;
  }
  if (r.sum.count == 1) refine_variable(d, s, &r);
  if (r.sum.count < 2 || r.sum.count > d->summands) return;
  for (size_t i = 0; i < arrlenu(s->rows); i++) {
    if (!az_sum_equal(&s->rows[i].sum, &r.sum)) continue;
    s->rows[i].in = range_meet(s->rows[i].in, r.in);
    if (s->rows[i].in.least > s->rows[i].in.greatest) sums_set_bottom(d, s);
    return;
  }
  if (arrlenu(s->rows) < d->most && says_more(d, s, &r)) arrput(s->rows, r);
}

void sums_add_closed(const sums *d, sums_state *s, const az_sum *sum, sum_range in) {
  sum_row new = normal(sum, in);
  size_t before = arrlenu(s->rows);
  sums_add(d, s, sum, in);
  for (size_t n = 0; n < before && n < arrlenu(s->rows); n++) {
    sum_row other = s->rows[n];
    for (uint32_t i = 0; i < new.sum.count; i++) {
      int64_t k;
      az_sum rest;
      if (!without(&new.sum, i, &other, &rest, &k)) continue;
      uint32_t longest = is_value(new.in) && is_value(other.in) ? d->summands : 2;
      if (rest.count <= longest) sums_add(d, s, &rest, plus(new.in, times(other.in, -k)));
    }
  }
}

/* Adds the combination of two rows that eliminates the variable. */
static void combine(const sums *d, sums_state *s, const sum_row *a, const sum_row *b, az_term var) {
  int64_t p = sums_coefficient(&a->sum, var), q = sums_coefficient(&b->sum, var);
  az_sum rest;
  if (p % q || !az_sum_add(&a->sum, &b->sum, -(p / q), &rest)) return;
  if (rest.count <= d->summands && !sums_mention(&rest, var))
    sums_add(d, s, &rest, plus(a->in, times(b->in, -(p / q))));
}

/* Returns the shortest equality that has the variable, or AZ_NONE. */
static size_t pivot_of(const sum_row *with) {
  size_t best = AZ_NONE;
  for (size_t i = 0; i < arrlenu(with); i++)
    if (is_value(with[i].in) && (best == AZ_NONE || with[i].sum.count < with[best].sum.count))
      best = i;
  return best;
}

void sums_forget(const sums *d, sums_state *s, az_term var) {
  sum_row *with = NULL;
  size_t kept = 0;
  for (size_t i = 0; i < arrlenu(s->rows); i++)
    if (sums_mention(&s->rows[i].sum, var))
      arrput(with, s->rows[i]);
    else
      s->rows[kept++] = s->rows[i];
  if (!with) return;
  arrsetlen(s->rows, kept);
  size_t pivot = pivot_of(with);
  for (size_t i = 0; i < arrlenu(with); i++)
    for (size_t k = 0; k < i; k++)
      if (pivot == AZ_NONE || pivot == i || pivot == k)
        combine(d, s, &with[pivot == k ? i : k], &with[pivot == k ? k : i], var);
  arrfree(with);
}

void sums_substitute(const sums *d, sums_state *s, const az_sum *var, const az_sum *by) {
  sum_row *rows = s->rows;
  s->rows = NULL;
  for (size_t i = 0; i < arrlenu(rows); i++) {
    az_sum sum = rows[i].sum;
    int64_t c = sums_coefficient(&sum, var->of[0].var);
    if (c && (!az_sum_add(&sum, var, -c, &sum) || !az_sum_add(&sum, by, c, &sum))) continue;
    sums_add(d, s, &sum, rows[i].in);
  }
  arrfree(rows);
}

void sums_drop_known(const sums *d, sums_state *s) {
  size_t kept = 0;
  for (size_t i = 0; i < arrlenu(s->rows); i++)
    if (says_more(d, s, &s->rows[i])) s->rows[kept++] = s->rows[i];
  if (s->rows) arrsetlen(s->rows, kept);
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *name_of(void *ctx, az_term var) {
  const az_transfer_context *context = ctx;
  return context->vars[context->var_of(context, var)].name;
}

static char *text_of(const sums *d, const az_sum *sum) {
  return az_sum_text(d->context->store, sum, name_of, (void *)d->context);
}

/* Returns "x == y+n", with summands of one sign on the left and all others on the right. */
static char *relation(const sums *d, const sum_row *r, int64_t sign, az_wide constant,
                      const char *symbol) {
  az_sum left = {0}, right = {.constant = constant};
  for (uint32_t i = 0; i < r->sum.count; i++) {
    az_summand one = r->sum.of[i];
    one.coefficient *= sign;
    bool is_left = one.coefficient > 0;
    if (!is_left) one.coefficient = -one.coefficient;
    az_sum *side = is_left ? &left : &right;
    side->of[side->count++] = one;
  }
  char *a = text_of(d, &left), *b = text_of(d, &right),
       *text = az_asprintf("%s %s %s", a, symbol, b);
  free(a);
  free(b);
  return text;
}

char *sums_row_text(const sums *d, const sum_row *r) {
  if (is_value(r->in)) return relation(d, r, 1, r->in.least, "==");
  if (r->in.least == -NO_BOUND) return relation(d, r, 1, r->in.greatest, "<=");
  if (r->in.greatest == NO_BOUND) return relation(d, r, -1, -r->in.least, "<=");
  char *low = relation(d, r, -1, -r->in.least, "<="),
       *high = relation(d, r, 1, r->in.greatest, "<="), *text = az_asprintf("%s && %s", low, high);
  free(low);
  free(high);
  return text;
}
