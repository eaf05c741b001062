/* The rows of a domain that is not compiled in, as the core freezes them when the search has ended.
 * Such a domain is not trusted: it might return a different claim for every state, or a claim about
 * more than the state. So each claim is requested once, over formals, and the core substitutes from
 * then on: it assumes, refutes and asserts the same claim. */
#pragma once

#include "cutpoint/cutpoint.h"

typedef struct az_frozen_rows {
  const az_cuts *cuts;
  az_store *store;
  uint32_t count;
  az_row *rows;
  az_term *claims; /* over the formals of their views; transition rows: AZ_NO_TERM */
} az_frozen_rows;

/* Returns whether the domain, or a module that its options name, is not compiled in. */
bool az_frozen_needed(const az_registry *registry, const az_desc *domain);
/* Returns the first module that is not compiled in, or NULL: the domain or strategy itself, or a
 * domain, strategy or policy that its options name. */
const az_module *az_frozen_foreign(const az_registry *registry, const az_desc *desc);
/* Freezes the rows; `rows` are those that the domain returned when it was opened. Returns NULL if a
 * claim is not a term, or mentions more than a state of its view and values that no state
 * changes. */
az_frozen_rows *az_frozen_new(const az_cuts *cuts, const az_domain_context *context,
                              const az_domain *domain, const az_row *rows, uint32_t count,
                              const void *value);
/* Returns whether the term mentions only a state of the view and values that no state changes. */
bool az_frozen_admits(const az_cuts *cuts, const az_domain_context *context, uint32_t view,
                      az_term t);
/* Returns the formals of the view as the values of a state; the caller frees them. */
az_term *az_frozen_formals(const az_cuts *cuts, uint32_t view);
void az_frozen_free(az_frozen_rows *frozen);
az_term az_frozen_claim(const az_frozen_rows *frozen, uint32_t row, const az_term *values);
