/* Names for what claims speak of, that are the same in every run over one program: a position of a
 * cut point's layout is called by its access path, an object by its name and call path. Terms as
 * the core has them call these by numbers, which depend on the order in which formulas were built.
 *
 * That a name is given to the same thing by who writes a claim and who reads it is a matter of
 * precision only: who reads a claim has to prove it. */
#ifndef AZ_CERTIFY_STATE_NAMES_H
#define AZ_CERTIFY_STATE_NAMES_H

#include "cutpoint/cutpoint.h"

typedef struct az_state_names az_state_names;

/* Of the cut point that the view belongs to; lives no longer than `cuts`, and is made anew when the
 * layout has grown. */
az_state_names *az_state_names_new(const az_cuts *cuts, uint32_t view);
void az_state_names_free(az_state_names *names);
/* The canonical state: a variable for each position. */
const az_term *az_state_names_formals(const az_state_names *names);
/* A term over the canonical state and rigid variables, with the names in their place. AZ_NO_TERM:
 * it speaks of something else, *other. */
az_term az_state_names_write(az_state_names *names, az_term term, const char **other);
/* What a name stands for, as a term over the canonical state; AZ_NO_TERM: nothing. */
az_term az_state_names_find(const az_state_names *names, const char *name);

/* Is it a name of the size of an object, which is no part of the state? Sizes are terms of the
 * formula in which the object was met first, so that they need not be the same ones. */
bool az_state_names_is_size(const char *name);

#endif
