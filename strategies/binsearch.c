/* Binary search for the bounds of numeric rows [kroening2023, sec. 6.1]: bisects the range between
 * the value that models gave a row and a bound that is known to be inductive. bound_search.c has
 * the search and its options.
 *
 * Returns an inductive value; with `accelerate = false`, the least fixed point. */
#include "bound_search.h"

BOUND_SEARCH_MODULE(binsearch, PROBE_BISECT, "0", "2.0",
                    "finds bounds of numeric rows by binary search; the result is inductive");
