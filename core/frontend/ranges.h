/* What a library function accesses. */
#ifndef ANSATZ_FRONTEND_RANGES_H
#define ANSATZ_FRONTEND_RANGES_H

#include "frontend/argument.h"

void fx_check_ranges(fx *x, const fx_call *c);

#endif
