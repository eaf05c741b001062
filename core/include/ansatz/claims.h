/* Rows that are claims without a number, such as "x == y" or "a || b". The parameter of such a row
 * is bottom (no state seen), "holds", or top (some state violates the claim): iteration eliminates
 * candidates as Houdini does. This is a public helper for equality, predicates and out-of-tree
 * domains: it implements values, joins and the list of rows; the domain supplies claims. */
#ifndef ANSATZ_CLAIMS_H
#define ANSATZ_CLAIMS_H

#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef struct az_claims az_claims;

/* Returns the claim of a row about a state (a bool term). `data` was passed to az_claims_add. */
typedef az_term (*az_claim)(const az_domain_context *context, const void *data,
                            const az_state *state);

/* Creates claims without rows, with a copy of *context. */
az_claims *az_claims_new(const az_domain_context *context);
const az_domain_context *az_claims_context(const az_claims *c);
/* Returns an arena for the rows' data, which lives as long as the claims. */
az_arena *az_claims_arena(az_claims *c);
/* Adds a row of a view and returns its number. `text`: the claim as C, copied. */
uint32_t az_claims_add(az_claims *c, uint32_t view, az_claim claim, const void *data,
                       const char *text);
const void *az_claims_data(const az_claims *c, uint32_t row);
/* Returns whether the row is neither bottom nor top. */
bool az_claims_holds(const az_claims *c, uint32_t row, const void *value);
/* Registers `release`, which is called with `owned` when the instance is closed. */
void az_claims_own(az_claims *c, void (*release)(void *owned), void *owned);

/* A domain whose instance *is* an az_claims fills its table with these operations and its own
 * `open`. A domain with its own `print` uses AZ_CLAIMS_ROWS. */
#define AZ_CLAIMS_OPS AZ_CLAIMS_ROWS, .print = az_claims_print, .row_text = az_claims_row_text
#define AZ_CLAIMS_ROWS                                                                             \
  .close = az_claims_close, .row_count = az_claims_row_count, .row = az_claims_row,                \
  .value_new = az_claims_value_new, .value_copy = az_claims_value_copy,                            \
  .value_free = az_claims_value_free, .value_top = az_claims_value_top, .claim = az_claims_claim,  \
  .improve = az_claims_improve

void az_claims_close(void *self);
uint32_t az_claims_row_count(void *self);
az_row az_claims_row(void *self, uint32_t row);
void *az_claims_value_new(void *self);
void *az_claims_value_copy(void *self, const void *value);
void az_claims_value_free(void *self, void *value);
void az_claims_value_top(void *self, void *value, uint32_t row);
az_term az_claims_claim(void *self, uint32_t row, const void *value, const az_state *state);
bool az_claims_improve(void *self, uint32_t row, void *value, const az_model *model,
                       const az_state *state);
char *az_claims_print(void *self, uint32_t row, const void *value);
char *az_claims_row_text(void *self, uint32_t row);

AZ_END_C
#endif
