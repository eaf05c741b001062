/* States at loop heads that runs of the interpreter reach, for the first guesses of strategies. */
#pragma once

#include "cutpoint/cutpoint.h"

typedef struct az_samples az_samples;

/* Takes samples for the cut points of a step formula, within milliseconds. Never returns NULL. */
az_samples *az_samples_take(const az_cuts *cuts);
void az_samples_free(az_samples *samples);
/* Returns states as the terms of an az_state of the view; unknown terms are AZ_NO_TERM. */
const az_term *const *az_samples_at(const az_samples *samples, uint32_t view, size_t *count);
