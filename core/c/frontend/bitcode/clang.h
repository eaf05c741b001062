/* Compilation of the program's C files. */
#pragma once

#include "frontend/bitcode/build.h"

/* Compiles file `index` of the program. Returns, in the arena, the path of its bitcode (the file
 * itself if that is bitcode) or, if build->dumps_syntax, of its syntax tree. `contract`: C text
 * that follows the file's own, or NULL. */
const char *fe_compile(fe_build *build, const char *file, uint32_t index, const char *contract);
/* Returns the text of a file as it is compiled, with blank line markers; NULL if it is not text or
 * cannot be read. The caller frees it. */
char *fe_source_text(fe_build *build, const char *file);
/* Writes a file in the work folder. */
bool fe_write_file(fe_build *build, const char *path, const char *text, size_t length);
