/* verify --cores N: several processes race for one verdict. */
#ifndef ANSATZ_CLI_CORES_H
#define ANSATZ_CLI_CORES_H

#include "cli/task_options.h"

/* Returns the reason why the options cannot be combined with --cores; NULL if they can. */
const char *az_cores_refused(const az_task_options *o);
/* Runs `verify` with the options in o->resources.cores processes, each with its own limits and its
 * own number (o->race.core). The first complete result, which decides every property, ends the
 * other processes and is printed, with its files; if there is none, the result that decides most is
 * printed. Returns the exit status. */
int az_cores_verify(az_task_options *o, int (*verify)(az_task_options *o));

#endif
