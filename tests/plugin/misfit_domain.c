/* A domain with one row for each loop, and one of its iterations, that hands over terms of wrong
 * sorts or reads options that it has not declared, as its option `how` says. */
#include "ansatz/domain.h"
#include "ansatz/values.h"
#include <stdlib.h>
#include <string.h>

typedef struct misfit {
  az_domain_context context;
  const char *how;
} misfit;

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  misfit *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  *self = (misfit){*context, az_desc_string(options, "how")};
  if (!strcmp(self->how, "undeclared")) (void)az_desc_int(options, "factr");
  if (!strcmp(self->how, "other type")) (void)az_desc_string(options, "factor");
  return self;
}

static uint32_t row_count(void *self) {
  return ((misfit *)self)->context.view_count ? 2 : 0;
}

static az_row row_at(void *self, uint32_t row) {
  (void)self;
  return (az_row){.view = 0, .is_transition = row == 1};
}

AZ_VALUES(unsigned char, row_count);

static void value_top(void *self, void *value, uint32_t row) {
  (void)self;
  ((unsigned char *)value)[row] = 1;
}

static az_term claim(void *self, uint32_t row, const void *value, const az_state *state) {
  const misfit *d = self;
  az_store *s = d->context.store;
  (void)value;
  if (row) return az_true(s);
  if (!strcmp(d->how, "number")) return az_bv(s, 32, 1);
  if (!strcmp(d->how, "nothing")) return AZ_NO_TERM;
  if (!strcmp(d->how, "widths")) return az_bv_slt(s, az_bv(s, 49, 7), state->values[0]);
  return az_true(s);
}

static bool improve(void *self, uint32_t row, void *value, const az_model *model,
                    const az_state *state) {
  (void)model, (void)state;
  value_top(self, value, row);
  return true;
}

static char *print(void *self, uint32_t row, const void *value) {
  (void)self, (void)row, (void)value;
  return NULL;
}

static uint32_t length(void *self, uint32_t row, const void *value) {
  (void)row, (void)value;
  return strcmp(((const misfit *)self)->how, "measure") ? 0 : 1;
}

static az_term component(void *self, uint32_t row, const void *value, uint32_t i,
                         const az_term *values) {
  (void)row, (void)value, (void)i, (void)values;
  return az_true(((const misfit *)self)->context.store);
}

static az_facets facets(void *self) {
  static const az_measure_facet measure = {.tuple = {.length = length, .component = component}};
  (void)self;
  return (az_facets){.measure = &measure};
}

static const az_domain_ops operations = {
    .open = open_domain,
    .close = free,
    .row_count = row_count,
    .row = row_at,
    .value_new = value_new,
    .value_copy = value_copy,
    .value_free = value_free,
    .value_top = value_top,
    .claim = claim,
    .improve = improve,
    .print = print,
    .facets = facets,
};

static const az_option options[] = {
    {.name = "how", .type = AZ_OPT_STRING, .summary = "what does not fit", .required = true},
    {.name = "factor", .type = AZ_OPT_INT, .summary = "a number", .initial = "7"},
    {0}};

AZ_MODULE(misfit_domain) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "misfit_domain", "1.0"),
    .summary = "hands over what does not fit",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
