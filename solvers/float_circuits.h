/* IEEE 754 arithmetic as bit-vector terms, for back ends without floats. A float is represented by
 * its bits; every NaN is the quiet NaN with sign 0. */
#ifndef ANSATZ_FLOAT_CIRCUITS_H
#define ANSATZ_FLOAT_CIRCUITS_H

#include "ansatz/term.h"

/* Builds the operation `t`, whose operands or result are floats, over the bits of its operands
 * (`in`; integers as they are). Returns the bits of the result, a bit-vector or a bool. An integer
 * that a conversion leaves undefined is a fresh variable. Returns AZ_NO_TERM if there is no circuit
 * (fp.rem, which takes as many steps as the greatest quotient has bits). */
az_term az_float_circuit(az_store *store, az_term t, const az_term *in);
/* Returns the bits with every NaN replaced by the quiet NaN with sign 0. */
az_term az_float_canonical(az_store *store, az_sort sort, az_term bits);

#endif
