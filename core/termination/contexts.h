/* See contexts.c. */
#ifndef AZ_TERMINATION_CONTEXTS_H
#define AZ_TERMINATION_CONTEXTS_H

#include "termination/precondition.h"
#include "termination/modular_program.h"

/* Returns the modules of the program, with the conditions under which they were proved to end;
 * stb_ds. `ends`: the query of the search for preconditions. */
az_callee *contexts_find(const az_program *p, az_precondition_query ends, void *ctx, double seconds,
                         az_error *err);

#endif
