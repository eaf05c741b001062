/* See precondition.c. */
#ifndef AZ_ENGINE_PRECONDITION_H
#define AZ_ENGINE_PRECONDITION_H

#include "engine/portfolio.h"

/* Does every execution end whose entry state satisfies the condition? What the search asks. */
typedef az_verdict (*az_precondition_query)(void *ctx, const az_program *p, double cpu_end,
                                            az_error *err);

/* For a program whose entry state is arbitrary. Texts live in the arena of the program. */
az_precondition az_precondition_find(const az_program *p, az_precondition_query ends, void *ctx,
                                     double cpu_end, az_error *err);

#endif
