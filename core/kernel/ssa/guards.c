/* Guards as chains: `g and c` is linked to g, so that a join finds the common prefix of both sides
 * without search: (g and a) or (g and b) = g and (a or b), x = b ? x_b : x_a. */
#include "ssa/execute.h"
#include "base/table.h"
#include <stb/stb_ds.h>

static guard_link link_of(const az_ssa_shared *shared, az_term g) {
  ptrdiff_t i = az_table_find(shared->guards, g);
  return i >= 0 ? shared->guards[i].value : (guard_link){0};
}

az_term guard_and(executor *x, az_term g, az_term c) {
  assert(az_sort_of(x->s, g) == az_sort_bool() && az_sort_of(x->s, c) == az_sort_bool());
  az_term t = az_and(x->s, g, c);
  if (t == g || az_is_false(x->s, t) || az_is_true(x->s, g)) return t;
  /* A guard without a link becomes a root for good, so that the depth of a parent never changes. */
  if (hmgeti(x->shared->guards, g) < 0) hmput(x->shared->guards, g, (guard_link){0});
  if (hmgeti(x->shared->guards, t) < 0)
    hmput(x->shared->guards, t, ((guard_link){g, c, link_of(x->shared, g).depth + 1}));
  return t;
}

guard_join guards_join(executor *x, az_term a, az_term b) {
  az_term ra = az_true(x->s), rb = ra;
  const az_ssa_shared *shared = x->shared;
  guard_link la = link_of(shared, a), lb = link_of(shared, b);
  while (a != b) {
    bool up_a = la.depth >= lb.depth && la.depth, up_b = lb.depth >= la.depth && lb.depth;
    if (!up_a && !up_b) break;
    /* Depths decrease towards the root of the chain, so this loop terminates. */
    assert(link_of(shared, la.parent).depth < la.depth || !up_a);
    if (up_a) ra = az_and(x->s, la.condition, ra), a = la.parent, la = link_of(shared, a);
    if (a == b) break;
    if (up_b) rb = az_and(x->s, lb.condition, rb), b = lb.parent, lb = link_of(shared, b);
  }
  guard_join join;
  if (a == b) {
    join.guard = guard_and(x, a, az_or(x->s, ra, rb));
    join.left = ra, join.right = rb;
  } else {
    join.left = az_and(x->s, a, ra), join.right = az_and(x->s, b, rb);
    join.guard = az_or(x->s, join.left, join.right);
  }
  return join;
}
