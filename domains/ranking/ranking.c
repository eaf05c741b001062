/* Rankings of loops, with one row for each loop: a tuple of expressions over the state at its head
 * decreases lexicographically in every iteration [kroening2023, sec. 3.3, 6.2, Definition 2]. The
 * expressions are linear, each cut off at a floor: max(e(x), floor). Such tuples have these forms:
 *   linear         one expression without a floor; lexicographic: several;
 *   multiphase     max(f_1, 0), max(f_2, 0), ... [leike2015]: f_2 need not decrease before f_1 is
 *                  negative; from then on, the first component stays 0;
 *   piecewise      max(x, 0), max(-x, 0): each decreases where it is not cut off.
 * Pieces may also come from a condition of the program [urban2013]: 1 where it holds and 0
 * elsewhere; an expression where it holds and the expression's least value elsewhere. For variables
 * that the program compares, there are also the lesser and the greater, min(x, y) and max(x, y)
 * [leike2015, sec. 4.3]. The strategy may ask for two sums by cases, of which a third one decides.
 * Candidates for the expressions are the rows of the domain polyhedra (sums
 * that the program's conditions compare, bounds of variables and pairs); variables of signed types,
 * read as the unsigned numbers that they are converted to; and floats, by their position in the
 * order of all floats (their bits without the sign are the distance from zero). Widths suffice for
 * all values, so that nothing wraps. */
#include "ansatz/arena.h"
#include "ansatz/formals.h"
#include "ansatz/polyhedra.h"
#include "ansatz/ranking.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct candidate {
  enum { POINTER, SUM, UNSIGNED, FLOAT, CONDITION, PIECE, LESSER, GREATER, SPLIT, STILL } kind;
  az_descent descent; /* POINTER */
  uint32_t sum;       /* row of the polyhedra, for SUM, PIECE, LESSER, GREATER, SPLIT, STILL */
  uint32_t other;     /* LESSER, GREATER: the other row */
  /* SPLIT: `sum` plus a constant where the row `at` is at least `from`, else `other`; AZ_NONE: 0 */
  uint32_t at;
  az_wide from;
  int32_t constant;
  const az_tvar *var;      /* UNSIGNED, FLOAT */
  bool negated;            /* FLOAT */
  const az_formula *guard; /* CONDITION, PIECE */
} candidate;

typedef struct row {
  uint32_t view;
  candidate *candidates;     /* stb_ds */
  uint32_t *vars;            /* stb_ds: integers of the view */
  const az_formula **guards; /* stb_ds: conditions of the program and their negations */
} row;

typedef struct ranking {
  az_domain_context context;
  az_arena *arena;
  az_polyhedra *sums;
  az_formals *formals; /* NULL if there are no conditions */
  row *rows;           /* stb_ds */
  uint32_t max, step;
  bool floors, pieces, after_first;
} ranking;

typedef struct component {
  uint32_t candidate;
  az_wide floor;
} component;

typedef struct tuple {   /* the value of a row */
  component *components; /* stb_ds */
  bool is_top;
} tuple;

static void close_ranking(void *self) {
  ranking *d = self;
  if (!d) return;
  for (size_t i = 0; i < arrlenu(d->rows); i++) {
    arrfree(d->rows[i].candidates);
    arrfree(d->rows[i].vars);
    arrfree(d->rows[i].guards);
  }
  arrfree(d->rows);
  az_formals_free(d->formals);
  az_polyhedra_free(d->sums);
  az_arena_free(d->arena);
}

static void take_rows(ranking *d, uint32_t first) {
  for (uint32_t n = first; n < az_polyhedra_row_count(d->sums); n++)
    for (size_t i = 0; i < arrlenu(d->rows); i++)
      if (d->rows[i].view == az_polyhedra_row(d->sums, n).view)
        arrput(d->rows[i].candidates, ((candidate){.kind = SUM, .sum = n}));
}

static void add_lesser(ranking *d, row *r, const az_linear *terms, int32_t sign) {
  candidate new = {.kind = LESSER};
  new.sum = az_polyhedra_add(d->sums, &(az_linear){terms[0].var, sign}, 1);
  new.other = az_polyhedra_add(d->sums, &(az_linear){terms[1].var, sign}, 1);
  arrput(r->candidates, new);
  new.kind = GREATER;
  arrput(r->candidates, new);
}

/* For a difference x - y that the program compares with a constant, adds the lesser and the greater
 * of x and y, and of -x and -y. */
static void take_lesser(ranking *d, uint32_t compared) {
  for (uint32_t n = 0; n < compared; n++) {
    const az_linear *terms;
    if (az_polyhedra_terms(d->sums, n, &terms) != 2) continue;
    az_linear pair[] = {terms[0], terms[1]}; /* a copy, as later sums may move the terms */
    if (pair[0].coefficient != 1 || pair[1].coefficient != -1) continue;
    for (size_t i = 0; i < arrlenu(d->rows); i++) {
      if (d->rows[i].view != az_polyhedra_row(d->sums, n).view) continue;
      add_lesser(d, &d->rows[i], pair, 1);
      add_lesser(d, &d->rows[i], pair, -1);
    }
  }
}

/* `x = (unsigned)x - 1` terminates although x changes its sign. */
static void take_unsigned(ranking *d) {
  for (size_t i = 0; i < arrlenu(d->rows); i++)
    for (size_t v = 0; v < arrlenu(d->rows[i].vars); v++) {
      const az_tvar *var = &d->context.vars[d->rows[i].vars[v]];
      if (var->is_signed && var->changes)
        arrput(d->rows[i].candidates, ((candidate){.kind = UNSIGNED, .var = var}));
    }
}

/* `f /= 2` moves f > 1 towards zero, and `f += 0.1` moves it towards an upper bound. */
static void take_floats(ranking *d) {
  const az_domain_context *context = &d->context;
  for (size_t i = 0; i < arrlenu(d->rows); i++)
    for (uint32_t v = 0; v < context->var_count; v++) {
      const az_tvar *var = &context->vars[v];
      if (var->view != d->rows[i].view || var->kind != AZ_TV_FLOAT || !var->changes ||
          var->auxiliary || var->there || var->bits > 64)
        continue;
      for (int negated = 0; negated < 2; negated++)
        arrput(d->rows[i].candidates, ((candidate){.kind = FLOAT, .var = var, .negated = negated}));
    }
}

/* Adds variables that the loop does not change. They never decrease, but one may tell which sum
 * does: in `y += x; z -= x;`, the sign of x. */
static void take_still(ranking *d) {
  for (size_t i = 0; i < arrlenu(d->rows); i++)
    for (size_t v = 0; v < arrlenu(d->rows[i].vars); v++) {
      const uint32_t var = d->rows[i].vars[v];
      if (d->context.vars[var].changes) continue;
      const uint32_t sum = az_polyhedra_add(d->sums, &(az_linear){var, 1}, 1);
      arrput(d->rows[i].candidates, ((candidate){.kind = STILL, .sum = sum}));
    }
}

static void add_guard(ranking *d, row *r, az_term condition) {
  if (az_is_const(d->context.store, condition)) return;
  const az_formula *guard = az_formula_new(d->formals, r->view, condition);
  for (size_t i = 0; guard && i < arrlenu(r->guards); i++)
    if (az_formula_term(r->guards[i]) == condition) return;
  if (guard) arrput(r->guards, guard);
}

static void take_guards(ranking *d) {
  enum { MOST = 24 };
  const az_domain_context *context = &d->context;
  if (!context->canonical) return;
  d->formals = az_formals_new(context);
  for (size_t i = 0; i < arrlenu(d->rows); i++) {
    row *r = &d->rows[i];
    for (uint32_t c = 0; c < context->condition_count && arrlenu(r->guards) < MOST; c++) {
      az_term condition = context->conditions[c].term;
      if (context->conditions[c].view != r->view || !context->canonical[r->view]) continue;
      az_formals_of_canonical(d->formals, r->view, &condition, 1);
      add_guard(d, r, condition);
      add_guard(d, r, az_not(context->store, condition));
    }
  }
}

/* Adds pointers to objects of allocation sites; other objects have no known order. */
static void take_pointers(ranking *d) {
  const az_domain_context *context = &d->context;
  for (size_t i = 0; i < arrlenu(d->rows); i++) {
    const az_tvar **sites = AZ_NEWN(d->arena, const az_tvar *, context->var_count + 1);
    uint32_t count = 0;
    for (uint32_t v = 0; v < context->var_count; v++)
      if (context->vars[v].view == d->rows[i].view && az_tvar_live_site(&context->vars[v]))
        sites[count++] = &context->vars[v];
    for (uint32_t v = 0; v < context->var_count; v++) {
      const az_tvar *var = &context->vars[v];
      if (var->view != d->rows[i].view || var->kind != AZ_TV_POINTER || !var->changes ||
          var->auxiliary || var->there)
        continue;
      for (int younger = 0; younger < 2; younger++)
        arrput(d->rows[i].candidates,
               ((candidate){.kind = POINTER, .descent = {var, sites, count, younger}}));
    }
  }
}

static void *open_ranking(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  ranking *d = AZ_NEW(arena, ranking);
  *d = (ranking){.context = *context, .arena = arena, .sums = az_polyhedra_new(context)};
  const char *form = az_desc_string(options, "form");
  d->max = strcmp(form, "linear") ? (uint32_t)az_desc_int(options, "max") : 1;
  bool pieces = !strcmp(form, "piecewise");
  d->pieces = pieces;
  d->floors = pieces || !strcmp(form, "multiphase");
  d->step = (uint32_t)az_desc_int(options, "step");
  d->after_first = az_desc_bool(options, "after_first");
  for (uint32_t v = 0; v < context->view_count; v++)
    if (context->views[v].of == v) arrput(d->rows, (row){.view = v});
  for (uint32_t v = 0; v < context->var_count; v++)
    for (size_t i = 0; i < arrlenu(d->rows); i++)
      if (d->rows[i].view == context->vars[v].view && az_polyhedra_takes(&context->vars[v]) &&
          !context->vars[v].there)
        arrput(d->rows[i].vars, v);
  az_polyhedra_limit(d->sums, (uint32_t)az_desc_int(options, "most"));
  if (az_polyhedra_add_chosen(d->sums, options, err)) {
    close_ranking(d);
    return NULL;
  }
  uint32_t compared = az_polyhedra_row_count(d->sums);
  az_polyhedra_add_bounds(d->sums);
  az_polyhedra_add_pairs(d->sums, true, true);
  if (az_desc_bool(options, "pointers")) take_pointers(d);
  take_rows(d, 0);
  take_unsigned(d);
  take_floats(d);
  if (pieces) take_lesser(d, compared);
  if (pieces) take_still(d);
  if (pieces) take_guards(d);
  return d;
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((ranking *)self)->rows);
}

static az_row row_at(void *self, uint32_t n) {
  const ranking *d = self;
  return (az_row){.view = d->rows[n].view,
                  .is_transition = true,
                  .step = d->step,
                  .after_first = d->after_first};
}

/* ---- values ---------------------------------------------------------------------------------- */

static void *value_new(void *self) {
  return az_calloc(row_count(self) + 1, sizeof(tuple));
}

static void value_free(void *self, void *value) {
  tuple *v = value;
  for (uint32_t i = 0; v && i < row_count(self); i++) arrfree(v[i].components);
  free(v);
}

static void *value_copy(void *self, const void *value) {
  const tuple *v = value;
  tuple *copy = value_new(self);
  for (uint32_t i = 0; i < row_count(self); i++) {
    copy[i].is_top = v[i].is_top;
    for (size_t c = 0; c < arrlenu(v[i].components); c++)
      arrput(copy[i].components, v[i].components[c]);
  }
  return copy;
}

static void value_top(void *self, void *value, uint32_t n) {
  (void)self;
  tuple *v = (tuple *)value + n;
  arrsetlen(v->components, 0);
  v->is_top = true;
}

/* ---- the facet ------------------------------------------------------------------------------- */

static uint32_t candidates(void *self, uint32_t n) {
  return (uint32_t)arrlenu(((ranking *)self)->rows[n].candidates);
}

static const candidate *candidate_of(void *self, uint32_t n, uint32_t number) {
  return &((ranking *)self)->rows[n].candidates[number];
}

static bool descent(void *self, uint32_t n, uint32_t number, az_descent *of) {
  const candidate *c = candidate_of(self, n, number);
  if (c->kind == POINTER) *of = c->descent;
  return c->kind == POINTER;
}

/* Returns the width for the candidate x - 2^w, where x is a variable of w bits, read as
 * unsigned. */
static uint32_t unsigned_width(const ranking *d, const az_tvar *v) {
  return az_sort_width(az_sort_of(d->context.store, d->context.canonical[v->view][v->at])) + 2;
}

/* Computes the range of a SPLIT. */
static void range_of_split(const ranking *d, const candidate *c, az_wide *least,
                           az_wide *greatest) {
  az_wide low = 0, high = 0;
  *least = 0, *greatest = 0;
  if (c->sum != AZ_NONE) az_polyhedra_numeric.range(d->sums, c->sum, least, greatest);
  *least += c->constant, *greatest += c->constant;
  if (c->other != AZ_NONE) az_polyhedra_numeric.range(d->sums, c->other, &low, &high);
  if (low < *least) *least = low;
  if (high > *greatest) *greatest = high;
}

static uint32_t width_of_split(const ranking *d, const candidate *c) {
  az_wide least, greatest;
  uint32_t bits = 2;
  range_of_split(d, c, &least, &greatest);
  while (-((az_wide)1 << (bits - 1)) > least || (az_wide)1 << (bits - 1) <= greatest) bits++;
  return bits;
}

static uint32_t width(void *self, uint32_t n, uint32_t number) {
  ranking *d = self;
  const candidate *c = candidate_of(self, n, number);
  if (c->kind == POINTER || c->kind == CONDITION) return 2;
  if (c->kind == UNSIGNED) return unsigned_width(d, c->var);
  if (c->kind == FLOAT) return c->var->bits + 1;
  if (c->kind == SPLIT) return width_of_split(d, c);
  uint32_t bits = az_polyhedra_numeric.width(d->sums, c->sum);
  if (c->kind != LESSER && c->kind != GREATER) return bits;
  uint32_t other = az_polyhedra_numeric.width(d->sums, c->other);
  return bits > other ? bits : other;
}

static void range(void *self, uint32_t n, uint32_t number, az_wide *least, az_wide *greatest) {
  ranking *d = self;
  const candidate *c = candidate_of(self, n, number);
  *least = 0, *greatest = 1;
  if (c->kind == UNSIGNED) {
    *least = -((az_wide)1 << (unsigned_width(d, c->var) - 2));
    *greatest = -1;
  } else if (c->kind == FLOAT) {
    *greatest = ((az_wide)1 << (c->var->bits - 1)) - 1;
    *least = -*greatest;
  } else if (c->kind == SUM || c->kind == PIECE || c->kind == STILL) {
    az_polyhedra_numeric.range(d->sums, c->sum, least, greatest);
  } else if (c->kind == SPLIT) {
    range_of_split(d, c, least, greatest);
  } else if (c->kind == LESSER || c->kind == GREATER) {
    az_wide low, high;
    az_polyhedra_numeric.range(d->sums, c->sum, least, greatest);
    az_polyhedra_numeric.range(d->sums, c->other, &low, &high);
    if (low < *least) *least = low;
    if (high > *greatest) *greatest = high;
  }
}

/* Returns the position of a float in the order of all floats, zeros at 0; any number for NaN. */
static az_term place_of_float(const ranking *d, const candidate *c, const az_term *values) {
  az_store *s = d->context.store;
  uint32_t bits = c->var->bits;
  az_term value = values[c->var->at];
  if (az_sort_kind_of(az_sort_of(s, value)) == AZ_SORT_FLOAT) value = az_float_to_bits(s, value);
  az_term steps = az_resize(s, az_extract(s, value, bits - 2, 0), bits + 1, false);
  az_term negative = az_eq_value(s, az_extract(s, value, bits - 1, bits - 1), 1);
  az_term below = az_bv_neg(s, steps);
  return c->negated ? az_ite(s, negative, steps, below) : az_ite(s, negative, below, steps);
}

static az_term lesser(const ranking *d, const candidate *c, const az_state *state, uint32_t bits) {
  az_store *s = d->context.store;
  az_term a = az_resize(s, az_polyhedra_numeric.expression(d->sums, c->sum, state), bits, true);
  az_term b = az_resize(s, az_polyhedra_numeric.expression(d->sums, c->other, state), bits, true);
  return az_ite(s, az_bv_slt(s, a, b), c->kind == LESSER ? a : b, c->kind == LESSER ? b : a);
}

static az_term side(const ranking *d, uint32_t sum, const az_state *state, uint32_t bits) {
  if (sum == AZ_NONE) return az_bv(d->context.store, bits, 0);
  return az_resize(d->context.store, az_polyhedra_numeric.expression(d->sums, sum, state), bits,
                   true);
}

static az_term is_upper(const ranking *d, const candidate *c, const az_state *state) {
  az_term at = az_polyhedra_numeric.expression(d->sums, c->at, state),
          from = az_bv_wide(d->context.store, az_polyhedra_numeric.width(d->sums, c->at), c->from);
  return az_bv_sle(d->context.store, from, at);
}

static az_term split_term(const ranking *d, const candidate *c, const az_state *state,
                          uint32_t bits) {
  az_store *s = d->context.store;
  const az_term constant = az_bv_wide(s, bits, c->constant);
  const az_term upper = az_bv_add(s, side(d, c->sum, state, bits), constant);
  const az_term lower = side(d, c->other, state, bits);
  const az_term in_upper = is_upper(d, c, state);
  return az_ite(s, in_upper, upper, lower);
}

static az_term expression(void *self, uint32_t n, uint32_t number, const az_term *values) {
  ranking *d = self;
  az_store *s = d->context.store;
  const candidate *c = candidate_of(self, n, number);
  az_state state = {d->rows[n].view, values, NULL};
  az_wide least, greatest;
  range(self, n, number, &least, &greatest);
  uint32_t bits = width(self, n, number);
  if (c->kind == FLOAT) return place_of_float(d, c, values);
  if (c->kind == LESSER || c->kind == GREATER) return lesser(d, c, &state, bits);
  if (c->kind == SPLIT) return split_term(d, c, &state, bits);
  az_term low = az_bv_wide(s, bits, least);
  if (c->kind == UNSIGNED) return az_bv_add(s, az_resize(s, values[c->var->at], bits, false), low);
  az_term e = c->kind == CONDITION ? az_bv_wide(s, bits, greatest)
                                   : az_polyhedra_numeric.expression(d->sums, c->sum, &state);
  return c->guard ? az_ite(s, az_formula_at(c->guard, &state), e, low) : e;
}

static uint32_t guards(void *self, uint32_t n) {
  return (uint32_t)arrlenu(((ranking *)self)->rows[n].guards);
}

static az_term guard(void *self, uint32_t n, uint32_t i, const az_term *values) {
  const row *r = &((ranking *)self)->rows[n];
  az_state state = {r->view, values, NULL};
  return az_formula_at(r->guards[i], &state);
}

static uint32_t restricted(void *self, uint32_t n, uint32_t i, uint32_t number) {
  row *r = &((ranking *)self)->rows[n];
  candidate new = {.kind = CONDITION, .guard = r->guards[i]};
  if (number != AZ_NONE) {
    if (r->candidates[number].kind != SUM) return AZ_NONE;
    new.kind = PIECE;
    new.sum = r->candidates[number].sum;
  }
  arrput(r->candidates, new);
  return candidates(self, n) - 1;
}

static uint32_t variables(void *self, uint32_t n) {
  return (uint32_t)arrlenu(((ranking *)self)->rows[n].vars);
}

static az_term variable(void *self, uint32_t n, uint32_t i, const az_term *values) {
  ranking *d = self;
  const az_tvar *v = &d->context.vars[d->rows[n].vars[i]];
  return az_resize(d->context.store, values[v->at], 65, v->is_signed);
}

/* Returns the row of this sum; AZ_NONE if all coefficients are 0. */
static uint32_t add_sum(ranking *d, const row *r, const int32_t *coefficients) {
  az_linear *sum = NULL;
  for (size_t i = 0; i < arrlenu(r->vars); i++)
    if (coefficients[i]) arrput(sum, ((az_linear){r->vars[i], coefficients[i]}));
  uint32_t new =
      arrlenu(sum) ? az_polyhedra_add(d->sums, sum, (uint32_t)arrlenu(sum)) : (uint32_t)AZ_NONE;
  arrfree(sum);
  return new;
}

static uint32_t combine(void *self, uint32_t n, const int32_t *coefficients) {
  ranking *d = self;
  row *r = &d->rows[n];
  const uint32_t new = add_sum(d, r, coefficients);
  arrput(r->candidates, ((candidate){.kind = SUM, .sum = new}));
  return candidates(self, n) - 1;
}

static uint32_t split(void *self, uint32_t n, uint32_t number, az_wide from,
                      const int32_t *coefficients) {
  ranking *d = self;
  row *r = &d->rows[n];
  const uint32_t vars = (uint32_t)arrlenu(r->vars);
  az_wide least, greatest;
  const int kind = (int)r->candidates[number].kind;
  if (!d->pieces || (kind != SUM && kind != STILL)) return AZ_NONE;
  range(self, n, number, &least, &greatest);
  if (from <= least || from > greatest) return AZ_NONE; /* one side would be empty */
  candidate new = {.kind = SPLIT, .at = r->candidates[number].sum, .from = from};
  new.sum = add_sum(d, r, coefficients);
  new.constant = coefficients[vars];
  new.other = add_sum(d, r, coefficients + vars + 1);
  arrput(r->candidates, new);
  return candidates(self, n) - 1;
}

static uint32_t most(void *self) {
  return ((const ranking *)self)->max;
}

static bool floors(void *self) {
  return ((const ranking *)self)->floors;
}

static uint32_t length(void *self, uint32_t n, const void *value) {
  (void)self;
  return (uint32_t)arrlenu(((const tuple *)value + n)->components);
}

static az_term component_of(void *self, uint32_t n, const void *value, uint32_t i,
                            const az_term *values) {
  ranking *d = self;
  az_store *s = d->context.store;
  const component *c = &((const tuple *)value + n)->components[i];
  az_term e = expression(self, n, c->candidate, values);
  az_term floor = az_bv_wide(s, width(self, n, c->candidate), c->floor);
  return az_ite(s, az_bv_slt(s, e, floor), floor, e);
}

static bool component_descent(void *self, uint32_t n, const void *value, uint32_t i,
                              az_descent *of) {
  return descent(self, n, ((const tuple *)value + n)->components[i].candidate, of);
}

static void append(void *self, uint32_t n, void *value, uint32_t number, az_wide floor) {
  (void)self;
  arrput(((tuple *)value + n)->components, ((component){number, floor}));
}

static void drop(void *self, uint32_t n, void *value, uint32_t i) {
  (void)self;
  arrdel(((tuple *)value + n)->components, i);
}

static void clear(void *self, uint32_t n, void *value) {
  (void)self;
  tuple *v = (tuple *)value + n;
  arrsetlen(v->components, 0);
  v->is_top = false;
}

static void print_float(FILE *out, const ranking *d, const az_tvar *v, az_term value) {
  az_store *s = d->context.store;
  uint64_t bits = 0;
  float single;
  double number;
  if (az_sort_kind_of(az_sort_of(s, value)) == AZ_SORT_FLOAT) value = az_float_to_bits(s, value);
  (void)az_const_u64(s, value, &bits);
  uint32_t low = (uint32_t)bits;
  memcpy(&single, &low, sizeof single);
  memcpy(&number, &bits, sizeof number);
  fprintf(out, "%.9g", v->bits == 32 ? (double)single : number);
}

static void print_state(FILE *out, const ranking *d, const row *r, const az_model *model,
                        const az_term *values) {
  const char *separator = " ";
  for (size_t i = 0; i < arrlenu(r->vars); i++) {
    const az_tvar *v = &d->context.vars[r->vars[i]];
    az_wide value;
    if (!v->changes || !az_const_wide(d->context.store, model->value(model->ctx, values[v->at]),
                                      v->is_signed, &value))
      continue;
    fprintf(out, "%s%s = %lld", separator, v->name, (long long)value);
    separator = ", ";
  }
  for (size_t i = 0; i < arrlenu(r->candidates); i++) {
    const candidate *c = &r->candidates[i];
    if (c->kind != FLOAT || c->negated) continue;
    fprintf(out, "%s%s = ", separator, c->var->name);
    print_float(out, d, c->var, model->value(model->ctx, values[c->var->at]));
    separator = ", ";
  }
}

static char *iteration_text(void *self, uint32_t n, const az_model *model, const az_state *state) {
  const ranking *d = self;
  const row *r = &d->rows[n];
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  if (!out) return NULL;
  fprintf(out, "%s: from", d->context.views[r->view].name);
  print_state(out, d, r, model, state->values);
  fputs(" to", out);
  print_state(out, d, r, model, state->next);
  fclose(out);
  return text;
}

static const az_measure_facet facet_of_rankings = {
    .candidates = {.count = candidates,
                   .width = width,
                   .range = range,
                   .expression = expression,
                   .descent = descent,
                   .floors = floors},
    .tuple = {.most = most,
              .length = length,
              .component = component_of,
              .descent = component_descent,
              .append = append,
              .drop = drop,
              .clear = clear},
    .sums = {.variables = variables, .variable = variable, .combine = combine, .split = split},
    .pieces = {.guards = guards, .guard = guard, .restricted = restricted},
    .iteration = iteration_text,
};

static az_facets facets(void *self) {
  (void)self;
  return (az_facets){.measure = &facet_of_rankings, .strategy = "lexicographic"};
}

/* ---- claims ---------------------------------------------------------------------------------- */

static az_term claim(void *self, uint32_t n, const void *value, const az_state *state) {
  const ranking *d = self;
  const tuple *v = (const tuple *)value + n;
  if (v->is_top) return az_true(d->context.store);
  if (!state->next) return az_false(d->context.store);
  uint32_t count = length(self, n, value);
  az_store *s = d->context.store;
  az_term *less = NULL, *not_more = NULL;
  arrsetlen(less, count);
  arrsetlen(not_more, count);
  for (uint32_t i = 0; i < count; i++) {
    az_descent of;
    if (component_descent(self, n, value, i, &of)) {
      az_ranking_descends(s, &of, state->values, state->next, &less[i], &not_more[i]);
      continue;
    }
    az_term before = component_of(self, n, value, i, state->values);
    az_term after = component_of(self, n, value, i, state->next);
    less[i] = az_bv_slt(s, after, before);
    not_more[i] = az_bv_sle(s, after, before);
  }
  az_term decreases = az_ranking_lexicographic(s, less, not_more, count);
  arrfree(less);
  arrfree(not_more);
  return decreases;
}

/* If the tuple does not decrease in an iteration, the row becomes top until a strategy finds
 * another tuple through the facet. */
static bool improve(void *self, uint32_t n, void *value, const az_model *model,
                    const az_state *state) {
  (void)model, (void)state;
  value_top(self, value, n);
  return true;
}

static void print_sum(FILE *out, const ranking *d, uint32_t sum) {
  const az_linear *terms;
  uint32_t count = az_polyhedra_terms(d->sums, sum, &terms);
  for (uint32_t i = 0; i < count; i++) {
    int64_t c = terms[i].coefficient;
    bool minus = c < 0;
    fputs(i ? minus ? " - " : " + " : minus ? "-" : "", out);
    if (minus) c = -c;
    if (c != 1) fprintf(out, "%lld*", (long long)c);
    fputs(d->context.vars[terms[i].var].name, out);
  }
}

static void print_lesser(FILE *out, const ranking *d, const candidate *c) {
  fputs(c->kind == LESSER ? "min(" : "max(", out);
  print_sum(out, d, c->sum);
  fputs(", ", out);
  print_sum(out, d, c->other);
  fputs(")", out);
}

static void print_split(FILE *out, const ranking *d, const candidate *c) {
  fputs("(", out);
  print_sum(out, d, c->at);
  fprintf(out, " >= %lld ? ", (long long)c->from);
  if (c->sum != AZ_NONE) print_sum(out, d, c->sum);
  if (c->sum == AZ_NONE)
    fprintf(out, "%d", c->constant);
  else if (c->constant)
    fprintf(out, " %c %d", c->constant < 0 ? '-' : '+', abs(c->constant));
  fputs(" : ", out);
  if (c->other != AZ_NONE)
    print_sum(out, d, c->other);
  else
    fputs("0", out);
  fputs(")", out);
}

static void print_component(FILE *out, ranking *d, uint32_t n, const component *of) {
  const candidate *c = candidate_of(d, n, of->candidate);
  if (c->kind == POINTER) {
    fprintf(out, "%sallocation of *%s", c->descent.younger ? "-" : "", c->descent.pointer->name);
    return;
  }
  az_wide least, greatest;
  range(d, n, of->candidate, &least, &greatest);
  bool cut = of->floor > least;
  if (cut) fputs("max(", out);
  char *where = c->guard ? az_formals_print(d->formals, az_formula_term(c->guard)) : NULL;
  if (where) fprintf(out, "(%s ? ", where);
  if (c->kind == UNSIGNED)
    fprintf(out, "unsigned %s", c->var->name);
  else if (c->kind == FLOAT)
    fprintf(out, "%splace of %s", c->negated ? "-" : "", c->var->name);
  else if (c->kind == CONDITION)
    fputs("1", out);
  else if (c->kind == LESSER || c->kind == GREATER)
    print_lesser(out, d, c);
  else if (c->kind == SPLIT)
    print_split(out, d, c);
  else
    print_sum(out, d, c->sum);
  if (where) fputs(c->kind == CONDITION ? " : 0)" : " : least)", out);
  free(where);
  if (cut) fprintf(out, ", %lld)", (long long)of->floor);
}

static void print_iterations(const ranking *d, FILE *out) {
  if (d->step > 1)
    fprintf(out, "any %u iterations%s decrease (", d->step,
            d->after_first ? " after the first" : "");
  else
    fprintf(out, "each iteration%s decreases (", d->after_first ? " after the first" : "");
}

static char *row_text(void *self, uint32_t n) {
  (void)n;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  print_iterations(self, out);
  fputs("d)", out);
  az_close_memstream(out);
  return text;
}

static char *print(void *self, uint32_t n, const void *value) {
  ranking *d = self;
  const tuple *v = (const tuple *)value + n;
  char *text = NULL;
  size_t size;
  if (v->is_top || !arrlenu(v->components)) return NULL;
  FILE *out = az_open_memstream(&text, &size);
  if (!out) return NULL;
  print_iterations(d, out);
  for (size_t i = 0; i < arrlenu(v->components); i++) {
    const component *c = &v->components[i];
    fputs(i ? ", " : "", out);
    print_component(out, d, n, c);
  }
  fputs(")", out);
  fclose(out);
  return text;
}

static void observe(const az_desc *options, az_observations *list) {
  az_observe_numbers(options, list);
  az_observe(list, "indexed_cells");
  if (!az_desc_bool(options, "pointers")) return;
  az_observe(list, "objects");
  az_observe(list, "allocation_times");
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_ranking,
                                         .close = close_ranking,
                                         .observe = observe,
                                         .asks = asks,
                                         .facets = facets,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

static const az_option ranking_options[] = {
    AZ_POLYHEDRA_CHOSEN,
    {.name = "form",
     .type = AZ_OPT_ENUM,
     .summary = "linear: one expression; lexicographic: several; multiphase: several, cut off at "
                "floors; piecewise: these, also restricted to a condition of the program, the "
                "lesser and the greater of two compared values, and two sums by cases",
     .initial = "piecewise",
     .choices = (const char *const[]){"linear", "lexicographic", "multiphase", "piecewise", NULL}},
    {.name = "pointers",
     .type = AZ_OPT_BOOL,
     .summary = "also pointers as components, by the allocation order of their targets",
     .initial = "false"},
    {.name = "step",
     .type = AZ_OPT_INT,
     .summary = "consecutive iterations over which the tuple decreases, if not in each single one; "
                "loops must be unwound as often",
     .initial = "1",
     .least = 1,
     .greatest = 64},
    {.name = "after_first",
     .type = AZ_OPT_BOOL,
     .summary = "the tuple need not decrease in the first iteration after loop entry",
     .initial = "false"},
    {.name = "max",
     .type = AZ_OPT_INT,
     .summary = "components of a ranking, at most",
     .initial = "16",
     .least = 1,
     .greatest = 64},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "expressions to choose from, at most",
     .initial = "400",
     .least = 1,
     .greatest = 100000},
    {0}};

AZ_MODULE(ranking) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "ranking", "1.0"),
    .summary = "ranking functions: a tuple of expressions decreases in every iteration",
    .options = ranking_options,
    AZ_MODULE_OPERATIONS(operations),
};
