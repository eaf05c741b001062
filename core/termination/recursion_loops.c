/* Recursion as loops [cook2009, "Summarization for termination: no return!"]. The new program
 * terminates only if the recursive one does. It also has every execution of the recursive program
 * up to a check, since the calls that are active there have not returned.
 *
 * In an infinite execution, either calls nest forever, or some activation iterates a loop forever,
 * with finitely many others on the stack. In both cases, consider the activations that never
 * return: each is called by the one before it, and all other calls return. So it is enough to know
 * the effect on memory of each call that returns, and to follow each call that does not; nothing is
 * executed after a call that never returns.
 *
 * Let C be a recursive component of the call graph, and f one of its functions that is called from
 * outside C. The new body of f is a choice of two parts:
 *
 *   - f returns: a copy of f in which each call of C is *stepped over*. The memory that C may
 *     write, and the call's result, are arbitrary afterwards. The copy's loops are known to end.
 *   - f does not return: copies of all functions of C, each beginning at a block of its own, where
 *     f begins the execution. Each call of C is either stepped over, or *stepped into*: the
 *     arguments become the parameters' contents, the lifetimes of all other locals end, and the
 *     execution continues where the callee begins. A return ends the execution, since only calls
 *     that never return need to be stepped into.
 *
 * So the blocks where functions begin become heads of natural loops, whose iterations are nested
 * calls; a call leaves the loops that it is in. Each prefix of the infinite execution, without the
 * calls that return, is an execution of the second part, and no call in the new program is
 * recursive.
 *
 * Stepping over a call omits steps that no execution here needs, but some of them may leave what is
 * modelled (AZ_S_UNSUPPORTED, a write through an unknown pointer). This is not missed: an execution
 * that steps into the same call reaches the same statement. Therefore the code after a call may be
 * left out only where it is simple: locals and globals are read and written by name, and it has no
 * check that is to be decided.
 *
 * The result of a call that is stepped over satisfies the function's summary: relations with the
 * arguments that hold for every call that returns.
 *
 * A local is one object in all iterations, where the recursion has one for each activation. This
 * differs only if the address of an earlier activation's local can be read in a later one
 * (escaping_locals.c); such components stay unchanged, as do those that call themselves through a
 * pointer or have variable numbers of arguments.
 *
 * Summarised functions, which are not recursive, are treated in the same way where proofs of safety
 * do not expand their calls. Together with the entry they are one component C without cycles, in
 * which an execution has at most one activation of each function that has not returned; so the new
 * body of the entry has each of them once, and no activation's locals end at a call. Each function
 * has effects of its own. There is only the second part: it continues after calls that are stepped
 * over, so that it contains the executions in which the entry returns. */
#include "termination/recursion.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct component {
  const az_program *p; /* the original program */
  az_program *to;
  const call_graph *g;
  const bool *inside;
  bool acyclic; /* C is the component of summarised functions */
  call_effects effects;
  call_effects **each; /* acyclic: by function, computed on demand; stb_ds */
  const recursion_options *o;
  az_type choice; /* an integer type to choose the call that is stepped into */
} component;

/* The new body of one function. */
typedef struct body {
  const component *c;
  az_block *blocks; /* stb_ds */
  uint32_t *locals; /* stb_ds */
  bool *begin_anew; /* stb_ds, by position in locals: each activation begins a new lifetime */
  uint32_t *begins; /* by function of C: the block in which the function begins */
  az_subst *subst;  /* addresses of locals that were copied */
  struct {
    uint32_t key, value;
  } *copies;       /* local -> its copy */
  uint32_t inputs; /* number of inputs so far, for their names */
} body;

/* ---- the code after a call ------------------------------------------------------------------- */

/* Returns whether the access is to an existing object, and within it. A base that is an object or a
 * variable is a global or one of the activation's locals. */
static bool is_by_name(const az_program *p, const az_function *f, const az_stmt *s) {
  uint32_t object;
  uint64_t offset;
  az_term base = graph_base(p, s->ptr, &object);
  if (!az_const_u64(p->store, az_pointer_offset(p, s->ptr), &offset)) return false;
  for (uint32_t l = 0; base && l < f->local_count; l++)
    if (p->objects[f->locals[l]].address == base) object = f->locals[l];
  if (object == AZ_NONE) return false;
  uint64_t bytes = p->objects[object].bytes, size = p->types[s->type].bytes;
  return size <= bytes && offset <= bytes - size;
}

static bool is_simple(const component *c, const az_function *f, const az_stmt *s) {
  const az_program *p = c->p;
  const az_check *access = az_access_check(p, s);
  if (access && c->o->classes >> access->cls & 1u) return false;
  if (s->kind == AZ_S_CHECK) return !(c->o->classes >> p->checks[s->check].cls & 1u);
  if (s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE) return is_by_name(p, f, s);
  return s->kind == AZ_S_LIVE || (s->kind == AZ_S_DEAD && s->object != AZ_NONE) ||
         az_stmt_is_apart(s);
}

/* Returns, by block, whether the block or a later one of the activation has a call, a loop, or
 * anything else that is not simple. */
static bool *find_matters(const component *c, const az_function *f) {
  bool *matters = NULL, grew = true;
  arrsetlen(matters, f->block_count);
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    matters[b] = block->loop != AZ_NONE;
    for (uint32_t i = 0; i < block->stmt_count; i++)
      matters[b] = matters[b] || !is_simple(c, f, &block->stmts[i]);
  }
  while (grew) {
    grew = false;
    for (uint32_t b = 0; b < f->block_count; b++)
      for (uint32_t i = 0; i < f->blocks[b].successor_count && !matters[b]; i++)
        grew |= matters[b] = matters[f->blocks[b].successors[i]];
  }
  return matters;
}

static bool matters_behind(const component *c, const az_function *f, const bool *matters,
                           uint32_t block, uint32_t stmt) {
  const az_block *b = &f->blocks[block];
  bool found = false;
  for (uint32_t i = stmt + 1; i < b->stmt_count; i++)
    found = found || !is_simple(c, f, &b->stmts[i]);
  for (uint32_t i = 0; i < b->successor_count; i++) found = found || matters[b->successors[i]];
  return found;
}

/* ---- locals and statements ------------------------------------------------------------------- */

/* Returns whether the local's lifetime begins at a statement, not with the activation. */
static bool is_declared(const component *c, uint32_t object) {
  const az_function *f = &c->p->functions[c->p->objects[object].function];
  for (az_stmts i = az_stmts_in(f); az_stmts_next(&i);)
    if (i.stmt->kind == AZ_S_LIVE && i.stmt->object == object) return true;
  return false;
}

/* Adds a local. Unless lifetimes are checked, it may count as dead until it is written. */
static void add_local(body *to, uint32_t object, uint32_t copy) {
  arrput(to->locals, copy);
  arrput(to->begin_anew,
         (to->c->o->classes & AZ_MEMORY_CLASSES) != 0 && !is_declared(to->c, object));
}

static void copy_local(body *to, uint32_t object, uint32_t owner) {
  az_program *p = to->c->to;
  az_object o = p->objects[object];
  uint32_t copy = p->object_count++;
  o.kind = AZ_OBJ_LOCAL;
  o.function = owner;
  o.address = az_var(p->store, az_sort_bv(AZ_OBJECT_BITS),
                     az_arena_printf(p->arena, "&%s#%u", o.name, copy));
  az_object *objects = AZ_COPY(p->arena, p->objects, copy, p->object_count);
  objects[copy] = o;
  az_subst_bind(to->subst, p->objects[object].address, o.address);
  p->objects = objects;
  hmput(to->copies, object, copy);
  add_local(to, object, copy);
}

static uint32_t local_of(body *to, uint32_t object) {
  ptrdiff_t at = hmgeti(to->copies, object);
  return at < 0 ? object : to->copies[at].value;
}

static az_term renamed(body *to, az_term t) {
  return t ? az_subst_apply(to->subst, t) : t;
}

static az_stmt copy_statement(body *to, const az_stmt *from) {
  az_stmt s = *from;
  graph_substitute(to->c->to->arena, to->subst, &s);
  if (s.kind == AZ_S_LIVE || s.kind == AZ_S_DEAD)
    s.object = s.object == AZ_NONE ? AZ_NONE : local_of(to, s.object);
  return s;
}

static az_term address(const az_program *p, uint32_t object) {
  return az_pointer(p, p->objects[object].address, az_bv(p->store, p->pointer_bits, 0));
}

static bool calls_component(const component *c, const az_stmt *s) {
  uint32_t to = az_direct_callee(s);
  return to != AZ_NONE && c->inside[to];
}

/* ---- steps ----------------------------------------------------------------------------------- */

static call_effects closure_effects(const component *c, const bool *functions) {
  bool *closure = NULL;
  arrsetlen(closure, c->p->function_count);
  memcpy(closure, functions, arrlenu(closure) * sizeof *closure);
  graph_call_closure(c->g, closure);
  call_effects e = effects_of_calls(c->p, closure);
  arrfree(closure);
  return e;
}

static call_effects effects_of_one(const component *c, uint32_t function) {
  bool *one = az_calloc(c->p->function_count, sizeof *one);
  one[function] = true;
  call_effects e = closure_effects(c, one);
  free(one);
  return e;
}

/* Returns the effects of a call of the function. */
static const call_effects *effects_of(const component *c, uint32_t function) {
  if (!c->acyclic) return &c->effects;
  if (c->each[function]) return c->each[function];
  c->each[function] = AZ_NEW(c->to->arena, call_effects);
  *c->each[function] = effects_of_one(c, function);
  return c->each[function];
}

static void forget_written(body *to, const az_stmt *call, az_stmt **out) {
  const call_effects *e = effects_of(to->c, call->callee);
  az_program *p = to->c->to;
  const uint32_t *globals = e->through_pointers ? e->named : e->written;
  az_stmt s = {.kind = AZ_S_HAVOC,
               .loc = call->loc,
               .site = call->site,
               .check = AZ_NONE,
               .text = "what a nested call may write"};
  s.args = AZ_NEWN(p->arena, az_term, arrlenu(globals) + call->arg_count + 1);
  for (size_t i = 0; i < arrlenu(globals); i++) s.args[s.arg_count++] = address(p, globals[i]);
  az_sort pointer = az_sort_bv(az_pointer_width(p));
  for (uint32_t i = 0; e->through_pointers && i < call->arg_count; i++)
    if (az_sort_of(p->store, call->args[i]) == pointer)
      s.args[s.arg_count++] = renamed(to, call->args[i]);
  if (s.arg_count) arrput(*out, s);
}

/* Returns the summary of the called function, or NULL. */
static const az_summary *summary_of(const body *to, const az_stmt *call) {
  const recursion_options *o = to->c->o;
  for (uint32_t i = 0; i < o->summary_count; i++)
    if (o->summaries[i].function == call->callee) return &o->summaries[i];
  return NULL;
}

/* Reads the globals in the summary, and binds their variables to the values. */
static void read_globals(body *to, const az_stmt *call, const az_summary *known, bool after,
                         az_subst *subst, az_stmt **out) {
  az_program *p = to->c->to;
  for (uint32_t i = 0; i < known->global_count; i++) {
    const az_summary_global *g = &known->globals[i];
    az_term value = az_fresh(p->store, az_sort_of(p->store, g->before), "global");
    arrput(*out, load_global(p, g, call->loc, value));
    az_subst_bind(subst, after ? g->after : g->before, value);
  }
}

/* Assumes the summary, which holds for every call that returns. */
static void assume_summary(body *to, const az_stmt *call, const az_summary *known, az_term result,
                           az_subst *subst, az_stmt **out) {
  if (known->result) az_subst_bind(subst, known->result, result);
  for (uint32_t a = 0; a < call->arg_count; a++)
    if (known->params[a]) az_subst_bind(subst, known->params[a], renamed(to, call->args[a]));
  for (uint32_t k = 0; k < known->claim_count; k++) {
    az_stmt s = {.kind = AZ_S_ASSUME, .loc = call->loc, .site = AZ_NONE, .check = AZ_NONE};
    s.value = az_subst_apply(subst, known->claims[k]);
    arrput(*out, s);
  }
}

static void step_over(body *to, const az_stmt *call, az_stmt **out) {
  const call_effects *e = effects_of(to->c, call->callee);
  const az_function *callee = &to->c->p->functions[call->callee];
  const az_summary *known = e->inexpressible ? NULL : summary_of(to, call);
  az_store *store = to->c->to->store;
  az_subst *subst = az_subst_new(store);
  az_term result = call->result;
  az_stmt s = {.loc = call->loc, .site = call->site, .check = AZ_NONE};
  if (known) read_globals(to, call, known, false, subst, out);
  if (e->inexpressible) {
    s.kind = AZ_S_UNSUPPORTED;
    s.text = e->inexpressible;
    arrput(*out, s);
  } else {
    forget_written(to, call, out);
  }
  if (known) read_globals(to, call, known, true, subst, out);
  if (known && known->result && !result)
    result = az_fresh(store, az_sort_of(store, known->result), "unused");
  if (result) {
    s.kind = AZ_S_INPUT;
    s.type = call->result ? call->type : callee->result_type;
    s.result = result;
    s.input = AZ_IN_APPROX;
    s.text = az_arena_printf(to->c->to->arena, "result of a nested call of %s", callee->name);
    arrput(*out, s);
  }
  if (known) assume_summary(to, call, known, result, subst, out);
  az_subst_free(subst);
}

/* Steps into a call. Arguments are terms over registers, which the writes here do not change. */
static void step_into(body *to, const az_stmt *call, az_stmt **out) {
  const component *c = to->c;
  const az_function *f = &c->p->functions[call->callee];
  for (size_t i = 0; i < arrlenu(to->locals) && !c->acyclic; i++) {
    az_stmt s = {.kind = AZ_S_DEAD, .loc = call->loc, .site = AZ_NONE, .check = AZ_NONE};
    s.object = to->locals[i];
    if (to->begin_anew[i]) s.kind = AZ_S_LIVE;
    arrput(*out, s);
  }
  for (uint32_t i = 0; i < f->param_count; i++) {
    uint32_t object = local_of(to, f->params[i]);
    az_stmt s = {.kind = AZ_S_STORE, .loc = call->loc, .site = AZ_NONE, .check = AZ_NONE};
    s.ptr = address(c->to, object);
    s.type = c->to->objects[object].type;
    s.value = renamed(to, call->args[i]);
    arrput(*out, s);
  }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void set_goto(body *to, az_block *b, uint32_t target) {
  b->end = AZ_END_GOTO;
  b->successor_count = 1;
  b->successors = AZ_NEW(to->c->to->arena, uint32_t);
  b->successors[0] = target;
}

/* Makes the block jump to any of the targets, chosen by an input. */
static void set_choice(body *to, az_block *b, const uint32_t *targets, uint32_t count) {
  const component *c = to->c;
  az_program *p = c->to;
  if (count == 1) {
    set_goto(to, b, targets[0]);
    return;
  }
  az_sort sort = p->types[c->choice].sort;
  az_stmt *stmts = NULL, s = {.kind = AZ_S_INPUT, .loc = b->end_loc, .site = AZ_NONE};
  s.check = AZ_NONE;
  s.type = c->choice;
  s.input = AZ_IN_NONDET;
  s.text = "call that does not return";
  s.result = az_fresh(p->store, sort, "step");
  arrput(stmts, s);
  az_block_set(p->arena, b, stmts);
  b->end = AZ_END_SWITCH;
  b->condition = s.result;
  b->successor_count = count;
  b->successors = AZ_COPY(p->arena, targets, count, count);
  b->cases = AZ_NEWN(p->arena, az_term, count);
  for (uint32_t i = 0; i + 1 < count; i++) b->cases[i] = az_bv(p->store, az_sort_width(sort), i);
}

/* Returns the block's statements before number `end`, with calls of the component stepped over. */
static az_stmt *statements_before(body *to, const az_block *b, uint32_t end) {
  az_stmt *stmts = NULL;
  for (uint32_t i = 0; i < end; i++) {
    if (calls_component(to->c, &b->stmts[i]))
      step_over(to, &b->stmts[i], &stmts);
    else
      arrput(stmts, copy_statement(to, &b->stmts[i]));
  }
  return stmts;
}

/* Returns the whole block with calls stepped over; adds `first` to the numbers of successors. */
static az_block block_stepped_over(body *to, const az_block *from, uint32_t first, bool returns) {
  az_program *p = to->c->to;
  az_block b = *from;
  az_block_set(p->arena, &b, statements_before(to, from, from->stmt_count));
  b.condition = renamed(to, b.condition);
  b.value = returns ? renamed(to, b.value) : AZ_NO_TERM;
  if (b.end == AZ_END_RETURN && !returns) b.end = AZ_END_STOP;
  b.successors = AZ_NEWN(p->arena, uint32_t, b.successor_count + 1);
  for (uint32_t i = 0; i < b.successor_count; i++) b.successors[i] = first + from->successors[i];
  b.loop_check = 0;
  return b;
}

static az_block block_stepped_into(body *to, const az_block *from, uint32_t call) {
  const az_stmt *s = &from->stmts[call];
  az_block b = {.end_loc = s->loc, .end_site = AZ_NONE, .name = "nested"};
  az_stmt *stmts = statements_before(to, from, call);
  step_into(to, s, &stmts);
  az_block_set(to->c->to->arena, &b, stmts);
  set_goto(to, &b, to->begins[s->callee]);
  return b;
}

/* Adds the part in which f returns. */
static uint32_t add_returning(body *to, const az_function *f) {
  uint32_t first = (uint32_t)arrlenu(to->blocks);
  for (uint32_t b = 0; b < f->block_count; b++)
    arrput(to->blocks, block_stepped_over(to, &f->blocks[b], first, true));
  return first;
}

/* Adds one function to the part that does not return, from the block where it begins. */
static void add_nested(body *to, uint32_t function) {
  const component *c = to->c;
  const az_function *f = &c->p->functions[function];
  uint32_t begin = to->begins[function], first = begin + 1;
  bool *matters = find_matters(c, f);
  to->blocks[begin] = (az_block){
      .end_loc = f->loc, .end_site = AZ_NONE, .name = f->name, .loop_check = f->check + 1};
  set_goto(to, &to->blocks[begin], first);
  for (uint32_t l = 0; l < f->loop_count; l++)
    to->blocks[first + f->loops[l].head].loop_check = f->loops[l].check + 1;
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *from = &f->blocks[b];
    uint32_t check = to->blocks[first + b].loop_check, *targets = NULL, last = AZ_NONE;
    for (uint32_t i = 0; i < from->stmt_count; i++) {
      if (!calls_component(c, &from->stmts[i])) continue;
      last = i;
      arrput(targets, (uint32_t)arrlenu(to->blocks));
      arrput(to->blocks, block_stepped_into(to, from, i));
    }
    az_block whole = block_stepped_over(to, from, first, false);
    if (last == AZ_NONE) {
      to->blocks[first + b] = whole;
      to->blocks[first + b].loop_check = check;
      continue;
    }
    if (matters_behind(c, f, matters, b, last)) {
      arrput(targets, (uint32_t)arrlenu(to->blocks));
      arrput(to->blocks, whole);
    }
    az_block choice = {
        .end_loc = from->end_loc, .end_site = AZ_NONE, .name = from->name, .loop_check = check};
    set_choice(to, &choice, targets, (uint32_t)arrlenu(targets));
    to->blocks[first + b] = choice;
    arrfree(targets);
  }
  arrfree(matters);
}

/* The block where a function begins has its name. */
uint32_t recursion_begins_at(const az_program *p, const az_program *to, uint32_t function,
                             uint32_t loop) {
  const az_function *f = &to->functions[function];
  const az_block *head = &f->blocks[f->loops[loop].head];
  for (uint32_t i = 0; i < p->function_count; i++)
    if (p->functions[i].recursive && p->functions[i].name == head->name) return i;
  return AZ_NONE;
}

static void replace_body(const component *c, uint32_t function) {
  az_program *p = c->to;
  az_function *f = &p->functions[function];
  const az_function *old = &c->p->functions[function];
  body to = {.c = c, .subst = az_subst_new(p->store)};
  const bool nested = !c->o->returning, returns = c->o->returning || !c->acyclic;
  for (uint32_t l = 0; l < old->local_count; l++) add_local(&to, old->locals[l], old->locals[l]);
  for (uint32_t i = 0; i < p->function_count; i++)
    for (uint32_t l = 0;
         nested && i != function && c->inside[i] && l < c->p->functions[i].local_count; l++)
      copy_local(&to, c->p->functions[i].locals[l], function);
  arrput(to.blocks, ((az_block){.end_loc = f->loc, .end_site = AZ_NONE, .name = "entry"}));
  uint32_t targets[2] = {0, returns ? add_returning(&to, old) : 0};
  arrsetlen(to.begins, p->function_count);
  for (uint32_t i = 0; i < p->function_count; i++) {
    to.begins[i] = (uint32_t)arrlenu(to.blocks);
    for (uint32_t b = 0; c->inside[i] && nested && b <= c->p->functions[i].block_count; b++)
      arrput(to.blocks, (az_block){.name = NULL});
  }
  for (uint32_t i = 0; i < p->function_count && nested; i++)
    if (c->inside[i]) add_nested(&to, i);
  targets[0] = to.begins[function];
  set_choice(&to, &to.blocks[0], targets + !nested, (uint32_t)nested + returns);
  f->block_count = (uint32_t)arrlenu(to.blocks);
  f->blocks = AZ_COPY(p->arena, to.blocks, f->block_count, f->block_count);
  f->local_count = (uint32_t)arrlenu(to.locals);
  f->locals = AZ_COPY(p->arena, to.locals, f->local_count, f->local_count + 1);
  graph_analyse_function(p, f);
  for (uint32_t l = 0; l < f->loop_count; l++)
    f->loops[l].check = f->blocks[f->loops[l].head].loop_check - 1; /* AZ_NONE if loop_check is 0 */
  az_subst_free(to.subst);
  arrfree(to.blocks);
  arrfree(to.locals);
  arrfree(to.begin_anew);
  arrfree(to.begins);
  hmfree(to.copies);
}

/* Removes the body of a function that only its component called: nothing calls it any more. */
static void remove_body(const component *c, uint32_t function) {
  az_program *p = c->to;
  az_function *f = &p->functions[function];
  az_stmt *s = AZ_NEW(p->arena, az_stmt);
  *s = (az_stmt){.kind = AZ_S_UNSUPPORTED,
                 .loc = f->loc,
                 .site = AZ_NONE,
                 .check = AZ_NONE,
                 .text = "a function of a recursion from outside"};
  f->blocks = AZ_NEW(p->arena, az_block);
  f->blocks[0] = (az_block){.stmts = s,
                            .stmt_count = 1,
                            .end = AZ_END_STOP,
                            .end_loc = f->loc,
                            .end_site = AZ_NONE,
                            .name = "entry"};
  f->block_count = 1;
  graph_analyse_function(p, f);
}

/* ---- components ------------------------------------------------------------------------------ */

static bool is_called_from_outside(const component *c, uint32_t function) {
  if (function == c->p->entry || c->g->taken[function]) return true;
  for (uint32_t i = 0; i < c->p->function_count; i++)
    for (size_t j = 0; !c->inside[i] && j < arrlenu(c->g->callees[i]); j++)
      if (c->g->callees[i][j] == function) return true;
  return false;
}

static const char *why_not_function(const component *c, uint32_t function) {
  const az_program *p = c->p;
  const az_function *f = &p->functions[function];
  bool taken = false;
  for (uint32_t i = 0; i < p->function_count; i++) taken |= c->inside[i] && c->g->taken[i];
  if (!f->has_body) return "a function without a body";
  if (f->is_variadic) return "a variable number of arguments";
  if (taken && c->g->indirect[function]) return "a recursive call through a pointer";
  for (uint32_t i = 0; i < f->param_count; i++)
    if (!p->types[p->objects[f->params[i]].type].sort) return "an argument of this type";
  for (uint32_t b = 0; b < f->block_count; b++) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < f->blocks[b].stmt_count; i++) {
      const az_stmt *s = &f->blocks[b].stmts[i];
      if (!calls_component(c, s)) continue;
      calls++;
      if (s->arg_count != p->functions[s->callee].param_count)
        return "a call with another number of arguments";
      if (s->result && az_sort_of(p->store, s->result) != p->types[s->type].sort)
        return "a result of this type";
    }
    if (calls > 100) return "too many calls";
  }
  return NULL;
}

static const char *why_not(const component *c) {
  const char *why = c->choice ? NULL : "no type for choices";
  for (uint32_t i = 0; i < c->p->function_count && !why; i++)
    if (c->inside[i]) why = why_not_function(c, i);
  return why || c->acyclic ? why : locals_escape(c->g, c->inside);
}

static void add_cause(az_program *p, const char *why, const az_function *f) {
  graph_add_cause(
      p, (az_cause){az_arena_printf(p->arena, "the recursion of %s cannot become a loop: %s",
                                    f->name, why),
                    f->loc, AZ_FORBIDS_PROOFS});
}

static void treat(component *c) {
  uint32_t n = c->p->function_count, first = AZ_NONE;
  for (uint32_t i = n; i-- > 0;)
    if (c->inside[i]) first = i;
  const char *why = why_not(c);
  if (why) {
    add_cause(c->to, why, &c->p->functions[first]);
    return;
  }
  if (!c->acyclic) c->effects = closure_effects(c, c->inside);
  arrsetlen(c->each, n);
  memset(c->each, 0, n * sizeof *c->each);
  for (uint32_t i = 0; i < n; i++) {
    if (!c->inside[i] || (c->acyclic && c->o->returning && i != c->o->only)) continue;
    if (c->o->returning || is_called_from_outside(c, i))
      replace_body(c, i);
    else
      remove_body(c, i);
  }
  effects_free(&c->effects);
  for (uint32_t i = 0; i < n; i++)
    if (c->each[i]) effects_free(c->each[i]);
  arrfree(c->each);
}

/* ---- summarised functions -------------------------------------------------------------------- */

/* Returns, by function (stb_ds), the number of activations that a call of it has if all calls are
 * expanded; each loop adds `loop`. A call of an active function is counted as one activation; with
 * `own`, so is a call of a library function, since such calls are never summarised. */
static uint32_t *expanded_sizes(const az_program *p, uint32_t loop, bool own) {
  enum { MOST = 1000000 };
  uint32_t *known = NULL, *order = az_callees_first(p);
  arrsetlen(known, p->function_count);
  memset(known, 0, p->function_count * sizeof *known);
  for (size_t k = 0; k < arrlenu(order); k++) {
    uint64_t sum = 1 + (uint64_t)loop * p->functions[order[k]].loop_count;
    for (az_stmts i = az_stmts_in(&p->functions[order[k]]); az_stmts_next(&i);) {
      uint32_t to = az_direct_callee(i.stmt);
      if (to != AZ_NONE) sum += known[to] ? known[to] : 1;
    }
    if (own && p->functions[order[k]].is_model) sum = 1;
    known[order[k]] = (uint32_t)(sum < MOST ? sum : MOST);
  }
  arrfree(order);
  return known;
}

uint32_t az_call_paths(const az_program *p, bool own) {
  uint32_t *sizes = expanded_sizes(p, 0, own), count = sizes[p->entry];
  arrfree(sizes);
  return count;
}

/* Small functions, such as one that asserts its argument, stay part of their callers. So do
 * functions that cannot be summarised, and all functions that they call. */
bool *az_program_summarised(const az_program *p) {
  enum { SMALL = 8 };
  const uint32_t n = p->function_count;
  uint32_t *sizes = expanded_sizes(p, SMALL, false), count = 0;
  bool *inside = NULL, *apart = az_calloc(n, sizeof *apart),
       *reached = az_calloc(n, sizeof *reached);
  call_graph g = graph_calls(p);
  arrsetlen(inside, n);
  reached[p->entry] = true;
  graph_call_closure(&g, reached);
  for (uint32_t i = 0; i < n; i++)
    inside[i] = reached[i] && p->functions[i].has_body && (sizes[i] > SMALL || i == p->entry);
  component c = {
      .p = p, .g = &g, .inside = inside, .choice = recursion_choice_type(p), .acyclic = true};
  for (uint32_t i = 0; i < n; i++) {
    const az_function *f = &p->functions[i];
    apart[i] = reached[i] && f->has_body && (f->recursive || f->is_model || g.indirect[i]);
    if (!inside[i] || apart[i]) continue;
    call_effects e = effects_of_one(&c, i);
    apart[i] = why_not_function(&c, i) || (i != p->entry && e.inexpressible);
    effects_free(&e);
  }
  graph_call_closure(&g, apart);
  for (uint32_t i = 0; i < n; i++) count += inside[i] = inside[i] && !apart[i];
  if (!c.choice || !inside[p->entry] || count < 2) arrfree(inside);
  graph_calls_free(&g);
  arrfree(sizes);
  free(apart);
  free(reached);
  return inside;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Returns an integer type with enough values to number the calls of a block. */
az_type recursion_choice_type(const az_program *p) {
  for (az_type t = 1; t < p->type_count; t++)
    if (p->types[t].kind == AZ_T_INT && !p->types[t].is_bool && p->types[t].width >= 8 &&
        p->types[t].sort == az_sort_bv(p->types[t].width))
      return t;
  return 0;
}

static bool has_recursion(const az_program *p) {
  for (uint32_t i = 0; i < p->function_count; i++)
    if (p->functions[i].recursive) return true;
  return false;
}

az_program *recursion_replaced(const az_program *p, const recursion_options *o) {
  uint32_t n = p->function_count, *number = NULL;
  bool *inside = NULL;
  az_program *to = AZ_NEW(p->arena, az_program);
  *to = *p;
  to->functions = AZ_COPY(p->arena, p->functions, n, n);
  call_graph g = graph_calls(p);
  arrsetlen(number, n);
  arrsetlen(inside, n);
  uint32_t count = graph_call_components(&g, number);
  for (uint32_t k = 0; k < count; k++) {
    bool recursive = false;
    for (uint32_t i = 0; i < n; i++) {
      inside[i] = number[i] == k;
      recursive |= inside[i] && p->functions[i].recursive;
    }
    component c = {
        .p = p, .to = to, .g = &g, .inside = inside, .o = o, .choice = recursion_choice_type(p)};
    if (recursive) treat(&c);
  }
  if (o->summarised)
    treat(&(component){.p = p,
                       .to = to,
                       .g = &g,
                       .inside = o->summarised,
                       .o = o,
                       .acyclic = true,
                       .choice = recursion_choice_type(p)});
  graph_find_recursion(to);
  for (uint32_t i = 0; i < n; i++) to->functions[i].check = p->functions[i].check;
  graph_calls_free(&g);
  arrfree(number);
  arrfree(inside);
  return to;
}

const az_program *az_program_recursion_to_loops(const az_program *p, uint32_t classes,
                                                const az_summary *summaries, uint32_t count,
                                                const bool *summarised) {
  if (!has_recursion(p) && !summarised) return p;
  recursion_options o = {
      .classes = classes, .summaries = summaries, .summary_count = count, .summarised = summarised};
  const az_program *to = recursion_replaced(p, &o);
  az_program_passed(to, "recursion to loops");
  return to;
}
