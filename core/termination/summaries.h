/* Properties of the results of recursive calls that return. */
#ifndef AZ_TERMINATION_SUMMARIES_H
#define AZ_TERMINATION_SUMMARIES_H

#include "ansatz/module.h"
#include "ansatz/program.h"
#include "kiki/engine.h"

/* Returns summaries with claims that were proved in this many CPU seconds, in the program's arena;
 * stb_ds, NULL: none. If values matter, they include equations and constants of the callers:
 * rankings only need bounds. With a configuration, rows of its domains are claims, too. */
az_summary *summaries_find(const az_program *p, az_registry *registry,
                           const az_engine_config *config, bool values, double seconds);

#endif
