/* Linear forms of offset terms: constant + sum coefficient * term, modulo 2^width. A form is
 * *exact* if the sum as signed integers is the offset in every execution in which the pointer
 * points into its object: the summands are small by their ranges, or pointer arithmetic promises
 * that they do not wrap (az_bv_mul_nsw). Other forms are known modulo 2^width only: 4 * i is also 0
 * for i = 2^62. */
#pragma once

#include "ansatz/term.h"

#define AZ_LINEAR_MAX 12

typedef struct az_linear_form {
  int64_t constant;
  uint32_t count; /* distinct terms */
  int64_t coefficients[AZ_LINEAR_MAX];
  az_term terms[AZ_LINEAR_MAX];
  bool promised[AZ_LINEAR_MAX]; /* the product is promised not to wrap */
  uint32_t width;
  bool exact, bounded;
  int64_t least, greatest; /* if bounded: the range of the form, which is exact */
} az_linear_form;

/* Returns the remainder that is not negative. */
static inline int64_t az_linear_modulo(int64_t a, int64_t n) {
  int64_t r = a % n;
  return r < 0 ? r + n : r;
}
/* Returns the form of a bv term of at most 64 bits. */
az_linear_form az_linear_of(az_store *store, az_term t);
/* Returns a modulus under which every value of the form is congruent to its constant, or 0 if the
 * form is constant. */
uint64_t az_linear_step(const az_linear_form *form);
/* Returns (constant + sum coefficient * term) / divisor; the divisor divides the step and the
 * constant. For an exact form, the integer sum is divided. For any other form, the sum modulo
 * 2^width is divided, and the divisor is a power of two. */
az_term az_linear_quotient(az_store *store, const az_linear_form *form, int64_t constant,
                           int64_t divisor);
/* Returns the condition that the promises hold: the sum, with promised summands read as signed, is
 * between 0 and 2^width - 1. The condition may be weaker if the offset is in no object. */
az_term az_linear_kept(az_store *store, const az_linear_form *form, az_term offset);
