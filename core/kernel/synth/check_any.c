/* Queries of large disjunctions. Every disjunct has a selector, a variable that implies it. As the
 * solver decides new variables first, and tries true first, its models make many disjuncts true at
 * once. The order changes from query to query. */
#include "ansatz/arena.h"
#include "ansatz/strategy.h"
#include <stb/stb_ds.h>

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

az_answer az_synthesis_refute(az_synthesis *s, void *value, double deadline,
                              void (*refuted)(void *ctx, uint32_t row, const void *value),
                              void *ctx) {
  const az_domain *d = az_synthesis_domain(s);
  uint32_t *rows = NULL, count = d->ops->row_count(d->self);
  az_answer answer;
  while ((answer = az_synthesis_check_rows(s, value, deadline)) == AZ_SAT) {
    /* Collects all violated rows first, as value_top changes the claims that the model is compared
     * with. */
    arrsetlen(rows, 0);
    for (uint32_t r = 0; r < count; r++)
      if (az_synthesis_violated_obligation(s, r, value)) arrput(rows, r);
    if (!arrlenu(rows)) break;
    for (size_t i = 0; i < arrlenu(rows); i++) {
      if (refuted) refuted(ctx, rows[i], value);
      d->ops->value_top(d->self, value, rows[i]);
      az_synthesis_why(s, rows[i], "refuted");
    }
  }
  arrfree(rows);
  return answer;
}
