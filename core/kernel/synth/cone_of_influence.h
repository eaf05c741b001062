/* The cone of influence: the loops at which rows may help. It affects time only. */
#ifndef AZ_SYNTH_CONE_OF_INFLUENCE_H
#define AZ_SYNTH_CONE_OF_INFLUENCE_H

#include "cutpoint/cutpoint.h"

/* Returns, by view of a step formula, whether a claim there may help to decide an open check
 * (`open`: by check of the program) or to show that no unwinding assertion is violated. With *ends,
 * claims that only show that a loop never ends are left out, and *ends becomes whether there are
 * such claims. The caller frees the result. */
bool *az_cone_of_influence(const az_cuts *cuts, const bool *open, bool *ends);

#endif
