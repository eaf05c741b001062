/* Constants whose computation is kept for run time. */
#ifndef ANSATZ_FRONTEND_KEPT_CONSTANTS_H
#define ANSATZ_FRONTEND_KEPT_CONSTANTS_H

#include "frontend/bitcode/build.h"

/* Adds the options with which clang tells of constants whose computation violates a class that is
 * asked for. `arguments`: stb_ds. */
void fe_ask_for_constants(const fe_build *build, const char ***arguments);
/* Takes the places out of clang's messages, which are those of a compiler without these options
 * then, and remembers them. */
void fe_read_constants(fe_build *build, char *output);
/* Chooses those among them that the module of the file has no code for. Is there any? */
bool fe_choose_constants(fe_build *build, LLVMModuleRef module, const char *file);
/* The text of the file in which they are computed at run time, at their own places. */
char *fe_keep_constants(const fe_build *build, const char *file, const char *text);
/* clang rejects that text: gives up what has to be a constant. */
void fe_drop_constants(fe_build *build, const char *errors);

#endif
