/* verify --reuse DIR: what decided the last run of a program is tried first in the next one. */
#ifndef ANSATZ_CLI_REUSE_H
#define ANSATZ_CLI_REUSE_H

#include "cli/task_options.h"

typedef struct az_reuse az_reuse;

/* Never fails: what cannot be used costs a note on standard error. */
az_reuse *az_reuse_new(const az_task_options *o);
/* Puts the stage first that decided the property last time, if it is among the stages, which are
 * those of a run's portfolio; room is made as needed. Remembers the stages for az_reuse_store. */
az_stage *az_reuse_order(az_reuse *reuse, const char *property, az_stage *stages, size_t *count);
/* Stores how the property was decided. */
void az_reuse_store(az_reuse *reuse, const char *property, const az_result *result);

#endif
