/* Plans the rewriting: the actions of the rewritten program at each site. */
#include "ansatz/statement.h"
#include "replay/native.h"
#include <stb/stb_ds.h>

bool native_is_limited(const az_block *block, const az_stmt *input) {
  const az_stmt *next = input + 1;
  return next < block->stmts + block->stmt_count && next->kind == AZ_S_ASSUME &&
         next->site == input->site;
}

static void plan_stmt(native_plan *plan, const az_program *p, const az_block *block,
                      const az_stmt *s, uint32_t classes, const az_check *expected) {
  bool leaks = s->kind == AZ_S_LEAK && &p->checks[s->check] == expected;
  if (leaks && s->site == AZ_NONE) plan->ends |= 1u << expected->cls;
  if (s->site == AZ_NONE) return;
  native_action a = {0};
  int counted = expected->cls == AZ_C_MEMCLEANUP;
  ptrdiff_t at = hmgeti(plan->actions, s->site);
  if (at >= 0) a = plan->actions[at].value;
  switch (s->kind) {
  case AZ_S_INPUT:
    if (s->input == AZ_IN_APPROX) return;
    a.input = s;
    a.limited = native_is_limited(block, s);
    break;
  case AZ_S_LIVE: a.live = true; break;
  case AZ_S_DEAD: a.dead = s->object != AZ_NONE && expected->cls == AZ_C_MEMTRACK; break;
  case AZ_S_ALLOC:
    if (s->alloc <= AZ_ALLOC_REALLOC) a.blocks = counted;
    a.alloc = s->alloc != AZ_ALLOC_CALLOC;
    a.realloc = s->alloc == AZ_ALLOC_REALLOC;
    break;
  case AZ_S_FREE: a.blocks = -counted; break;
  case AZ_S_ASSUME: a.assume = true; break;
  case AZ_S_LEAK:
    if (!leaks) return;
    a.checks |= 1u << expected->cls;
    break;
  case AZ_S_CHECK:
    if (!(classes & 1u << p->checks[s->check].cls)) return;
    a.checks |= 1u << p->checks[s->check].cls;
    break;
  default: return;
  }
  hmput(plan->actions, s->site, a);
}

/* `all`: plans accesses without a requested check, too, so that their errors have a location. */
static void plan_access(native_plan *plan, const az_program *p, const az_stmt *s, uint32_t classes,
                        bool all) {
  const az_check *c = az_access_check(p, s);
  bool asked = c && (classes >> c->cls & 1u);
  if (s->site == AZ_NONE || !(asked || (all && az_stmt_accesses(s)))) return;
  native_action a = {0};
  ptrdiff_t at = hmgeti(plan->actions, s->site);
  if (at >= 0) a = plan->actions[at].value;
  a.access = true;
  hmput(plan->actions, s->site, a);
}

native_plan native_make_plan(const az_program *p, const az_replay_options *o,
                             const az_check *expected) {
  native_plan plan = {0};
  uint32_t classes = o->classes | (o->stop_at_overflow ? 1u << AZ_C_OVERFLOW : 0);
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    plan_access(&plan, p, i.stmt, classes, o->address_sanitizer);
    plan_stmt(&plan, p, i.block, i.stmt, classes, expected);
  }
  return plan;
}

bool native_is_run(const az_function *f, uint32_t call) {
  return !f->is_model || f->call_site == call;
}

const az_check *native_check(const az_program *p, native_report report, const az_check *expected) {
  const az_check *first = NULL;
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    bool asks = s->kind == AZ_S_CHECK || s->kind == AZ_S_LEAK || az_access_check(p, s);
    if (!asks || s->site != report.site || !native_is_run(i.f, report.call)) continue;
    const az_check *c = &p->checks[s->check];
    if (c->cls != report.what) continue;
    if (c == expected) return c;
    if (!first) first = c;
  }
  return first;
}

/* Statements of the front end's start function have no site, so they are numbered. */
uint32_t native_site(const az_program *p, const az_stmt *s) {
  if (s->site != AZ_NONE) return s->site;
  const az_function *start = &p->functions[p->entry];
  uint32_t site = NATIVE_START_SITES;
  for (uint32_t b = 0; b < start->block_count; b++) {
    const az_block *block = &start->blocks[b];
    if (s >= block->stmts && s < block->stmts + block->stmt_count)
      return site + (uint32_t)(s - block->stmts);
    site += block->stmt_count;
  }
  return AZ_NONE;
}
