/* Numeric rows e_r <= d_r for the strategies of bound_search.h: joins of models and of samples from
 * test runs, and bottom. */
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
  az_term *violations; /* scratch, one for each row */
  bool *raised;        /* by row: the last joined model raised it */
} numeric_rows;

numeric_rows numeric_rows_open(az_arena *arena, az_synthesis *synthesis);
/* Returns whether the row has only one variable, like the bounds of an interval. */
bool numeric_rows_single(const numeric_rows *rows, uint32_t row);
void numeric_rows_set_bottom(const numeric_rows *rows, uint32_t row, void *value);
/* Joins the states in which the model violates `value` into those rows of `value` that are in
 * `among` (NULL: all rows), and notes in rows->raised which rows this raised. Returns false if it
 * raised none. */
bool numeric_rows_join_model(numeric_rows *rows, const bool *among, void *value);
/* Joins the states of test runs into the rows `among`: every inductive value includes them. */
void numeric_rows_join_samples(numeric_rows *rows, const bool *among, void *value);
/* Sets the row, whose value must be bottom, to the greatest bound in its samples, *greatest.
 * Returns the number of samples; *with_bound is how many of them have that bound. Returns
 * UINT32_MAX if a sample gives the row no bound. */
uint32_t numeric_rows_sample(numeric_rows *rows, uint32_t row, void *value, az_wide *greatest,
                             uint32_t *with_bound);

#endif
