/* Constants of equations, as thresholds of widening. Neighbours of constants in comparisons are
 * included, since the negation of x <= 9 is x >= 10. */
#include "abstract/abstract.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct collection {
  const az_store *s;
  az_visit *cone;
  az_wide *values; /* stb_ds */
} collection;

static void add(collection *c, az_term t, bool compared) {
  if (!t) return;
  az_visit_add(c->cone, t);
  for (az_term v; (v = az_visit_next(c->cone));) {
    az_wide value;
    if (az_sort_kind_of(az_sort_of(c->s, v)) != AZ_SORT_BV) continue;
    if (!az_const_wide(c->s, v, true, &value)) continue;
    arrput(c->values, value);
    if (compared) arrput(c->values, value - 1);
    if (compared) arrput(c->values, value + 1);
    if (value < 0 && az_const_wide(c->s, v, false, &value)) arrput(c->values, value);
  }
}

static int by_value(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return (x > y) - (x < y);
}

/* Assumed conditions come first: terms are visited only once, and only here with neighbours. */
az_wide *az_equations_constants(const az_equations *e, const uint32_t *edges, uint32_t count,
                                az_visit *scratch, uint32_t *constants) {
  collection c = {.s = e->context.store, .cone = scratch};
  az_visit_forget(scratch);
  for (int compared = 1; compared >= 0; compared--)
    for (uint32_t i = 0; i < count; i++) {
      const az_edge *edge = &e->edges[edges ? edges[i] : i];
      for (uint32_t k = 0; k < edge->action_count; k++) {
        const az_action *action = &edge->actions[k];
        bool assumes = action->kind == AZ_ACTION_ASSUME;
        if (action->kind == AZ_ACTION_ENTER) continue;
        if (!assumes && e->context.vars[action->var].kind == AZ_ABSTRACT_POINTER) continue;
        if (assumes == compared) add(&c, action->value, compared);
        if (!compared) add(&c, action->index, false);
      }
    }
  size_t n = arrlenu(c.values), kept = 0;
  if (n) qsort(c.values, n, sizeof *c.values, by_value);
  az_wide *values = az_calloc(n + 1, sizeof *values);
  for (size_t i = 0; i < n; i++)
    if (!i || c.values[i] != c.values[i - 1]) values[kept++] = c.values[i];
  arrfree(c.values);
  *constants = (uint32_t)kept;
  return values;
}
