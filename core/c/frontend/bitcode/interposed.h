/* Functions of the C library that the program defines itself. */
#ifndef ANSATZ_FRONTEND_INTERPOSED_H
#define ANSATZ_FRONTEND_INTERPOSED_H

#include "frontend/bitcode/build.h"

/* Options by which clang takes no call of these for a builtin of its own; stb_ds, none if it was
 * told so already. */
const char **fe_interposed_options(fe_build *build);
/* Before the translation: records what compilers may make a call of such a function
 * (fe_note_unread). */
void fe_note_interposed(fe_build *build);

#endif
