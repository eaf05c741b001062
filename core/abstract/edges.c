/* Points, and edges with actions, as translation puts them behind the current point. */
#include "abstract/internal.h"
#include <string.h>

uint32_t eq_point_new(az_abstract *a, az_loc loc, const char *head) {
  if (a->dry) return 0;
  arrput(a->points, ((raw_point){loc, head}));
  return (uint32_t)arrlenu(a->points) - 1;
}

void eq_edge_to(az_abstract *a, uint32_t point) {
  if (a->dry) return;
  size_t n = arrlenu(a->actions);
  if (a->b->current == AZ_NONE) {
    if (a->actions) arrsetlen(a->actions, a->pending);
    return;
  }
  arrput(a->edges, ((raw_edge){.from = a->b->current,
                               .to = point,
                               .first = a->pending,
                               .count = n - a->pending,
                               .call = AZ_NONE}));
  a->pending = n;
}

void eq_statement_done(az_abstract *a) {
  if (a->dry || !a->config.each_statement || arrlenu(a->actions) == a->pending) return;
  const az_block *block = a->b->block;
  uint32_t next = a->b->at + 1;
  az_loc loc = next < block->stmt_count ? block->stmts[next].loc : block->end_loc;
  uint32_t behind = eq_point_new(a, loc, NULL);
  eq_edge_to(a, behind);
  a->b->current = behind;
}

void eq_emit(az_abstract *a, az_action action) {
  if (a->dry) return;
  action.loc = a->loc;
  arrput(a->actions, action);
}

void eq_emit_assume(az_abstract *a, az_term condition) {
  if (az_is_true(a->s, condition)) return;
  eq_emit(a, (az_action){.kind = AZ_ACTION_ASSUME, .value = condition});
}

void eq_note_cause(az_abstract *a, const char *cause) {
  if (a->dry) return;
  for (size_t i = 0; i < arrlenu(a->causes); i++)
    if (!strcmp(a->causes[i], cause)) return;
  arrput(a->causes, cause);
}
