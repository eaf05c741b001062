/* The analyses of a program: see ansatz/analysis.h. */
#ifndef AZ_ABSTRACT_ANALYSES_H
#define AZ_ABSTRACT_ANALYSES_H

#include "abstract/abstract.h"
#include "ansatz/analysis.h"
#include "ansatz/switches.h"
#include "cutpoint/cutpoint.h"

/* Of a step formula's program. `cuts` and the registry live longer; `switches` NULL: the defaults.
 */
az_analyses *az_analyses_new(const az_cuts *cuts, struct az_registry *registry,
                             const az_switches *switches);
/* Of a program without a formula: there are no views. All that is given lives longer. */
az_analyses *az_analyses_alone(const az_program *p, az_registry *registry,
                               const az_abstract_config *config);
/* The formula has grown, or more is observed: its states are found anew. Solutions stay. Who asks
 * while a domain is opened has time until `deadline`. NULL is fine. */
void az_analyses_update(az_analyses *a, double deadline);
void az_analyses_free(az_analyses *a);
const az_abstract *az_analysis_program(const az_analysis *analysis);

#endif
