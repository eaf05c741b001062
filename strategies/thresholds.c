/* Search along thresholds: the constants c with which the program compares, c - 1, c + 1, the
 * opposites of these, and bounds of types. It goes first in growing strides from below, then among
 * the thresholds that are left, then as jump does. Bounds of rows of several variables are guessed
 * and refuted (option `refutations`). bound_search.c has the search.
 *
 * Returns an inductive value; with `accelerate = false`, the least fixed point. */
#include "bound_search.h"

BOUND_SEARCH_MODULE(
    thresholds, PROBE_THRESHOLDS, "6", "1.0",
    "searches for bounds of numeric rows among the program's constants and type bounds "
    "first; the result is inductive and found with few queries");
