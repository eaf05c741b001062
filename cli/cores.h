/* verify --cores N: several processes race for one verdict. */
#ifndef ANSATZ_CLI_CORES_H
#define ANSATZ_CLI_CORES_H

#include "cli/task_options.h"

/* Returns why the options cannot be combined with --cores, or NULL. */
const char *az_cores_refused(const az_task_options *o);
/* Runs `verify` with the options in o->resources.cores processes, each of which has its own part in
 * them (o->race.core) and its own limits. The first whole result, one that decides every property,
 * ends the others and is printed with its files; without one, the result that decides the most.
 * Returns the exit status. */
int az_cores_verify(az_task_options *o, int (*verify)(az_task_options *o));

#endif
