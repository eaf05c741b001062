/* Dialects: extensions of C by other verifiers, which are rewritten as C before clang sees them. A
 * dialect has declarations that precede every file; their functions are the library's models
 * (library) or are known by name. It may also rewrite a file's text. */
#pragma once

#include "ansatz/arena.h"
#include <stdint.h>
#include <stdbool.h>

typedef struct fe_declared {
  const char *name, *text; /* a declaration of the name by the program replaces it */
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
/* Returns clang's option to omit the declaration of the name; NULL: no dialect has the name. */
const char *fe_dialects_without(az_arena *arena, const char *name);
/* Returns the text with the comparison of two records at this place rewritten as C; NULL: there is
 * no such comparison. */
const char *fe_compare_records(az_arena *arena, const char *text, unsigned line, unsigned column);
/* Returns the text without the parameters of the function's declaration on this line; NULL: the
 * line has no such declaration. */
const char *fe_without_parameters(az_arena *arena, const char *text, const char *name,
                                  unsigned line);
/* Returns the classes of checks (bits of az_class) that pragmas before `end` switch off there. */
uint32_t fe_disabled_checks(const char *text, const char *end);
/* Returns the text rewritten as C; NULL: it needs no change. */
const char *fe_dialects_rewrite(az_arena *arena, const char *text);
