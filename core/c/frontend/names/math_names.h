/* The names of math.h. */
#ifndef ANSATZ_FRONTEND_MATH_NAMES_H
#define ANSATZ_FRONTEND_MATH_NAMES_H

#include <stdbool.h>

bool fx_float_name(const char *name); /* Is it a function of math.h? */
/* The name without suffix and prefix ("floor" of "__builtin_floorf") of one that has an exact term;
 * NULL: it has none. */
const char *fe_exact_float_name(const char *name);
/* May the function set errno? */
bool fx_float_sets_errno(const char *name);

#endif
