/* See recurrent_set.c. */
#ifndef AZ_TERMINATION_RECURRENT_SET_H
#define AZ_TERMINATION_RECURRENT_SET_H

#include "kiki/engine.h"

/* Adds the recurrent sets of a loop to the result, from its invariants: one for each call path. */
void az_recurrent_sets_find(az_result *result, uint32_t function, uint32_t loop);

#endif
