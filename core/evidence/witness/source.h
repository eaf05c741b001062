/* C source files as text, and what a witness says about places in them. */
#ifndef AZ_WITNESS_SOURCE_H
#define AZ_WITNESS_SOURCE_H

#include "witness/witness.h"

typedef struct az_source {
  const char *path;
  char *text;
  size_t size;
} az_source;

az_status az_source_read(az_source *source, const char *path, az_arena *arena, az_error *err);
/* The offset of a line and column, both from 1; SIZE_MAX: there is none. */
size_t az_source_offset(const az_source *source, uint32_t line, uint32_t column);
void az_source_position(const az_source *source, size_t offset, uint32_t *line, uint32_t *column);
/* The parenthesis that closes the call of the function which is named there; SIZE_MAX: there is no
 * such call. */
size_t az_source_end_of_call(const az_source *source, size_t offset, const char *function);
/* The variable that the value of the call there is stored in, `x` in `x = f()`: where its name
 * begins, and its length. SIZE_MAX: it is none, or not known. */
size_t az_source_assigned(const az_source *source, size_t call, size_t *length);
/* What comes next behind the declaration of the variable on this line, which gives it no value:
 * where an assumption about its first value can stand. SIZE_MAX: it is not known, or there is none.
 */
size_t az_source_behind_declaration(const az_source *source, const char *name, uint32_t line);
/* Is the variable that this line declares in scope at the loop whose keyword is at `loop`? Also one
 * of its own `for (int i = 0; ...)`. */
bool az_source_in_scope(const az_source *source, const char *name, uint32_t line, size_t loop);

/* ---- places in a program --------------------------------------------------------------------- */

/* Is the location in the witness's file and line, and at its column where both have one? */
bool az_place_is(const az_program *p, const az_witness_place *place, az_loc loc);
/* Where the first value of a local integer, which its declaration does not set, can be told: line
 * 0: nowhere. `source`: that of the declaration, or NULL. */
az_loc az_place_of_first_value(const az_program *p, const az_stmt *live, const az_source *source);
/* The program's files, by number; without text: it cannot be read. stb_ds. */
az_source *az_sources_of(const az_program *p, az_arena *arena);

#endif
