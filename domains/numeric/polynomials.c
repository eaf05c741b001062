/* Polynomial equations modulo a power of two: x*z - x - y + 1 == 0. A state is a point whose
 * coordinates are the monomials, up to a degree, over the variables of a view. The row's value is
 * the module of all linear equations modulo 2^w that hold at the points joined so far
 * [mullerolm2007]. So relations of any degree are found by linear algebra, as in [mullerolm2004]
 * and [sharma2013]. Degree 1 gives all linear equations, also between variables that no statement
 * relates, whereas the sums of the domain affine are chosen beforehand.
 *
 * There is one row for each view. To join a point p, let e_i = r_i(p) be the values of the
 * equations r_1 .. r_n, ordered such that e_1 has the fewest factors 2. Then r_i - e_i / e_1 * r_1
 * for i > 1, and 2^k * r_1 with 2^k * e_1 = 0, generate the equations that also hold at p. The
 * claim consists of some of these: one equation with small coefficients for each leading monomial
 * that no other one divides, since large coefficients come from too few points. */
#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_VARIABLES = 12,
  MOST_DEGREE = 6,
  MOST_EQUATIONS = 16, /* maximum number of equations in a claim */
  MOST_FACTOR = 64,    /* maximum factor by which fractions become integers */
  MOST_TWOS = 6,       /* maximum number of common factors 2 of an equation in a claim */
};
#define MOST_COEFFICIENT (INT64_C(1) << 20)

typedef struct monomial {
  uint8_t exponent[MOST_VARIABLES];
  uint32_t degree;
} monomial;

typedef struct row {
  uint32_t view, vars, width, monomials;
  const az_tvar *var[MOST_VARIABLES];
  monomial *monomial; /* by degree: the constant is the first */
} row;

typedef struct polynomials {
  az_domain_context context;
  az_arena *arena;
  row *rows;
  uint32_t count;
} polynomials;

/* The parameter of a row. */
typedef struct module {
  bool reached, top;
  uint32_t rank; /* number of rows of `equations`, each with a coefficient for each monomial */
  uint64_t *equations;
  uint64_t *claim; /* NULL: not computed */
  uint32_t claims;
} module;

static uint64_t low(const row *r, uint64_t x) {
  return r->width < 64 ? x & ((UINT64_C(1) << r->width) - 1) : x;
}

static uint32_t twos(uint64_t x) {
  uint32_t n = 0;
  while (n < 64 && !(x >> n & 1)) n++;
  return n;
}

static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

/* ---- monomials ------------------------------------------------------------------------------- */

/* Returns the number of monomials of n variables up to a degree. */
static uint64_t number_of_monomials(uint32_t n, uint32_t degree) {
  uint64_t all = 1;
  for (uint32_t i = 1; i <= degree; i++) all = all * (n + i) / i;
  return all;
}

static void add_monomials(polynomials *d, row *r, uint32_t degree) {
  uint32_t count = (uint32_t)number_of_monomials(r->vars, degree), first = 0;
  r->monomial = AZ_NEWN(d->arena, monomial, count);
  r->monomials = 1;
  for (uint32_t n = 1; n <= degree; n++) {
    uint32_t end = r->monomials;
    for (uint32_t i = first; i < end; i++) {
      uint32_t last = 0; /* each monomial is created once, from the one without its last factor */
      for (uint32_t v = 0; v < r->vars; v++)
        if (r->monomial[i].exponent[v]) last = v;
      for (uint32_t v = last; v < r->vars; v++) {
        monomial *m = &r->monomial[r->monomials++];
        *m = r->monomial[i];
        m->exponent[v]++;
        m->degree++;
      }
    }
    first = end;
  }
}

static bool divides(const row *r, uint32_t a, uint32_t b) {
  for (uint32_t v = 0; v < r->vars; v++)
    if (r->monomial[a].exponent[v] > r->monomial[b].exponent[v]) return false;
  return true;
}

static void close_polynomials(void *self) {
  polynomials *d = self;
  if (d) az_arena_free(d->arena);
}

/* Finds the integer variables of the view. Returns false if the loop changes none of them, one is
 * too wide, or there are too few or too many. The equations are modulo 2^w for the widest variable
 * that changes: with the index of an array, which is wider, a cell's equation would not wrap. */
static bool find_variables(const az_domain_context *context, uint32_t view, row *r) {
  bool changes = false;
  *r = (row){.view = view};
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *v = &context->vars[i];
    if (v->view != view || v->kind != AZ_TV_INT || v->auxiliary || v->bits == 1 || v->there)
      continue;
    if (v->bits > 64 || r->vars == MOST_VARIABLES) return false;
    r->var[r->vars++] = v;
    if (v->changes && v->bits > r->width) r->width = v->bits;
    changes |= v->changes;
  }
  return changes && r->vars > 1;
}

static void *open_polynomials(const az_domain_context *context, const az_desc *options,
                              az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  polynomials *d = AZ_NEW(arena, polynomials);
  *d = (polynomials){.context = *context, .arena = arena};
  d->rows = AZ_NEWN(arena, row, context->view_count + 1);
  const uint64_t most = (uint64_t)az_desc_int(options, "most");
  for (uint32_t view = 0; view < context->view_count; view++) {
    row r;
    uint32_t degree = (uint32_t)az_desc_int(options, "degree");
    if (context->views[view].of != view || !find_variables(context, view, &r)) continue;
    while (degree > 1 && number_of_monomials(r.vars, degree) > most) degree--;
    if (number_of_monomials(r.vars, degree) > most) continue;
    add_monomials(d, &r, degree);
    d->rows[d->count++] = r;
  }
  return d;
}

static uint32_t row_count(void *self) {
  return ((polynomials *)self)->count;
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = ((polynomials *)self)->rows[n].view};
}

/* ---- values ---------------------------------------------------------------------------------- */

static void *value_new(void *self) {
  return az_array_new(row_count(self), sizeof(module));
}

static uint64_t *copied(const row *r, const uint64_t *equations, uint32_t count) {
  uint64_t *copy = az_array_new(count * r->monomials, sizeof *copy);
  return memcpy(copy, equations, (size_t)count * r->monomials * sizeof *copy);
}

static void *value_copy(void *self, const void *value) {
  const polynomials *d = self;
  const module *from = value;
  module *to = value_new(self);
  for (uint32_t i = 0; i < d->count; i++) {
    to[i] = from[i];
    if (from[i].equations) to[i].equations = copied(&d->rows[i], from[i].equations, from[i].rank);
    if (from[i].claim) to[i].claim = copied(&d->rows[i], from[i].claim, from[i].claims);
  }
  return to;
}

static void value_free(void *self, void *value) {
  module *m = value;
  for (uint32_t i = 0; m && i < row_count(self); i++) {
    free(m[i].equations);
    free(m[i].claim);
  }
  free(value);
}

static void value_top(void *self, void *value, uint32_t n) {
  (void)self;
  ((module *)value)[n].reached = true;
  ((module *)value)[n].top = true;
}

/* Writes the coordinates of the model's state. Returns false if the model lacks a value. */
static bool point_of(const row *r, const az_store *s, const az_model *model, const az_state *state,
                     uint64_t *point) {
  uint64_t x[MOST_VARIABLES];
  for (uint32_t v = 0; v < r->vars; v++) {
    const az_term term = state->values[r->var[v]->at];
    const az_term constant = term ? model->value(model->ctx, term) : AZ_NO_TERM;
    az_wide value;
    if (!constant || !az_const_wide(s, constant, r->var[v]->is_signed, &value)) return false;
    x[v] = (uint64_t)value;
  }
  for (uint32_t m = 0; m < r->monomials; m++) {
    point[m] = 1;
    for (uint32_t v = 0; v < r->vars; v++)
      for (uint32_t i = 0; i < r->monomial[m].exponent[v]; i++) point[m] *= x[v];
  }
  return true;
}

static void subtract(const row *r, uint64_t *a, const uint64_t *b, uint64_t factor) {
  for (uint32_t m = 0; m < r->monomials; m++) a[m] = low(r, a[m] - factor * b[m]);
}

static bool join_point(const row *r, module *p, const uint64_t *point) {
  const uint32_t n = r->monomials;
  uint64_t *value = az_array_new(p->rank, sizeof *value);
  uint32_t least = p->rank;
  for (uint32_t i = 0; i < p->rank; i++) {
    for (uint32_t m = 0; m < n; m++) value[i] += p->equations[i * n + m] * point[m];
    value[i] = low(r, value[i]);
    if (value[i] && (least == p->rank || twos(value[i]) < twos(value[least]))) least = i;
  }
  const bool changed = least < p->rank;
  if (changed) {
    uint64_t *first = &p->equations[least * n], e = value[least], any = 0;
    const uint64_t unit = inverse(e >> twos(e));
    for (uint32_t i = 0; i < p->rank; i++)
      if (i != least && value[i])
        subtract(r, &p->equations[i * n], first, (value[i] >> twos(e)) * unit);
    for (uint32_t m = 0; m < n; m++) {
      first[m] = twos(e) ? low(r, first[m] << (r->width - twos(e))) : 0;
      any |= first[m];
    }
    if (!any) memmove(first, &p->equations[--p->rank * n], n * sizeof *first);
  }
  free(value);
  return changed;
}

static bool improve(void *self, uint32_t n, void *value, const az_model *model,
                    const az_state *state) {
  const polynomials *d = self;
  const row *r = &d->rows[n];
  module *p = (module *)value + n;
  uint64_t *point = az_array_new(r->monomials, sizeof *point);
  bool changed = !p->top && point_of(r, d->context.store, model, state, point);
  if (changed && !p->reached) { /* bottom: all monomials, also the constant 1, are 0 */
    p->reached = true;
    p->rank = r->monomials;
    p->equations = az_array_new(r->monomials * r->monomials, sizeof *p->equations);
    for (uint32_t m = 0; m < r->monomials; m++) p->equations[m * (r->monomials + 1)] = 1;
  }
  changed = changed && join_point(r, p, point);
  if (changed) {
    free(p->claim);
    p->claim = NULL;
  }
  free(point);
  return changed;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static int64_t as_signed(const row *r, uint64_t c) {
  const uint64_t sign = UINT64_C(1) << (r->width - 1);
  return (int64_t)((low(r, c) ^ sign) - sign);
}

/* Brings the equations, in place, into echelon form by descending monomials: row i has the leading
 * monomial leads[i], whose coefficient is a power of two. Returns their number. */
static uint32_t echelon(const row *r, uint64_t *a, uint32_t rank, uint32_t *leads) {
  const uint32_t n = r->monomials;
  uint32_t done = 0;
  for (uint32_t m = n; m-- > 0 && done < rank;) {
    uint32_t best = rank;
    for (uint32_t i = done; i < rank; i++)
      if (a[i * n + m] && (best == rank || twos(a[i * n + m]) < twos(a[best * n + m]))) best = i;
    if (best == rank) continue;
    const uint64_t pivot = a[best * n + m], unit = inverse(pivot >> twos(pivot));
    for (uint32_t k = 0; k < n; k++) {
      const uint64_t c = low(r, a[best * n + k] * unit);
      a[best * n + k] = a[done * n + k];
      a[done * n + k] = c;
    }
    for (uint32_t i = done + 1; i < rank; i++)
      if (a[i * n + m]) subtract(r, &a[i * n], &a[done * n], a[i * n + m] >> twos(pivot));
    leads[done++] = m;
  }
  return done;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Multiplies row i by the factor, and brings its coefficients as close to 0 as the later rows
 * allow. Returns whether all coefficients except the constant are then small. */
static bool simplify(const row *r, const uint64_t *a, const uint32_t *leads, uint32_t rank,
                     uint32_t i, uint64_t factor, uint64_t *equation) {
  const uint32_t n = r->monomials;
  for (uint32_t m = 0; m < n; m++) equation[m] = low(r, a[i * n + m] * factor);
  for (uint32_t k = i + 1; k < rank; k++) {
    const uint32_t shift = twos(a[k * n + leads[k]]);
    const uint64_t half = shift ? UINT64_C(1) << (shift - 1) : 0, c = equation[leads[k]];
    subtract(r, equation, &a[k * n], (uint64_t)(as_signed(r, c + half) >> shift));
  }
  uint64_t common = 0;
  for (uint32_t m = 1; m < n; m++) {
    const int64_t c = as_signed(r, equation[m]);
    if (c >= MOST_COEFFICIENT || c <= -MOST_COEFFICIENT) return false;
    common = greatest_common_divisor(common, c < 0 ? 0 - (uint64_t)c : (uint64_t)c);
  }
  if (!common) return false;
  const uint64_t unit = inverse(common >> twos(common));
  for (uint32_t m = 0; m < n; m++) equation[m] = low(r, equation[m] * unit);
  return true;
}

/* Returns the number of factors 2 that all coefficients have in common. */
static uint32_t common_twos(const row *r, const uint64_t *equation) {
  uint64_t all = 0;
  for (uint32_t m = 0; m < r->monomials; m++) all |= equation[m];
  return twos(all);
}

static void find_claim(const row *r, module *p) {
  const uint32_t n = r->monomials;
  uint64_t *a = copied(r, p->equations, p->rank);
  uint32_t *leads = az_array_new(p->rank, sizeof *leads), kept[MOST_EQUATIONS];
  const uint32_t rank = echelon(r, a, p->rank, leads);
  p->claim = az_array_new(MOST_EQUATIONS * n, sizeof *p->claim);
  p->claims = 0;
  for (uint32_t i = rank; i-- > 0 && p->claims < MOST_EQUATIONS;) {
    bool follows = common_twos(r, &a[i * n]) > MOST_TWOS, small = false;
    for (uint32_t k = 0; k < p->claims && !follows; k++) follows = divides(r, kept[k], leads[i]);
    for (uint64_t factor = 1; factor < MOST_FACTOR && !follows && !small; factor += 2)
      small = simplify(r, a, leads, rank, i, factor, &p->claim[p->claims * n]);
    if (small) kept[p->claims++] = leads[i];
  }
  free(leads);
  free(a);
}

/* Returns the claim of a value that is neither bottom nor top. */
static const module *with_claim(const row *r, const module *p) {
  module *own = (module *)(uintptr_t)p; /* the cached claim is not part of the value */
  if (!own->claim) find_claim(r, own);
  return own;
}

static az_term monomial_term(az_store *s, const row *r, uint32_t m, const az_state *state) {
  az_term product = az_bv(s, r->width, 1);
  for (uint32_t v = 0; v < r->vars; v++) {
    const az_term x = az_resize(s, state->values[r->var[v]->at], r->width, r->var[v]->is_signed);
    for (uint32_t i = 0; i < r->monomial[m].exponent[v]; i++) product = az_bv_mul(s, product, x);
  }
  return product;
}

static az_term equation_term(az_store *s, const row *r, const uint64_t *equation,
                             const az_state *state) {
  const az_term zero = az_bv(s, r->width, 0);
  az_term sides[2] = {zero, zero};
  for (uint32_t m = 0; m < r->monomials; m++) {
    const int64_t c = as_signed(r, equation[m]);
    if (!c) continue;
    const az_term factor = az_bv(s, r->width, c < 0 ? 0 - (uint64_t)c : (uint64_t)c);
    const az_term product = az_bv_mul(s, monomial_term(s, r, m, state), factor);
    sides[c < 0] = az_bv_add(s, sides[c < 0], product);
  }
  return az_eq(s, sides[0], sides[1]);
}

static az_term claim(void *self, uint32_t n, const void *value, const az_state *state) {
  const polynomials *d = self;
  const row *r = &d->rows[n];
  const module *p = (const module *)value + n;
  az_store *s = d->context.store;
  if (!p->reached) return az_false(s);
  az_term all = az_true(s);
  if (p->top) return all;
  p = with_claim(r, p);
  for (uint32_t i = 0; i < p->claims; i++)
    all = az_and(s, all, equation_term(s, r, &p->claim[i * r->monomials], state));
  return all;
}

static void print_equation(FILE *out, const row *r, const uint64_t *equation) {
  const char *suffix = r->width > 32 ? "ull" : "u";
  bool first = true;
  for (uint32_t m = r->monomials; m-- > 0;) {
    const int64_t c = as_signed(r, equation[m]);
    if (!c) continue;
    fputs(first ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + "), out);
    fprintf(out, "%llu%s", c < 0 ? 0 - (unsigned long long)c : (unsigned long long)c, suffix);
    for (uint32_t v = 0; v < r->vars; v++)
      for (uint32_t i = 0; i < r->monomial[m].exponent[v]; i++)
        fprintf(out, "*%s", r->var[v]->name);
    first = false;
  }
  fputs(" == 0", out);
}

/* Prints unsigned C: "1ull*x*z - 1ull*x - 1ull*y + 1ull == 0 && ...". */
static char *print(void *self, uint32_t n, const void *value) {
  const polynomials *d = self;
  const row *r = &d->rows[n];
  const module *p = (const module *)value + n;
  if (!p->reached) return az_strdup("false");
  if (p->top || !(p = with_claim(r, p))->claims) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t i = 0; i < p->claims; i++) {
    if (i) fputs(" && ", out);
    print_equation(out, r, &p->claim[i * r->monomials]);
  }
  az_close_memstream(out);
  return text;
}

static char *row_text(void *self, uint32_t n) {
  const row *r = &((const polynomials *)self)->rows[n];
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  for (uint32_t v = 0; v < r->vars; v++) fprintf(out, "%s%s", v ? ", " : "d(", r->var[v]->name);
  fprintf(out, ") == 0, of %u monomials", r->monomials);
  az_close_memstream(out);
  return text;
}

static const az_option options_of_polynomials[] = {
    {.name = "degree",
     .type = AZ_OPT_INT,
     .initial = "6",
     .least = 1,
     .greatest = MOST_DEGREE,
     .summary = "of a monomial, at most"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "84",
     .least = 3,
     .greatest = 1000,
     .summary = "monomials of a view, at most: the degree is as high as they allow"},
    {0}};

static const az_domain_ops operations = {.open = open_polynomials,
                                         .close = close_polynomials,
                                         .observe = az_observe_numbers,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

AZ_MODULE(polynomials) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "polynomials", "1.0"),
    .summary = "polynomial equations modulo a power of two, of any degree up to six",
    .options = options_of_polynomials,
    AZ_MODULE_OPERATIONS(operations),
};
