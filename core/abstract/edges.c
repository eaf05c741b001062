/* Points, and edges with actions. Translation adds them after the current point. */
#include "abstract/internal.h"
#include <string.h>

uint32_t eq_point_new(az_abstract *a, az_loc loc, const char *head) {
  if (a->now.dry) return 0;
  arrput(a->now.points, ((raw_point){loc, head}));
  return (uint32_t)arrlenu(a->now.points) - 1;
}

void eq_edge_to(az_abstract *a, uint32_t point) {
  if (a->now.dry) return;
  size_t n = arrlenu(a->now.actions);
  assert(point < arrlenu(a->now.points) && a->now.pending <= n);
  if (a->now.b->current == AZ_NONE) {
    if (a->now.actions) arrsetlen(a->now.actions, a->now.pending);
    return;
  }
  assert(a->now.b->current < arrlenu(a->now.points));
  arrput(a->now.edges, ((raw_edge){.from = a->now.b->current,
                                   .to = point,
                                   .first = a->now.pending,
                                   .count = n - a->now.pending,
                                   .call = AZ_NONE}));
  a->now.pending = n;
}

void eq_statement_done(az_abstract *a) {
  if (a->now.dry || !a->config.each_statement || arrlenu(a->now.actions) == a->now.pending) return;
  const az_block *block = a->now.b->block;
  uint32_t next = a->now.b->at + 1;
  az_loc loc = next < block->stmt_count ? block->stmts[next].loc : block->end_loc;
  uint32_t behind = eq_point_new(a, loc, NULL);
  eq_edge_to(a, behind);
  a->now.b->current = behind;
}

void eq_emit(az_abstract *a, az_action action) {
  if (a->now.dry) return;
  /* An action has no variable, or one that the domain knows. */
  assert(action.kind == AZ_ACTION_ASSUME || action.kind == AZ_ACTION_ENTER ||
         action.var < arrlenu(a->variables.all));
  action.loc = a->now.loc;
  arrput(a->now.actions, action);
}

void eq_emit_assume(az_abstract *a, az_term condition) {
  assert(az_sort_of(a->s, condition) == az_sort_bool());
  if (az_is_true(a->s, condition)) return;
  eq_emit(a, (az_action){.kind = AZ_ACTION_ASSUME, .value = condition});
}

void eq_note_cause(az_abstract *a, const char *cause) {
  if (a->now.dry) return;
  for (size_t i = 0; i < arrlenu(a->found.causes); i++)
    if (!strcmp(a->found.causes[i], cause)) return;
  arrput(a->found.causes, cause);
}
