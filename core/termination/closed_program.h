/* See closed_program.c. */
#ifndef AZ_TERMINATION_CLOSED_PROGRAM_H
#define AZ_TERMINATION_CLOSED_PROGRAM_H

#include "ansatz/program.h"

/* What an input statement yields: at its visits one after another the values from the first on, and
 * after the last one again those from `again` on. Constants of the input's sort; where the
 * statement is the begin of a local's life, of the sort of the local's type if that is a scalar;
 * no values: all its bytes are zero. Of an input statement they may also be expressions over the
 * value that a scalar object, a global or one of the statement's function, has at the visit. */
typedef struct az_input_choice {
  const az_stmt *stmt;
  const az_term *values;
  uint32_t count, again;
  az_term state;    /* AZ_NO_TERM, or the variable that stands for that value in `values` */
  uint32_t object;  /* then: whose value it is */
  const char *text; /* then: the values, in C */
} az_input_choice;

/* Is it the environment's choice, with which an execution may go on for ever? So are inputs but for
 * what the library answers and clocks, and the begin of a local's life. */
bool az_input_is_chosen(const az_stmt *stmt);

/* The program with these inputs, in which every end is a violation, once the checks of `classes`
 * are decided together. Inputs without a choice stay free, and so does what the program's causes
 * say. It lives in the arena, shares most with `p`, and must not outlive it. */
az_program *az_program_close(const az_program *p, az_arena *arena, uint32_t classes,
                             const az_input_choice *choices, size_t count);

#endif
