/* Candidate claims about the elements in a segment of an array, from a step formula: conditions on
 * the element at the rigid index. */
#ifndef AZ_CANDIDATES_CELL_CANDIDATES_H
#define AZ_CANDIDATES_CELL_CANDIDATES_H

#include "cutpoint/cutpoint.h"

/* `iteration` makes the formula one iteration of every loop from its loop-back state; `loops` and
 * `checks` are the numbers of its instances then. `context` has views, variables and states.
 * Appends to *out (stb_ds) terms over a view's canonical state and the rigid index of its arrays,
 * which are read there or at terms over it. */
void az_cell_candidates(const az_cuts *cuts, const az_domain_context *context, az_subst *iteration,
                        size_t loops, size_t checks, az_condition **out);

#endif
