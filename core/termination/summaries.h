/* Properties of the results of recursive calls that return. */
#ifndef AZ_TERMINATION_SUMMARIES_H
#define AZ_TERMINATION_SUMMARIES_H

#include "ansatz/module.h"
#include "ansatz/program.h"

/* Returns summaries with claims that are proved in so many seconds of CPU time, in the program's
 * arena; stb_ds, NULL: none. Where values matter, they include equations and constants of the
 * callers: rankings need bounds only. */
az_summary *summaries_find(const az_program *p, az_registry *registry, bool values, double seconds);

#endif
