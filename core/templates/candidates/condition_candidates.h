/* What a step formula says about the template variables: the states of its cut points in one round
 * and, where a domain asks for them, conditions that its rows can be taken from (candidates) and
 * which variables are related. */
#ifndef AZ_CANDIDATES_CONDITION_CANDIDATES_H
#define AZ_CANDIDATES_CONDITION_CANDIDATES_H

#include "cutpoint/cutpoint.h"

typedef struct az_candidates az_candidates;

/* `cuts`: of a step formula as az_ssa_build made it, before any extension; lives longer.
 * `conditions` (switch `candidates`): else there are states and relations, but no conditions. */
az_candidates *az_candidates_new(const az_cuts *cuts, bool conditions);
void az_candidates_free(az_candidates *candidates);
/* The context that domains are opened on: what a set of observations shows (az_cuts_observe), with
 * the states, and with the candidates that are asked for (AZ_ASKS_...). Computed once for each. */
az_domain_context az_candidates_context(az_candidates *candidates, const az_domain_context *shown,
                                        uint32_t asks);

#endif
