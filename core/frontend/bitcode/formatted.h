/* Formatted input and output: calls of models for each piece of a format. */
#ifndef ANSATZ_FRONTEND_FORMATTED_H
#define ANSATZ_FRONTEND_FORMATTED_H

#include "frontend/state.h"

/* Calls of printf, scanf and their kin become calls of core/library/print.c and scan.c, one for
 * each piece of the format, where that is known and understood. Has anything changed? */
bool fe_expand_formats(fe *f);

#endif
