/* A domain whose claim depends on which state it is asked about: "false" of the first one that it
 * sees, where rows are assumed, and "true" of all others, where they may be violated. */
#include "ansatz/domain.h"
#include "ansatz/values.h"
#include <stdlib.h>
#include <string.h>

typedef struct two_faced {
  az_domain_context context;
  const az_term *first;
} two_faced;

static void *open_domain(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  two_faced *self = calloc(1, sizeof *self);
  if (self) self->context = *context;
  return self;
}

static uint32_t row_count(void *self) {
  return ((two_faced *)self)->context.view_count ? 1 : 0;
}

static az_row row_at(void *self, uint32_t row) {
  (void)self, (void)row;
  return (az_row){.view = 0};
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
};

AZ_MODULE(two_faced) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "two_faced", "1.0"),
    .summary = "claims another thing of every state",
    AZ_MODULE_OPERATIONS(operations),
};
