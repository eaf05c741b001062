/* Search in doubling steps. Candidates are the row's value in the last model plus 0, 1, 3, 7, ...,
 * until one is not violated; then the remaining range is bisected, as by binsearch. This needs few
 * queries if bounds are near the initial values, as most are. bound_search.c has the search.
 *
 * Returns an inductive value; with `accelerate = false`, the least fixed point. */
#include "bound_search.h"

BOUND_SEARCH_MODULE(
    jump, PROBE_JUMP, "0", "1.0",
    "searches for bounds of numeric rows in doubling steps from the value of a model, then "
    "by bisection; the result is inductive");
