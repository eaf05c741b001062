/* Rows of a template that is written in Lua: see template_rows.h.
 *
 * A row with a guard g has one more value between bottom and the others: g was never true, and the
 * claim is "not g". For a bound, this value is the number below the least value of e. So the row
 * has the form e' <= d with e' = (g ? e : least - 1), which numeric strategies need. */
#include "host/template_rows.h"
#include "ansatz/expression.h"
#include "ansatz/values.h"
#include <stb/stb_ds.h>

static template_row *row_of(void *self, uint32_t n) {
  return &((template_rows *)self)->rows[n];
}

/* Returns the least width in two's complement that holds least .. greatest. */
static uint32_t bits_of(az_wide least, az_wide greatest) {
  uint32_t n = 1;
  while (least < -((az_wide)1 << (n - 1)) || greatest > ((az_wide)1 << (n - 1)) - 1) n++;
  return n;
}

static uint32_t bound_width(const template_row *r) {
  return bits_of(r->guard ? r->least - 1 : r->least, r->greatest);
}

/* A value contains the parameters of the finite rows, one after the other. The first number of each
 * is its kind. For VALUES it is HOLDS + the number of values, which follow it. */
enum { BOTTOM = 0, NEVER = 1, HOLDS = 2, TOP = -1 };

static uint32_t numbers_of(const template_row *r) {
  switch (r->kind) {
  case TEMPLATE_CONSTANT: return 2;
  case TEMPLATE_MODULO: return 3;
  case TEMPLATE_VALUES: return 1 + r->most;
  default: return 1;
  }
}

void template_rows_add(template_rows *t, template_row row) {
  if (row.kind == TEMPLATE_BOUND) {
    uint32_t width = bound_width(&row);
    az_term e = az_resize(t->store, az_formula_term(row.e), width, row.is_signed);
    if (row.guard)
      e = az_ite(t->store, az_formula_term(row.guard), e,
                 az_bv_wide(t->store, width, row.least - 1));
    row.bounded = az_formula_new(t->formals, row.view, e);
  }
  row.at = t->size;
  t->size += numbers_of(&row);
  arrput(t->rows, row);
}

static void template_rows_free(template_rows *t) {
  arrfree(t->rows);
}

static void close_rows(void *self) {
  template_rows_free(self);
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((template_rows *)self)->rows);
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = row_of(self, n)->view};
}

static bool is_true(const template_rows *t, const az_formula *f, const az_model *model,
                    const az_state *state) {
  return az_is_true(t->store, model->value(model->ctx, az_formula_at(f, state)));
}

static bool number_at(const template_rows *t, const az_formula *f, bool is_signed,
                      const az_model *model, const az_state *state, az_wide *number) {
  az_term constant = model->value(model->ctx, az_formula_at(f, state));
  return constant && az_const_wide(t->store, constant, is_signed, number);
}

static az_term under_guard(const template_rows *t, const template_row *r, az_term claim,
                           const az_state *state) {
  return r->guard ? az_implies(t->store, az_formula_at(r->guard, state), claim) : claim;
}

/* ---- printing -------------------------------------------------------------------------------- */

static FILE *begin_text(const template_row *r, char **text, size_t *size) {
  FILE *out = az_open_memstream(text, size);
  if (r->guard) fprintf(out, "!(%s) || (", r->guard_text);
  return out;
}

static char *end_text(const template_row *r, FILE *out, char **text) {
  if (r->guard) fputc(')', out);
  az_close_memstream(out);
  return *text;
}

static char *print_never(const template_row *r) {
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fprintf(out, "!(%s)", r->guard_text);
  az_close_memstream(out);
  return text;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

typedef struct bound {
  az_wide d;
  bool reached; /* false: the value is bottom */
} bound;

AZ_VALUES(bound, row_count);

static void bound_top(void *self, void *v, uint32_t n) {
  ((bound *)v)[n] = (bound){.d = row_of(self, n)->greatest, .reached = true};
}

static az_term bound_claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const template_rows *t = self;
  const template_row *r = row_of(self, n);
  const bound *b = (const bound *)v + n;
  if (!b->reached) return az_false(t->store);
  if (b->d >= r->greatest) return az_true(t->store);
  az_term e = az_formula_at(r->bounded, state);
  return az_bv_sle(t->store, e, az_bv_wide(t->store, bound_width(r), b->d));
}

static bool bound_improve(void *self, uint32_t n, void *v, const az_model *model,
                          const az_state *state) {
  bound *b = (bound *)v + n;
  az_wide e;
  if (!number_at(self, row_of(self, n)->bounded, true, model, state, &e)) return false;
  if (b->reached && e <= b->d) return false;
  *b = (bound){.d = e, .reached = true};
  return true;
}

static char *bound_print(void *self, uint32_t n, const void *v) {
  const template_row *r = row_of(self, n);
  const bound *b = (const bound *)v + n;
  if (!b->reached) return az_strdup("false");
  if (b->d >= r->greatest) return NULL;
  if (b->d < r->least) return print_never(r);
  char *text = NULL;
  size_t size;
  FILE *out = begin_text(r, &text, &size);
  fprintf(out, "%s <= ", r->text);
  az_print_wide(out, b->d);
  return end_text(r, out, &text);
}

static uint32_t numeric_width(void *self, uint32_t n) {
  return bound_width(row_of(self, n));
}

static az_term numeric_expression(void *self, uint32_t n, const az_state *state) {
  return az_formula_at(row_of(self, n)->bounded, state);
}

static void numeric_range(void *self, uint32_t n, az_wide *least, az_wide *greatest) {
  const template_row *r = row_of(self, n);
  *least = r->guard ? r->least - 1 : r->least;
  *greatest = r->greatest;
}

static bool numeric_bound(void *self, uint32_t n, const void *v, az_wide *d) {
  (void)self;
  const bound *b = (const bound *)v + n;
  if (b->reached) *d = b->d;
  return b->reached;
}

static void numeric_set(void *self, uint32_t n, void *v, az_wide d) {
  az_wide least, greatest;
  numeric_range(self, n, &least, &greatest);
  ((bound *)v)[n] = (bound){.d = d > greatest ? greatest : d, .reached = d >= least};
}

static uint32_t numeric_arity(void *self, uint32_t n) {
  return az_formula_arity(row_of(self, n)->bounded);
}

static az_facets bounds_facets(void *self) {
  static const az_numeric_facet numeric = {.width = numeric_width,
                                           .expression = numeric_expression,
                                           .range = numeric_range,
                                           .bound = numeric_bound,
                                           .set_bound = numeric_set,
                                           .arity = numeric_arity};
  (void)self;
  return (az_facets){.numeric = &numeric};
}

const az_domain_ops template_bounds_ops = {.close = close_rows,
                                           .row_count = row_count,
                                           .row = row_at,
                                           .value_new = value_new,
                                           .value_copy = value_copy,
                                           .value_free = value_free,
                                           .value_top = bound_top,
                                           .claim = bound_claim,
                                           .improve = bound_improve,
                                           .print = bound_print,
                                           .facets = bounds_facets};

/* ---- finite rows ----------------------------------------------------------------------------- */

static void *finite_new(void *self) {
  return az_array_new(((const template_rows *)self)->size, sizeof(az_wide));
}

static void *finite_copy(void *self, const void *value) {
  return memcpy(finite_new(self), value, ((const template_rows *)self)->size * sizeof(az_wide));
}

static void finite_top(void *self, void *v, uint32_t n) {
  ((az_wide *)v)[row_of(self, n)->at] = TOP;
}

static az_wide remainder_of(az_wide a, az_wide m) { /* of a modulo m > 0; in 0 .. m-1 */
  az_wide r = a % m;
  return r < 0 ? r + m : r;
}

static az_term equals(const template_rows *t, az_term e, az_wide number) {
  return az_eq(t->store, e, az_bv_wide(t->store, az_sort_width(az_sort_of(t->store, e)), number));
}

/* Returns the term for e == rest modulo m. It is computed with unsigned numbers from the least
 * value on, in as many bits as that needs. */
static az_term same_rest(const template_rows *t, const template_row *r, az_term e, az_wide rest,
                         az_wide m) {
  az_store *s = t->store;
  uint32_t width = az_sort_width(az_sort_of(s, e));
  az_wide from = remainder_of(rest - r->least, m);
  if (from > r->greatest - r->least) return az_false(s);
  az_term shifted = az_bv_sub(s, e, az_bv_wide(s, width, r->least));
  if (m <= r->greatest - r->least) shifted = az_bv_urem(s, shifted, az_bv_wide(s, width, m));
  return equals(t, shifted, from);
}

static az_term finite_claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const template_rows *t = self;
  const template_row *r = row_of(self, n);
  const az_wide *p = (const az_wide *)v + r->at;
  az_store *s = t->store;
  if (p[0] == BOTTOM) return az_false(s);
  if (p[0] == TOP) return az_true(s);
  az_term holds = az_false(s);
  if (p[0] != NEVER) {
    az_term e = az_formula_at(r->e, state);
    switch (r->kind) {
    case TEMPLATE_CONSTANT: holds = equals(t, e, p[1]); break;
    case TEMPLATE_MODULO: holds = p[2] ? same_rest(t, r, e, p[1], p[2]) : equals(t, e, p[1]); break;
    case TEMPLATE_VALUES:
      for (az_wide i = 1; i <= p[0] - HOLDS; i++) holds = az_or(s, holds, equals(t, e, p[i]));
      break;
    default: holds = e;
    }
  }
  return under_guard(t, r, holds, state);
}

static bool join_rest(az_wide *p, az_wide by, az_wide number) {
  if (p[0] < HOLDS) {
    p[0] = HOLDS, p[2] = by;
    p[1] = by ? remainder_of(number, by) : number;
    return true;
  }
  az_wide a = p[2], b = number > p[1] ? number - p[1] : p[1] - number;
  while (b) {
    az_wide rest = a % b;
    a = b, b = rest;
  }
  if (a == p[2]) return false;
  p[2] = a;
  if (a == 1)
    p[0] = TOP;
  else
    p[1] = remainder_of(p[1], a);
  return true;
}

/* Inserts the number into the ascending list. */
static bool join_value(az_wide *p, uint32_t most, az_wide number) {
  az_wide count = p[0] < HOLDS ? 0 : p[0] - HOLDS, at = 1;
  while (at <= count && p[at] < number) at++;
  if (at <= count && p[at] == number) return false;
  if (count == most) {
    p[0] = TOP;
    return true;
  }
  for (az_wide i = count; i >= at; i--) p[i + 1] = p[i];
  p[at] = number;
  p[0] = HOLDS + count + 1;
  return true;
}

static bool finite_improve(void *self, uint32_t n, void *v, const az_model *model,
                           const az_state *state) {
  const template_rows *t = self;
  const template_row *r = row_of(self, n);
  az_wide *p = (az_wide *)v + r->at, number = 0;
  if (p[0] == TOP) return false;
  if (r->guard && !is_true(t, r->guard, model, state)) {
    if (p[0] != BOTTOM) return false;
    p[0] = NEVER;
    return true;
  }
  if (r->kind == TEMPLATE_PREDICATE) {
    az_wide before = p[0];
    p[0] = is_true(t, r->e, model, state) ? HOLDS : TOP;
    return p[0] != before;
  }
  if (!number_at(t, r->e, r->is_signed, model, state, &number)) return false;
  if (r->kind == TEMPLATE_MODULO) return join_rest(p, r->by, number);
  if (r->kind == TEMPLATE_VALUES) return join_value(p, r->most, number);
  if (p[0] == HOLDS && p[1] == number) return false;
  p[0] = p[0] == HOLDS ? TOP : HOLDS;
  p[1] = number;
  return true;
}

/* C's remainder has the sign of the dividend. */
static void print_rest(FILE *out, const template_row *r, az_wide rest, az_wide m) {
  for (int negative = 0; negative <= (rest && r->least < 0); negative++) {
    fprintf(out, "%s%s %% ", negative ? " || " : "", r->text);
    az_print_wide(out, m);
    fputs(" == ", out);
    az_print_wide(out, negative ? rest - m : rest);
  }
}

static char *finite_print(void *self, uint32_t n, const void *v) {
  const template_row *r = row_of(self, n);
  const az_wide *p = (const az_wide *)v + r->at;
  if (p[0] == BOTTOM) return az_strdup("false");
  if (p[0] == TOP) return NULL;
  if (p[0] == NEVER) return print_never(r);
  char *text = NULL;
  size_t size;
  FILE *out = begin_text(r, &text, &size);
  if (r->kind == TEMPLATE_PREDICATE)
    fputs(r->text, out);
  else if (r->kind == TEMPLATE_MODULO && p[2])
    print_rest(out, r, p[1], p[2]);
  else
    for (az_wide i = 1; i <= (r->kind == TEMPLATE_VALUES ? p[0] - HOLDS : 1); i++) {
      fprintf(out, "%s%s == ", i > 1 ? " || " : "", r->text);
      az_print_wide(out, p[i]);
    }
  return end_text(r, out, &text);
}

const az_domain_ops template_finite_ops = {.close = close_rows,
                                           .row_count = row_count,
                                           .row = row_at,
                                           .value_new = finite_new,
                                           .value_copy = finite_copy,
                                           .value_free = value_free,
                                           .value_top = finite_top,
                                           .claim = finite_claim,
                                           .improve = finite_improve,
                                           .print = finite_print};
