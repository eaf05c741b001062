/* math.h and the float intrinsics. */
#ifndef ANSATZ_FRONTEND_FLOAT_H
#define ANSATZ_FRONTEND_FLOAT_H

#include "frontend/calls/argument.h"

az_term fx_float_function(fx *x, const fx_call *c);
/* Value of a float operation by its name without suffix ("floor", "fmin"); 0: no term for it. */
az_term fx_float_term(fx *x, const char *operation, const az_term *args, uint32_t count);
az_term fx_float_class(fx *x, az_term a, uint32_t mask); /* llvm.is.fpclass */

#endif
