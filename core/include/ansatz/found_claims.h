/* Rows for domains that run along the control flow and have no template. A row is a slot of a view;
 * its parameter is bottom, a claim found by the analysis, or top. Claims that the solver refutes
 * become top, one by one. The table of such a domain has these operations beside its transfer
 * functions. */
#ifndef ANSATZ_FOUND_CLAIMS_H
#define ANSATZ_FOUND_CLAIMS_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef struct az_found_claims az_found_claims;

/* Creates the rows of a domain. `strategy`: name of the strategy that fills the slots; it must
 * outlive the claims. Only the view of all states of a loop has slots. */
az_found_claims *az_found_claims_new(const az_domain_context *context, const char *strategy);
/* Sets a text about the domain that is shown with an unknown verdict; copies it. */
void az_found_claims_note(az_found_claims *f, const char *text);
/* Returns the context that the domain was opened on. */
const az_domain_context *az_found_claims_context(const az_found_claims *f);
/* Returns the formal that represents the variable `var` of the context in claims. For an array, it
 * has an array sort; for a pointer, it is AZ_NO_TERM. */
az_term az_found_claims_formal(const az_found_claims *f, uint32_t var);
/* Fills the slots of the view with claims over formals (and rigid indices of arrays), and sets the
 * other slots to top. Texts are copied. Returns the number of claims that had no slot. */
uint32_t az_found_claims_set(az_found_claims *f, void *value, uint32_t view, const az_term *claims,
                             const char *const *texts, uint32_t count);

/* The facet `found_claims` is the instance itself. */
#define AZ_FOUND_CLAIMS_OPS                                                                        \
  .close = az_found_claims_close, .observe = az_observe_numbers,                                   \
  .row_count = az_found_claims_row_count, .row = az_found_claims_row,                              \
  .value_new = az_found_claims_value_new, .value_copy = az_found_claims_value_copy,                \
  .value_free = az_found_claims_value_free, .value_top = az_found_claims_value_top,                \
  .claim = az_found_claims_claim, .improve = az_found_claims_improve,                              \
  .print = az_found_claims_print, .facets = az_found_claims_facets

/* Defines `operations` of a domain that consists of its transfer functions and the strategy that
 * fills the slots. */
#define AZ_FOUND_CLAIMS_DOMAIN(transfer_functions, strategy)                                       \
  static void *open_rows(const az_domain_context *context, const az_desc *options,                 \
                         az_error *err) {                                                          \
    (void)options, (void)err;                                                                      \
    return az_found_claims_new(context, strategy);                                                 \
  }                                                                                                \
  static const az_domain_ops operations = {                                                        \
      .open = open_rows, .transfer = &(transfer_functions), AZ_FOUND_CLAIMS_OPS}

void az_found_claims_close(void *self);
uint32_t az_found_claims_row_count(void *self);
az_row az_found_claims_row(void *self, uint32_t row);
void *az_found_claims_value_new(void *self);
void *az_found_claims_value_copy(void *self, const void *value);
void az_found_claims_value_free(void *self, void *value);
void az_found_claims_value_top(void *self, void *value, uint32_t row);
az_term az_found_claims_claim(void *self, uint32_t row, const void *value, const az_state *state);
bool az_found_claims_improve(void *self, uint32_t row, void *value, const az_model *model,
                             const az_state *state);
char *az_found_claims_print(void *self, uint32_t row, const void *value);
az_facets az_found_claims_facets(void *self);

AZ_END_C
#endif
