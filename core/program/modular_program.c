/* Termination function by function [chen2018, "Bit-precise procedure-modular termination analysis";
 * kroening2023, sec. 6.2], with the summary that says least: the callee ends, and what it may write
 * is arbitrary afterwards, as is its result.
 *
 * An execution that never ends has an activation that goes round one of its loops for ever, where
 * calls do not recur. Each call of that activation returns. So all executions end if, for each
 * function f that is called, no activation of f goes round a loop for ever in which calls have
 * returned with anything that they might have computed. The program here is a choice: main, or one
 * of the functions that stand by themselves, from any arguments and any globals; in all of them
 * calls of these functions are stepped over. Functions that do not stand by themselves are part of
 * their callers, as everywhere.
 *
 * A function stands by itself if it, and all that it calls, works on numbers alone: arguments,
 * results and the globals that it names are of integers and floats, all accesses are by name, and
 * nothing is allocated. What it reads then is its arguments, globals and inputs; what it changes,
 * the globals that it writes by name. What a call may do beside, leave what we model, is not lost:
 * the same function is one of the choices, from any state. */
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct module { /* a function that stands by itself; else is_one is false */
  bool is_one;
  call_effects effects; /* of it and all that it calls */
} module;

typedef struct modules {
  const az_program *p;
  az_program *to;
  call_graph g;
  module *of; /* stb_ds, by function */
} modules;

/* ---- which functions stand by themselves ----------------------------------------------------- */

static bool is_number(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  if (t->kind == AZ_T_ARRAY && t->element) return is_number(p, t->element);
  return t->kind == AZ_T_INT || t->kind == AZ_T_FLOAT;
}

static bool is_scalar(const az_program *p, az_type type) {
  return is_number(p, type) && p->types[type].sort;
}

static bool is_by_name(const az_program *p, az_term pointer) {
  uint32_t object;
  return graph_base(p, pointer, &object) != AZ_NO_TERM || object != AZ_NONE;
}

static bool is_plain(const az_program *p, const az_stmt *s) {
  switch (s->kind) {
  case AZ_S_LIVE:
  case AZ_S_INPUT:
  case AZ_S_ASSUME:
  case AZ_S_CHECK:
  case AZ_S_UNSUPPORTED: return true;
  case AZ_S_DEAD: return s->object != AZ_NONE;
  case AZ_S_LOAD:
  case AZ_S_STORE: return is_number(p, s->type) && is_by_name(p, s->ptr);
  case AZ_S_SET: return is_by_name(p, s->ptr);
  case AZ_S_COPY: return is_by_name(p, s->ptr) && is_by_name(p, s->value);
  case AZ_S_CALL: return s->callee != AZ_NONE && p->functions[s->callee].has_body;
  default: return false;
  }
}

static bool has_plain_body(const az_program *p, const az_function *f) {
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    for (uint32_t i = 0; block->order != AZ_NONE && i < block->stmt_count; i++)
      if (!is_plain(p, &block->stmts[i])) return false;
  }
  return true;
}

static bool has_plain_interface(const az_program *p, const az_function *f) {
  if (!f->has_body || f->is_variadic || f->recursive || f->is_model) return false;
  const az_type_info *result = &p->types[f->result_type];
  if (f->result_type && result->kind != AZ_T_VOID && !is_scalar(p, f->result_type)) return false;
  for (uint32_t i = 0; i < f->param_count; i++)
    if (!is_scalar(p, p->objects[f->params[i]].type)) return false;
  return true;
}

static bool calls_fit(const az_program *p, uint32_t function) {
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t b = 0; b < p->functions[f].block_count; b++) {
      const az_block *block = &p->functions[f].blocks[b];
      for (uint32_t i = 0; i < block->stmt_count; i++) {
        const az_stmt *s = &block->stmts[i];
        if (s->kind != AZ_S_CALL || s->callee != function) continue;
        if (s->arg_count != p->functions[function].param_count) return false;
        if (s->result &&
            (!is_scalar(p, s->type) || az_sort_of(p->store, s->result) != p->types[s->type].sort))
          return false;
      }
    }
  return true;
}

static module module_of(const modules *m, uint32_t function) {
  const az_program *p = m->p;
  module of = {.is_one = false};
  if (function == p->entry || !has_plain_interface(p, &p->functions[function])) return of;
  bool *closure = NULL;
  arrsetlen(closure, p->function_count);
  memset(closure, 0, p->function_count * sizeof *closure);
  closure[function] = true;
  graph_call_closure(&m->g, closure);
  of.is_one = calls_fit(p, function);
  for (uint32_t i = 0; i < p->function_count && of.is_one; i++)
    of.is_one = !closure[i] || (p->functions[i].has_body && !p->functions[i].is_variadic &&
                                has_plain_body(p, &p->functions[i]));
  if (of.is_one) of.effects = graph_effects(p, closure);
  of.is_one &= !of.effects.through_pointers && !of.effects.inexpressible;
  for (size_t i = 0; i < arrlenu(of.effects.named); i++)
    of.is_one &= is_number(p, p->objects[of.effects.named[i]].type);
  arrfree(closure);
  return of;
}

/* ---- calls are stepped over ------------------------------------------------------------------ */

static bool calls_module(const modules *m, const az_stmt *s) {
  return s->kind == AZ_S_CALL && s->callee != AZ_NONE && m->of[s->callee].is_one;
}

static void step_over(modules *m, const az_stmt *call, az_stmt **out) {
  any_call_state(m->to, m->of[call->callee].effects.written, out);
  if (!call->result) return;
  az_stmt s = {.kind = AZ_S_INPUT,
               .loc = call->loc,
               .site = call->site,
               .check = AZ_NONE,
               .type = call->type,
               .result = call->result,
               .input = AZ_IN_APPROX};
  s.text = az_arena_printf(m->to->arena, "result of a call of %s, which ends",
                           m->p->functions[call->callee].name);
  arrput(*out, s);
}

static void replace_calls(modules *m, az_function *f) {
  az_program *p = m->to;
  az_block *blocks = AZ_NEWN(p->arena, az_block, f->block_count + 1);
  memcpy(blocks, f->blocks, f->block_count * sizeof *blocks);
  for (uint32_t b = 0; b < f->block_count; b++) {
    az_stmt *stmts = NULL;
    bool calls = false;
    for (uint32_t i = 0; i < blocks[b].stmt_count; i++) {
      const az_stmt *s = &blocks[b].stmts[i];
      if (calls_module(m, s))
        step_over(m, s, &stmts);
      else
        arrput(stmts, *s);
      calls |= calls_module(m, s);
    }
    if (calls) {
      blocks[b].stmt_count = (uint32_t)arrlenu(stmts);
      blocks[b].stmts = AZ_NEWN(p->arena, az_stmt, blocks[b].stmt_count + 1);
      if (stmts) memcpy(blocks[b].stmts, stmts, blocks[b].stmt_count * sizeof *stmts);
    }
    arrfree(stmts);
  }
  f->blocks = blocks;
}

/* ---- the choice ------------------------------------------------------------------------------ */

static void add_call(az_program *p, az_function *start, uint32_t function,
                     const uint32_t *globals) {
  const az_function *f = &p->functions[function];
  az_stmt *stmts = NULL;
  az_stmt call = {
      .kind = AZ_S_CALL, .loc = f->loc, .site = AZ_NONE, .check = AZ_NONE, .callee = function};
  any_call_state(p, globals, &stmts);
  call.type = f->result_type;
  if (p->types[f->result_type].sort)
    call.result = az_fresh(p->store, p->types[f->result_type].sort, "result");
  call.args = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  call.arg_count = f->param_count;
  for (uint32_t i = 0; i < f->param_count; i++) {
    az_type type = p->objects[f->params[i]].type;
    call.args[i] = az_fresh(p->store, p->types[type].sort, "argument");
    any_call_input(&stmts, type, call.args[i]);
  }
  arrput(stmts, call);
  any_call_block(p, start, stmts);
}

static bool may_be_taken_apart(const az_program *p) {
  if (p->arbitrary_entry || p->functions[p->entry].param_count || !recursion_choice_type(p))
    return false;
  for (uint32_t i = 0; i < p->function_count; i++)
    if (p->functions[i].recursive) return false;
  return true;
}

static az_program *take_apart(modules *m, uint32_t count) {
  const az_program *p = m->p;
  uint32_t n = p->function_count, main = p->entry;
  az_program *to = m->to = AZ_NEW(p->arena, az_program);
  *to = *p;
  az_function *start = any_call_function(to, count + 2);
  any_call_choice(to, start, NULL, count + 1);
  add_call(to, start, main, NULL);
  for (uint32_t i = 0; i < n; i++)
    if (m->of[i].is_one) add_call(to, start, i, m->of[i].effects.named);
  for (uint32_t i = 0; i < n; i++)
    if (to->functions[i].has_body) replace_calls(m, &to->functions[i]);
  graph_analyse_function(to, start);
  graph_find_recursion(to);
  for (uint32_t i = 0; i < n; i++) to->functions[i].check = p->functions[i].check;
  return to;
}

const az_program *az_program_of_modules(const az_program *p) {
  if (!may_be_taken_apart(p)) return NULL;
  modules m = {.p = p, .g = graph_calls(p)};
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->function_count; i++) {
    module of = module_of(&m, i);
    arrput(m.of, of);
    count += of.is_one;
  }
  az_program *to = count && count < MOST_CALLS ? take_apart(&m, count) : NULL;
  for (size_t i = 0; i < arrlenu(m.of); i++) graph_effects_free(&m.of[i].effects);
  arrfree(m.of);
  graph_calls_free(&m.g);
  return to;
}
