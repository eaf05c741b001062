/* The cone of influence: at which loops rows may help. A matter of time only. */
#ifndef AZ_SYNTH_CONE_OF_INFLUENCE_H
#define AZ_SYNTH_CONE_OF_INFLUENCE_H

#include "cutpoint/cutpoint.h"

/* By view of a step formula: may what is claimed there help to decide an open check (`open`: by
 * check of the program) or to exclude an escape? The caller frees the answer. */
bool *az_cone_of_influence(const az_cuts *cuts, const bool *open);

#endif
