/* See closed_program.c. */
#ifndef AZ_TERMINATION_CLOSED_PROGRAM_H
#define AZ_TERMINATION_CLOSED_PROGRAM_H

#include "ansatz/program.h"

/* The values of an input statement at its visits, from the first on; after the last value, those
 * from `again` on are repeated. They are constants of the input's sort. At the beginning of a
 * local's lifetime they have the sort of the local's type, if it is scalar; without values, all
 * bytes are zero. For an input statement they may also be expressions over the value that a scalar
 * object (a global, or a local of the statement's function) has at the visit. */
typedef struct az_input_choice {
  const az_stmt *stmt;
  const az_term *values;
  uint32_t count, again;
  az_term state;    /* for the value of `object` in `values`; AZ_NO_TERM if these are constants */
  uint32_t object;  /* with `state`: the object */
  const char *text; /* with `state`: the values, in C */
} az_input_choice;

/* Returns whether the environment may choose the value of the statement for an infinite execution:
 * it is an input, except for answers of the library and clocks, or the beginning of a local's
 * lifetime. */
bool az_input_is_chosen(const az_stmt *stmt);

/* Returns the program with these inputs, in which every end violates a check when the checks of
 * `classes` are decided together. Inputs without a choice stay free, and the program's causes stay.
 * It lives in the arena, shares most data with `p`, and must not outlive it. */
az_program *az_program_close(const az_program *p, az_arena *arena, uint32_t classes,
                             const az_input_choice *choices, size_t count);

#endif
