/* Pointer arguments of recursive functions that are passed by value and result. The programs
 *
 *   void f(int n, int *out) { ... *out = e; ... return; }               ... f(m, &x); ...
 *   void f(int n, int out) { ... out = e; ... f_out = out; return; }    ... f(m, x); x = f_out; ...
 *
 * have the same executions, if nothing else reads or writes x while the call lasts. In the second
 * one, locals belong to the activation that names them, so that recursion can become a loop
 * (escaping_locals.c), and claims about calls can mention the values of x before and after.
 *
 * A parameter is *accessed* if the function only dereferences it, as a scalar of one type, or
 * passes it to parameters that are accessed. A variable is *private* if the program only reads and
 * writes it by name, and passes its address to parameters that are accessed. So no pointer to it is
 * ever in memory, except in parameters of active calls. A parameter that is accessed is *copied* if
 * in each call its argument is the address of a whole private variable, or a copied parameter of
 * the caller, and the callee cannot reach the same variable in another way:
 *
 *   - by name: no function that the call leads to names a global to which the parameter may point;
 *   - through another argument: these are other variables, other copied parameters of the caller,
 *     or pointers that do not lead to private variables. Copied parameters of one activation point
 *     to different variables, by induction over the nesting depth, and none of them points to a
 *     local of that activation.
 *
 * Accesses through such a parameter are valid, so that the second program need not check them. */
#include "termination/recursion.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct parameter {
  az_type type; /* of its target; 0: not known yet */
  bool is_accessed, is_copied;
  uint32_t *globals; /* stb_ds: those to which it may point */
  uint32_t output;   /* the global that has the target's value after a call */
} parameter;

typedef struct copying {
  const az_program *p;
  call_graph g;
  parameter **of; /* by function and number */
  bool changed;
} copying;

/* Registers of one function that hold a parameter, and pointers to its places, the parameter itself
 * and a local to which it is copied. The value is the number of the parameter; stb_ds. */
typedef struct holder {
  az_term key;
  uint32_t value;
} holder;

static az_term pointer_to(const az_program *p, uint32_t object) {
  return az_pointer(p, p->objects[object].address, az_bv(p->store, p->pointer_bits, 0));
}

static void drop(copying *c, bool *property) {
  c->changed |= *property;
  *property = false;
}

/* ---- uses of objects ------------------------------------------------------------------------- */

typedef struct mention {
  const az_program *p;
  uint32_t object;
  bool found;
} mention;

static void see_variable(void *ctx, az_term var) {
  mention *m = ctx;
  m->found |= var == m->p->objects[m->object].address;
}

static void see_object(void *ctx, uint32_t object) {
  mention *m = ctx;
  m->found |= object == m->object;
}

static bool mentions(const copying *c, az_term t, uint32_t object) {
  mention m = {c->p, object, false};
  const bool is_local = c->p->objects[object].function != AZ_NONE;
  if (!t || (is_local && az_is_const(c->p->store, t))) return false;
  if (is_local) {
    az_free_vars(c->p->store, &t, 1, see_variable, &m);
  } else {
    az_visit *seen = az_visit_new(c->p->store, AZ_VISIT_ANY);
    graph_objects_of(c->p, seen, t, see_object, &m);
    az_visit_free(seen);
  }
  return m.found;
}

/* Returns the parameter to which the operand of a call is passed; NULL: it is no such operand. */
static parameter *passed_to(const copying *c, const az_stmt *s, uint32_t operand) {
  const uint32_t to = az_direct_callee(s), i = operand - AZ_OPERANDS_GIVEN - 1;
  if (to == AZ_NONE || operand <= AZ_OPERANDS_GIVEN) return NULL;
  return i < c->p->functions[to].param_count ? &c->of[to][i] : NULL;
}

static bool moves(const az_stmt *s) {
  return s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE;
}

/* Returns whether the operand reads or writes the object by name, or passes its address to a
 * parameter that is accessed. Adds to *writes how often it may be written. */
static bool is_private_use(const copying *c, const az_stmt *s, uint32_t operand, uint32_t object,
                           uint32_t *writes) {
  const parameter *to = passed_to(c, s, operand);
  if (az_stmt_operand(s, operand) != pointer_to(c->p, object)) return false;
  *writes += s->kind == AZ_S_STORE ? 1 : to ? 2 : 0;
  return (operand == AZ_OPERAND_PTR && moves(s)) || (to && to->is_accessed);
}

/* Returns whether the object is private; sets *writes to the number of statements that may change
 * it, at least 2 if its address is passed on. */
static bool is_private(const copying *c, uint32_t object, uint32_t *writes) {
  const az_program *p = c->p;
  const uint32_t owner = p->objects[object].function;
  *writes = 0;
  for (az_stmts i = owner == AZ_NONE ? az_stmts_of(p) : az_stmts_in(&p->functions[owner]);
       az_stmts_next(&i);) {
    *writes += i.stmt->kind == AZ_S_LIVE && i.stmt->object == object;
    for (uint32_t o = 0; o < az_stmt_operands(i.stmt); o++)
      if (mentions(c, az_stmt_operand(i.stmt, o), object) &&
          !is_private_use(c, i.stmt, o, object, writes))
        return false;
  }
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t b = 0; (owner == AZ_NONE || owner == f) && b < p->functions[f].block_count; b++)
      for (uint32_t o = 0; o < az_end_operands(&p->functions[f].blocks[b]); o++)
        if (mentions(c, az_end_operand(&p->functions[f].blocks[b], o), object)) return false;
  for (uint32_t k = 0; owner == AZ_NONE && k < p->object_count; k++)
    for (uint32_t i = 0; i < p->objects[k].init_count; i++)
      if (mentions(c, p->objects[k].init[i].value, object)) return false;
  return true;
}

/* ---- accessed parameters --------------------------------------------------------------------- */

/* Returns the object of the function, or the global, to whose start the pointer leads; AZ_NONE: it
 * is not known. */
static uint32_t target_of(const copying *c, const az_function *f, az_term pointer) {
  uint32_t object;
  if (az_sort_of(c->p->store, pointer) != az_sort_bv(az_pointer_width(c->p))) return AZ_NONE;
  const az_term base = graph_base(c->p, pointer, &object);
  for (uint32_t l = 0; base && l < f->local_count; l++)
    if (c->p->objects[f->locals[l]].address == base) object = f->locals[l];
  return object != AZ_NONE && pointer == pointer_to(c->p, object) ? object : AZ_NONE;
}

static bool is_place(const copying *c, az_term key) {
  return az_kind_of(c->p->store, key) != AZ_K_VAR;
}

/* Returns what holds accessed parameters in the function. The entry block may copy a parameter to a
 * local, which then has its value, too. */
static holder *holders_in(copying *c, uint32_t function) {
  const az_function *f = &c->p->functions[function];
  holder *held = NULL;
  uint32_t writes;
  for (uint32_t i = 0; i < f->param_count; i++) {
    if (!c->of[function][i].is_accessed) continue;
    if (is_private(c, f->params[i], &writes) && !writes)
      hmput(held, pointer_to(c->p, f->params[i]), i);
    else
      drop(c, &c->of[function][i].is_accessed);
  }
  for (az_stmts i = az_stmts_in(f); hmlenu(held) && az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    const ptrdiff_t from = s->kind == AZ_S_LOAD ? hmgeti(held, s->ptr) : -1,
                    value = s->kind == AZ_S_STORE ? hmgeti(held, s->value) : -1;
    if (from >= 0 && is_place(c, s->ptr) && c->p->types[s->type].kind == AZ_T_POINTER)
      hmput(held, s->result, held[from].value);
    const uint32_t copy = value >= 0 && i.block == f->blocks ? target_of(c, f, s->ptr) : AZ_NONE;
    if (copy != AZ_NONE && c->p->objects[copy].function == function &&
        is_private(c, copy, &writes) && writes == 1)
      hmput(held, s->ptr, held[value].value);
  }
  return held;
}

static bool is_same(const az_program *p, az_type a, az_type b) {
  const az_type_info *x = &p->types[a], *y = &p->types[b];
  return x->kind == y->kind && x->sort == y->sort && x->bytes == y->bytes &&
         x->is_bool == y->is_bool;
}

/* Notes that the parameter's target is accessed as this type. */
static void note_type(copying *c, parameter *of, az_type type) {
  c->changed |= type && !of->type;
  if (!of->type) of->type = type;
  if (type && !is_same(c->p, of->type, type)) drop(c, &of->is_accessed);
}

typedef struct uses {
  copying *c;
  uint32_t function;
  holder *held;
} uses;

/* A parameter is used in a way that is no access. */
static void on_other_use(void *ctx, az_term var) {
  const uses *u = ctx;
  const ptrdiff_t at = hmgeti(((uses *)ctx)->held, var);
  if (at >= 0) drop(u->c, &u->c->of[u->function][u->held[at].value].is_accessed);
}

static void visit_operand(uses *u, const az_stmt *s, uint32_t operand) {
  copying *c = u->c;
  const az_term t = az_stmt_operand(s, operand);
  const ptrdiff_t at = t ? hmgeti(u->held, t) : -1;
  parameter *of = at >= 0 ? &c->of[u->function][u->held[at].value] : NULL,
            *to = of ? passed_to(c, s, operand) : NULL;
  if (of && (is_place(c, t) ||
             (s->kind == AZ_S_STORE && hmgeti(u->held, s->ptr) >= 0 && is_place(c, s->ptr))))
    return;
  if (of && operand == AZ_OPERAND_PTR && moves(s)) {
    note_type(c, of, s->type);
  } else if (to && to->is_accessed) {
    note_type(c, to, of->type);
    note_type(c, of, to->type);
  } else if (t) {
    az_free_vars(c->p->store, &t, 1, on_other_use, u);
  }
}

static void visit_function(copying *c, uint32_t function) {
  const az_function *f = &c->p->functions[function];
  uses u = {c, function, holders_in(c, function)};
  for (az_stmts i = az_stmts_in(f); hmlenu(u.held) && az_stmts_next(&i);)
    for (uint32_t o = 0; o < az_stmt_operands(i.stmt); o++) visit_operand(&u, i.stmt, o);
  for (uint32_t b = 0; hmlenu(u.held) && b < f->block_count; b++)
    for (uint32_t o = 0; o < az_end_operands(&f->blocks[b]); o++) {
      const az_term t = az_end_operand(&f->blocks[b], o);
      if (t) az_free_vars(c->p->store, &t, 1, on_other_use, &u);
    }
  hmfree(u.held);
}

/* ---- copied parameters ----------------------------------------------------------------------- */

static bool is_number(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  return (t->kind == AZ_T_INT && !t->is_bool && t->sort == az_sort_bv(t->width)) ||
         t->kind == AZ_T_FLOAT;
}

/* Marks what may be copied: accessed parameters of recursive functions, and of functions that pass
 * them on to these. */
static void mark(copying *c, uint32_t function, uint32_t i) {
  parameter *of = &c->of[function][i];
  if (of->is_copied || !of->is_accessed || !of->type || !is_number(c->p, of->type) ||
      c->g.taken[function] || function == c->p->entry || c->p->functions[function].is_model)
    return;
  of->is_copied = c->changed = true;
}

static void mark_callers(copying *c, uint32_t function) {
  holder *held = holders_in(c, function);
  for (az_stmts i = az_stmts_in(&c->p->functions[function]); hmlenu(held) && az_stmts_next(&i);)
    for (uint32_t o = 0; o < az_stmt_operands(i.stmt); o++) {
      const parameter *to = passed_to(c, i.stmt, o);
      const ptrdiff_t at = to && to->is_copied ? hmgeti(held, az_stmt_operand(i.stmt, o)) : -1;
      if (at >= 0) mark(c, function, held[at].value);
    }
  hmfree(held);
}

static bool is_copied_target(const copying *c, uint32_t object, az_type type) {
  const az_object *o = &c->p->objects[object];
  uint32_t writes;
  return (o->kind == AZ_OBJ_LOCAL || (o->kind == AZ_OBJ_GLOBAL && !o->is_external)) &&
         !o->is_const && !o->is_declared_const && is_same(c->p, o->type, type) &&
         o->bytes == c->p->types[type].bytes && is_private(c, object, &writes);
}

static void add_target(copying *c, parameter *to, uint32_t global) {
  for (size_t i = 0; i < arrlenu(to->globals); i++)
    if (to->globals[i] == global) return;
  arrput(to->globals, global);
  c->changed = true;
}

/* Returns whether argument number i of a call may be copied; notes the globals it may point to. */
static bool fits(copying *c, uint32_t caller, holder **held, const az_stmt *call, uint32_t i) {
  const az_term t = call->args[i];
  parameter *to = &c->of[call->callee][i];
  const ptrdiff_t at = hmgeti(*held, t);
  const parameter *from = at >= 0 ? &c->of[caller][(*held)[at].value] : NULL;
  const uint32_t object = from ? AZ_NONE : target_of(c, &c->p->functions[caller], t);
  if (from ? !from->is_copied : object == AZ_NONE || !is_copied_target(c, object, to->type))
    return false;
  for (uint32_t k = 0; k < call->arg_count; k++) {
    if (k == i) continue;
    if (object != AZ_NONE && mentions(c, call->args[k], object)) return false;
    const ptrdiff_t other = hmgeti(*held, call->args[k]);
    if (other < 0) continue;
    if (from == &c->of[caller][(*held)[other].value]) return false;
    if (!c->of[caller][(*held)[other].value].is_copied) return false;
  }
  if (!from && c->p->objects[object].kind == AZ_OBJ_GLOBAL) add_target(c, to, object);
  for (size_t k = 0; from && k < arrlenu(from->globals); k++) add_target(c, to, from->globals[k]);
  return true;
}

static void visit_calls(copying *c, uint32_t function) {
  holder *held = holders_in(c, function);
  for (az_stmts i = az_stmts_in(&c->p->functions[function]); az_stmts_next(&i);) {
    const uint32_t callee = az_direct_callee(i.stmt);
    for (uint32_t k = 0; callee != AZ_NONE && k < c->p->functions[callee].param_count; k++)
      if (c->of[callee][k].is_copied && !fits(c, function, &held, i.stmt, k))
        drop(c, &c->of[callee][k].is_copied);
  }
  hmfree(held);
}

/* Drops parameters that may point to a global that is named during the call. */
static void visit_names(copying *c, uint32_t function) {
  bool any = false;
  for (uint32_t i = 0; i < c->p->functions[function].param_count; i++)
    any |= c->of[function][i].is_copied && arrlenu(c->of[function][i].globals);
  if (!any) return;
  bool *closure = summaries_closure(c->p, &(az_summary){.function = function}, 1);
  call_effects e = effects_of_calls(c->p, closure);
  for (uint32_t i = 0; i < c->p->functions[function].param_count; i++)
    for (size_t k = 0; k < arrlenu(c->of[function][i].globals); k++)
      for (size_t n = 0; n < arrlenu(e.named); n++)
        if (e.named[n] == c->of[function][i].globals[k]) drop(c, &c->of[function][i].is_copied);
  effects_free(&e);
  arrfree(closure);
}

/* Repeats the visit of all functions until nothing changes. */
static void repeat(copying *c, void (*visit)(copying *c, uint32_t function)) {
  do {
    c->changed = false;
    for (uint32_t f = 0; f < c->p->function_count; f++) visit(c, f);
  } while (c->changed);
}

static void visit_copied(copying *c, uint32_t function) {
  visit_calls(c, function);
  visit_names(c, function);
}

static void find_copied(copying *c) {
  const az_program *p = c->p;
  bool any = false;
  for (uint32_t f = 0; f < p->function_count; f++) {
    const az_function *of = &p->functions[f];
    c->of[f] = AZ_NEWN(p->arena, parameter, of->param_count + 1);
    for (uint32_t i = 0; i < of->param_count; i++) {
      const az_type type = p->objects[of->params[i]].type;
      const az_type target = p->types[type].element; /* accesses do not have its sign */
      c->of[f][i] = (parameter){.type = target && is_number(p, target) ? target : 0,
                                .is_accessed = of->has_body && !of->is_variadic &&
                                               p->types[type].kind == AZ_T_POINTER};
      any |= of->recursive && c->of[f][i].is_accessed;
    }
  }
  if (!any) return;
  repeat(c, visit_function);
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t i = 0; p->functions[f].recursive && i < p->functions[f].param_count; i++)
      mark(c, f, i);
  repeat(c, mark_callers);
  repeat(c, visit_copied);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Adds a load of the first object and a store of its value in the second one. */
static az_term copy(const az_program *p, az_type type, az_term from, az_term to, az_loc loc,
                    az_stmt **stmts) {
  az_stmt load = az_stmt_at(AZ_S_LOAD, loc), store = az_stmt_at(AZ_S_STORE, loc);
  load.type = store.type = type;
  load.ptr = from;
  load.result = store.value = az_fresh(p->store, p->types[type].sort, "copied");
  store.ptr = to;
  arrput(*stmts, load);
  if (to) arrput(*stmts, store);
  return load.result;
}

/* Adds the call, with the values of copied arguments before and after it. */
static void add_call(const copying *c, const az_program *to, az_stmt call, az_stmt **stmts) {
  const parameter *of = c->of[call.callee];
  const uint32_t count = c->p->functions[call.callee].param_count;
  const az_term *pointers = call.args;
  call.args = AZ_COPY(to->arena, call.args, call.arg_count, call.arg_count + 1);
  for (uint32_t i = 0; i < count; i++)
    if (of[i].is_copied)
      call.args[i] = copy(to, of[i].type, pointers[i], AZ_NO_TERM, call.loc, stmts);
  arrput(*stmts, call);
  for (uint32_t i = 0; i < count; i++)
    if (of[i].is_copied)
      copy(to, of[i].type, pointer_to(to, of[i].output), pointers[i], call.loc, stmts);
}

/* Rewrites the function: its copied parameters are objects of their targets' types. */
static void rewrite(copying *c, az_program *to, uint32_t function) {
  az_function *f = &to->functions[function];
  holder *held = holders_in(c, function);
  az_subst *is = az_subst_new(to->store);
  for (size_t i = 0; i < hmlenu(held); i++)
    if (!is_place(c, held[i].key) && c->of[function][held[i].value].is_copied)
      az_subst_bind(is, held[i].key, pointer_to(to, f->params[held[i].value]));
  f->blocks = AZ_COPY(to->arena, f->blocks, f->block_count, f->block_count + 1);
  for (az_block *b = f->blocks; b < f->blocks + f->block_count; b++) {
    az_stmt *stmts = NULL;
    for (uint32_t i = 0; i < b->stmt_count; i++) {
      az_stmt s = b->stmts[i];
      const ptrdiff_t at = moves(&s) ? hmgeti(held, s.ptr) : -1;
      const bool is_copied = at >= 0 && c->of[function][held[at].value].is_copied;
      if (is_copied && is_place(c, s.ptr)) continue;
      if (is_copied) s.check = AZ_NONE; /* the access is valid */
      graph_substitute(to->arena, is, &s);
      if (az_direct_callee(&s) != AZ_NONE)
        add_call(c, to, s, &stmts);
      else
        arrput(stmts, s);
    }
    for (uint32_t i = 0; b->end == AZ_END_RETURN && i < f->param_count; i++) {
      const parameter *of = &c->of[function][i];
      if (!of->is_copied) continue;
      const az_term from = pointer_to(to, f->params[i]), output = pointer_to(to, of->output);
      copy(to, of->type, from, output, b->end_loc, &stmts);
    }
    az_block_set(to->arena, b, stmts);
  }
  az_subst_free(is);
  hmfree(held);
}

/* Makes the parameter an object of its target's type, and adds the global for its last value. */
static void add_objects(const copying *c, az_program *to, uint32_t function, uint32_t i) {
  parameter *of = &c->of[function][i];
  const uint32_t object = c->p->functions[function].params[i];
  const char *name = c->p->objects[object].name;
  of->output = program_add_global(
      to, of->type,
      az_arena_printf(to->arena, "*%s after %s", name, c->p->functions[function].name));
  to->objects[of->output].returned_by = function + 1;
  to->objects[object].type = of->type;
  to->objects[object].bytes = c->p->types[of->type].bytes;
  to->objects[object].name = az_arena_printf(to->arena, "*%s", name);
}

const az_program *az_program_arguments_copied(const az_program *p) {
  copying c = {
      .p = p, .g = graph_calls(p), .of = AZ_NEWN(p->arena, parameter *, p->function_count)};
  az_program *to = AZ_NEW(p->arena, az_program);
  *to = *p;
  to->functions = AZ_COPY(p->arena, p->functions, p->function_count, p->function_count);
  find_copied(&c);
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t i = 0; i < p->functions[f].param_count; i++)
      if (c.of[f][i].is_copied) add_objects(&c, to, f, i);
  for (uint32_t f = 0; f < p->function_count && to->objects != p->objects; f++) rewrite(&c, to, f);
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t i = 0; i < p->functions[f].param_count; i++) arrfree(c.of[f][i].globals);
  graph_calls_free(&c.g);
  if (to->objects == p->objects) return p;
  az_program_passed(to, "copied arguments");
  return to;
}
