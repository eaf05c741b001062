/* A state of the domain `sums`: a state of an inner domain, for single variables, and rows least <=
 * c_1 x_1 + .. + c_k x_k <= greatest over the integers. */
#ifndef SUMS_ROWS_H
#define SUMS_ROWS_H

#include "ansatz/transfer.h"

/* No bound: greater than all sums. */
#define NO_BOUND ((az_wide)1 << 110)

typedef struct sum_range {
  az_wide least, greatest; /* -NO_BOUND, NO_BOUND: none */
} sum_range;

typedef struct sum_row {
  az_sum sum; /* its constant is 0, its coefficients have no common factor, the first is positive */
  sum_range in;
  bool by_program; /* it comes from the program: kept even if the inner domain implies it now */
} sum_row;

typedef struct sums {
  const az_transfer_context *context;
  az_transfer inner;
  uint32_t summands, most; /* maximum number of summands of a row; of rows of a state */
} sums;

typedef struct sums_state {
  void *inner;
  sum_row *rows; /* stb_ds */
} sums_state;

bool sums_is_bottom(const sums *d, const sums_state *s);
void sums_set_bottom(const sums *d, sums_state *s);
bool sums_mention(const az_sum *sum, az_term var);
int64_t sums_coefficient(const az_sum *sum, az_term var);
/* Computes the sum of the context's variables that the term equals without wrapping. */
bool sums_of_term(const sums *d, const sums_state *s, az_term t, bool is_signed, az_sum *out);
sum_range range_join(sum_range a, sum_range b);
/* Returns bounds of a sum: the tightest that the inner domain computes for the sum itself or for
 * the sum after up to `rows` rows are added. */
sum_range sums_range(const sums *d, const sums_state *s, const az_sum *sum, int rows);
/* Bounds the sum. The row is dropped if it adds nothing to the inner domain, is too long, or
 * exceeds the maximum number of rows. */
void sums_add(const sums *d, sums_state *s, const az_sum *sum, sum_range in);
/* Adds the row and its combinations with each other row. */
void sums_add_closed(const sums *d, sums_state *s, const az_sum *sum, sum_range in);
/* Eliminates the variable: replaces the rows that mention it by their consequences without it. */
void sums_forget(const sums *d, sums_state *s, az_term var);
/* Replaces `var`, of coefficient 1, by the sum in every row. */
void sums_substitute(const sums *d, sums_state *s, const az_sum *var, const az_sum *by);
/* Drops the rows that the inner domain implies. */
void sums_drop_known(const sums *d, sums_state *s);
/* Returns "x == y+n", "x-y <= 3", "1 <= x-y <= 3"; the caller frees it. */
char *sums_row_text(const sums *d, const sum_row *r);

#endif
