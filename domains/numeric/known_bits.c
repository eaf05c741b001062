/* Known bits [regehr2006]: the bits that are the same in all states at the loop head, of an integer
 * variable that the loop changes or of the exclusive or of two variables:
 *   (x & mask) == bits,   ((x ^ y) & mask) == bits.
 * Joining a state removes from the mask the bits in which the state differs, so a row has at most
 * as many steps as its variable has bits, plus two. Flags, alignments and masks are such claims;
 * bounds and remainders describe only the highest and the lowest bits.
 *
 * For variables of different widths, only the bits that both have are compared, since C's
 * conversions keep these. */
#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "ansatz/values.h"
#include <inttypes.h>
#include <stdio.h>

typedef struct row {
  const az_tvar *x, *y; /* y NULL: x alone */
  uint32_t bits;        /* the common bits */
} row;

typedef struct known_bits {
  az_domain_context context;
  az_arena *arena;
  row *rows;
  uint32_t count;
} known_bits;

static bool is_number(const az_tvar *v) {
  return v->kind == AZ_TV_INT && !v->auxiliary && v->bits >= 1 && v->bits <= 64;
}

/* Lists the rows, if `out` is not NULL, and returns their number. */
static uint32_t list_rows(const az_domain_context *context, const char *pairs, row *out) {
  bool none = !strcmp(pairs, "none"), all = !strcmp(pairs, "all");
  uint32_t n = 0;
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *x = &context->vars[i];
    if (!is_number(x)) continue;
    if (x->changes && ++n && out) out[n - 1] = (row){.x = x, .bits = x->bits};
    for (uint32_t k = i + 1; k < context->var_count && !none; k++) {
      const az_tvar *y = &context->vars[k];
      if (y->view != x->view || !is_number(y) || !(x->changes || y->changes) ||
          !(all || az_tvars_related(context, i, k)))
        continue;
      if (++n && out)
        out[n - 1] = (row){.x = x, .y = y, .bits = x->bits < y->bits ? x->bits : y->bits};
    }
  }
  return n;
}

static void *open_known_bits(const az_domain_context *context, const az_desc *options,
                             az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  known_bits *b = AZ_NEW(arena, known_bits);
  b->context = *context;
  b->arena = arena;
  const char *pairs = az_desc_string(options, "pairs");
  b->count = list_rows(context, pairs, NULL);
  b->rows = AZ_NEWN(arena, row, b->count + 1);
  list_rows(context, pairs, b->rows);
  return b;
}

static void close_known_bits(void *self) {
  if (self) az_arena_free(((known_bits *)self)->arena);
}

static uint32_t row_count(void *self) {
  return ((known_bits *)self)->count;
}

static az_row row_at(void *self, uint32_t n) {
  return (az_row){.view = ((known_bits *)self)->rows[n].x->view};
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef struct parameter {
  uint64_t reached; /* 0: bottom */
  uint64_t mask;    /* the bits that are known; none: top */
  uint64_t bits;    /* the values of these bits: a subset of `mask` */
} parameter;

AZ_VALUES(parameter, row_count);

static void value_top(void *self, void *v, uint32_t n) {
  (void)self;
  ((parameter *)v)[n] = (parameter){.reached = true};
}

static uint64_t all_bits(const row *r) {
  return UINT64_MAX >> (64 - r->bits);
}

/* Returns x, or x ^ y, in the bits of the row. */
static az_term build(const known_bits *b, const row *r, const az_state *state) {
  az_store *store = b->context.store;
  az_term x = az_resize(store, state->values[r->x->at], r->bits, false);
  return r->y ? az_bv_xor(store, x, az_resize(store, state->values[r->y->at], r->bits, false)) : x;
}

static az_term claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const known_bits *b = self;
  az_store *store = b->context.store;
  const row *r = &b->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_false(store);
  if (!p->mask) return az_true(store);
  const az_term mask = az_bv(store, r->bits, p->mask);
  return az_eq_value(store, az_bv_and(store, build(b, r, state), mask), p->bits);
}

static bool bits_of(const known_bits *b, const az_tvar *var, const az_model *model,
                    const az_state *state, uint64_t *bits) {
  az_wide number;
  az_term constant = model->value(model->ctx, state->values[var->at]);
  if (!constant || !az_const_wide(b->context.store, constant, false, &number)) return false;
  *bits = (uint64_t)number;
  return true;
}

static bool improve(void *self, uint32_t n, void *v, const az_model *model, const az_state *state) {
  const known_bits *b = self;
  const row *r = &b->rows[n];
  parameter *p = (parameter *)v + n;
  uint64_t bits, other = 0;
  if (!bits_of(b, r->x, model, state, &bits)) return false;
  if (r->y && !bits_of(b, r->y, model, state, &other)) return false;
  bits = (bits ^ other) & all_bits(r);
  uint64_t mask = p->reached ? p->mask & ~(p->bits ^ bits) : all_bits(r);
  if (p->reached && mask == p->mask) return false;
  *p = (parameter){.reached = true, .mask = mask, .bits = bits & mask};
  return true;
}

/* Prints exact C, where a hexadecimal constant has a type that suffices. */
static char *print(void *self, uint32_t n, const void *v) {
  const row *r = &((const known_bits *)self)->rows[n];
  const parameter *p = (const parameter *)v + n;
  if (!p->reached) return az_strdup("false");
  if (!p->mask) return NULL;
  if (r->y)
    return az_asprintf("((%s ^ %s) & 0x%" PRIx64 ") == 0x%" PRIx64, r->x->name, r->y->name, p->mask,
                       p->bits);
  return az_asprintf("(%s & 0x%" PRIx64 ") == 0x%" PRIx64, r->x->name, p->mask, p->bits);
}

static char *row_text(void *self, uint32_t n) {
  const row *r = &((const known_bits *)self)->rows[n];
  return r->y ? az_asprintf("((%s ^ %s) & d) == e", r->x->name, r->y->name)
              : az_asprintf("(%s & d) == e", r->x->name);
}

static uint32_t asks(const az_desc *options) {
  return strcmp(az_desc_string(options, "pairs"), "related") ? 0 : AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_known_bits,
                                         .close = close_known_bits,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .row_text = row_text,
                                         AZ_DOMAIN_ROWS};

static const az_option known_bits_options[] = {
    {.name = "pairs",
     .type = AZ_OPT_ENUM,
     .summary = "pairs of variables that also get a row for their exclusive or",
     .initial = "none",
     .choices = (const char *const[]){"none", "all", "related", NULL}},
    {0}};

AZ_MODULE(known_bits) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "known_bits", "1.0"),
    .summary = "bits of integer variables that never change: (x & mask) == bits",
    .options = known_bits_options,
    AZ_MODULE_OPERATIONS(operations),
};
