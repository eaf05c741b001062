/* Termination function by function [chen2018, "Bit-precise procedure-modular termination analysis";
 * kroening2023, sec. 6.2], with the weakest summary: the callee ends, and the memory that it may
 * write is arbitrary afterwards, as is its result.
 *
 * If calls do not recur, an infinite execution has an activation that iterates one of its loops
 * forever. Each call by that activation returns. So all executions end if, for each function f that
 * is called, no activation of f iterates a loop forever, whatever the calls in it return. The
 * program built here is a choice: it calls main, or one of the self-contained functions with any
 * arguments and any globals; in all of these, calls of self-contained functions are stepped over.
 * Other functions are part of their callers, as everywhere.
 *
 * A function is self-contained if it, and every function that it calls, works on numbers alone:
 * arguments, results and the globals that it names are integers and floats, all accesses are by
 * name, and nothing is allocated. Then it reads only its arguments, globals and inputs, and changes
 * only the globals that it writes by name. A call that is stepped over may leave what is modelled;
 * this is not missed, since the same function is one of the choices, from any state.
 *
 * A function that ends only under a condition on its arguments and globals is chosen only from
 * states in which the condition holds. Each call of it checks the condition: where it may not hold,
 * nothing is proved. By induction over the nesting depth of calls, all calls then end. */
#include "ansatz/statement.h"
#include "termination/precondition.h"
#include "termination/recursion.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct module { /* a function; is_one: it is self-contained */
  bool is_one;
  call_effects effects;    /* of the function and of all functions that it calls */
  const az_callee *ending; /* NULL: calls of the function are not replaced */
} module;

typedef struct modules {
  const az_program *p;
  az_program *to;
  call_graph g;
  module *of; /* stb_ds, by function */
} modules;

/* ---- self-contained functions ---------------------------------------------------------------- */

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
  bool moves = s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE;
  if (s->kind == AZ_S_CALL) return s->callee != AZ_NONE && p->functions[s->callee].has_body;
  if (s->kind == AZ_S_DEAD) return s->object != AZ_NONE;
  if (az_stmt_accesses(s))
    return s->kind != AZ_S_FREE && s->kind != AZ_S_ALLOC && is_by_name(p, s->ptr) &&
           (!moves || is_number(p, s->type)) && (s->kind != AZ_S_COPY || is_by_name(p, s->value));
  return s->kind == AZ_S_LIVE || s->kind == AZ_S_UNSUPPORTED ||
         (az_stmt_is_apart(s) && s->kind != AZ_S_SAME &&
          (s->kind != AZ_S_INPUT || s->input != AZ_IN_MEMORY));
}

static bool has_plain_body(const az_program *p, const az_function *f) {
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);)
    if (i.block->order != AZ_NONE && !is_plain(p, i.stmt)) return false;
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
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    if (az_direct_callee(s) != function) continue;
    if (s->arg_count != p->functions[function].param_count) return false;
    if (s->result &&
        (!is_scalar(p, s->type) || az_sort_of(p->store, s->result) != p->types[s->type].sort))
      return false;
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
  if (of.is_one) of.effects = effects_of_calls(p, closure);
  of.is_one &= !of.effects.through_pointers && !of.effects.inexpressible;
  for (size_t i = 0; i < arrlenu(of.effects.named); i++)
    of.is_one &= is_number(p, p->objects[of.effects.named[i]].type);
  arrfree(closure);
  return of;
}

/* ---- calls are stepped over ------------------------------------------------------------------ */

static bool calls_module(const modules *m, const az_stmt *s) {
  uint32_t to = az_direct_callee(s);
  return to != AZ_NONE && m->of[to].ending;
}

/* Returns the callee's condition in the state of the call; AZ_NO_TERM if the arguments have
 * unsuitable types. */
static az_term condition_at(const modules *m, const az_callee *callee, const az_stmt *call,
                            az_stmt **out) {
  const az_program *p = m->to;
  az_store *store = p->store;
  az_subst *subst = az_subst_new(store);
  bool fits = true;
  for (size_t i = 0; i < arrlenu(callee->inputs); i++) {
    const az_entry_input *input = &callee->inputs[i];
    const az_object *o = &p->objects[input->object];
    az_term value = AZ_NO_TERM;
    for (uint32_t k = 0; k < call->arg_count; k++)
      if (input->object == p->functions[callee->function].params[k]) value = call->args[k];
    if (o->kind == AZ_OBJ_GLOBAL) {
      az_stmt load = az_stmt_at(AZ_S_LOAD, call->loc);
      load.type = input->type;
      load.ptr = az_pointer(p, o->address, az_bv(store, p->pointer_bits, 0));
      load.result = az_fresh(store, p->types[input->type].sort, input->name);
      value = load.result;
      arrput(*out, load);
    }
    fits = fits && value && az_sort_of(store, value) == az_sort_of(store, input->value);
    if (fits) az_subst_bind(subst, input->value, value);
  }
  az_term holds = fits ? az_subst_apply(subst, callee->holds) : AZ_NO_TERM;
  az_subst_free(subst);
  return holds;
}

/* Requires the condition: where it may not hold, nothing is proved. */
static void require(const modules *m, const az_callee *callee, const az_stmt *call, az_stmt **out) {
  az_store *store = m->to->store;
  az_term holds = condition_at(m, callee, call, out);
  az_stmt s = az_stmt_at(AZ_S_UNSUPPORTED, call->loc);
  s.value = holds ? az_not(store, holds) : az_true(store);
  s.text = az_arena_printf(m->to->arena, "a call of %s, known to terminate only if %s",
                           m->p->functions[callee->function].name, callee->text);
  arrput(*out, s);
}

static void step_over(modules *m, const az_stmt *call, az_stmt **out) {
  const az_callee *callee = m->of[call->callee].ending;
  if (callee->holds) require(m, callee, call, out);
  any_call_state(m->to, m->of[call->callee].effects.written, out);
  if (!call->result) return;
  az_stmt s = {.kind = AZ_S_INPUT,
               .loc = call->loc,
               .site = call->site,
               .check = AZ_NONE,
               .type = call->type,
               .result = call->result,
               .input = AZ_IN_APPROX};
  s.text = az_arena_printf(m->to->arena, "result of a call of %s, which terminates",
                           m->p->functions[call->callee].name);
  arrput(*out, s);
}

static void replace_calls(modules *m, az_function *f) {
  az_program *p = m->to;
  az_block *blocks = AZ_COPY(p->arena, f->blocks, f->block_count, f->block_count + 1);
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
    if (calls)
      az_block_set(p->arena, &blocks[b], stmts);
    else
      arrfree(stmts);
  }
  f->blocks = blocks;
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* Returns the globals that are arbitrary when the function is called: those that it names and those
 * in its condition. With `entry`, also all other numbers, since the condition that is sought may
 * mention them: it must suffice even in states that only the program's initial values exclude.
 * stb_ds. */
static uint32_t *arbitrary_globals(const modules *m, uint32_t function, const az_callee *callee,
                                   bool entry) {
  const az_program *p = m->p;
  uint32_t *globals = NULL;
  for (uint32_t o = 0; o < p->object_count; o++) {
    bool any = entry && p->objects[o].kind == AZ_OBJ_GLOBAL && !p->objects[o].is_const &&
               is_number(p, p->objects[o].type);
    for (size_t i = 0; i < arrlenu(m->of[function].effects.named); i++)
      any |= m->of[function].effects.named[i] == o;
    for (size_t i = 0; callee && i < arrlenu(callee->inputs); i++)
      any |= p->objects[o].kind == AZ_OBJ_GLOBAL && callee->inputs[i].object == o;
    if (any) arrput(globals, o);
  }
  return globals;
}

/* Adds a call. `callee`: NULL, or the condition to assume; `entry`: its arguments are inputs of an
 * entry function. */
static void add_call(modules *m, az_function *start, uint32_t function, const az_callee *callee,
                     bool entry) {
  az_program *p = m->to;
  const az_function *f = &p->functions[function];
  az_stmt *stmts = NULL;
  az_stmt call = {
      .kind = AZ_S_CALL, .loc = f->loc, .site = AZ_NONE, .check = AZ_NONE, .callee = function};
  uint32_t *globals =
      function == m->p->entry ? NULL : arbitrary_globals(m, function, callee, entry);
  any_call_state(p, globals, &stmts);
  arrfree(globals);
  call.type = f->result_type;
  if (p->types[f->result_type].sort)
    call.result = az_fresh(p->store, p->types[f->result_type].sort, "result");
  call.args = AZ_NEWN(p->arena, az_term, f->param_count + 1);
  call.arg_count = f->param_count;
  for (uint32_t i = 0; i < f->param_count; i++) {
    az_type type = p->objects[f->params[i]].type;
    call.args[i] = az_fresh(p->store, p->types[type].sort, "argument");
    any_call_input(&stmts, type, call.args[i]);
    if (!entry) continue;
    arrlast(stmts).input = AZ_IN_ARGUMENT;
    arrlast(stmts).text = p->objects[f->params[i]].name;
  }
  if (callee && callee->holds) {
    az_stmt s = az_stmt_at(AZ_S_ASSUME, f->loc);
    s.value = condition_at(m, callee, &call, &stmts);
    if (s.value) arrput(stmts, s);
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

/* Begins a program with the modules' bodies, where calls of modules that end are replaced. */
static az_program *begin(modules *m, uint32_t calls) {
  az_program *to = m->to = AZ_NEW(m->p->arena, az_program);
  *to = *m->p;
  any_call_function(to, calls + 1);
  return to;
}

static void finish(modules *m) {
  az_program *to = m->to;
  uint32_t n = m->p->function_count;
  for (uint32_t i = 0; i < n; i++)
    if (to->functions[i].has_body) replace_calls(m, &to->functions[i]);
  graph_analyse_function(to, &to->functions[to->entry]);
  graph_find_recursion(to);
  for (uint32_t i = 0; i < n; i++) to->functions[i].check = m->p->functions[i].check;
  az_program_passed(to, "modules");
}

static modules open_modules(const az_program *p, const az_callee *ending) {
  modules m = {.p = p, .g = graph_calls(p)};
  for (uint32_t i = 0; i < p->function_count; i++) arrput(m.of, module_of(&m, i));
  for (size_t i = 0; i < arrlenu(ending); i++)
    if (ending[i].ends && m.of[ending[i].function].is_one)
      m.of[ending[i].function].ending = &ending[i];
  return m;
}

static void close_modules(modules *m) {
  for (size_t i = 0; i < arrlenu(m->of); i++) effects_free(&m->of[i].effects);
  arrfree(m->of);
  graph_calls_free(&m->g);
}

az_callee *az_program_modules(const az_program *p) {
  az_callee *found = NULL;
  if (!may_be_taken_apart(p)) return NULL;
  modules m = open_modules(p, NULL);
  uint32_t *component = NULL;
  arrsetlen(component, p->function_count + 1u);
  uint32_t count = graph_call_components(&m.g, component); /* callees have smaller numbers */
  for (uint32_t c = 0; c < count; c++)
    for (uint32_t i = 0; i < p->function_count; i++)
      if (component[i] == c && m.of[i].is_one)
        arrput(found, ((az_callee){.function = i, .ends = true}));
  arrfree(component);
  close_modules(&m);
  return found;
}

void az_callees_free(az_callee *list) {
  for (size_t i = 0; i < arrlenu(list); i++) arrfree(list[i].inputs);
  arrfree(list);
}

const az_program *az_program_of_modules(const az_program *p, const az_callee *list) {
  uint32_t count = 0;
  for (size_t i = 0; i < arrlenu(list); i++) count += list[i].ends;
  if (!count || count >= MOST_CALLS) return NULL;
  modules m = open_modules(p, list);
  az_program *to = begin(&m, count + 1);
  az_function *start = &to->functions[to->entry];
  any_call_choice(to, start, NULL, count + 1);
  add_call(&m, start, p->entry, NULL, false);
  for (uint32_t i = 0; i < p->function_count; i++)
    if (m.of[i].ending) add_call(&m, start, i, m.of[i].ending, false);
  finish(&m);
  close_modules(&m);
  return to;
}

const az_program *az_program_of_module(const az_program *p, const az_callee *list, uint32_t which) {
  modules m = open_modules(p, list);
  az_program *to = begin(&m, 1);
  add_call(&m, &to->functions[to->entry], list[which].function, NULL, true);
  to->arbitrary_entry = true;
  finish(&m);
  close_modules(&m);
  return to;
}

void az_callee_holds_if(az_callee *callee, const az_program *alone, az_term holds,
                        const az_entry_input *inputs, const char *text) {
  const az_function *start = &alone->functions[alone->entry];
  const az_block *block = &start->blocks[0];
  const az_stmt *call = &block->stmts[block->stmt_count - 1];
  callee->ends = true;
  callee->holds = holds;
  callee->text = text;
  for (size_t i = 0; i < arrlenu(inputs); i++) {
    az_entry_input input = inputs[i];
    for (uint32_t k = 0; input.object == AZ_NONE && k < call->arg_count; k++)
      if (call->args[k] == input.value) input.object = alone->functions[callee->function].params[k];
    arrput(callee->inputs, input);
  }
}
