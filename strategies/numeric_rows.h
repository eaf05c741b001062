/* Numeric rows e_r <= d_r as the strategies of bound_search.h work on them: joining of models and
 * of samples from test runs, and bottom. */
#ifndef ANSATZ_NUMERIC_ROWS_H
#define ANSATZ_NUMERIC_ROWS_H

#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct numeric_rows {
  az_synthesis *synthesis;
  az_store *store;
  const az_domain_ops *ops;
  void *domain;
  const az_numeric_facet *numeric;
  uint32_t count;
  az_term *violations; /* scratch, one a row */
  bool *raised;        /* one a row: did the model that was joined last raise it? */
} numeric_rows;

numeric_rows numeric_rows_open(az_arena *arena, az_synthesis *synthesis);
/* Is the row about one variable only, as the bounds of an interval are? */
bool numeric_rows_single(const numeric_rows *rows, uint32_t row);
void numeric_rows_set_bottom(const numeric_rows *rows, uint32_t row, void *value);
/* Joins the states where the model violates `value` into its rows, of those that are `among` (NULL:
 * of all); rows->raised says which rose. False: none. */
bool numeric_rows_join_model(numeric_rows *rows, const bool *among, void *value);
/* Joins what test runs reached into the rows that are `among`: it lies below every inductive value.
 */
void numeric_rows_join_samples(numeric_rows *rows, const bool *among, void *value);
/* Sets the row, which is bottom, to the bound that its samples give. Answers how many there are;
 * *greatest: the greatest value, *met: how many samples have it. UINT32_MAX: a sample does not give
 * the row a bound. */
uint32_t numeric_rows_sample(numeric_rows *rows, uint32_t row, void *value, az_wide *greatest,
                             uint32_t *met);

#endif
