/* The analyses of a program: see ansatz/analysis.h. */
#pragma once

#include "abstract/abstract.h"
#include "ansatz/analysis.h"
#include "ansatz/switches.h"
#include "cutpoint/cutpoint.h"

/* Creates the analyses of a step formula's program. `cuts` and the registry must outlive them; if
 * `switches` is NULL, the defaults apply. */
az_analyses *az_analyses_new(const az_cuts *cuts, struct az_registry *registry,
                             const az_switches *switches);
/* Creates the analyses of a program without a formula or views. All arguments must outlive them. */
az_analyses *az_analyses_alone(const az_program *p, az_registry *registry,
                               const az_abstract_config *config);
/* Finds the states again after the formula has grown or observations were added; solutions stay.
 * Requests that are made while a domain is opened have time until `deadline`. `a` may be NULL. */
void az_analyses_update(az_analyses *a, double deadline);
void az_analyses_free(az_analyses *a);
const az_abstract *az_analysis_program(const az_analysis *analysis);
