/* Bounds of linear sums of a few variables, sums{ D }, for relations that the program establishes.
 * An assignment x := e of a linear e gives the row x - e = 0, a condition e <= e' the row e - e' <=
 * 0. Later assignments change rows by substitution or elimination. A join keeps the sums of rows of
 * either state, with the bounds that they have in both. The domain is weakly relational, like
 * [mine2006] and [sankaranarayanan2005], but the sums are found during the analysis, not fixed
 * beforehand. D describes single variables. All sums are over the integers: a term is a sum only if
 * D shows that it cannot wrap.
 *
 * As a domain of elements of segments, a row relates a cell, its index, variables, and other
 * arrays' cells: a[x] == x + n. */
#include "ansatz/found_claims.h"
#include "sums_rows.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOLLOWED = 1 /* number of rows that are added to a sum to bound it */, DEPTH = 16 };

#define INNER(d, operation, ...) ((d)->inner.ops->operation((d)->inner.self, __VA_ARGS__))

static void close_sums(void *self) {
  sums *d = self;
  if (!d) return;
  az_transfer_close(&d->inner);
  free(d);
}

static void *open_sums(const az_transfer_context *context, const az_desc *options, az_error *err) {
  az_desc *const *domains;
  sums *d = az_calloc(1, sizeof *d);
  d->context = context;
  d->summands = (uint32_t)az_desc_int(options, "summands");
  d->most = (uint32_t)az_desc_int(options, "most");
  if (az_desc_modules(options, "domain", &domains) != 1)
    az_fail(err, AZ_ERR_INPUT,
            "sums: one domain of single variables is needed: sums{ interval() }");
  else if (az_transfer_open(context, domains[0], &d->inner, err) == AZ_OK)
    return d;
  close_sums(d);
  return NULL;
}

/* ---- states ---------------------------------------------------------------------------------- */

static void *top(void *self) {
  sums *d = self;
  sums_state *s = az_calloc(1, sizeof *s);
  s->inner = d->inner.ops->top(d->inner.self);
  return s;
}

static sum_row *copied(const sum_row *rows) {
  sum_row *copy = NULL;
  if (!arrlenu(rows)) return NULL;
  arrsetlen(copy, arrlenu(rows));
  memcpy(copy, rows, arrlenu(rows) * sizeof *rows);
  return copy;
}

static void *copy(void *self, const void *from) {
  sums *d = self;
  const sums_state *s = from;
  sums_state *c = az_calloc(1, sizeof *c);
  c->inner = INNER(d, copy, s->inner);
  c->rows = copied(s->rows);
  return c;
}

static void free_state(void *self, void *what) {
  sums *d = self;
  sums_state *s = what;
  if (!s) return;
  INNER(d, free, s->inner);
  arrfree(s->rows);
  free(s);
}

static void set_bottom(void *self, void *s) {
  sums_set_bottom(self, s);
}

static bool is_bottom(void *self, const void *s) {
  return sums_is_bottom(self, s);
}

static bool included(void *self, const void *what, const void *in) {
  sums *d = self;
  const sums_state *a = what, *b = in;
  if (sums_is_bottom(d, a)) return true;
  if (!INNER(d, included, a->inner, b->inner)) return false;
  for (size_t i = 0; i < arrlenu(b->rows); i++) {
    sum_range r = sums_range(d, a, &b->rows[i].sum, FOLLOWED);
    if (r.least < b->rows[i].in.least || r.greatest > b->rows[i].in.greatest) return false;
  }
  return true;
}

/* If an operand is bottom, sets a to the other operand and returns true. */
static bool has_bottom(sums *d, sums_state *a, const sums_state *b) {
  if (sums_is_bottom(d, b)) return true;
  if (!sums_is_bottom(d, a)) return false;
  sums_state *new = copy(d, b), old = *a;
  *a = *new;
  *new = old;
  free_state(d, new);
  return true;
}

static bool has(const sum_row *rows, const az_sum *sum) {
  for (size_t i = 0; i < arrlenu(rows); i++)
    if (az_sum_equal(&rows[i].sum, sum)) return true;
  return false;
}

/* Replaces the bounds. A row with new bounds is no longer the program's, so it is kept only if it
 * is stronger than D. */
static void grow_row(sum_row *r, sum_range in) {
  r->by_program = r->by_program && in.least == r->in.least && in.greatest == r->in.greatest;
  r->in = in;
}

static void join(void *self, void *what, const void *with) {
  sums *d = self;
  sums_state *a = what;
  const sums_state *b = with;
  if (has_bottom(d, a, b)) return;
  sum_row *rows = copied(a->rows);
  for (size_t i = 0; i < arrlenu(rows); i++)
    grow_row(&rows[i], range_join(rows[i].in, sums_range(d, b, &rows[i].sum, FOLLOWED)));
  for (size_t i = 0; i < arrlenu(b->rows) && arrlenu(rows) < d->most; i++) {
    sum_row r = b->rows[i];
    if (has(a->rows, &r.sum)) continue;
    grow_row(&r, range_join(r.in, sums_range(d, a, &r.sum, FOLLOWED)));
    arrput(rows, r);
  }
  INNER(d, join, a->inner, b->inner);
  arrfree(a->rows);
  a->rows = rows;
  sums_drop_known(d, a);
}

static void meet(void *self, void *what, const void *with) {
  sums *d = self;
  sums_state *a = what;
  const sums_state *b = with;
  if (sums_is_bottom(d, b)) sums_set_bottom(d, a);
  if (sums_is_bottom(d, a)) return;
  INNER(d, meet, a->inner, b->inner);
  for (size_t i = 0; i < arrlenu(b->rows); i++) sums_add(d, a, &b->rows[i].sum, b->rows[i].in);
}

/* A bound that grows moves to the next threshold or, if there is none, is removed. */
static sum_range widened(sum_range old, sum_range now, const az_thresholds *t) {
  sum_range r = old;
  if (now.greatest > old.greatest) {
    r.greatest = NO_BOUND;
    for (uint32_t i = 0; t && i < t->count && r.greatest == NO_BOUND; i++)
      if (t->values[i] >= now.greatest) r.greatest = t->values[i];
  }
  if (now.least < old.least) {
    r.least = -NO_BOUND;
    for (uint32_t i = t ? t->count : 0; i-- > 0 && r.least == -NO_BOUND;)
      if (t->values[i] <= now.least) r.least = t->values[i];
  }
  return r;
}

/* For a row that only b has, returns those of its bounds that a also satisfies. */
static sum_range already(const sums *d, const sums_state *a, const sum_row *r) {
  sum_range of_a = sums_range(d, a, &r->sum, FOLLOWED);
  return (sum_range){of_a.least >= r->in.least ? r->in.least : -NO_BOUND,
                     of_a.greatest <= r->in.greatest ? r->in.greatest : NO_BOUND};
}

/* The sums of the result are sums of the left operand. While there are thresholds, which strategies
 * use only a limited number of times, the result also has the sums of b whose bounds a satisfies: a
 * loop begins with constants, and only its next iteration relates variables. */
static void widen(void *self, void *what, const void *with, const az_thresholds *thresholds) {
  sums *d = self;
  sums_state *a = what;
  const sums_state *b = with;
  if (has_bottom(d, a, b)) return;
  sum_row *rows = copied(a->rows);
  for (size_t i = 0; i < arrlenu(rows); i++)
    grow_row(&rows[i], widened(rows[i].in, sums_range(d, b, &rows[i].sum, FOLLOWED), thresholds));
  if (thresholds && thresholds->count)
    for (size_t i = 0; i < arrlenu(b->rows) && arrlenu(rows) < d->most; i++)
      if (!has(a->rows, &b->rows[i].sum))
        arrput(rows,
               ((sum_row){b->rows[i].sum, already(d, a, &b->rows[i]), b->rows[i].by_program}));
  arrfree(a->rows);
  a->rows = rows;
  INNER(d, widen, a->inner, b->inner, thresholds);
  sums_drop_known(d, a);
}

/* Adds bounds of b that a lacks. State b must be included in a. */
static void narrow(void *self, void *what, const void *with) {
  sums *d = self;
  sums_state *a = what;
  const sums_state *b = with;
  if (sums_is_bottom(d, b)) sums_set_bottom(d, a);
  if (sums_is_bottom(d, a)) return;
  INNER(d, narrow, a->inner, b->inner);
  for (size_t i = 0; i < arrlenu(a->rows); i++) {
    sum_range in = a->rows[i].in, r = sums_range(d, b, &a->rows[i].sum, FOLLOWED);
    if (in.least == -NO_BOUND) in.least = r.least;
    if (in.greatest == NO_BOUND) in.greatest = r.greatest;
    grow_row(&a->rows[i], in);
  }
  for (size_t i = 0; i < arrlenu(b->rows); i++)
    if (!has(a->rows, &b->rows[i].sum)) sums_add(d, a, &b->rows[i].sum, b->rows[i].in);
  sums_drop_known(d, a);
}

/* ---- transfer functions ---------------------------------------------------------------------- */

static void add(void *self, void *what, uint32_t v, az_term length) {
  sums *d = self;
  sums_state *s = what;
  sums_forget(d, s, d->context->vars[v].term);
  INNER(d, add, s->inner, v, length);
}

static void remove_var(void *self, void *what, uint32_t v) {
  sums *d = self;
  sums_state *s = what;
  sums_forget(d, s, d->context->vars[v].term);
  INNER(d, remove, s->inner, v);
}

static az_sum sum_of_var(const sums *d, uint32_t v) {
  return (az_sum){.count = 1, .of = {{d->context->vars[v].term, d->context->vars[v].is_signed, 1}}};
}

static void rename_var(void *self, void *what, uint32_t from, uint32_t to) {
  sums *d = self;
  sums_state *s = what;
  const az_abstract_variable *x = &d->context->vars[from], *y = &d->context->vars[to];
  bool number = x->kind == AZ_ABSTRACT_NUMBER && y->kind == AZ_ABSTRACT_NUMBER;
  sums_forget(d, s, y->term);
  bool same = number && x->bits == y->bits && x->is_signed == y->is_signed && !y->several;
  if (!same) sums_forget(d, s, x->term);
  INNER(d, rename, s->inner, from, to);
  if (!same) return;
  az_sum old = sum_of_var(d, from), new = sum_of_var(d, to);
  sums_substitute(d, s, &old, &new);
}

/* If a sum is too long for a row, replaces its constant variables by their values. */
static void shorten(const sums *d, const sums_state *s, az_sum *sum) {
  for (uint32_t i = 0; i < sum->count && sum->count >= d->summands;) {
    az_sum one = {.count = 1, .of = {sum->of[i]}}, constant = {0};
    sum_range r = sums_range(d, s, &one, 0);
    constant.constant = r.least;
    bool known = r.least == r.greatest && az_sum_add(sum, &one, -1, sum) &&
                 az_sum_add(sum, &constant, 1, sum);
    i += !known;
  }
}

static void assign(void *self, void *what, uint32_t v, az_term value, bool weak) {
  sums *d = self;
  sums_state *s = what;
  const az_abstract_variable *variable = &d->context->vars[v];
  az_sum sum, var = sum_of_var(d, v);
  if (sums_is_bottom(d, s)) return;
  bool known = value && !weak && !variable->several && variable->kind == AZ_ABSTRACT_NUMBER &&
               sums_of_term(d, s, value, variable->is_signed, &sum);
  if (known && !sums_mention(&sum, variable->term)) shorten(d, s, &sum);
  int64_t c = known ? sums_coefficient(&sum, variable->term) : 0;
  if (c == 1 || c == -1) { /* new = c * old + rest: old = c * new - c * rest */
    az_sum rest, zero = {0}, old;
    bool invertible = az_sum_add(&sum, &var, -c, &rest) && az_sum_add(&zero, &var, c, &old) &&
                      az_sum_add(&old, &rest, -c, &old);
    if (!invertible) sums_forget(d, s, variable->term);
    INNER(d, assign, s->inner, v, value, weak);
    if (invertible) sums_substitute(d, s, &var, &old);
    return;
  }
  sums_forget(d, s, variable->term);
  INNER(d, assign, s->inner, v, value, weak);
  az_sum zero_sum;
  if (known && !c && sum.count && az_sum_add(&var, &sum, -1, &zero_sum))
    sums_add_closed(d, s, &zero_sum, (sum_range){0, 0});
}

static void write_cells(void *self, void *what, uint32_t array, az_term index, az_term behind,
                        az_term value, bool weak) {
  sums *d = self;
  INNER(d, write, ((sums_state *)what)->inner, array, index, behind, value, weak);
}

/* Assumes x + gap <= y. */
static void assume_at_most(sums *d, sums_state *s, const az_sum *x, const az_sum *y, az_wide gap) {
  az_sum difference;
  if (az_sum_add(x, y, -1, &difference))
    sums_add_closed(d, s, &difference, (sum_range){-NO_BOUND, -gap});
}

static void assume_equal(sums *d, sums_state *s, const az_sum *x, const az_sum *y, bool holds) {
  az_sum difference;
  if (!az_sum_add(x, y, -1, &difference)) return;
  if (holds) {
    sums_add_closed(d, s, &difference, (sum_range){0, 0});
    return;
  }
  sum_range r = sums_range(d, s, &difference, FOLLOWED);
  if (!r.least && !r.greatest)
    sums_set_bottom(d, s);
  else if (!r.least)
    sums_add_closed(d, s, &difference, (sum_range){1, NO_BOUND});
  else if (!r.greatest)
    sums_add_closed(d, s, &difference, (sum_range){-NO_BOUND, -1});
}

static void assume_rows(sums *d, sums_state *s, az_term t, bool holds, int depth) {
  az_store *store = d->context->store;
  if (sums_is_bottom(d, s) || depth > DEPTH || !az_arity(store, t)) return;
  az_kind kind = az_kind_of(store, t);
  az_term a = az_operand(store, t, 0), b = az_arity(store, t) > 1 ? az_operand(store, t, 1) : a;
  az_sum x, y;
  if (kind == AZ_K_NOT) {
    assume_rows(d, s, a, !holds, depth + 1);
  } else if (kind == AZ_K_AND && holds) {
    assume_rows(d, s, a, true, depth + 1);
    assume_rows(d, s, b, true, depth + 1);
  } else if (kind == AZ_K_BV_SLT || kind == AZ_K_BV_ULT) {
    bool is_signed = kind == AZ_K_BV_SLT;
    if (!sums_of_term(d, s, a, is_signed, &x) || !sums_of_term(d, s, b, is_signed, &y)) return;
    if (holds)
      assume_at_most(d, s, &x, &y, 1);
    else
      assume_at_most(d, s, &y, &x, 0);
  } else if (kind == AZ_K_EQ && az_sort_kind_of(az_sort_of(store, a)) == AZ_SORT_BV) {
    for (int is_signed = 1; is_signed >= 0; is_signed--) {
      if (!sums_of_term(d, s, a, is_signed, &x) || !sums_of_term(d, s, b, is_signed, &y)) continue;
      assume_equal(d, s, &x, &y, holds);
      return;
    }
  }
}

static void assume(void *self, void *what, az_term condition) {
  sums *d = self;
  sums_state *s = what;
  if (sums_is_bottom(d, s)) return;
  INNER(d, assume, s->inner, condition);
  assume_rows(d, s, condition, true, 0);
  if (sums_is_bottom(d, s)) sums_set_bottom(d, s);
}

static az_facts facts(void *self, const void *what, az_term t, bool is_signed) {
  sums *d = self;
  const sums_state *s = what;
  az_facts f = INNER(d, facts, s->inner, t, is_signed), by_rows = f;
  az_sum sum;
  if (f.none || !arrlenu(s->rows) || !sums_of_term(d, s, t, is_signed, &sum)) return f;
  sum_range r = sums_range(d, s, &sum, FOLLOWED);
  if (r.least > r.greatest) return az_facts_none();
  by_rows.modulus = 1, by_rows.rest = 0;
  if (r.least > by_rows.least) by_rows.least = r.least;
  if (r.greatest < by_rows.greatest) by_rows.greatest = r.greatest;
  return by_rows.least > by_rows.greatest ? az_facts_none() : az_facts_meet(f, by_rows);
}

static void refine(void *self, void *what, uint32_t v, az_facts known) {
  sums *d = self;
  sums_state *s = what;
  INNER(d, refine, s->inner, v, known);
  if (sums_is_bottom(d, s)) sums_set_bottom(d, s);
}

static az_truth at_most(void *self, const void *what, const az_sum *a, const az_sum *b) {
  sums *d = self;
  az_sum difference;
  if (!az_sum_add(b, a, -1, &difference)) return AZ_MAYBE;
  sum_range r = sums_range(d, what, &difference, FOLLOWED);
  if (r.least >= 0) return AZ_YES;
  return r.greatest < 0 ? AZ_NO
                        : az_transfer_at_most(&d->inner, ((const sums_state *)what)->inner, a, b);
}

/* ---- claims and printing --------------------------------------------------------------------- */

static az_term claim_of(az_store *store, const sum_row *r) {
  uint32_t bits = az_sum_bits(store, &r->sum);
  while (r->in.least != -NO_BOUND && bits < 120 && r->in.least < -((az_wide)1 << (bits - 1)))
    bits++;
  while (r->in.greatest != NO_BOUND && bits < 120 && r->in.greatest >= (az_wide)1 << (bits - 1))
    bits++;
  az_term sum = az_sum_term(store, &r->sum, bits), claim = az_true(store);
  if (r->in.least != -NO_BOUND) claim = az_bv_sle(store, az_bv_wide(store, bits, r->in.least), sum);
  if (r->in.greatest != NO_BOUND)
    claim = az_and(store, claim, az_bv_sle(store, sum, az_bv_wide(store, bits, r->in.greatest)));
  return claim;
}

static void claims(void *self, const void *what, const az_claim_sink *sink) {
  sums *d = self;
  const sums_state *s = what;
  INNER(d, claims, s->inner, sink);
  for (size_t i = 0; !sums_is_bottom(d, s) && i < arrlenu(s->rows); i++) {
    char *text = sums_row_text(d, &s->rows[i]);
    sink->claim(sink->ctx, claim_of(d->context->store, &s->rows[i]), text);
    free(text);
  }
}

/* Returns "inner, row, row"; for a single variable, with the rows that mention it. */
static char *with_rows(const sums *d, const sums_state *s, char *inner, az_term of) {
  char *text;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  if (inner) fputs(inner, out);
  const char *gap = inner && *inner ? ", " : "";
  for (size_t i = 0; !sums_is_bottom(d, s) && i < arrlenu(s->rows); i++) {
    if (of && !sums_mention(&s->rows[i].sum, of)) continue;
    char *line = sums_row_text(d, &s->rows[i]);
    fprintf(out, "%s%s", gap, line);
    free(line);
    gap = ", ";
  }
  az_close_memstream(out);
  free(inner);
  return text;
}

static char *print(void *self, const void *what) {
  sums *d = self;
  const sums_state *s = what;
  return with_rows(d, s, INNER(d, print, s->inner), AZ_NO_TERM);
}

static char *print_variable(void *self, const void *what, uint32_t v) {
  sums *d = self;
  const sums_state *s = what;
  return with_rows(d, s, INNER(d, print_variable, s->inner, v), d->context->vars[v].term);
}

static const az_transfer_ops transfer = {
    .open = open_sums,
    .close = close_sums,
    .is_bottom = is_bottom,
    .narrow = narrow,
    .claims = claims,
    .print = print,
    AZ_TRANSFER_LATTICE,
    AZ_TRANSFER_ACTIONS,
};

AZ_FOUND_CLAIMS_DOMAIN(transfer, "kleene");

static const az_option options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAINS,
     .summary = "the domain of single variables: sums{ interval() }",
     .required = true},
    {.name = "summands",
     .type = AZ_OPT_INT,
     .initial = "3",
     .least = 2,
     .greatest = AZ_SUM_MAX,
     .summary = "variables of a sum, at most"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "24",
     .least = 1,
     .greatest = 1000,
     .summary = "sums in a state, at most"},
    {0}};

AZ_MODULE(sums) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "sums", "1.0"),
    .summary = "bounds of linear sums of a few variables, as the program forms them, along the "
               "control flow",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
