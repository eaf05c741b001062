/* Formatted input and output: calls of models for each piece of a format. */
#ifndef ANSATZ_FRONTEND_FORMATTED_H
#define ANSATZ_FRONTEND_FORMATTED_H

#include "frontend/bitcode/build.h"

/* Calls of printf, scanf and their kin become calls of core/c/library/print.c and scan.c, one for
 * each piece of the format, where that is known and understood. Has anything changed? */
bool fe_expand_formats(fe_build *build);

#endif
