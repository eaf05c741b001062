/* Congruences x = a (mod m) for every integer variable that the loop changes (Granger). A row's value is bottom, (a, 0): x is
 * the constant a, or (a, m): 0 <= a < m; m = 1 is top. Joining b takes gcd(m, |a - b|), so that a row changes 65 times at most. x counts
 * as the integer that its type makes of it: a step that wraps around keeps moduli that are powers of two. */
#include <ansatz/arena.h>
#include <ansatz/domain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct congruence {
  az_arena *arena;
  az_domain_context context;
  uint32_t *vars; /* by row */
  uint32_t rows;
  az_wide modulus; /* option: joins keep its multiples apart only; 0: free */
} congruence;

typedef struct bound {
  az_wide a, m;
  bool reached;
} bound;

typedef struct value {
  az_arena *arena;
  bound *rows;
} value;

static bool takes(const az_tvar *v) { return v->kind == AZ_TV_INT && v->bits <= 64; }

static void *open_congruence(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  congruence *c = AZ_NEW(arena, congruence);
  c->arena = arena;
  c->context = *context;
  c->modulus = az_desc_int(options, "modulus");
  c->vars = AZ_NEWN(arena, uint32_t, context->var_count);
  for (uint32_t v = 0; v < context->var_count; v++)
    if (takes(&context->vars[v]) && context->vars[v].changes) c->vars[c->rows++] = v;
  return c;
}

static void close_congruence(void *self) { az_arena_free(((congruence *)self)->arena); }
static uint32_t row_count(void *self) { return ((const congruence *)self)->rows; }

static const az_tvar *var_of(const congruence *c, uint32_t row) {
  return &c->context.vars[c->vars[row]];
}
static az_row row_of(void *self, uint32_t row) { return (az_row){.site = var_of(self, row)->site}; }

static void *value_new(void *self) {
  az_arena *arena = az_arena_new();
  value *v = AZ_NEW(arena, value);
  v->arena = arena;
  v->rows = AZ_NEWN(arena, bound, row_count(self));
  return v;
}
static void *value_copy(void *self, const void *from) {
  value *v = value_new(self);
  memcpy(v->rows, ((const value *)from)->rows, sizeof(bound) * row_count(self));
  return v;
}
static void value_free(void *self, void *v) {
  (void)self;
  az_arena_free(((value *)v)->arena);
}
static void value_top(void *self, void *v, uint32_t row) {
  (void)self;
  ((value *)v)->rows[row] = (bound){.a = 0, .m = 1, .reached = true};
}

static az_term claim(void *self, uint32_t row, const void *v, const az_state *state) {
  const congruence *c = self;
  az_store *store = c->context.store;
  const az_tvar *var = var_of(c, row);
  const bound *b = &((const value *)v)->rows[row];
  if (!b->reached) return az_false(store);
  if (b->m == 1) return az_true(store);
  az_term x = state->values[var->at];
  if (b->m == 0) return az_eq(store, x, az_bv_wide(store, var->bits, b->a));
  uint32_t wide = var->bits + 2; /* holds x - a: 0 <= a < m <= 2^bits */
  az_term difference =
      az_bv_sub(store, az_resize(store, x, wide, var->is_signed), az_bv_wide(store, wide, b->a));
  az_term rest = az_bv_srem(store, difference, az_bv_wide(store, wide, b->m));
  return az_eq(store, rest, az_bv(store, wide, 0));
}

static az_wide gcd(az_wide a, az_wide b) {
  while (b) {
    az_wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static bool improve(void *self, uint32_t row, void *v, const az_model *model, const az_state *state) {
  const congruence *c = self;
  const az_tvar *var = var_of(c, row);
  bound *b = &((value *)v)->rows[row];
  az_wide x;
  az_term constant = model->value(model->ctx, state->values[var->at]);
  if (!az_const_wide(c->context.store, constant, var->is_signed, &x)) return false;
  bound joined = {.a = x, .m = c->modulus, .reached = true};
  if (b->reached) joined.m = gcd(b->m, x - b->a);
  if (joined.m) joined.a = ((joined.a % joined.m) + joined.m) % joined.m;
  bool changed = !b->reached || joined.m != b->m || (joined.m && joined.a != b->a);
  if (changed) *b = joined;
  return changed;
}

static char *print(void *self, uint32_t row, const void *v) {
  const bound *b = &((const value *)v)->rows[row];
  const char *name = var_of(self, row)->name;
  char text[512];
  if (!b->reached) return strdup("false");
  if (b->m == 1) return NULL;
  unsigned long long a = (unsigned long long)b->a, m = (unsigned long long)b->m;
  if (!m && b->a < 0) snprintf(text, sizeof text, "%s == %lld", name, (long long)b->a);
  else if (!m) snprintf(text, sizeof text, "%s == %llu", name, a);
  else if (!a || !var_of(self, row)->is_signed) snprintf(text, sizeof text, "%s %% %llu == %llu", name, m, a);
  else snprintf(text, sizeof text, "(%s - %llu) %% %llu == 0", name, a, m);
  return strdup(text);
}

static const az_domain_ops domain = {.open = open_congruence,
                                     .close = close_congruence,
                                     .takes = takes,
                                     .row_count = row_count,
                                     .row = row_of,
                                     .value_new = value_new,
                                     .value_copy = value_copy,
                                     .value_free = value_free,
                                     .value_top = value_top,
                                     .claim = claim,
                                     .improve = improve,
                                     .print = print};

static const az_option options[] = {{.name = "modulus",
                                     .type = AZ_OPT_INT,
                                     .summary = "look for this modulus and its divisors only; 0: for any",
                                     .initial = "0",
                                     .least = 0,
                                     .greatest = INT32_MAX},
                                    {0}};

AZ_MODULE(congruence) = {.abi = AZ_ABI,
                         .size = sizeof(az_module),
                         .kind = AZ_MODULE_DOMAIN,
                         .name = "congruence",
                         .version = "1.0",
                         .summary = "x = a (mod m), the modulus found by gcd of differences",
                         .options = options,
                         .operations = &domain,
                         .operations_size = sizeof domain};
