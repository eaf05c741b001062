/* Congruences: e = a modulo m, where e is a variable that the loop changes, or a sum or difference
 * of two variables, over the mathematical integers. Values form Granger's lattice [granger1989]:
 * bottom, one number (m = 0), a modulo m, top (m = 1); joining a state where e = v into (a, m)
 * gives m' = gcd(m, |v - a|), so a row has at most as many steps as e has bits.
 *
 * Claims never wrap: e minus its least value is computed unsigned, in as many bits as e's range
 * needs (for one signed variable, this flips its sign bit), and its remainder is compared. If m is
 * a power of two, the low bits of e suffice. A value that wraps modulo 2^n in the program keeps its
 * remainder only modulo powers of two. */
#include "ansatz/arena.h"
#include "ansatz/expression.h"
#include "ansatz/nonrelational.h"
#include "ansatz/values.h"
#include <stdio.h>

typedef struct row {
  const az_tvar *x, *y; /* y NULL: x alone */
  bool minus;           /* x - y, else x + y */
  az_wide least;        /* of e */
  uint32_t bits;        /* hold e - least, unsigned */
} row;

typedef struct congruence {
  az_domain_context context;
  az_arena *arena;
  row *rows;
  uint32_t count;
  az_wide modulus; /* option: the only modulus; 0: any modulus */
} congruence;

static bool is_number(const az_tvar *var) {
  return !var->auxiliary && var->kind == AZ_TV_INT && var->bits >= 1 && var->bits <= 64;
}

static az_wide least_of(const az_tvar *v) {
  return v->is_signed ? -((az_wide)1 << (v->bits - 1)) : 0;
}

static az_wide greatest_of(const az_tvar *v) {
  return least_of(v) + (((az_wide)1 << v->bits) - 1);
}

static void add(congruence *c, const az_tvar *x, const az_tvar *y, bool minus) {
  row *r = &c->rows[c->count++];
  *r = (row){.x = x, .y = y, .minus = minus, .least = least_of(x)};
  az_wide greatest = greatest_of(x);
  if (y) {
    r->least += minus ? -greatest_of(y) : least_of(y);
    greatest += minus ? -least_of(y) : greatest_of(y);
  }
  while (greatest - r->least >= (az_wide)1 << r->bits) r->bits++;
}

static void *open_congruence(const az_domain_context *context, const az_desc *options,
                             az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  congruence *c = AZ_NEW(arena, congruence);
  c->context = *context;
  c->arena = arena;
  c->modulus = az_desc_int(options, "modulus");
  const char *pairs = az_desc_string(options, "pairs");
  bool none = !strcmp(pairs, "none"), all = !strcmp(pairs, "all");
  /* In two passes: the first counts the rows, the second fills them in. */
  for (int fill = 0; fill < 2; fill++) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < context->var_count; i++) {
      const az_tvar *x = &context->vars[i];
      if (!is_number(x)) continue;
      if (x->changes && ++n && fill) add(c, x, NULL, false);
      for (uint32_t k = i + 1; k < context->var_count && !none; k++) {
        const az_tvar *y = &context->vars[k];
        if (y->view != x->view || !is_number(y) || !(x->changes || y->changes) ||
            !(all || az_tvars_related(context, i, k)))
          continue;
        for (int minus = 0; minus < 2; minus++)
          if (++n && fill) add(c, x, y, minus);
      }
    }
    if (!fill) c->rows = AZ_NEWN(arena, row, n + 1);
  }
  return c;
}

static void close_congruence(void *self) {
  if (self) az_arena_free(((congruence *)self)->arena);
}

static uint32_t row_count(void *self) {
  return ((congruence *)self)->count;
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = ((congruence *)self)->rows[n].x->view};
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef struct parameter {
  bool reached;    /* false: bottom */
  az_wide rest;    /* m = 0: e itself; else 0 <= rest < m */
  az_wide modulus; /* 1: top */
} parameter;

AZ_VALUES(parameter, row_count);

static void value_top(void *self, void *v, uint32_t n) {
  (void)self;
  ((parameter *)v)[n] = (parameter){.reached = true, .modulus = 1};
}

static az_wide remainder_of(az_wide a, az_wide m) { /* returns a modulo m > 0, in 0 .. m-1 */
  az_wide r = a % m;
  return r < 0 ? r + m : r;
}

/* Returns e modulo 2^width, width <= r->bits. */
static az_term build(const congruence *c, const row *r, const az_state *state, uint32_t width) {
  az_store *store = c->context.store;
  az_term x = az_resize(store, state->values[r->x->at], width, r->x->is_signed);
  if (!r->y) return x;
  az_term y = az_resize(store, state->values[r->y->at], width, r->y->is_signed);
  return r->minus ? az_bv_sub(store, x, y) : az_bv_add(store, x, y);
}

/* Returns the exponent of a power of two, or -1. */
static int exponent(az_wide m) {
  int n = 0;
  if (m < 1 || (m & (m - 1))) return -1;
  while (m >> n != 1) n++;
  return n;
}

/* Maximum number of bits of a variable whose residues are claimed by products: they relate the
 * residues of x and x + 3 without a division. With more bits, remainders find models sooner.
 * Assumptions about a variable also use a remainder, as the program's conditions may. */
enum { MOST_OF_PRODUCTS = 32 };

/* Returns t * factor, with the factor distributed over the operands of sums, so that the products
 * of x and of x + 3 differ by a constant. */
static az_term times(az_store *s, az_term t, az_term factor, uint32_t depth) {
  az_kind kind = az_kind_of(s, t);
  if (!depth || (kind != AZ_K_BV_ADD && kind != AZ_K_ITE)) return az_bv_mul(s, t, factor);
  uint32_t first = kind == AZ_K_ITE;
  az_term a = times(s, az_operand(s, t, first), factor, depth - 1),
          b = times(s, az_operand(s, t, first + 1), factor, depth - 1);
  return kind == AZ_K_ITE ? az_ite(s, az_operand(s, t, 0), a, b) : az_bv_add(s, a, b);
}

/* Returns the claim that e, unsigned, is rest modulo m, 0 <= rest < m, by a product instead of a
 * remainder [warren2013, sec. 10-17]. Let m = q * 2^t, q odd, and q * r = 1 modulo 2^width.
 * Multiplication by r permutes the numbers below 2^width and maps k * m to k * 2^t. The result is
 * compared with k * 2^t for all k for which rest + k * m is below 2^width. */
static az_term has_rest(az_store *s, az_term e, az_wide m, az_wide rest) {
  enum { DEPTH = 8 };
  uint32_t width = az_sort_width(az_sort_of(s, e)), twos = 0;
  while (!(m >> twos & 1)) twos++;
  unsigned __int128 q = (unsigned __int128)m >> twos, inverse = q;
  for (uint32_t right = 3; right < width; right *= 2) inverse *= 2 - q * inverse;
  unsigned __int128 below = (((unsigned __int128)1 << width) - 1), product = inverse * rest & below,
                    most = (below - (unsigned __int128)rest) / (unsigned __int128)m << twos;
  az_term y = times(s, e, az_bv_wide(s, width, (az_wide)(inverse & below)), DEPTH);
  y = az_bv_sub(s, y, az_bv_wide(s, width, (az_wide)product));
  az_term small = az_bv_ule(s, y, az_bv_wide(s, width, (az_wide)most));
  if (!twos) return small;
  return az_and(s, small, az_eq_value(s, az_extract(s, y, twos - 1, 0), 0));
}

static az_term claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const congruence *c = self;
  az_store *store = c->context.store;
  const row *r = &c->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_false(store);
  if (p->modulus == 1) return az_true(store);
  int low = exponent(p->modulus);
  if (low > 0) {
    uint32_t width = (uint32_t)low;
    const az_term rest = az_bv_wide(store, width, p->rest);
    return az_eq(store, build(c, r, state, width), rest);
  }
  az_term e = az_bv_wide(store, r->bits, r->least);
  e = az_bv_sub(store, build(c, r, state, r->bits), e);
  az_wide rest = p->rest - r->least;
  if (p->modulus) {
    rest = remainder_of(rest, p->modulus);
    bool products = !r->y && r->bits <= MOST_OF_PRODUCTS,
         is_variable = az_kind_of(store, state->values[r->x->at]) == AZ_K_VAR;
    az_term by_product = products ? has_rest(store, e, p->modulus, rest) : az_true(store);
    if (products && !is_variable) return by_product;
    az_term remainder = az_bv_urem(store, e, az_bv_wide(store, r->bits, p->modulus));
    return az_and(store, by_product, az_eq(store, remainder, az_bv_wide(store, r->bits, rest)));
  }
  return az_eq(store, e, az_bv_wide(store, r->bits, rest));
}

static bool value_of(const congruence *c, const az_tvar *var, const az_model *model,
                     const az_state *state, az_wide *number) {
  az_term constant = model->value(model->ctx, state->values[var->at]);
  return constant && az_const_wide(c->context.store, constant, var->is_signed, number);
}

static bool improve(void *self, uint32_t n, void *v, const az_model *model, const az_state *state) {
  const congruence *c = self;
  const row *r = &c->rows[n];
  parameter *p = (parameter *)v + n;
  az_wide e, y;
  if (!value_of(c, r->x, model, state, &e)) return false;
  if (r->y) {
    if (!value_of(c, r->y, model, state, &y)) return false;
    e += r->minus ? -y : y;
  }
  if (!p->reached) {
    az_wide rest = c->modulus ? remainder_of(e, c->modulus) : e;
    *p = (parameter){.reached = true, .rest = rest, .modulus = c->modulus};
    return true;
  }
  az_wide m = az_gcd(p->modulus, e > p->rest ? e - p->rest : p->rest - e);
  if (m == p->modulus) return false;
  p->modulus = m;
  p->rest = remainder_of(p->rest, m);
  return true;
}

/* ---- printing: exact C ----------------------------------------------------------------------- */

/* Prints e in a type in which neither it nor its remainder wraps. */
static void expression(FILE *out, const row *r, az_wide modulus) {
  bool wide = r->bits > 63 || modulus > INT64_MAX;
  if (r->y)
    fprintf(out, "((%s)%s %s %s)", wide ? "__int128" : "long long", r->x->name,
            r->minus ? "-" : "+", r->y->name);
  else
    fprintf(out, "%s%s", r->least < 0 && modulus > INT64_MAX ? "(__int128)" : "", r->x->name);
}

static char *print(void *self, uint32_t n, const void *v) {
  const row *r = &((const congruence *)self)->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_strdup("false");
  if (p->modulus == 1) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  /* In C, a remainder has the dividend's sign. */
  for (int negative = 0; negative <= (p->modulus && p->rest && r->least < 0); negative++) {
    fputs(negative ? " || " : "", out);
    expression(out, r, p->modulus);
    if (p->modulus) {
      fputs(" % ", out);
      az_print_wide(out, p->modulus);
    }
    fputs(" == ", out);
    az_print_wide(out, negative ? p->rest - p->modulus : p->rest);
  }
  az_close_memstream(out);
  return text;
}

static char *row_text(void *self, uint32_t n) {
  const row *r = &((const congruence *)self)->rows[n];
  if (!r->y) return az_asprintf("%s %% d == e", r->x->name);
  return az_asprintf("(%s %s %s) %% d == e", r->x->name, r->minus ? "-" : "+", r->y->name);
}

/* ---- along the control flow: the same lattice ------------------------------------------------ */

typedef struct congruent {
  az_wide modulus, rest; /* as in a parameter */
  uint64_t reached;
} congruent;

typedef struct congruences {
  az_lattice lattice;
  az_wide modulus; /* the only modulus; 0: any */
} congruences;

static void from_facts(const az_lattice *lattice, void *value, const az_facts *facts, uint32_t bits,
                       bool is_signed) {
  (void)bits, (void)is_signed;
  az_wide only = ((const congruences *)lattice)->modulus;
  congruent *c = value;
  if (facts->none) return;
  bool one = facts->least == facts->greatest;
  c->reached = 1;
  c->modulus = one ? 0 : facts->modulus;
  c->rest = one ? facts->least : facts->rest;
  if (!only) return;
  c->modulus = az_gcd(c->modulus, only) == only ? only : 1;
  c->rest = remainder_of(c->rest, c->modulus);
}

static az_facts to_facts(const void *value, uint32_t bits, bool is_signed) {
  const congruent *c = value;
  if (!c->reached) return az_facts_none();
  if (!c->modulus) return az_facts_value(c->rest);
  az_facts f = az_facts_any(bits, is_signed);
  az_facts is_rest = f;
  is_rest.modulus = c->modulus, is_rest.rest = c->rest;
  return az_facts_meet(f, is_rest);
}

static bool included(const void *x, const void *y) {
  const congruent *a = x, *b = y;
  if (!a->reached || !b->reached) return !a->reached;
  if (!b->modulus) return !a->modulus && a->rest == b->rest;
  return a->modulus % b->modulus == 0 && remainder_of(a->rest, b->modulus) == b->rest;
}

static void join(void *x, const void *y) {
  congruent *a = x;
  const congruent *b = y;
  if (!b->reached) return;
  if (!a->reached) {
    *a = *b;
    return;
  }
  az_wide distance = a->rest > b->rest ? a->rest - b->rest : b->rest - a->rest;
  a->modulus = az_gcd(az_gcd(a->modulus, b->modulus), distance);
  if (a->modulus) a->rest = remainder_of(a->rest, a->modulus);
}

/* Computes the meet, or leaves the operand a unchanged if the moduli are large. */
static void meet(void *x, const void *y) {
  congruent *a = x;
  const congruent *b = y;
  if (!a->reached || !b->reached) {
    memset(a, 0, sizeof *a);
    return;
  }
  az_wide common = az_gcd(a->modulus, b->modulus);
  bool differ = common ? remainder_of(a->rest - b->rest, common) != 0 : a->rest != b->rest;
  if (differ)
    memset(a, 0, sizeof *a);
  else if (included(b, a))
    *a = *b;
  else if (!included(a, b)) {
    az_wide step = a->modulus, most = a->modulus / common;
    if (most > 4096 || b->modulus > ((az_wide)1 << 64) / most) return;
    while (remainder_of(a->rest, b->modulus) != b->rest) a->rest += step;
    a->modulus = most * b->modulus;
    a->rest = remainder_of(a->rest, a->modulus);
  }
}

/* Prints parities as in the slides of [cousot2011]: "e", "o". */
static char *print_value(const az_lattice *lattice, const void *value, uint32_t bits,
                         bool is_signed) {
  (void)bits, (void)is_signed;
  const congruent *c = value;
  if (!c->reached) return az_strdup("_|_");
  if (c->modulus == 1) return az_strdup("T");
  if (!c->modulus) return az_asprintf("%lld", (long long)c->rest);
  if (((const congruences *)lattice)->modulus == 2) return az_strdup(c->rest ? "o" : "e");
  return az_asprintf("%lld mod %lld", (long long)c->rest, (long long)c->modulus);
}

static void *open_transfer(const az_transfer_context *context, const az_desc *options,
                           az_error *err) {
  (void)err;
  congruences *c = az_calloc(1, sizeof *c);
  c->lattice = (az_lattice){.bytes = sizeof(congruent),
                            .from_facts = from_facts,
                            .to_facts = to_facts,
                            .included = included,
                            .join = join,
                            .meet = meet,
                            .print = print_value};
  c->modulus = az_desc_int(options, "modulus");
  return az_nonrelational_open(context, &c->lattice, c);
}

static const az_transfer_ops transfer = {.open = open_transfer, AZ_NONRELATIONAL_OPS};

static uint32_t asks(const az_desc *options) {
  return strcmp(az_desc_string(options, "pairs"), "related") ? 0 : AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_congruence,
                                         .close = close_congruence,
                                         .transfer = &transfer,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

static const az_option congruence_options[] = {
    {.name = "pairs",
     .type = AZ_OPT_ENUM,
     .summary = "pairs of variables that also get rows for their sum and difference",
     .initial = "none",
     .choices = (const char *const[]){"none", "all", "related", NULL}},
    {.name = "modulus",
     .type = AZ_OPT_INT,
     .summary = "fixed modulus: 2 for parities; 0: any",
     .initial = "0",
     .least = 0,
     .greatest = 1 << 30},
    {0}};

AZ_MODULE(congruence) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "congruence", "1.0"),
    .summary = "congruences of integer variables: x = a modulo m",
    .options = congruence_options,
    AZ_MODULE_OPERATIONS(operations),
};
