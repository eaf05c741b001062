/* Affine equalities modulo powers of two: a + b - 3*i = c modulo 2^m, which stay true when machine
 * arithmetic wraps (after [mullerolm2007], with coefficients chosen beforehand). The rows are those
 * of the domain polyhedra, from the same public helper; a row and its opposite are one row.
 *
 * A row's value is bottom, or c and m: the low m bits of the sum are those of c; m = 0 is top.
 * Joining a state keeps the low bits that the state's sum shares with c. So a row has at most as
 * many steps as its widest variable has bits, and any strategy of joins finds the least value. */
#include "ansatz/arena.h"
#include "ansatz/polyhedra.h"
#include "ansatz/values.h"
#include <stdio.h>

typedef struct row {
  const az_linear *sum;
  uint32_t terms, view, width;
} row;

typedef struct affine {
  az_domain_context context;
  az_arena *arena;
  az_polyhedra *polyhedra; /* owns the sums */
  row *rows;
  uint32_t count;
} affine;

/* Returns whether the sum is the opposite of the row; polyhedra list their rows in such pairs. */
static bool is_opposite(const row *r, const az_linear *sum, uint32_t terms) {
  bool same = r->terms == terms;
  for (uint32_t i = 0; i < terms && same; i++)
    same = r->sum[i].var == sum[i].var && r->sum[i].coefficient == -sum[i].coefficient;
  return same;
}

static void close_affine(void *self) {
  affine *a = self;
  if (!a) return;
  az_polyhedra_free(a->polyhedra);
  az_arena_free(a->arena);
}

static void *open_affine(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  affine *a = AZ_NEW(arena, affine);
  *a = (affine){.context = *context, .arena = arena, .polyhedra = az_polyhedra_new(context)};
  az_polyhedra_limit(a->polyhedra, 2 * (uint32_t)az_desc_int(options, "most"));
  az_polyhedra_add_bounds(a->polyhedra);
  if (az_desc_bool(options, "entries")) az_polyhedra_add_entries(a->polyhedra);
  if (az_polyhedra_add_chosen(a->polyhedra, options, err)) {
    close_affine(a);
    return NULL;
  }
  uint32_t all = az_polyhedra_row_count(a->polyhedra);
  a->rows = AZ_NEWN(arena, row, all + 1);
  for (uint32_t n = 0; n < all; n++) {
    row r = {.view = az_polyhedra_row(a->polyhedra, n).view};
    r.terms = az_polyhedra_terms(a->polyhedra, n, &r.sum);
    if (a->count && is_opposite(&a->rows[a->count - 1], r.sum, r.terms)) continue;
    for (uint32_t i = 0; i < r.terms; i++) {
      uint32_t bits = context->vars[r.sum[i].var].bits;
      if (bits > r.width) r.width = bits;
    }
    a->rows[a->count++] = r;
  }
  return a;
}

static uint32_t row_count(void *self) {
  return ((affine *)self)->count;
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = ((affine *)self)->rows[n].view};
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef struct parameter {
  bool reached; /* false: bottom */
  uint32_t bits;
  uint64_t rest; /* below 2^bits */
} parameter;

AZ_VALUES(parameter, row_count);

static void value_top(void *self, void *v, uint32_t n) {
  (void)self;
  ((parameter *)v)[n] = (parameter){.reached = true};
}

static uint64_t low_bits(uint64_t x, uint32_t bits) {
  return bits < 64 ? x & ((UINT64_C(1) << bits) - 1) : x;
}

/* Rewrites ite(c, x + 1, x + 2) to x + ite(c, 1, 2), so that common terms of sums cancel before the
 * solver sees them. */
static az_term spread(az_store *s, az_term t, int depth) {
  az_kind kind = az_kind_of(s, t);
  if (depth > 30 || (kind != AZ_K_ITE && kind != AZ_K_BV_ADD)) return t;
  uint32_t first = kind == AZ_K_ITE;
  az_term a = spread(s, az_operand(s, t, first), depth + 1),
          b = spread(s, az_operand(s, t, first + 1), depth + 1);
  if (kind == AZ_K_BV_ADD) return az_bv_add(s, a, b);
  az_term difference = az_bv_sub(s, b, a);
  if (!az_is_const(s, difference)) return t;
  az_term none = az_zero_of(s, az_sort_of(s, t));
  return az_bv_add(s, a, az_ite(s, az_operand(s, t, 0), none, difference));
}

static az_term claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const affine *a = self;
  az_store *s = a->context.store;
  const row *r = &a->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_false(s);
  if (!p->bits) return az_true(s);
  /* Negative terms are moved to the other side, as in programs: the formula then shares their
   * adders, and the solver need not prove two equal. */
  const az_term zero = az_bv(s, p->bits, 0);
  az_term sides[2] = {zero, zero};
  for (uint32_t i = 0; i < r->terms; i++) {
    const az_tvar *var = &a->context.vars[r->sum[i].var];
    az_term x = az_resize(s, state->values[var->at], p->bits, var->is_signed);
    x = spread(s, x, 0);
    int64_t c = r->sum[i].coefficient;
    az_term *side = &sides[c < 0];
    x = az_bv_mul(s, x, az_bv_signed(s, p->bits, c < 0 ? -c : c));
    *side = az_bv_add(s, *side, x);
  }
  return az_eq(s, sides[0], az_bv_add(s, sides[1], az_bv(s, p->bits, p->rest)));
}

static bool improve(void *self, uint32_t n, void *v, const az_model *model, const az_state *state) {
  const affine *a = self;
  const row *r = &a->rows[n];
  parameter *p = (parameter *)v + n;
  uint64_t sum = 0; /* modulo 2^64, and thus modulo 2^width */
  for (uint32_t i = 0; i < r->terms; i++) {
    const az_tvar *var = &a->context.vars[r->sum[i].var];
    az_term constant = model->value(model->ctx, state->values[var->at]);
    az_wide x;
    if (!constant || !az_const_wide(a->context.store, constant, var->is_signed, &x)) return false;
    sum += (uint64_t)x * (uint64_t)(int64_t)r->sum[i].coefficient;
  }
  parameter before = *p;
  if (!p->reached) {
    *p = (parameter){true, r->width, low_bits(sum, r->width)};
    return true;
  }
  while (p->bits && low_bits(sum, p->bits) != p->rest) {
    p->bits--;
    p->rest = low_bits(p->rest, p->bits);
  }
  return p->bits != before.bits;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Prints unsigned C of 32 or 64 bits: "(unsigned)x - 3u*y == 1", "(4u*x + y) % 8 == 2". */
static void print_sum(const affine *a, const row *r, FILE *out) {
  const bool wide = r->width > 32;
  for (uint32_t i = 0; i < r->terms; i++) {
    const az_tvar *var = &a->context.vars[r->sum[i].var];
    int64_t c = r->sum[i].coefficient;
    fputs(i ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""), out);
    if (c != 1 && c != -1)
      fprintf(out, "%llu%s*", (unsigned long long)(c < 0 ? -c : c), wide ? "ull" : "u");
    else if (!i && (var->is_signed || var->bits < (wide ? 64 : 32)))
      fputs(wide ? "(unsigned long long)" : "(unsigned)", out);
    fputs(var->name, out);
  }
}

static char *row_text(void *self, uint32_t n) {
  const affine *a = self;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fputc('(', out);
  print_sum(a, &a->rows[n], out);
  fputs(") % d == e", out);
  az_close_memstream(out);
  return text;
}

static char *print(void *self, uint32_t n, const void *v) {
  const affine *a = self;
  const row *r = &a->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_strdup("false");
  if (!p->bits) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  const bool whole = p->bits == (r->width > 32 ? 64 : 32);
  if (!whole) fputc('(', out);
  print_sum(a, r, out);
  if (!whole) fprintf(out, ") %% %llu", 1ull << p->bits);
  fprintf(out, " == %llu%s", (unsigned long long)p->rest, p->rest > INT64_MAX ? "u" : "");
  az_close_memstream(out);
  return text;
}

static az_facets facets(void *self) {
  return (az_facets){.note = az_polyhedra_facets(((affine *)self)->polyhedra).note};
}

static const az_option options_of_affine[] = {
    AZ_POLYHEDRA_CHOSEN,
    {.name = "entries",
     .type = AZ_OPT_BOOL,
     .initial = "false",
     .summary = "also rows for the change of variables, and of sums and differences of related "
                "pairs, since the loop was entered: these relate one loop to the next"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "1000",
     .least = 1,
     .greatest = 1000000,
     .summary =
         "number of rows at most; kept first are those of one variable, then those given, then "
         "those mined"},
    {.name = NULL}};

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_affine,
                                         .close = close_affine,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .facets = facets,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

AZ_MODULE(affine) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "affine", "1.0"),
    .summary = "affine equalities modulo powers of two: x + 2*y - z = c modulo 2^m",
    .options = options_of_affine,
    AZ_MODULE_OPERATIONS(operations),
};
