/* Congruences: the bits of x, read as an unsigned number, are c modulo m, for every integer
 * variable that the loop changes. Values form Granger's lattice (Static analysis of arithmetical
 * congruences, 1989): bottom, one number (m = 0), c modulo m, top (m = 1); joining v into (c, m)
 * gives gcd(m, |v - c|). */
#include <ansatz/domain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_value {
  bool bottom;
  uint64_t modulus, rest; /* modulus 0: exactly `rest`; 1: top */
} row_value;

typedef struct congruence {
  const az_domain_context *context;
  uint32_t *vars; /* of the rows */
  uint32_t count;
} congruence;

static bool takes(const az_tvar *var) {
  return var->kind == AZ_TV_INT && var->bits <= 64;
}

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options;
  congruence *self = calloc(1, sizeof *self);
  uint32_t *vars = calloc(context->var_count + 1, sizeof *vars);
  if (!self || !vars) {
    free(self);
    free(vars);
    az_fail(err, AZ_ERR_RESOURCE, "congruence: out of memory");
    return NULL;
  }
  self->context = context;
  self->vars = vars;
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].changes && takes(&context->vars[v])) vars[self->count++] = v;
  return self;
}

static void close_domain(void *self) {
  free(((congruence *)self)->vars);
  free(self);
}

static uint32_t row_count(void *self) {
  return ((congruence *)self)->count;
}

static const az_tvar *var_of(const congruence *self, uint32_t row) {
  return &self->context->vars[self->vars[row]];
}

static az_row row_at(void *self, uint32_t row) {
  return (az_row){.site = var_of(self, row)->site};
}

static void *value_new(void *self) {
  uint32_t n = row_count(self);
  row_value *rows = calloc(n + 1, sizeof *rows);
  for (uint32_t i = 0; rows && i < n; i++) rows[i].bottom = true;
  return rows;
}

static void *value_copy(void *self, const void *value) {
  row_value *rows = value_new(self);
  if (rows) memcpy(rows, value, row_count(self) * sizeof *rows);
  return rows;
}

static void value_free(void *self, void *value) {
  (void)self;
  free(value);
}

static void value_top(void *self, void *value, uint32_t row) {
  (void)self;
  ((row_value *)value)[row] = (row_value){.modulus = 1};
}

static az_term claim(void *self, uint32_t row, const void *value, const az_state *state) {
  const congruence *d = self;
  const az_tvar *var = var_of(d, row);
  az_store *store = d->context->store;
  const row_value *r = &((const row_value *)value)[row];
  if (r->bottom) return az_false(store);
  if (r->modulus == 1) return az_true(store);
  az_term x = state->values[var->at], rest = az_bv(store, var->bits, r->rest);
  if (!r->modulus) return az_eq(store, x, rest);
  return az_eq(store, az_bv_urem(store, x, az_bv(store, var->bits, r->modulus)), rest);
}

static bool improve(void *self, uint32_t row, void *value, const az_model *model,
                    const az_state *state) {
  const congruence *d = self;
  row_value *r = &((row_value *)value)[row];
  uint64_t x;
  if (!az_const_u64(d->context->store, model->value(model->ctx, state->values[var_of(d, row)->at]),
                    &x))
    return false;
  if (r->bottom) {
    *r = (row_value){.modulus = 0, .rest = x};
    return true;
  }
  uint64_t a = r->modulus, b = x > r->rest ? x - r->rest : r->rest - x;
  while (b) {
    uint64_t t = a % b;
    a = b, b = t;
  }
  if (a == r->modulus) return false;
  r->modulus = a, r->rest %= a;
  return true;
}

static char *print(void *self, uint32_t row, const void *value) {
  const az_tvar *var = var_of(self, row);
  const row_value *r = &((const row_value *)value)[row];
  if (!r->bottom && r->modulus == 1) return NULL;
  const char *type = var->bits <= 8    ? "unsigned char"
                     : var->bits <= 16 ? "unsigned short"
                     : var->bits <= 32 ? "unsigned"
                                       : "unsigned long long";
  char text[256];
  if (r->bottom)
    snprintf(text, sizeof text, "0");
  else if (!r->modulus)
    snprintf(text, sizeof text, "(%s)%s == %lluu", type, var->name, (unsigned long long)r->rest);
  else
    snprintf(text, sizeof text, "(%s)%s %% %lluu == %lluu", type, var->name,
             (unsigned long long)r->modulus, (unsigned long long)r->rest);
  return strdup(text);
}

static const az_domain_ops operations = {
    .open = open_domain,
    .close = close_domain,
    .takes = takes,
    .row_count = row_count,
    .row = row_at,
    .value_new = value_new,
    .value_copy = value_copy,
    .value_free = value_free,
    .value_top = value_top,
    .claim = claim,
    .improve = improve,
    .print = print,
};

AZ_MODULE(congruence) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "congruence",
    .version = "1.0",
    .summary = "remainders of integer variables: x % m == c",
    .operations = &operations,
    .operations_size = sizeof operations,
};
