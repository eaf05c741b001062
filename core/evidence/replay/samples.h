/* States at loop heads that runs of the program in the interpreter reach: the first guesses of
 * strategies. */
#ifndef AZ_REPLAY_SAMPLES_H
#define AZ_REPLAY_SAMPLES_H

#include "cutpoint/cutpoint.h"

typedef struct az_samples az_samples;

/* `cuts`: of a step formula. Takes some milliseconds. Never NULL. */
az_samples *az_samples_take(const az_cuts *cuts);
void az_samples_free(az_samples *samples);
/* States as the terms of an az_state of the view; a term that is not known is AZ_NO_TERM. */
const az_term *const *az_samples_at(const az_samples *samples, uint32_t view, size_t *count);

#endif
