/* Alarms: accesses to arrays that an analysis does not find to be within the array. */
#include "abstract/abstract.h"

static void look(const az_equations *e, const az_transfer *domain, const void *state,
                 const az_action *action, const az_alarm_sink *sink) {
  az_truth not_before, not_behind;
  domain->ops->within(domain->self, state, action->var, action->index, &not_before, &not_behind);
  if (not_before == AZ_YES && not_behind == AZ_YES) return;
  az_alarm alarm = {.loc = action->loc,
                    .array = &e->context.vars[action->var],
                    .index = action->index,
                    .not_before = not_before,
                    .not_behind = not_behind};
  sink->alarm(sink->ctx, &alarm);
}

void az_alarms(const az_equations *e, const az_transfer *domain, const az_solution *solution,
               const az_alarm_sink *sink) {
  const az_transfer_ops *ops = domain->ops;
  if (!ops->within) return;
  for (uint32_t i = 0; i < e->edge_count; i++) {
    const az_edge *edge = &e->edges[i];
    const void *from = solution->states[edge->from];
    if (!from) continue;
    void *state = ops->copy(domain->self, from);
    for (uint32_t k = 0; k < edge->action_count && !ops->is_bottom(domain->self, state); k++) {
      const az_action *action = &edge->actions[k];
      if (action->kind == AZ_ACTION_ACCESS) look(e, domain, state, action, sink);
      az_edge one = {.from = edge->from, .to = edge->to, .actions = action, .action_count = 1};
      az_edge_apply(e, &one, domain, state);
    }
    ops->free(domain->self, state);
  }
}
