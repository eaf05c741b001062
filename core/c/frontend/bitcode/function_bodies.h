/* Functions whose body is another one's, or none, as a harness says. */
#ifndef ANSATZ_FRONTEND_FUNCTION_BODIES_H
#define ANSATZ_FRONTEND_FUNCTION_BODIES_H

#include "frontend/bitcode/build.h"

/* Takes the bodies out of the file's module that --remove-function-body names, and in a harness
 * those of functions that a file before it defines (build->shadowed). */
void fe_remove_bodies(fe_build *build, LLVMModuleRef module, const char *file);
/* The function that --remove-function-body names at that place, if no file has it; else NULL. */
const char *fe_not_removed(const fe_build *build, size_t at);
/* Of the linked module: __CPROVER_file_local_FILE_NAME is the static function NAME of that file. If
 * it is defined, it stands in that function's place. */
void fe_bind_file_local(fe_build *build);

#endif
