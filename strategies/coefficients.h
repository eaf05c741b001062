/* Small integer coefficients for sums of variables that known iterations permit. */
#ifndef ANSATZ_COEFFICIENTS_H
#define ANSATZ_COEFFICIENTS_H

#include "ansatz/term.h"

/* Vectors c of `count` coefficients, in the order of their largest entries, without duplicates and
 * without multiples of others. */
typedef struct coefficients {
  uint32_t count;
  int32_t range, most; /* maximum entry at present, and in the last vectors */
  int32_t *at;         /* stb_ds */
  bool ended;
} coefficients;

void coefficients_start(coefficients *c, uint32_t count);
/* Finds the next vector with c * d >= 0 for each row d of `rows` and c * d > 0 for the last. */
bool coefficients_next(coefficients *c, const az_wide *const *rows, size_t row_count);
void coefficients_end(coefficients *c);

#endif
