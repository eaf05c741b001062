/* Names that are the same in all runs over one program: a position of a cut point's layout is named
 * by its access path, an object by its name and call path. The core's terms use numbers instead,
 * which depend on the order in which formulas were built.
 *
 * If the writer and the reader of a claim give a name different meanings, only precision suffers,
 * since the reader must prove the claim. */
#pragma once

#include "cutpoint/cutpoint.h"

typedef struct az_state_names az_state_names;

/* Creates the names of the view's cut point, valid until the layout grows or `cuts` is freed. */
az_state_names *az_state_names_new(const az_cuts *cuts, uint32_t view);
void az_state_names_free(az_state_names *names);
/* Returns the canonical state: a variable for each position. */
const az_term *az_state_names_formals(const az_state_names *names);
/* Returns the term with names instead of the canonical state and of rigid variables, or AZ_NO_TERM
 * if it depends on another variable, whose name is *other. */
az_term az_state_names_write(az_state_names *names, az_term term, const char **other);
/* Returns the named term over the canonical state, or AZ_NO_TERM. */
az_term az_state_names_find(const az_state_names *names, const char *name);

/* Returns whether the variable with this name is the size of an object. A size is not part of the
 * state, but a term of the formula in which the object occurred first, so terms for one size may
 * differ between formulas. */
bool az_state_names_is_size(const char *name);
