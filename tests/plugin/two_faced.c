/* A domain whose claim depends on which state it is asked about: "false" of the first one that it
 * sees, where rows are assumed, and "true" of all others, where they may be violated. And a tuple
 * that decreases each time it is asked for, whatever the program does. */
#include "ansatz/domain.h"
#include "ansatz/values.h"
#include <stdlib.h>
#include <string.h>

typedef struct two_faced {
  az_domain_context context;
  const az_term *first;
  uint64_t measure;
} two_faced;

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  two_faced *self = calloc(1, sizeof *self);
  if (self) *self = (two_faced){.context = *context, .measure = 1000};
  return self;
}

static uint32_t row_count(void *self) {
  return ((two_faced *)self)->context.view_count ? 2 : 0;
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
  two_faced *d = self;
  if (!d->first) d->first = state->values;
  bool lies = d->first == state->values && !((const unsigned char *)value)[row];
  return lies ? az_false(d->context.store) : az_true(d->context.store);
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
  (void)self, (void)row, (void)value;
  return 1;
}

static az_term component(void *self, uint32_t row, const void *value, uint32_t i,
                         const az_term *values) {
  (void)row, (void)value, (void)i, (void)values;
  two_faced *d = self;
  return az_bv(d->context.store, 64, --d->measure);
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

AZ_MODULE(two_faced) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "two_faced", "1.0"),
    .summary = "claims another thing of every state, and measures another one in each",
    AZ_MODULE_OPERATIONS(operations),
};
