/* Dialects: languages of other verifiers beyond C, which are rewritten as C before clang sees them.
 * A dialect has declarations that precede every file, whose functions are the library's models
 * (library) or have a meaning by their name, and may rewrite a file's text. */
#pragma once

#include "ansatz/arena.h"
#include <stdbool.h>

typedef struct fe_declared {
  const char *name, *text; /* a program's own declaration of the name replaces it */
} fe_declared;

typedef struct fe_dialect {
  const char *prefix; /* of its names */
  const fe_declared *declared;
  size_t declared_count;
  /* Returns the text rewritten as C, line by line, in the arena; NULL if it needs no change. */
  const char *(*rewrite)(az_arena *arena, const char *text);
} fe_dialect;

extern const fe_dialect fe_cprover, fe_esbmc;

/* Returns the declarations of all dialects. */
const char *fe_dialects_prelude(az_arena *arena);
/* Returns the option of clang that leaves out the declaration of the name; NULL: no dialect has
 * it. */
const char *fe_dialects_without(az_arena *arena, const char *name);
/* Returns the text with the comparison of two records at this place, which is no C, rewritten;
 * NULL: there is none. */
const char *fe_compare_records(az_arena *arena, const char *text, unsigned line, unsigned column);
/* Returns the text with the declaration of the function in this line without its parameters; NULL:
 * there is none. */
const char *fe_without_parameters(az_arena *arena, const char *text, const char *name,
                                  unsigned line);
/* Returns the text as C; NULL: it needs no change. */
const char *fe_dialects_rewrite(az_arena *arena, const char *text);
