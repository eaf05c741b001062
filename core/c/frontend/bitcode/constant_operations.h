/* Operations of constants that clang computes without a check. */
#ifndef ANSATZ_FRONTEND_CONSTANT_OPERATIONS_H
#define ANSATZ_FRONTEND_CONSTANT_OPERATIONS_H

#include "ansatz/frontend.h"

/* Says why a proof may miss an operation of constants that violates a class that is asked for, in
 * the arena; NULL: none does. Clang is asked for the syntax trees. */
const char *fe_unchecked_constants(const az_frontend_options *options, az_arena *arena);

#endif
