/* Binary search for the bounds of numeric rows [kroening2023, sec. 6.1]: the range between what
 * models gave a row and what is known to be inductive is halved. The search is bound_search.c's,
 * which says what the options do.
 *
 * Returns an inductive value, with `accelerate = false` the least fixed point. */
#include "bound_search.h"

BOUND_SEARCH_MODULE(binsearch, PROBE_BISECT, "0", "2.0",
                    "finds bounds of numeric rows by binary search; the result is inductive");
