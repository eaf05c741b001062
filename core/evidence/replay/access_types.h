/* Types of accesses, as the compiler tells an optimiser. */
#ifndef ANSATZ_REPLAY_ACCESS_TYPES_H
#define ANSATZ_REPLAY_ACCESS_TYPES_H

#include "replay/machine.h"

/* NULL: the program's files are bitcode, or their second build does not match. */
az_access_types *access_types_new(const az_program *p, const az_replay_options *o);
void access_types_free(az_access_types *types);

#endif
