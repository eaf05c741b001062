/* A domain of upper bounds, x <= d for signed numbers of at most 32 bits, that breaks one law,
 * which FAULT chooses; 0: none. tests/plugin/trials builds each and has `ansatz try-module` name
 * the law. */
#include <ansatz/domain.h>
#include <ansatz/values.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bounds {
  az_domain_context context;
  uint32_t *vars, count;
  unsigned asked;
} bounds;
typedef struct bound {
  int64_t d;
  int64_t *shared;
  char is; /* 0: bottom, 1: d, 2: top */
} bound;

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  if (FAULT == 13) (void)az_desc_int(options, "width"); /* not among its options */
  bounds *self = calloc(1, sizeof *self);
  self->context = *context;
  self->vars = calloc(context->var_count + 1, sizeof *self->vars);
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].kind == AZ_TV_INT && context->vars[v].changes &&
        context->vars[v].bits <= 32)
      self->vars[self->count++] = v;
  return self;
}

static void close_domain(void *self) {
  free(((bounds *)self)->vars);
  free(self);
}

static uint32_t row_count(void *self) {
  return ((bounds *)self)->count;
}
static const az_tvar *var_of(const bounds *self, uint32_t row) {
  return &self->context.vars[self->vars[row]];
}
static az_row row_at(void *self, uint32_t row) {
  return (az_row){.view = var_of(self, row)->view + (FAULT == 15 ? 1000 : 0)}; /* no such view */
}

static void *value_new(void *self) {
  bound *v = calloc(row_count(self) + 1, sizeof *v);
  for (uint32_t i = 0; FAULT == 1 && i < row_count(self); i++) v[i].is = 2; /* top at once */
  return v;
}
static void *value_copy(void *self, const void *value) {
  if (FAULT == 2) return (void *)(uintptr_t)value; /* the same value */
  bound *v = value_new(self);
  memcpy(v, value, row_count(self) * sizeof *v);
  return v;
}
static void value_free(void *self, void *value) {
  (void)self;
  if (FAULT != 2) free(value);
}
static void value_top(void *self, void *value, uint32_t row) {
  (void)self;
  ((bound *)value)[row] = FAULT == 3 ? (bound){.is = 1, .d = 77} : (bound){.is = 2};
}

static az_term wide(const bounds *self, uint32_t row, const az_state *state) {
  const az_tvar *v = var_of(self, row);
  az_term x = state->values[v->at + (FAULT == 17 ? 100000 : 0)]; /* behind the state */
  return v->is_signed ? az_sext(self->context.store, x, 64) : az_zext(self->context.store, x, 64);
}

static az_term claim(void *self, uint32_t row, const void *value, const az_state *state) {
  bounds *b = self;
  az_store *store = b->context.store;
  const bound *v = (const bound *)value + row;
  if (v->is == 0) return az_false(store);
  if (v->is == 2) return az_true(store);
  az_term d = az_bv_signed(store, 64, v->d);
  if (FAULT == 4) return az_bv_sub(store, d, wide(b, row, state)); /* no truth value */
  if (FAULT == 18) return az_eq(store, d, az_false(store));        /* no two numbers */
  if (FAULT == 5)
    return az_bv_sle(store, az_fresh(store, az_sort_bv(64), "x"), d); /* not of the state */
  if (FAULT == 6) return az_eq(store, wide(b, row, state), d); /* joining takes states away */
  if (FAULT == 7 && b->asked++ > 20)
    for (;;) {} /* hangs */
  if (FAULT == 8 && b->asked++ > 20) abort();
  return az_bv_sle(store, wide(b, row, state), d);
}

static bool improve(void *self, uint32_t row, void *value, const az_model *model,
                    const az_state *state) {
  bounds *b = self;
  bound *v = (bound *)value + row;
  az_wide x;
  if (!az_const_wide(b->context.store, model->value(model->ctx, wide(b, row, state)), true, &x))
    return false;
  if (v->is == 1 && v->d >= (int64_t)x && FAULT != 6 && FAULT != 14)
    return FAULT == 20; /* says that it changed */
  if (v->is == 2) return false;
  v->d = (int64_t)x - (FAULT == 9); /* off by one */
  v->is = 1;
  return FAULT != 10; /* says that nothing changed */
}

static char *print(void *self, uint32_t row, const void *value) {
  bounds *b = self;
  const bound *v = (const bound *)value + row;
  char text[200];
  if (v->is == 2 && FAULT != 11) return NULL;        /* 11: top has a text */
  if (v->is == 0 && FAULT != 19) return strdup("0"); /* 19: bottom is printed as a bound */
  snprintf(text, sizeof text, "%s <= %lld%s", var_of(b, row)->name, (long long)v->d,
           FAULT == 12 && b->asked++ % 2 ? " " : "");
  return FAULT == 16 ? (char *)(uintptr_t)"x <= d" : strdup(text); /* 16: not allocated */
}

static const az_domain_ops operations = {.open = open_domain,
                                         .close = close_domain,
                                         .row_count = row_count,
                                         .row = row_at,
                                         .value_new = value_new,
                                         .value_copy = value_copy,
                                         .value_free = value_free,
                                         .value_top = value_top,
                                         .claim = claim,
                                         .improve = improve,
                                         .print = print};

#define NAMED(name) AZ_MODULE(name) /* with the macro MODULE replaced */
NAMED(MODULE) = {AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, NAME, "1.0"), .summary = "upper bounds",
                 AZ_MODULE_OPERATIONS(operations)};
