/* See chosen_inputs.c. */
#ifndef AZ_ENGINE_CHOSEN_INPUTS_H
#define AZ_ENGINE_CHOSEN_INPUTS_H

#include "termination/input_policy.h"
#include "certify/proof.h"

const az_proof_inputs *az_policy_inputs(const az_program *p, const az_policy *policy,
                                        az_arena *arena);

#endif
