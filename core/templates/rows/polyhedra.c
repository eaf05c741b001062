/* Template polyhedra: rows e_r = sum_i c_i * x_i <= d_r with fixed coefficients
 * [sankaranarayanan2005].
 *
 * The exact range of e_r follows from the variables' types. Claims never wrap:
 *   - one variable: c * x <= d is x <= floor(d / c), or x >= -floor(d / |c|) for c < 0, compared in
 * the variable's own width and sign, constants beyond the type's range saturated to true or false;
 *   - several: the sum is built in the fewest bits that hold its range, where partial sums may wrap
 * freely. If the first coefficient is negative, the sum of the opposite signs is built and compared
 * the other way round, so that the rows e and -e (x - y and y - x) share their adders. A row's
 * bound is bottom (claims false), a number, or top (its greatest value or more; claims true). */
#include "ansatz/facts.h"
#include "ansatz/polyhedra.h"
#include "ansatz/arena.h"
#include "ansatz/float_order.h"
#include <stb/stb_ds.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
  az_linear *sum;
  uint32_t terms, view;
  bool negated;            /* the sum is built with opposite signs */
  uint32_t width, built;   /* bits of e_r, and of the sum that is built for it */
  az_wide least, greatest; /* of e_r */
} row;

struct az_polyhedra {
  az_domain_context context;
  az_arena *arena;
  row *rows;                      /* stb_ds */
  uint32_t *of_variable, indexed; /* stb_ds: see bounds_of; number of rows in it */
  uint32_t most, refused;
  const char *notes; /* NULL: none */
  struct {
    char *key;
    char value;
  } *offered; /* stb_ds: rows by their sorted text */
};

typedef struct bound {
  az_wide d;
  bool reached; /* false: bottom */
} bound;

/* ---- rows ------------------------------------------------------------------------------------ */

az_polyhedra *az_polyhedra_new(const az_domain_context *context) {
  az_arena *arena = az_arena_new();
  az_polyhedra *p = AZ_NEW(arena, az_polyhedra);
  p->context = *context;
  p->arena = arena;
  p->most = UINT32_MAX;
  sh_new_arena(p->offered);
  return p;
}

void az_polyhedra_free(az_polyhedra *p) {
  if (!p) return;
  arrfree(p->rows);
  arrfree(p->of_variable);
  shfree(p->offered);
  az_arena_free(p->arena);
}

static void type_range(const az_tvar *v, az_wide *least, az_wide *greatest) {
  az_wide one = 1;
  if (v->kind == AZ_TV_FLOAT) {
    az_float_order_range(v->bits, least, greatest);
    return;
  }
  *least = v->is_signed ? -(one << (v->bits - 1)) : 0;
  *greatest = v->is_signed ? (one << (v->bits - 1)) - 1 : (one << v->bits) - 1;
}

/* Returns the number of bits that two's complement needs for least .. greatest. */
static uint32_t bits_for(az_wide least, az_wide greatest) {
  uint32_t n = 1;
  while (least < -((az_wide)1 << (n - 1)) || greatest > ((az_wide)1 << (n - 1)) - 1) n++;
  return n;
}

/* Returns the variable's value as a number: a float's place in the order of floats. */
static az_term number_of(az_store *store, const az_tvar *v, az_term x) {
  return x && v->kind == AZ_TV_FLOAT ? az_float_place(store, x) : x;
}

static bool is_signed(const az_tvar *v) {
  return v->is_signed || v->kind == AZ_TV_FLOAT;
}

/* Returns whether rows may mention the variable or its value on entry to the loop. */
static bool is_summand(const az_tvar *v) {
  bool on_entry = v->kind == AZ_TV_INT && v->path && v->path->kind == AZ_ACCESS_ENTRY;
  return az_polyhedra_takes(v) || (on_entry && v->bits >= 1 && v->bits <= 64);
}

/* Returns a copy in which each variable occurs once, and none with coefficient 0. */
static az_linear *without_repetition(az_polyhedra *p, const az_linear *sum, uint32_t *terms) {
  az_linear *to = AZ_NEWN(p->arena, az_linear, *terms + 1);
  uint32_t count = 0, kept = 0;
  for (uint32_t i = 0; i < *terms; i++) {
    uint32_t k = 0;
    while (k < count && to[k].var != sum[i].var) k++;
    if (k == count) to[count++].var = sum[i].var;
    int64_t both = (int64_t)to[k].coefficient + sum[i].coefficient;
    assert(both >= INT32_MIN && both <= INT32_MAX);
    to[k].coefficient = (int32_t)both;
  }
  for (uint32_t i = 0; i < count; i++)
    if (to[i].coefficient) to[kept++] = to[i];
  *terms = kept;
  return to;
}

uint32_t az_polyhedra_add(az_polyhedra *p, const az_linear *sum, uint32_t terms) {
  row r = {.terms = terms};
  r.sum = without_repetition(p, sum, &r.terms);
  assert(r.terms);

  r.view = p->context.vars[r.sum[0].var].view;
  r.negated = r.sum[0].coefficient < 0;
  for (uint32_t i = 0; i < r.terms; i++) {
    const az_tvar *v = &p->context.vars[r.sum[i].var];
    assert(v->view == r.view && (is_summand(v) || (r.terms == 1 && az_float_order_takes(v))));
    az_wide least, greatest, c = r.sum[i].coefficient;
    type_range(v, &least, &greatest);
    r.least += c > 0 ? c * least : c * greatest;
    r.greatest += c > 0 ? c * greatest : c * least;
  }
  r.width = bits_for(r.least, r.greatest);
  r.built = r.negated ? bits_for(-r.greatest, -r.least) : r.width;
  arrput(p->rows, r);
  return (uint32_t)arrlen(p->rows) - 1;
}

const az_domain_context *az_polyhedra_context(const az_polyhedra *p) {
  return &p->context;
}

void az_polyhedra_limit(az_polyhedra *p, uint32_t most) {
  p->most = most;
}

uint32_t az_polyhedra_refused(const az_polyhedra *p) {
  return p->refused;
}

void az_polyhedra_note(az_polyhedra *p, const char *format, ...) {
  va_list args;
  char text[300];
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  p->notes = p->notes ? az_arena_printf(p->arena, "%s; %s", p->notes, text)
                      : az_arena_strdup(p->arena, text);
}

static const char *note(const az_polyhedra *p) {
  if (!p->refused) return p->notes;
  return az_arena_printf(p->arena, "%s%s%u rows beyond the first %u are left out",
                         p->notes ? p->notes : "", p->notes ? "; " : "", p->refused, p->most);
}

static int by_variable(const void *a, const void *b) {
  uint32_t x = ((const az_linear *)a)->var, y = ((const az_linear *)b)->var;
  return (x > y) - (x < y);
}

bool az_polyhedra_offer(az_polyhedra *p, const az_linear *sum, uint32_t terms) {
  const az_tvar *vars = p->context.vars;
  bool changes = false;
  int64_t common = 0;
  az_linear *reduced = without_repetition(p, sum, &terms), *sorted;
  for (uint32_t i = 0; i < terms; i++) {
    const az_tvar *v = &vars[reduced[i].var];
    if (!is_summand(v) && !(terms == 1 && az_float_order_takes(v))) return false;
    if (v->view != vars[reduced[0].var].view) return false;
    changes |= v->changes;
    common = (int64_t)az_gcd(common, reduced[i].coefficient);
  }
  if (!changes) return false;
  for (uint32_t i = 0; i < terms; i++) reduced[i].coefficient /= (int32_t)common;
  sorted = AZ_COPY(p->arena, reduced, terms, terms);
  qsort(sorted, terms, sizeof *sorted, by_variable);
  char *key = AZ_NEWN(p->arena, char, terms * 24 + 1), *at = key;
  for (uint32_t i = 0; i < terms; i++)
    at += sprintf(at, "%u:%d,", sorted[i].var, sorted[i].coefficient);
  if (shgeti(p->offered, key) >= 0) return false;
  if (arrlenu(p->rows) >= p->most) {
    p->refused++;
    return false;
  }
  shput(p->offered, key, 1);
  az_polyhedra_add(p, reduced, terms);
  return true;
}

uint32_t az_polyhedra_terms(const az_polyhedra *p, uint32_t n, const az_linear **sum) {
  *sum = p->rows[n].sum;
  return p->rows[n].terms;
}

void az_polyhedra_close(void *self) {
  az_polyhedra_free(self);
}

bool az_polyhedra_takes(const az_tvar *var) {
  return var->kind == AZ_TV_INT && !var->auxiliary && var->bits >= 1 && var->bits <= 64;
}

uint32_t az_polyhedra_row_count(void *self) {
  return (uint32_t)arrlen(((const az_polyhedra *)self)->rows);
}

az_row az_polyhedra_row(void *self, uint32_t n) {
  return (az_row){.view = ((const az_polyhedra *)self)->rows[n].view};
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns the bounds of a value, which is an array with one bound for each row. */
static bound *bounds(void *v) {
  return v;
}

void *az_polyhedra_value_new(void *self) {
  return az_array_new(az_polyhedra_row_count(self), sizeof(bound));
}

void *az_polyhedra_value_copy(void *self, const void *from) {
  return memcpy(az_polyhedra_value_new(self), from, az_polyhedra_row_count(self) * sizeof(bound));
}

void az_polyhedra_value_free(void *self, void *v) {
  (void)self;
  free(v);
}

void az_polyhedra_value_top(void *self, void *v, uint32_t n) {
  const az_polyhedra *p = self;
  bounds(v)[n] = (bound){.d = p->rows[n].greatest, .reached = true};
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* Returns the sum, or its opposite if the row is negated, in `width` bits. */
static az_term build_sum(const az_polyhedra *p, const row *r, const az_state *state,
                         uint32_t width) {
  az_store *store = p->context.store;
  az_term total = AZ_NO_TERM;
  for (uint32_t i = 0; i < r->terms; i++) {
    const az_tvar *var = &p->context.vars[r->sum[i].var];
    const az_term number = number_of(store, var, state->values[var->at]);
    az_term x = az_resize(store, number, width, is_signed(var));
    int64_t c = r->negated ? -(int64_t)r->sum[i].coefficient : r->sum[i].coefficient;
    if (c != 1 && c != -1) {
      x = az_bv_mul(store, az_bv_signed(store, width, c), x);
      c = 1;
    }
    if (!total)
      total = c > 0 ? x : az_bv_neg(store, x);
    else
      total = c > 0 ? az_bv_add(store, total, x) : az_bv_sub(store, total, x);
  }
  return total;
}

/* Returns whether the place is beyond infinity, where only NaN is. */
static bool beyond_infinity(const az_tvar *v, az_wide place) {
  az_wide least, greatest;
  az_float_order_range(v->bits, &least, &greatest);
  return place > -least;
}

/* Returns x <= b, or x >= b or NaN. */
static az_term compare_float(az_store *store, const az_tvar *v, az_term x, bool upper, az_wide b) {
  const az_term limit = az_float_at_place(store, v->bits, b);
  if (az_sort_kind_of(az_sort_of(store, x)) != AZ_SORT_FLOAT)
    x = az_float_from_bits(store, x, az_sort_of(store, limit));
  if (!upper && beyond_infinity(v, b)) return az_float_unary(store, AZ_K_F_IS_NAN, x);
  return upper ? az_float_binary(store, AZ_K_F_LE, x, limit)
               : az_not(store, az_float_binary(store, AZ_K_F_LT, x, limit));
}

/* Returns x <= b or x >= b in the variable's own width. */
static az_term compare(az_store *store, const az_tvar *v, az_term x, bool upper, az_wide b) {
  az_wide least, greatest;
  type_range(v, &least, &greatest);
  if (upper ? b >= greatest : b <= least) return az_true(store);
  if (upper ? b < least : b > greatest) return az_false(store);
  if (v->kind == AZ_TV_FLOAT) return compare_float(store, v, x, upper, b);
  az_term d = az_bv_wide(store, v->bits, b), low = upper ? x : d, high = upper ? d : x;
  return v->is_signed ? az_bv_sle(store, low, high) : az_bv_ule(store, low, high);
}

az_term az_polyhedra_claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const az_polyhedra *p = self;
  az_store *store = p->context.store;
  const row *r = &p->rows[n];
  const bound *b = (const bound *)v + n;
  if (!b->reached || b->d < r->least) return az_false(store);
  if (b->d >= r->greatest) return az_true(store);
  if (r->terms == 1) {
    const az_tvar *var = &p->context.vars[r->sum[0].var];
    az_wide c = r->sum[0].coefficient, quotient = az_floor_div(b->d, c > 0 ? c : -c);
    return compare(store, var, state->values[var->at], c > 0, c > 0 ? quotient : -quotient);
  }
  az_term sum = build_sum(p, r, state, r->built);
  return r->negated ? az_bv_sle(store, az_bv_wide(store, r->built, -b->d), sum)
                    : az_bv_sle(store, sum, az_bv_wide(store, r->built, b->d));
}

bool az_polyhedra_improve(void *self, uint32_t n, void *v, const az_model *model,
                          const az_state *state) {
  const az_polyhedra *p = self;
  const row *r = &p->rows[n];
  az_wide sum = 0;
  for (uint32_t i = 0; i < r->terms; i++) {
    const az_tvar *var = &p->context.vars[r->sum[i].var];
    az_wide x;
    az_term constant = model->value(model->ctx, state->values[var->at]);
    if (constant) constant = number_of(p->context.store, var, constant);
    if (!constant || !az_const_wide(p->context.store, constant, is_signed(var), &x)) return false;
    sum += r->sum[i].coefficient * x;
  }
  bound *b = bounds(v) + n;
  if (b->reached && sum <= b->d) return false;
  *b = (bound){.d = sum, .reached = true};
  return true;
}

/* ---- facets ---------------------------------------------------------------------------------- */

static uint32_t width(void *self, uint32_t n) {
  return ((const az_polyhedra *)self)->rows[n].width;
}

static az_term expression(void *self, uint32_t n, const az_state *state) {
  const az_polyhedra *p = self;
  const row *r = &p->rows[n];
  if (!r->negated) return build_sum(p, r, state, r->width);
  az_term sum = build_sum(p, r, state, r->built);
  /* The range of the opposite may need one bit less, or at most one bit more. */
  uint32_t wide = r->width > r->built ? r->width : r->built;
  az_term opposite = az_bv_neg(p->context.store, az_resize(p->context.store, sum, wide, true));
  return az_resize(p->context.store, opposite, r->width, true);
}

static void range(void *self, uint32_t n, az_wide *least, az_wide *greatest) {
  const az_polyhedra *p = self;
  *least = p->rows[n].least;
  *greatest = p->rows[n].greatest;
}

static bool get_bound(void *self, uint32_t n, const void *v, az_wide *d) {
  (void)self;
  const bound *b = (const bound *)v + n;
  if (b->reached) *d = b->d;
  return b->reached;
}

static void set_bound(void *self, uint32_t n, void *v, az_wide d) {
  const az_polyhedra *p = self;
  const row *r = &p->rows[n];
  if (d > r->greatest) d = r->greatest;
  bounds(v)[n] = (bound){.d = d, .reached = d >= r->least};
}

static uint32_t arity(void *self, uint32_t n) {
  return ((const az_polyhedra *)self)->rows[n].terms;
}

/* Returns the rows x <= d and -x <= d of a variable. */
static uint32_t *bounds_of(az_polyhedra *p, uint32_t var) {
  while (p->indexed < arrlenu(p->rows)) {
    uint32_t n = p->indexed++;
    const row *r = &p->rows[n];
    if (r->terms != 1 || (r->sum->coefficient != 1 && r->sum->coefficient != -1)) continue;
    while (arrlenu(p->of_variable) < 2 * p->context.var_count) arrput(p->of_variable, UINT32_MAX);
    p->of_variable[2 * r->sum->var + (r->sum->coefficient < 0)] = n;
  }
  return arrlenu(p->of_variable) ? p->of_variable + 2 * var : NULL;
}

static bool implied(void *self, uint32_t n, const void *v, az_wide *d) {
  az_polyhedra *p = self;
  const row *r = &p->rows[n];
  *d = 0;
  for (uint32_t i = 0; i < r->terms; i++) {
    az_wide c = r->sum[i].coefficient, least, greatest;
    type_range(&p->context.vars[r->sum[i].var], &least, &greatest);
    az_wide most = c > 0 ? greatest : -least; /* upper bound of the variable times c's sign */
    const uint32_t *rows = bounds_of(p, r->sum[i].var);
    uint32_t bounding = rows ? rows[c < 0] : UINT32_MAX;
    if (bounding != UINT32_MAX) {
      const bound *b = (const bound *)v + bounding;
      if (!b->reached) return false;
      if (b->d < most) most = b->d;
    }
    *d += (c > 0 ? c : -c) * most;
  }
  return true;
}

const az_numeric_facet az_polyhedra_numeric = {.width = width,
                                               .expression = expression,
                                               .range = range,
                                               .bound = get_bound,
                                               .set_bound = set_bound,
                                               .arity = arity,
                                               .implied = implied};

az_facets az_polyhedra_facets(void *self) {
  return (az_facets){.numeric = &az_polyhedra_numeric, .note = note(self)};
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Returns a decimal constant, with a C suffix if the number fits no signed type. */
static char *decimal(char out[48], az_wide number) {
  char *at = out + 47;
  bool negative = number < 0;
  __extension__ unsigned __int128 rest = (unsigned __int128)number;
  if (negative) rest = -rest;
  *at = 0;
  if (!negative && number > INT64_MAX) *--at = 'u';
  do *--at = (char)('0' + (int)(rest % 10));
  while (rest /= 10);
  if (negative) *--at = '-';
  return at;
}

/* Returns "x <= 0.5f", "x >= 0.5f || isnan(x)", "isnan(x)"; "x <= INFINITY" excludes only NaN. */
static char *float_text(const az_polyhedra *p, const row *r, az_wide d) {
  const az_tvar *v = &p->context.vars[r->sum->var];
  if (r->negated && beyond_infinity(v, -d)) return az_asprintf("isnan(%s)", v->name);
  const az_term limit = az_float_at_place(p->context.store, v->bits, r->negated ? -d : d);
  char *number = az_print_c(p->context.store, limit, NULL, NULL);
  char *text = r->negated ? az_asprintf("%s >= %s || isnan(%s)", v->name, number, v->name)
                          : az_asprintf("%s <= %s", v->name, number);
  free(number);
  return text;
}

char *az_polyhedra_print(void *self, uint32_t n, const void *v) {
  const az_polyhedra *p = self;
  const row *r = &p->rows[n];
  const bound *b = (const bound *)v + n;
  if (!b->reached) return az_strdup("false");
  if (b->d >= r->greatest) return NULL;
  if (p->context.vars[r->sum->var].kind == AZ_TV_FLOAT) return float_text(p, r, b->d);
  char *text = NULL, digits[48];
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t i = 0; i < r->terms; i++) {
    int64_t c = r->negated ? -(int64_t)r->sum[i].coefficient : r->sum[i].coefficient;
    fputs(i ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""), out);
    if (c != 1 && c != -1) fprintf(out, "%s*", decimal(digits, c < 0 ? -c : c));
    fputs(p->context.vars[r->sum[i].var].name, out);
  }
  fprintf(out, r->negated ? " >= %s" : " <= %s", decimal(digits, r->negated ? -b->d : b->d));
  az_close_memstream(out);
  return text;
}
