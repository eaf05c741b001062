/* Small whole coefficients for sums of variables, by what is known of some rounds. */
#ifndef ANSATZ_COEFFICIENTS_H
#define ANSATZ_COEFFICIENTS_H

#include "ansatz/term.h"

/* Vectors c of `count` coefficients, the ones with the smallest largest entry first, each met once
 * and no multiple of another. */
typedef struct coefficients {
  uint32_t count;
  int32_t range, most; /* entries of at most this size now; at the end */
  int32_t *at;         /* stb_ds */
  bool ended;
} coefficients;

void coefficients_start(coefficients *c, uint32_t count);
/* The next vector with c * d >= 0 for every row d of `rows` and c * d > 0 for the last. */
bool coefficients_next(coefficients *c, const az_wide *const *rows, size_t row_count);
void coefficients_end(coefficients *c);

#endif
