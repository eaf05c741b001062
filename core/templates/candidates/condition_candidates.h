/* Facts of a step formula about the template variables: the states of its cut points in one
 * iteration and, if a domain requests them, conditions for its rows (candidates) and related
 * variables. */
#pragma once

#include "cutpoint/cutpoint.h"

typedef struct az_candidates az_candidates;

/* `cuts` must outlive the result; its step formula must not have been extended after az_ssa_build.
 * Without `conditions` (switch `candidates`), there are only states and relations. */
az_candidates *az_candidates_new(const az_cuts *cuts, bool conditions);
void az_candidates_free(az_candidates *candidates);
/* Returns the context for domains: the variables of a set of observations (az_cuts_observe), with
 * the states and the requested candidates (AZ_ASKS_...). It is computed once for each set. */
az_domain_context az_candidates_context(az_candidates *candidates, const az_domain_context *shown,
                                        uint32_t asks);

/* ---- cell_candidates.c ----------------------------------------------------------------------- */

/* `iteration` makes the formula one iteration of every loop from its loop-back state; `loops` and
 * `checks` are the numbers of loop and check instances in that iteration. `context` has views,
 * variables and states. Appends terms over a view's canonical state and the rigid index of its
 * arrays to *out (stb_ds). The terms read arrays at that index or at terms over it. */
void az_cell_candidates(const az_cuts *cuts, const az_domain_context *context, az_subst *iteration,
                        size_t loops, size_t checks, az_condition **out);
