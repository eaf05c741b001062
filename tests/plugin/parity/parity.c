/* Parity: the lowest bit of every integer variable that the loop changes. The value of a row is a
 * set of the parities seen: none (bottom), even, odd, both (top). */
#include <ansatz/domain.h>
#include <ansatz/values.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVEN = 1, ODD = 2, BOTH = EVEN | ODD };

typedef struct parity {
  az_domain_context context; /* a copy: only what it points to outlives `open` */
  uint32_t *vars;            /* of the rows */
  uint32_t count;
} parity;

static bool has_row(const az_tvar *var) {
  return var->kind == AZ_TV_INT;
}

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options;
  parity *self = calloc(1, sizeof *self);
  uint32_t *vars = calloc(context->var_count + 1, sizeof *vars);
  if (!self || !vars) {
    free(self);
    free(vars);
    az_fail(err, AZ_ERR_RESOURCE, "parity: out of memory");
    return NULL;
  }
  self->context = *context;
  self->vars = vars;
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].changes && has_row(&context->vars[v])) vars[self->count++] = v;
  return self;
}

static void close_domain(void *self) {
  free(((parity *)self)->vars);
  free(self);
}

static uint32_t row_count(void *self) {
  return ((parity *)self)->count;
}

static const az_tvar *var_of(const parity *self, uint32_t row) {
  return &self->context.vars[self->vars[row]];
}

static az_row row_at(void *self, uint32_t row) {
  return (az_row){.view = var_of(self, row)->view};
}

AZ_VALUES(unsigned char, row_count);

static void value_top(void *self, void *value, uint32_t row) {
  (void)self;
  ((unsigned char *)value)[row] = BOTH;
}

static az_term lowest_bit(const parity *self, uint32_t row, const az_state *state) {
  return az_extract(self->context.store, state->values[var_of(self, row)->at], 0, 0);
}

static az_term claim(void *self, uint32_t row, const void *value, const az_state *state) {
  const parity *d = self;
  az_store *store = d->context.store;
  unsigned char seen = ((const unsigned char *)value)[row];
  if (!seen) return az_false(store);
  if (seen == BOTH) return az_true(store);
  return az_eq(store, lowest_bit(d, row, state), az_bv(store, 1, seen == ODD));
}

static bool improve(void *self, uint32_t row, void *value, const az_model *model,
                    const az_state *state) {
  const parity *d = self;
  unsigned char *seen = (unsigned char *)value + row, before = *seen;
  uint64_t bit;
  if (!az_const_u64(d->context.store, model->value(model->ctx, lowest_bit(d, row, state)), &bit))
    return false;
  *seen |= bit ? ODD : EVEN;
  return *seen != before;
}

static char *print(void *self, uint32_t row, const void *value) {
  unsigned char seen = ((const unsigned char *)value)[row];
  char text[256];
  if (seen == BOTH) return NULL;
  snprintf(text, sizeof text, seen ? "(%s & 1) == %d" : "0", var_of(self, row)->name, seen == ODD);
  return strdup(text);
}

static const az_domain_ops operations = {
    .open = open_domain,
    .close = close_domain,
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

AZ_MODULE(parity) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "parity", "1.0"),
    .summary = "even or odd integer variables",
    AZ_MODULE_OPERATIONS(operations),
};
