/* An execution that never ends may leak memory. Leaked memory stays leaked, so the leak is visible
 * at the head of some loop. With checks at loop heads and at the ends of executions, "nothing is
 * leaked" is complete without a proof of termination. */
#include "ansatz/statement.h"
#include "frontend/leaks.h"
#include <string.h>

static bool allocates(const az_program *p) {
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_ALLOC && i.stmt->alloc <= AZ_ALLOC_REALLOC) return true;
  return false;
}

/* Returns the first instruction of the head, where the native replay makes the check. */
static uint32_t first_site(const az_block *head) {
  for (uint32_t i = 0; i < head->stmt_count; i++)
    if (head->stmts[i].site != AZ_NONE) return head->stmts[i].site;
  return head->end_site;
}

/* Returns the id of a loop's leak check, which in a copy of a model also names the call. */
static char *loop_id(const az_program *p, const az_function *fn, uint32_t loop) {
  if (!fn->caller) return az_arena_printf(p->arena, "%s.memtrack.loop.%u", fn->name, loop + 1);
  return az_arena_printf(p->arena, "%s.%s.memtrack.call.%u.loop.%u", fn->caller, fn->name,
                         fn->call_site, loop + 1);
}

void fe_watch_loops(az_program *p, uint32_t classes) {
  if (!(classes >> AZ_C_MEMTRACK & 1u) || !allocates(p)) return;
  uint32_t count = p->check_count;
  for (uint32_t f = 0; f < p->function_count; f++) count += p->functions[f].loop_count;
  az_check *checks = AZ_COPY(p->arena, p->checks, p->check_count, count + 1);
  p->checks = checks;
  for (uint32_t f = 0; f < p->function_count; f++) {
    az_function *fn = &p->functions[f];
    for (uint32_t l = 0; l < fn->loop_count; l++) {
      az_block *head = &fn->blocks[fn->loops[l].head];
      az_stmt *stmts = AZ_NEWN(p->arena, az_stmt, head->stmt_count + 1);
      if (head->stmt_count) memcpy(stmts + 1, head->stmts, head->stmt_count * sizeof *stmts);
      stmts[0] = az_stmt_at(AZ_S_LEAK, fn->loops[l].loc);
      stmts[0].site = first_site(head);
      stmts[0].check = p->check_count;
      head->stmts = stmts;
      head->stmt_count++;
      p->checks[p->check_count++] = (az_check){.cls = AZ_C_MEMTRACK,
                                               .id = loop_id(p, fn, l),
                                               .text = "no memory is leaked",
                                               .loc = fn->loops[l].loc};
    }
  }
}
