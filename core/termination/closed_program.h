/* See closed_program.c. */
#ifndef AZ_TERMINATION_CLOSED_PROGRAM_H
#define AZ_TERMINATION_CLOSED_PROGRAM_H

#include "ansatz/program.h"

/* The values of an input statement at its visits, from the first on; after the last one, those from
 * `again` on are repeated. They are constants of the input's sort; at the beginning of a local's
 * lifetime, of the sort of the local's type if that is a scalar; without values, all its bytes are
 * zero. For an input statement they may also be expressions over the value that a scalar object, a
 * global or one of the statement's function, has at the visit. */
typedef struct az_input_choice {
  const az_stmt *stmt;
  const az_term *values;
  uint32_t count, again;
  az_term state;    /* for the value of `object` in `values`; AZ_NO_TERM if these are constants */
  uint32_t object;  /* with `state`: the object */
  const char *text; /* with `state`: the values, in C */
} az_input_choice;

/* Returns whether the statement is a choice of the environment that an infinite execution may rest
 * on: an input, except for answers of the library and clocks, or the beginning of a local's
 * lifetime. */
bool az_input_is_chosen(const az_stmt *stmt);

/* Returns the program with these inputs, in which every end is a violation when the checks of
 * `classes` are decided together. Inputs without a choice stay free, and the program's causes stay.
 * It lives in the arena, shares most with `p`, and must not outlive it. */
az_program *az_program_close(const az_program *p, az_arena *arena, uint32_t classes,
                             const az_input_choice *choices, size_t count);

#endif
