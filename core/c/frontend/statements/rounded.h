/* Float operations in the rounding direction that the program has set. */
#ifndef ANSATZ_FRONTEND_ROUNDED_H
#define ANSATZ_FRONTEND_ROUNDED_H

#include "frontend/statements/function_state.h"

/* A kind with a rounding mode (az_rounds); `b` and `sort` as in az_float_rounded. */
az_term fx_rounded(fx *x, az_kind kind, az_term a, az_term b, az_sort sort);
/* The direction as two bits: to nearest, down, up, to zero. 0: the program sets none. */
az_term fx_direction(fx *x);
/* What follows is right for rounding to nearest only. */
void fx_only_to_nearest(fx *x, const char *what);

#endif
