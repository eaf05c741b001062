/* Properties of the results of calls that return. */
#ifndef AZ_TERMINATION_SUMMARIES_H
#define AZ_TERMINATION_SUMMARIES_H

#include "ansatz/module.h"
#include "ansatz/program.h"
#include "kiki/engine.h"

/* Returns summaries with claims that are proved in so many seconds of CPU time, in the program's
 * arena; stb_ds, NULL: none. Where values matter, they include equations and constants of the
 * callers: rankings need bounds only. With a configuration, rows of its domains are claims, too. */
az_summary *summaries_find(const az_program *p, az_registry *registry,
                           const az_engine_config *config, bool values, double seconds);
/* Adds summaries of summarised functions (az_program_summarised) to those known (stb_ds), callees
 * before their callers. */
void summaries_add(const az_program *p, az_registry *registry, const az_engine_config *config,
                   const bool *summarised, az_summary **known, double seconds);

#endif
