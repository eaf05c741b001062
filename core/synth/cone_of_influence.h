/* Which rows are worth while. A matter of time only. */
#ifndef AZ_SYNTH_CONE_OF_INFLUENCE_H
#define AZ_SYNTH_CONE_OF_INFLUENCE_H

#include "cutpoint/cutpoint.h"

/* By site of a step formula: may what is claimed there help to decide an open check (`open`: by
 * check of the program) or to exclude an escape? Caller frees. */
bool *az_relevant_sites(const az_cuts *cuts, const bool *open);

#endif
