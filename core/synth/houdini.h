/* What domains may ask of the solver while they are opened, before there are rows: which conditions
 * hold in all states of a loop (az_domain_context.always). */
#ifndef AZ_SYNTH_HOUDINI_H
#define AZ_SYNTH_HOUDINI_H

#include "synth/instantiation.h"
#include "cutpoint/cutpoint.h"

typedef struct az_asked az_asked;

/* `cuts`: of a step formula, which may be extended. Answers are kept, and what holds is told to the
 * solver. */
az_asked *az_asked_new(const az_cuts *cuts);
void az_asked_free(az_asked *a);
/* The context's questions go to this solver, which has the formula's facts, until `deadline`
 * (az_clock()) or until they are ended. */
void az_asked_begin(az_asked *a, az_domain_context *context, az_solver *solver,
                    az_instances *instances, double deadline);
void az_asked_end(az_asked *a);
/* What was found to hold, each a fact of the solver. */
typedef struct az_asked_fact {
  uint32_t site;
  const char *text; /* as long as `a` */
} az_asked_fact;
const az_asked_fact *az_asked_found(const az_asked *a, size_t *count);
/* The solver has new facts: what was not known may be now. */
void az_asked_again(az_asked *a);

#endif
