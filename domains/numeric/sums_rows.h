/* What the parts of the domain `sums` share: a state is one of an inner domain, which knows single
 * variables, and rows least <= c_1 x_1 + .. + c_k x_k <= greatest over the integers. */
#ifndef SUMS_ROWS_H
#define SUMS_ROWS_H

#include "ansatz/transfer.h"

/* Beyond all sums: no bound. */
#define NO_BOUND ((az_wide)1 << 110)

typedef struct sum_range {
  az_wide least, greatest; /* -NO_BOUND, NO_BOUND: none */
} sum_range;

typedef struct sum_row {
  az_sum sum; /* its constant is 0, its coefficients have no common factor, the first is positive */
  sum_range in;
  bool said; /* by the program: kept though the inner domain knows it for now */
} sum_row;

typedef struct sums {
  const az_transfer_context *context;
  az_transfer inner;
  uint32_t summands, most; /* of a row, and rows of a state */
} sums;

typedef struct sums_state {
  void *inner;
  sum_row *rows; /* stb_ds */
} sums_state;

bool sums_is_bottom(const sums *d, const sums_state *s);
void sums_set_bottom(const sums *d, sums_state *s);
bool sums_mention(const az_sum *sum, az_term var);
int64_t sums_coefficient(const az_sum *sum, az_term var);
/* The term's value as a sum of the context's variables that does not wrap. */
bool sums_of_term(const sums *d, const sums_state *s, az_term t, bool is_signed, az_sum *out);
sum_range range_join(sum_range a, sum_range b);
/* Bounds of a sum by the inner domain, and by rows that are added to it: so many, one after the
 * other. */
sum_range sums_range(const sums *d, const sums_state *s, const az_sum *sum, int rows);
/* The sum is within the bounds, too. A row that says no more than the inner domain is not kept, nor
 * one that is too long or too many. */
void sums_add(const sums *d, sums_state *s, const az_sum *sum, sum_range in);
/* And what follows for the sums of it and another row. */
void sums_add_closed(const sums *d, sums_state *s, const az_sum *sum, sum_range in);
/* The variable may have any value: what rows say together without it is kept. */
void sums_forget(const sums *d, sums_state *s, az_term var);
/* Every row with `var`, of coefficient 1, has the sum in its place. */
void sums_substitute(const sums *d, sums_state *s, const az_sum *var, const az_sum *by);
/* Those that the inner domain knows, too, go. */
void sums_drop_known(const sums *d, sums_state *s);
/* "x == y+n", "x-y <= 3", "1 <= x-y <= 3"; caller frees. */
char *sums_row_text(const sums *d, const sum_row *r);

#endif
