/* Rewrites a recursion that never returns as a loop: a call within the recursion stores its
 * arguments and goes back to the beginning, and a return is a check that fails. If no check of the
 * result fails, no check of the program fails either, and no call of the recursion ever returns, so
 * that its callers can be forgotten.
 *
 * The locals of all activations become the same objects. Therefore the program is equivalent only
 * if no activation accesses the locals of another one: addresses of locals must only be used in
 * accesses. Locals that are read before they are written have a statement LIVE, which makes them
 * arbitrary in each activation.
 *
 * The functions of the recursion become one function, with the index of the only one of them that
 * is called from elsewhere. If a function calls itself only through pointers, these calls are
 * assumed to call the function that the caller of this rewriting names, and a further check states
 * this. */
#include "ansatz/statement.h"
#include "termination/nontermination.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct rewriting {
  az_program *p;
  bool *member;    /* by function */
  uint32_t *first; /* by function: its first block in the new one */
  uint32_t entry;
  az_block *blocks; /* stb_ds: of the new function */
  struct {
    az_term key;
    bool value;
  } *addresses; /* stb_ds: of the members' locals */
} rewriting;

/* ---- functions ------------------------------------------------------------------------------- */

static void mark_reached(const az_program *p, uint32_t from, bool *reached) {
  uint32_t *todo = NULL;
  arrput(todo, from);
  while (arrlenu(todo))
    for (az_stmts i = az_stmts_in(&p->functions[arrpop(todo)]); az_stmts_next(&i);) {
      uint32_t to = az_direct_callee(i.stmt);
      if (to == AZ_NONE || reached[to]) continue;
      reached[to] = true;
      arrput(todo, to);
    }
  arrfree(todo);
}

static void find_members(rewriting *r, uint32_t function) {
  uint32_t n = r->p->function_count;
  bool *reached = az_calloc(n + 1u, sizeof *reached), *back = az_calloc(n + 1u, sizeof *back);
  mark_reached(r->p, function, reached);
  for (uint32_t f = 0; f < n; f++) {
    if (!reached[f]) continue;
    memset(back, 0, n * sizeof *back);
    mark_reached(r->p, f, back);
    r->member[f] = back[function];
  }
  free(reached);
  free(back);
}

/* Finds the function that is called from elsewhere; returns false if there may be several. */
static bool find_entry(rewriting *r) {
  const az_program *p = r->p;
  uint32_t members = 0;
  bool unknown = false;
  r->entry = AZ_NONE;
  for (uint32_t f = 0; f < p->function_count; f++) {
    members += r->member[f];
    for (az_stmts i = az_stmts_in(&p->functions[f]); az_stmts_next(&i);) {
      uint32_t to = az_direct_callee(i.stmt);
      unknown |= i.stmt->kind == AZ_S_CALL && to == AZ_NONE;
      if (to == AZ_NONE || r->member[f] || !r->member[to]) continue;
      if (r->entry != AZ_NONE && r->entry != to) return false;
      r->entry = to;
    }
  }
  return r->entry != AZ_NONE && (members == 1 || !unknown);
}

/* ---- locals ---------------------------------------------------------------------------------- */

static bool mentions_local(rewriting *r, az_term t) {
  az_visit *cone = az_visit_new(r->p->store, AZ_VISIT_ANY);
  bool found = false;
  if (t) az_visit_add(cone, t);
  for (az_term at; !found && (at = az_visit_next(cone));) found = hmgeti(r->addresses, at) >= 0;
  az_visit_free(cone);
  return found;
}

/* Returns whether the pointer is known to point to one local, or to no local. */
static bool is_plain(rewriting *r, az_term ptr) {
  if (!ptr || !mentions_local(r, ptr)) return true;
  return hmgeti(r->addresses, az_pointer_object(r->p, ptr)) >= 0 &&
         !mentions_local(r, az_pointer_offset(r->p, ptr));
}

static bool keeps_locals(rewriting *r, const az_stmt *s) {
  bool accesses =
      s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE || s->kind == AZ_S_COPY || s->kind == AZ_S_SET;
  if (accesses ? !is_plain(r, s->ptr) : mentions_local(r, s->ptr)) return false;
  if (s->kind == AZ_S_COPY ? !is_plain(r, s->value) : mentions_local(r, s->value)) return false;
  for (uint32_t i = 0; i < s->arg_count; i++)
    if (mentions_local(r, s->args[i])) return false;
  return !mentions_local(r, s->size);
}

/* Returns whether only the function uses its locals' addresses, and its parameters are plain. */
static bool fits(rewriting *r, uint32_t function) {
  const az_program *p = r->p;
  const az_function *f = &p->functions[function];
  for (uint32_t i = 0; i < f->param_count; i++)
    if (!p->types[p->objects[f->params[i]].type].sort) return false;
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);) {
    uint32_t to = az_direct_callee(i.stmt);
    if (!keeps_locals(r, i.stmt)) return false;
    if (to != AZ_NONE && r->member[to] && i.stmt->arg_count != p->functions[to].param_count)
      return false;
  }
  for (uint32_t b = 0; b < f->block_count; b++)
    if (mentions_local(r, f->blocks[b].condition) || mentions_local(r, f->blocks[b].value))
      return false;
  return f->has_body && f->block_count && !f->is_variadic;
}

static bool all_fit(rewriting *r) {
  const az_program *p = r->p;
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t i = 0; r->member[f] && i < p->functions[f].local_count; i++)
      hmput(r->addresses, p->objects[p->functions[f].locals[i]].address, true);
  for (uint32_t f = 0; f < p->function_count; f++)
    if (r->member[f] && !fits(r, f)) return false;
  return true;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void go_to(const rewriting *r, az_block *b, uint32_t target) {
  b->end = AZ_END_GOTO;
  b->successors = AZ_NEWN(r->p->arena, uint32_t, 1);
  b->successors[0] = target;
  b->successor_count = 1;
  b->condition = b->value = AZ_NO_TERM;
}

/* Rewrites a call, which ends the block: its arguments are stored, and the execution continues at
 * the callee's entry. */
static void rewrite_call(const rewriting *r, az_block *b, uint32_t at) {
  const az_program *p = r->p;
  az_stmt call = b->stmts[at];
  const az_function *to = &p->functions[call.callee];
  az_stmt *stmts = AZ_COPY(p->arena, b->stmts, at, at + to->param_count + 1);
  for (uint32_t i = 0; i < to->param_count; i++) {
    const az_object *o = &p->objects[to->params[i]];
    stmts[at + i] = az_stmt_at(AZ_S_STORE, call.loc);
    stmts[at + i].type = o->type;
    stmts[at + i].ptr = az_pointer(p, o->address, az_bv(p->store, p->pointer_bits, 0));
    stmts[at + i].value = call.args[i];
  }
  b->stmts = stmts;
  b->stmt_count = at + to->param_count;
  b->end_loc = call.loc;
  b->end_site = AZ_NONE;
  go_to(r, b, r->first[call.callee]);
}

static void rewrite_return(const rewriting *r, az_block *b, uint32_t check) {
  az_stmt *stmts = AZ_COPY(r->p->arena, b->stmts, b->stmt_count, b->stmt_count + 1);
  az_stmt *last = &stmts[b->stmt_count++];
  *last = az_stmt_at(AZ_S_CHECK, b->end_loc);
  last->check = check;
  last->value = az_false(r->p->store);
  b->stmts = stmts;
  b->end = AZ_END_STOP;
  b->value = AZ_NO_TERM;
}

static void add_blocks(rewriting *r, uint32_t function, uint32_t check) {
  const az_program *p = r->p;
  const az_function *f = &p->functions[function];
  for (uint32_t b = 0; b < f->block_count; b++) {
    az_block block = f->blocks[b];
    uint32_t at = 0;
    block.successors = AZ_NEWN(p->arena, uint32_t, block.successor_count + 1);
    for (uint32_t i = 0; i < block.successor_count; i++)
      block.successors[i] = r->first[function] + f->blocks[b].successors[i];
    while (at < block.stmt_count &&
           !(block.stmts[at].kind == AZ_S_CALL && block.stmts[at].callee != AZ_NONE &&
             r->member[block.stmts[at].callee]))
      at++;
    if (at < block.stmt_count)
      rewrite_call(r, &block, at);
    else if (block.end == AZ_END_RETURN)
      rewrite_return(r, &block, check);
    arrput(r->blocks, block);
  }
}

static uint32_t add_check(az_program *p, az_loc loc) {
  az_check *checks = AZ_COPY(p->arena, p->checks, p->check_count, p->check_count + 1);
  checks[p->check_count] = (az_check){.cls = AZ_C_UNREACH,
                                      .id = "end.recursion",
                                      .text = "the recursion does not return",
                                      .loc = loc};
  p->checks = checks;
  return p->check_count++;
}

/* ---- calls through pointers ------------------------------------------------------------------ */

static bool may_call(const az_program *p, const az_stmt *s, uint32_t function) {
  const az_function *f = &p->functions[function];
  if (s->kind != AZ_S_CALL || s->callee != AZ_NONE || !s->ptr || f->object == AZ_NONE) return false;
  if (s->arg_count != f->param_count || f->is_variadic) return false;
  for (uint32_t i = 0; i < s->arg_count; i++)
    if (az_sort_of(p->store, s->args[i]) != p->types[p->objects[f->params[i]].type].sort)
      return false;
  return !s->result || az_sort_of(p->store, s->result) == p->types[f->result_type].sort;
}

static az_block with_direct_calls(rewriting *r, const az_block *from, uint32_t function) {
  az_program *p = r->p;
  az_block b = *from;
  az_stmt *stmts = NULL;
  az_term address = az_pointer(p, p->objects[p->functions[function].object].address,
                               az_bv(p->store, p->pointer_bits, 0));
  for (uint32_t i = 0; i < from->stmt_count; i++) {
    az_stmt s = from->stmts[i];
    if (may_call(p, &s, function)) {
      az_stmt check = az_stmt_at(AZ_S_CHECK, s.loc);
      check.check = add_check(p, s.loc);
      check.value = az_eq(p->store, s.ptr, address);
      arrput(stmts, check);
      s.callee = function;
      s.ptr = AZ_NO_TERM;
    }
    arrput(stmts, s);
  }
  b.stmt_count = (uint32_t)arrlenu(stmts);
  b.stmts = AZ_COPY(p->arena, stmts, b.stmt_count, b.stmt_count + 1);
  arrfree(stmts);
  return b;
}

/* Makes calls through pointers direct, in this function and all that it calls. */
static void call_directly(rewriting *r, uint32_t function) {
  az_program *p = r->p;
  bool *reached = az_calloc(p->function_count + 1u, sizeof *reached);
  reached[function] = true;
  mark_reached(p, function, reached);
  for (uint32_t f = 0; f < p->function_count; f++) {
    az_function *of = &p->functions[f];
    if (!reached[f] || !of->block_count) continue;
    az_block *blocks = AZ_NEWN(p->arena, az_block, of->block_count + 1);
    for (uint32_t b = 0; b < of->block_count; b++)
      blocks[b] = with_direct_calls(r, &of->blocks[b], function);
    of->blocks = blocks;
  }
  free(reached);
}

static void merge(rewriting *r) {
  az_program *p = r->p;
  az_function *entry = &p->functions[r->entry];
  uint32_t check = add_check(p, entry->loc), next = 1, *locals = NULL;
  for (uint32_t f = 0; f < p->function_count; f++)
    if (r->member[f]) {
      r->first[f] = next;
      next += p->functions[f].block_count;
    }
  az_block begin = {.end_loc = entry->loc, .end_site = AZ_NONE, .loop = AZ_NONE};
  go_to(r, &begin, r->first[r->entry]);
  arrput(r->blocks, begin);
  for (uint32_t f = 0; f < p->function_count; f++) {
    az_function *of = &p->functions[f];
    if (!r->member[f]) continue;
    add_blocks(r, f, check);
    for (uint32_t i = 0; i < of->local_count; i++) {
      p->objects[of->locals[i]].function = r->entry;
      arrput(locals, of->locals[i]);
    }
  }
  for (uint32_t f = 0; f < p->function_count; f++) { /* the other functions are no longer called */
    az_function *of = &p->functions[f];
    if (!r->member[f] || f == r->entry) continue;
    of->has_body = false;
    of->block_count = of->local_count = of->loop_count = of->order_count = of->param_count = 0;
  }
  entry->block_count = (uint32_t)arrlenu(r->blocks);
  entry->blocks = AZ_COPY(p->arena, r->blocks, entry->block_count, entry->block_count + 1);
  entry->local_count = (uint32_t)arrlenu(locals);
  entry->locals = AZ_COPY(p->arena, locals, entry->local_count, entry->local_count + 1);
  arrfree(locals);
}

bool az_program_forget_callers(az_program *p, uint32_t function, az_error *err) {
  rewriting r = {.p = p,
                 .member = az_calloc(p->function_count + 1u, sizeof(bool)),
                 .first = az_calloc(p->function_count + 1u, sizeof(uint32_t))};
  find_members(&r, function);
  if (!r.member[function]) {
    call_directly(&r, function);
    find_members(&r, function);
  }
  bool possible = r.member[function] && find_entry(&r) && all_fit(&r);
  if (possible) {
    merge(&r);
    possible = az_program_analyse(p, err) == AZ_OK;
    if (possible) az_program_passed(p, "callers forgotten");
  }
  free(r.member);
  free(r.first);
  arrfree(r.blocks);
  hmfree(r.addresses);
  return possible;
}
