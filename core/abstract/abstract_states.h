/* The states at a formula's loop heads, over the variables of abstract interpretation: which point
 * of the equations is which view, and which abstract variable is which value of a state. */
#ifndef AZ_ABSTRACT_ABSTRACT_STATES_H
#define AZ_ABSTRACT_ABSTRACT_STATES_H

#include "abstract/abstract.h"
#include "cutpoint/cutpoint.h"

typedef struct az_abstract_states az_abstract_states;

/* Of the formula as it is now. `cuts` and `abstract` live longer. */
az_abstract_states *az_abstract_states_new(const az_cuts *cuts, const az_abstract *abstract);
void az_abstract_states_free(az_abstract_states *s);
/* Returns the point of the equations at which the states of a view are, AZ_NONE: none; *values as
 * of az_analysis_state. */
uint32_t az_abstract_states_at(az_abstract_states *s, uint32_t view, const az_term **values);
/* See az_analysis_instance. */
uint32_t az_abstract_states_instance(const az_abstract_states *s, uint32_t view, uint32_t object,
                                     bool *any);

#endif
