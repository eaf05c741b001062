/* Programs that set the rounding direction of floats (docs/soundness.md 8). */
#ifndef ANSATZ_FRONTEND_ROUNDING_H
#define ANSATZ_FRONTEND_ROUNDING_H

#include "frontend/bitcode/build.h"

/* May the program call fesetround with something other than to nearest? Then its files are to be
 * compiled so that floats follow it. */
bool fe_sets_rounding(LLVMModuleRef module);
/* Operations that follow the direction become the plain instructions, one for one. */
void fe_make_floats_plain(fe_build *build);
/* Do the float operations of the function follow the direction? */
bool fe_follows_rounding(LLVMValueRef function);

#endif
