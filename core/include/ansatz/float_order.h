/* Floats as integers. The place of a float is its rank in the order of values: both zeros have
 * place 0, and the next greater float has the next place. NaN, which is unordered, has the greatest
 * place. Rows about floats are thus rows about integers, and a bound below the place of NaN states
 * that the value is not NaN. */
#ifndef ANSATZ_FLOAT_ORDER_H
#define ANSATZ_FLOAT_ORDER_H

#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

/* Returns whether the variable is a float of 32 or 64 bits that rows may be about. */
bool az_float_order_takes(const az_tvar *var);
/* Computes the places of -infinity and of NaN, for 32 or 64 bits. */
void az_float_order_range(uint32_t bits, az_wide *least, az_wide *greatest);
/* Returns the place of x, a float or a bit-vector with its bits, as a signed bit-vector of the
 * float's width. */
az_term az_float_place(az_store *store, az_term x);
/* Returns the float at a place; a place between infinity and NaN is infinity. */
az_term az_float_at_place(az_store *store, uint32_t bits, az_wide place);

AZ_END_C
#endif
