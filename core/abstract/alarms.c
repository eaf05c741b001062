/* Alarms: accesses to arrays that an analysis does not find to be within the array; calls of
 * functions of which an option says in which states they are entered, and which others may enter.
 */
#include "abstract/abstract.h"
#include <stdlib.h>

static void look(const az_equations *e, const az_transfer *domain, const void *state,
                 const az_action *action, const az_alarm_sink *sink) {
  az_truth not_before, not_behind;
  domain->ops->within(domain->self, state, action->var, action->index, &not_before, &not_behind);
  if (not_before == AZ_YES && not_behind == AZ_YES) return;
  if (action->weak && not_before == AZ_NO) not_before = AZ_MAYBE;
  if (action->weak && not_behind == AZ_NO) not_behind = AZ_MAYBE;
  az_alarm alarm = {.loc = action->loc,
                    .array = &e->context.vars[action->var],
                    .index = action->index,
                    .not_before = not_before,
                    .not_behind = not_behind};
  sink->alarm(sink->ctx, &alarm);
}

/* Called with each action, in each state before it. */
typedef struct walk {
  const az_equations *e;
  const az_transfer *domain;
  void (*see)(const struct walk *w, const void *state, const az_action *action);
  const az_alarm_sink *alarms;
  const az_entry_sink *entries;
} walk;

static void walk_edges(const walk *w, const az_solution *solution) {
  const az_equations *e = w->e;
  const az_transfer *domain = w->domain;
  const az_transfer_ops *ops = domain->ops;
  for (uint32_t i = 0; i < e->edge_count; i++) {
    const az_edge *edge = &e->edges[i];
    const void *from = solution->states[edge->from];
    if (!from || edge->only_orders || edge->call != AZ_NONE) continue;
    void *state = ops->copy(domain->self, from);
    for (uint32_t k = 0; k < edge->action_count && !ops->is_bottom(domain->self, state); k++) {
      const az_action *action = &edge->actions[k];
      w->see(w, state, action);
      az_edge one = {.from = edge->from, .to = edge->to, .actions = action, .action_count = 1};
      az_edge_apply(e, &one, domain, state);
    }
    ops->free(domain->self, state);
  }
}

static void see_access(const walk *w, const void *state, const az_action *action) {
  if (action->kind == AZ_ACTION_ACCESS) look(w->e, w->domain, state, action, w->alarms);
}

void az_alarms(const az_equations *e, const az_transfer *domain, const az_solution *solution,
               const az_alarm_sink *sink) {
  walk w = {.e = e, .domain = domain, .see = see_access, .alarms = sink};
  if (domain->ops->within) walk_edges(&w, solution);
}

static void see_entry(const walk *w, const void *state, const az_action *action) {
  if (action->kind != AZ_ACTION_ENTER) return;
  char *text = w->domain->ops->broken(w->domain->self, state, action->entered);
  if (text) w->entries->broken(w->entries->ctx, action->loc, action->entered->function, text);
  free(text);
}

void az_broken_entries(const az_equations *e, const az_transfer *domain,
                       const az_solution *solution, const az_entry_sink *sink) {
  walk w = {.e = e, .domain = domain, .see = see_entry, .entries = sink};
  if (domain->ops->broken) walk_edges(&w, solution);
}
