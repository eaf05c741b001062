/* Reports of imprecision: unknown values, and writes that may change anything. */
#include "memory/memory_internal.h"

az_term az_memory_unknown(az_memory *m, az_sort sort, const az_memory_report *report,
                          const char *cause) {
  az_term fresh = az_fresh(m->s, sort, "any");
  if (report && report->approximate) report->approximate(report->ctx, az_true(m->s), cause);
  return fresh;
}

void az_memory_unmodelled(const az_memory_report *report, az_term condition, const char *cause) {
  if (report && report->unmodelled) report->unmodelled(report->ctx, condition, cause);
}

az_term az_memory_named(const az_memory *m, const targets *list) {
  az_term named = az_bool(m->s, !(list->flags & AZ_PTS_WILD));
  for (size_t i = 0; i < arrlenu(list->items); i++)
    named = az_or(m->s, named, list->items[i].condition);
  return named;
}

void az_memory_unmodelled_target(az_memory *m, const targets *list, const az_memory_report *report,
                                 const char *cause) {
  if (!(list->flags & AZ_PTS_WILD)) return;
  az_memory_unmodelled(report, az_not(m->s, az_memory_named(m, list)), cause);
}
