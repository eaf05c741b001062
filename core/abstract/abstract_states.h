/* The states at a formula's loop heads, over the variables of abstract interpretation: the point
 * that corresponds to each view, and the abstract variables that stand for a state's values. */
#pragma once

#include "abstract/abstract.h"
#include "cutpoint/cutpoint.h"

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
