/* What a library function accesses. */
#ifndef ANSATZ_FRONTEND_RANGES_H
#define ANSATZ_FRONTEND_RANGES_H

#include "frontend/calls/argument.h"

/* Of `size` bytes from where argument i leads to. */
void fx_check_range(fx *x, const fx_call *c, uint32_t i, az_term size, bool written);
void fx_check_ranges(fx *x, const fx_call *c);

#endif
