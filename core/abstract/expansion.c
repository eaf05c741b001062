/* How many statements a program has once every call is replaced by the body of what it calls. */
#include "abstract/internal.h"
#include <stdlib.h>

static bool is_expanded(const az_program *p, const az_stmt *s) {
  uint32_t to = az_direct_callee(s);
  return to != AZ_NONE && p->functions[to].has_body && !p->functions[to].recursive;
}

bool eq_too_many_expanded(const az_program *p, uint64_t most) {
  uint64_t *of = az_array_new(p->function_count, sizeof *of); /* by function, at most `most` + 1 */
  uint32_t *order = az_callees_first(p);
  for (size_t k = 0; k < arrlenu(order); k++) {
    const az_function *f = &p->functions[order[k]];
    uint64_t sum = f->order_count;
    for (az_stmts i = az_stmts_in(f); sum <= most && az_stmts_next(&i);)
      if (i.block->order != AZ_NONE) sum += 1 + (is_expanded(p, i.stmt) ? of[i.stmt->callee] : 0);
    of[order[k]] = sum <= most ? sum : most + 1;
  }
  bool too_many = of[p->entry] > most;
  arrfree(order);
  free(of);
  return too_many;
}
