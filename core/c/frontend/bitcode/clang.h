/* Compilation of the program's C files. */
#pragma once

#include "frontend/bitcode/build.h"

/* Compiles file `index` of the program. Returns the path of its bitcode (the file's own if it is
 * bitcode), or of its syntax tree if build->dumps_syntax, in the arena. `contract`: C text that is
 * added to the file's own, or NULL. */
const char *fe_compile(fe_build *build, const char *file, uint32_t index, const char *contract);
/* Returns the text of a file as it is compiled, with blank line markers; NULL if it is no text, or
 * cannot be read. The caller frees it. */
char *fe_source_text(fe_build *build, const char *file);
/* Writes a file in the work folder. */
bool fe_write_file(fe_build *build, const char *path, const char *text, size_t length);
