/* The recurrent set of a loop that runs forever [chen2014], as a C expression: the states at its
 * head that satisfy all rows of the proof about the closed program. Values that the loop does not
 * write are those at its entry; inputs are those of the trace. After k consecutive states in the
 * set, an execution always reaches another state in the set, and does not end before: the rows are
 * inductive with k copies of the loop, and no check of the closed program fails. All states to
 * which the loop returns are in the set; the state in which it is entered need not be. */
#include "termination/nontermination.h"
#include <stb/stb_ds.h>

/* Returns whether the row is of this loop, not implied by others, and no part of another row. */
static bool belongs(const az_invariant *inv, uint32_t head) {
  return inv->head == head && !inv->implied && !inv->weakened;
}

static az_recurrent_set set_of(const az_result *r, const az_invariant *first) {
  az_recurrent_set set = {.loc = first->loc, .view = first->view, .k = r->k};
  for (size_t i = 0; i < arrlenu(r->invariants); i++) {
    const az_invariant *inv = &r->invariants[i];
    if (!belongs(inv, first->head)) continue;
    if (!inv->c)
      set.left_out++;
    else if (!set.c)
      set.c = az_arena_printf(r->arena, "(%s)", inv->c);
    else
      set.c = az_arena_printf(r->arena, "%s && (%s)", set.c, inv->c);
  }
  return set;
}

void az_recurrent_sets_find(az_result *r, uint32_t function, uint32_t loop) {
  uint32_t *heads = NULL; /* stb_ds: heads seen */
  for (size_t i = 0; i < arrlenu(r->invariants); i++) {
    const az_invariant *inv = &r->invariants[i];
    bool seen = inv->function != function || inv->loop != loop;
    for (size_t h = 0; h < arrlenu(heads); h++) seen |= heads[h] == inv->head;
    if (seen) continue;
    arrput(heads, inv->head);
    az_recurrent_set set = set_of(r, inv);
    if (set.c) arrput(r->recurrent_sets, set);
  }
  arrfree(heads);
}
