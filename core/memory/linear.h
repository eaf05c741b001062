/* Linear forms of offset terms: constant + sum coefficient * term, modulo 2^width. */
#ifndef AZ_MEMORY_LINEAR_H
#define AZ_MEMORY_LINEAR_H

#include "ansatz/term.h"

#define AZ_LINEAR_MAX 12

typedef struct az_linear_form {
  int64_t constant;
  uint32_t count; /* distinct terms */
  int64_t coefficients[AZ_LINEAR_MAX];
  az_term terms[AZ_LINEAR_MAX];
} az_linear_form;

/* Of a bv term of at most 64 bits. */
az_linear_form az_linear_of(az_store *store, az_term t);
/* constant / divisor + sum (coefficient / divisor) * term for the terms whose coefficient the
 * divisor divides (the others are left out). */
az_term az_linear_quotient(az_store *store, const az_linear_form *form, int64_t constant,
                           int64_t divisor, uint32_t width);

#endif
