/* Effects of the formats of printf, scanf and their like. */
#ifndef ANSATZ_FRONTEND_FORMAT_H
#define ANSATZ_FRONTEND_FORMAT_H

#include "frontend/calls/argument.h"

/* The string that argument i is and always will be; NULL: not known. */
const char *fx_literal(const fx_call *c, uint32_t i);
/* What the conversions of the format store through the arguments behind it may have changed. */
void fx_format_effects(fx *x, const fx_call *c);

#endif
