/* What clang computes while it writes bitcode. */
#ifndef ANSATZ_FRONTEND_COMPUTED_H
#define ANSATZ_FRONTEND_COMPUTED_H

#include "frontend/bitcode/build.h"

/* clang warns of constants that a bit-field cuts, and does not check them. */
#define FE_CUT_CONSTANTS "-Wbitfield-constant-conversion"

/* Divisions, shifts and conversions of constants leave no instruction, so that clang is asked for
 * its checks of them; those of operations that are still there are taken out again, as the front
 * end has its own. Has anything changed? */
bool fe_keep_computed(fe_build *build);

#endif
