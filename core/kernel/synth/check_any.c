/* Disjunctions "some of these": every disjunct has a selector, a variable that implies it. The
 * solver decides new variables first and tries the value true first, so that its models make many
 * disjuncts true at once; the order changes from query to query. */
#include "ansatz/arena.h"
#include "ansatz/strategy.h"

az_answer az_synthesis_check_any(az_synthesis *s, const az_term *violations, size_t count,
                                 double deadline) {
  az_store *store = az_synthesis_store(s);
  az_arena *scratch = az_arena_new();
  az_term *open = AZ_NEWN(scratch, az_term, count + 1), all = az_true(store);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (!az_is_false(store, violations[i])) open[n++] = violations[i];
  if (n > 1) {
    az_term first = az_fresh(store, az_sort_bool(), "row");
    uint32_t shuffle = first * 2654435761u;
    for (size_t i = n - 1; i > 0; i--) {
      shuffle = shuffle * 1664525u + 1013904223u;
      size_t other = (shuffle >> 8) % (i + 1);
      az_term t = open[i];
      open[i] = open[other];
      open[other] = t;
    }
    for (size_t i = 0; i < n; i++) {
      az_term selector = i ? az_fresh(store, az_sort_bool(), "row") : first;
      all = az_and(store, all, az_implies(store, selector, open[i]));
      open[i] = selector;
    }
  }
  az_term query[] = {az_or_n(store, open, n), all};
  az_arena_free(scratch);
  return az_synthesis_check(s, query, 2, deadline);
}
