/* Tuples of domains: the rows of the components, one component after the other; a value is an array
 * of the components' values. A public helper for product{}, restrict{} and other composites. Facet
 * `inner` lists the components; facet `numeric` exists if all components have it. */
#ifndef ANSATZ_TUPLE_H
#define ANSATZ_TUPLE_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

typedef struct az_tuple az_tuple;

/* Creates a tuple. `strategy`: name of the strategy that it implies, a text that outlives it. */
az_tuple *az_tuple_new(const char *strategy);
/* Adds a component; `owned`: closed with the tuple. */
void az_tuple_add(az_tuple *t, const az_domain *component, bool owned);
/* Adds a remark for the user to the domain's az_facets.note. */
void az_tuple_note(az_tuple *t, const char *text);
/* Registers `release`, which is called with `owned` when the tuple has been closed. */
void az_tuple_own(az_tuple *t, void (*release)(void *owned), void *owned);

/* A domain whose instance *is* an az_tuple fills its table with these operations and its own
 * `open`. A domain that has its own `facets` uses AZ_TUPLE_ROWS. */
#define AZ_TUPLE_OPS AZ_TUPLE_ROWS, .facets = az_tuple_facets
#define AZ_TUPLE_ROWS                                                                              \
  .close = az_tuple_close, .row_count = az_tuple_row_count, .row = az_tuple_row,                   \
  .value_new = az_tuple_value_new, .value_copy = az_tuple_value_copy,                              \
  .value_free = az_tuple_value_free, .value_top = az_tuple_value_top, .claim = az_tuple_claim,     \
  .improve = az_tuple_improve, .print = az_tuple_print

void az_tuple_close(void *self);
uint32_t az_tuple_row_count(void *self);
az_row az_tuple_row(void *self, uint32_t row);
void *az_tuple_value_new(void *self);
void *az_tuple_value_copy(void *self, const void *value);
void az_tuple_value_free(void *self, void *value);
void az_tuple_value_top(void *self, void *value, uint32_t row);
az_term az_tuple_claim(void *self, uint32_t row, const void *value, const az_state *state);
bool az_tuple_improve(void *self, uint32_t row, void *value, const az_model *model,
                      const az_state *state);
char *az_tuple_print(void *self, uint32_t row, const void *value);
az_facets az_tuple_facets(void *self);

AZ_END_C
#endif
