/* IEEE 754 arithmetic as bit-vector terms, for back ends that know bits only. A float is its bits,
 * every NaN the quiet one with sign 0. */
#ifndef ANSATZ_FLOAT_CIRCUITS_H
#define ANSATZ_FLOAT_CIRCUITS_H

#include "ansatz/term.h"

/* Returns the operation `t`, whose operands or whose result are floats, over the bits of its
 * operands (`in`, integers as they are): the bits of the result, a bit-vector or a bool. An integer
 * that a conversion leaves undefined is a fresh variable. AZ_NO_TERM: there is no circuit (fp.rem,
 * whose steps are as many as the greatest quotient has bits). */
az_term az_float_circuit(az_store *store, az_term t, const az_term *in);
/* Returns the bits with every NaN replaced by the quiet one. */
az_term az_float_canonical(az_store *store, az_sort sort, az_term bits);

#endif
