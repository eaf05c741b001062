/* Included files in a dialect, which clang is shown as C. */
#ifndef ANSATZ_FRONTEND_OVERLAY_H
#define ANSATZ_FRONTEND_OVERLAY_H

#include "frontend/bitcode/build.h"

/* `included`: what clang -MD lists. Adds those files to build->overlay that are not C, rewritten.
 * Returns whether there is any that was not there before. */
bool fe_overlay(fe_build *build, const char *included);
/* Adds files with a declaration that a later one contradicts, as `output`, clang's, says: without
 * its parameters, as goto-cc does not mind. Returns whether there is any. */
bool fe_overlay_conflicts(fe_build *build, const char *output);

#endif
