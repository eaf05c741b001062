/* Causes of approximation, and warnings. */
#ifndef ANSATZ_FRONTEND_REPORT_H
#define ANSATZ_FRONTEND_REPORT_H

#include "frontend/state.h"

void fe_cause(fe *f, az_loc loc, const char *text);
void fe_warn(fe *f, const char *format, ...) AZ_PRINTF(2, 3);

#endif
