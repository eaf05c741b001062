/* See inputs_in_place.c. */
#ifndef AZ_TERMINATION_INPUTS_IN_PLACE_H
#define AZ_TERMINATION_INPUTS_IN_PLACE_H

#include "ansatz/program.h"

typedef struct az_stmt_origin {
  const az_stmt *key, *value;
} az_stmt_origin;

/* Returns the same program, in which calls of functions that only yield inputs are replaced by
 * these inputs. It lives in the arena, shares most with `p`, and must not outlive it; it is `p`
 * itself if there are no such calls. Statements and objects have the same numbers each time.
 * `origins`, if not NULL: a map of stb_ds for the caller, from the statements of functions that
 * changed to those of `p`. */
const az_program *az_program_inputs_in_place(const az_program *p, az_arena *arena,
                                             az_stmt_origin **origins);

#endif
