/* Remarks: accesses that the analysis does not prove to be within their arrays; calls with states
 * that an option about the callee's entry may exclude; assumptions; statements not followed. */
#include "abstract/abstract.h"
#include "ansatz/analysis.h"
#include <stdlib.h>

typedef struct walk {
  const az_analysis *of;
  const az_remark_sink *sink;
} walk;

/* "A[b] may be past the last cell" */
static void look(const walk *w, const void *state, const az_action *action) {
  const az_transfer *domain = &w->of->transfer;
  az_truth not_before, not_behind;
  domain->ops->arrays.within(domain->self, state, action->var, action->index, &not_before,
                             &not_behind);
  if (not_before == AZ_YES && not_behind == AZ_YES) return;
  bool is = !action->weak && (not_before == AZ_NO || not_behind == AZ_NO);
  bool before = is ? not_before == AZ_NO : not_before != AZ_YES;
  bool behind = is ? not_behind == AZ_NO : not_behind != AZ_YES;
  char *index = az_equations_term(w->of->equations, action->index);
  char *text = az_asprintf("%s[%s] %s %s", w->of->equations->context.vars[action->var].name, index,
                           is ? "is" : "may be",
                           before && behind ? "outside the array"
                           : before         ? "before the first cell"
                                            : "past the last cell");
  w->sink->remark(w->sink->ctx, AZ_REMARK_ALARM, action->loc, text);
  free(text);
  free(index);
}

static void see_access(const walk *w, const void *state, const az_action *action) {
  if (action->kind == AZ_ACTION_ACCESS) look(w, state, action);
}

/* "entry of f: A may not be {0} [0,9] {n}, which is not used" */
static void see_entry(const walk *w, const void *state, const az_action *action) {
  const az_transfer *domain = &w->of->transfer;
  if (action->kind != AZ_ACTION_ENTER) return;
  char *broken = domain->ops->entry.broken(domain->self, state, action->entered);
  if (!broken) return;
  char *text = az_asprintf("entry of %s: %s, which is not used", action->entered->function, broken);
  w->sink->remark(w->sink->ctx, AZ_REMARK_ENTRY, action->loc, text);
  free(text);
  free(broken);
}

/* Calls `see` for each action, with each state before it. */
static void walk_edges(const walk *w,
                       void (*see)(const walk *w, const void *state, const az_action *action)) {
  const az_equations *e = w->of->equations;
  const az_transfer *domain = &w->of->transfer;
  const az_transfer_ops *ops = domain->ops;
  for (uint32_t i = 0; i < e->edge_count; i++) {
    const az_edge *edge = &e->edges[i];
    const void *from = w->of->solution.states[edge->from];
    if (!from || edge->only_orders || edge->call != AZ_NONE) continue;
    void *state = ops->copy(domain->self, from);
    for (uint32_t k = 0; k < edge->action_count && !ops->is_bottom(domain->self, state); k++) {
      const az_action *action = &edge->actions[k];
      see(w, state, action);
      az_edge one = {.from = edge->from, .to = edge->to, .actions = action, .action_count = 1};
      az_edge_apply(e, &one, domain, state);
    }
    ops->free(domain->self, state);
  }
}

void az_analysis_remarks(const az_analysis *analysis, const az_remark_sink *sink) {
  walk w = {analysis, sink};
  const az_equations *e = analysis->equations;
  const char *assumed = az_transfer_assumed(&analysis->transfer);
  az_loc none = {0};
  if (analysis->transfer.ops->arrays.within) walk_edges(&w, see_access);
  if (analysis->transfer.ops->entry.broken) walk_edges(&w, see_entry);
  if (assumed) sink->remark(sink->ctx, AZ_REMARK_ASSUMED, none, assumed);
  for (uint32_t i = 0; i < e->cause_count; i++)
    sink->remark(sink->ctx, AZ_REMARK_NOT_FOLLOWED, none, e->causes[i]);
}
