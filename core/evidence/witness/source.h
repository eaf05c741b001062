/* C source files as text, and the locations in them that witnesses give. */
#pragma once

#include "witness/witness.h"

typedef struct az_source {
  const char *path;
  char *text;
  size_t size;
} az_source;

az_status az_source_read(az_source *source, const char *path, az_arena *arena, az_error *err);
/* Returns the offset of a line and column, both from 1, or SIZE_MAX if the text has none. */
size_t az_source_offset(const az_source *source, uint32_t line, uint32_t column);
void az_source_position(const az_source *source, size_t offset, uint32_t *line, uint32_t *column);
/* Returns the closing parenthesis of the call of the function named there, or SIZE_MAX. */
size_t az_source_end_of_call(const az_source *source, size_t offset, const char *function);
/* Returns the start and the length of the name of the variable that the call's value is assigned
 * to, `x` in `x = f()`. Returns SIZE_MAX if there is none or it is unknown. */
size_t az_source_assigned(const az_source *source, size_t call, size_t *length);
/* Returns whether the variable declared on this line is in scope at the loop whose keyword is at
 * `loop`, also as the loop's own `for (int i = 0; ...)`. */
bool az_source_in_scope(const az_source *source, const char *name, uint32_t line, size_t loop);

/* ---- places in a program --------------------------------------------------------------------- */

/* Returns whether the location has the witness's file, line and, if both have one, column. */
bool az_witness_location_is(const az_program *p, const az_witness_location *place, az_loc loc);
/* Returns the location for an assumption about the first value of a local integer that its
 * declaration does not initialise; line 0 if there is none. `source` has the declaration, or is
 * NULL. */
az_loc az_location_of_first_value(const az_program *p, const az_stmt *live,
                                  const az_source *source);
/* Returns the program's files, by number; a file that cannot be read has no text. stb_ds. */
az_source *az_sources_of(const az_program *p, az_arena *arena);
