/* The states at a formula's loop heads, over the variables of abstract interpretation: which point
 * of the equations is which view, and which abstract variable is which value of a state. */
#ifndef AZ_SYNTH_ABSTRACT_STATES_H
#define AZ_SYNTH_ABSTRACT_STATES_H

#include "abstract/abstract.h"
#include "cutpoint/cutpoint.h"

typedef struct az_abstract_states az_abstract_states;

/* NULL and err on failure. `cuts` and the registry live longer. */
az_abstract_states *az_abstract_states_new(const az_cuts *cuts, az_registry *registry,
                                           az_error *err);
void az_abstract_states_free(az_abstract_states *s);
const az_equations *az_abstract_states_equations(const az_abstract_states *s);
/* See az_synthesis_point. */
uint32_t az_abstract_states_at(az_abstract_states *s, uint32_t view, const az_term **values);

#endif
