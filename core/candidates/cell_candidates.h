/* What a step formula says about elements of arrays, as conditions on the element at the rigid
 * index: suggestions for what is claimed of segments. */
#ifndef AZ_CANDIDATES_CELL_CANDIDATES_H
#define AZ_CANDIDATES_CELL_CANDIDATES_H

#include "ssa/ssa.h"

/* `round`: makes the formula one round of every loop from its loop-back state; the tables by site
 * are those of a domain context. Appends to *out (stb_ds) terms over a site's canonical state and
 * the rigid index of its arrays, which are read there or at terms over it. */
void az_mine_cells(const az_ssa *ssa, az_subst *round, const az_term *const *canonical,
                   const az_term *const *entry, const az_term *const *next, az_condition **out);

#endif
