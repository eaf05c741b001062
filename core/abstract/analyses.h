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

/* ---- abstract_states.c ---------------------------------------------------------------------- */

/* The states at a formula's loop heads, over the variables of abstract interpretation: the point
 * that corresponds to each view, and the abstract variables that stand for a state's values. */
typedef struct az_abstract_states az_abstract_states;

/* Creates the states for the present formula. `cuts` and `abstract` must outlive them. */
az_abstract_states *az_abstract_states_new(const az_cuts *cuts, const az_abstract *abstract);
void az_abstract_states_free(az_abstract_states *s);
/* Returns the point of the equations that has the states of a view, or AZ_NONE; *values as in
 * az_analysis_state. */
uint32_t az_abstract_states_at(az_abstract_states *s, uint32_t view, const az_term **values);
/* See az_analysis_instance. */
uint32_t az_abstract_states_instance(const az_abstract_states *s, uint32_t view, uint32_t object,
                                     bool *any);
