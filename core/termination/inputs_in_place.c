/* Inputs that a program reads through its own functions,
 *
 *   int unknown(void) { return __VERIFIER_nondet_int(); }      int any(void) { int x; return x; }
 *
 * have one input statement for all calls. The choice of inputs (input_policy.c) needs one statement
 * for each place where the program reads: here, a call of such a function becomes a copy of its
 * statements, with new registers and locals. Both programs have the same executions, with the same
 * inputs in the same order. */
#include "termination/nontermination.h"
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct placing {
  az_program *to;
  bool *yields;            /* stb_ds, by function */
  az_object *objects;      /* stb_ds */
  az_stmt_origin *origins; /* stb_ds */
  bool changed;
} placing;

typedef struct copies { /* the new statements of a block */
  az_stmt *stmts;       /* stb_ds */
  const az_stmt **from; /* stb_ds: the originals */
} copies;

/* ---- functions that only yield inputs -------------------------------------------------------- */

static bool is_local_of(const az_program *p, const az_function *f, az_term pointer) {
  uint32_t object;
  az_term base = graph_base(p, pointer, &object);
  for (uint32_t l = 0; base && l < f->local_count; l++)
    if (p->objects[f->locals[l]].address == base) return true;
  return false;
}

/* Returns whether the function only yields inputs. It must not return a pointer, since its locals
 * get the lifetime of the caller's locals. */
static bool yields_input(const az_program *p, const az_function *f) {
  enum { MOST_STATEMENTS = 16 };
  bool found = false;
  az_type_kind result = p->types[f->result_type].kind;
  if ((result != AZ_T_INT && result != AZ_T_FLOAT) || !f->has_body || f->is_model ||
      f->is_variadic || f->recursive || f->param_count || f->block_count != 1 ||
      f->blocks[0].end != AZ_END_RETURN || !f->blocks[0].value ||
      f->blocks[0].stmt_count > MOST_STATEMENTS)
    return false;
  for (uint32_t i = 0; i < f->blocks[0].stmt_count; i++) {
    const az_stmt *s = &f->blocks[0].stmts[i];
    bool access = s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE;
    bool own = s->kind == AZ_S_LIVE || (s->kind == AZ_S_DEAD && s->object != AZ_NONE) ||
               s->kind == AZ_S_INPUT || s->kind == AZ_S_ASSUME ||
               (access && is_local_of(p, f, s->ptr));
    if (!own || s->arg_count) return false;
    found = found || az_input_is_chosen(s);
  }
  return found;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Adds copies of the called function's locals to `to`; returns the number of the first one. */
static uint32_t copy_locals(placing *c, uint32_t to, const az_function *from, az_subst *subst) {
  az_program *p = c->to;
  az_function *f = &p->functions[to];
  uint32_t first = (uint32_t)arrlenu(c->objects);
  uint32_t *locals =
      AZ_COPY(p->arena, f->locals, f->local_count, f->local_count + from->local_count + 1);
  for (uint32_t l = 0; l < from->local_count; l++) {
    az_object o = c->objects[from->locals[l]];
    az_term address = o.address;
    o.function = to;
    o.address = az_var(p->store, az_sort_bv(AZ_OBJECT_BITS),
                       az_arena_printf(p->arena, "&%s#%u", o.name, first + l));
    az_subst_bind(subst, address, o.address);
    arrput(c->objects, o);
    locals[f->local_count++] = first + l;
  }
  f->locals = locals;
  p->objects = c->objects;
  p->object_count = (uint32_t)arrlenu(c->objects);
  return first;
}

static uint32_t copy_of(const az_function *f, uint32_t object, uint32_t first) {
  for (uint32_t l = 0; l < f->local_count; l++)
    if (f->locals[l] == object) return first + l;
  return object;
}

static void put(copies *to, const az_stmt *stmt, const az_stmt *from) {
  arrput(to->stmts, *stmt);
  arrput(to->from, from);
}

/* Appends the statements of the called function; `results` maps the call's result to the term that
 * they compute. */
static void place(placing *c, uint32_t function, const az_stmt *call, az_subst *results,
                  copies *to) {
  az_store *store = c->to->store;
  const az_function *f = &c->to->functions[call->callee];
  const az_block *body = &f->blocks[0];
  az_subst *subst = az_subst_new(store);
  uint32_t first = copy_locals(c, function, f, subst);
  for (uint32_t i = 0; i < body->stmt_count; i++) {
    az_stmt s = body->stmts[i];
    graph_substitute(c->to->arena, subst, &s);
    if (s.kind == AZ_S_LIVE || s.kind == AZ_S_DEAD) s.object = copy_of(f, s.object, first);
    if (s.result) {
      az_term result = az_fresh(store, az_sort_of(store, s.result), "input");
      az_subst_bind(subst, s.result, result);
      s.result = result;
    }
    s.loc = call->loc;
    put(to, &s, &body->stmts[i]);
  }
  if (call->result) az_subst_bind(results, call->result, az_subst_apply(subst, body->value));
  az_subst_free(subst);
}

static bool is_placed(const placing *c, const az_stmt *s) {
  uint32_t to = az_direct_callee(s);
  if (to == AZ_NONE || !c->yields[to] || s->arg_count) return false;
  az_store *store = c->to->store;
  az_term value = c->to->functions[s->callee].blocks[0].value;
  return !s->result || az_sort_of(store, s->result) == az_sort_of(store, value);
}

static void place_in_block(placing *c, uint32_t function, az_block *b, az_subst *results) {
  copies to = {.stmts = NULL};
  for (uint32_t i = 0; i < b->stmt_count; i++) {
    if (is_placed(c, &b->stmts[i]))
      place(c, function, &b->stmts[i], results, &to);
    else
      put(&to, &b->stmts[i], &b->stmts[i]);
  }
  b->stmt_count = (uint32_t)arrlenu(to.stmts);
  b->stmts = AZ_COPY(c->to->arena, to.stmts, b->stmt_count, b->stmt_count + 1);
  for (uint32_t i = 0; i < b->stmt_count; i++) {
    ptrdiff_t at = hmgeti(c->origins, to.from[i]);
    const az_stmt *origin = at < 0 ? to.from[i] : c->origins[at].value;
    hmput(c->origins, &b->stmts[i], origin);
  }
  arrfree(to.stmts);
  arrfree(to.from);
}

static void place_in(placing *c, uint32_t function) {
  az_function *f = &c->to->functions[function];
  az_subst *results = az_subst_new(c->to->store);
  az_block *blocks = AZ_COPY(c->to->arena, f->blocks, f->block_count, f->block_count + 1);
  f->blocks = blocks;
  for (uint32_t b = 0; b < f->block_count; b++) place_in_block(c, function, &blocks[b], results);
  for (uint32_t b = 0; b < f->block_count; b++) {
    for (uint32_t i = 0; i < blocks[b].stmt_count; i++)
      graph_substitute(c->to->arena, results, &blocks[b].stmts[i]);
    if (blocks[b].condition) blocks[b].condition = az_subst_apply(results, blocks[b].condition);
    if (blocks[b].value) blocks[b].value = az_subst_apply(results, blocks[b].value);
  }
  az_subst_free(results);
  c->changed = true;
}

/* Visits a function after its callees: with these in place, it may itself only yield inputs. */
static void visit(placing *c, uint32_t function) {
  az_function *f = &c->to->functions[function];
  bool any = false;
  for (az_stmts i = az_stmts_in(f); !any && az_stmts_next(&i);) any = is_placed(c, i.stmt);
  if (any) place_in(c, function);
  c->yields[function] = function != c->to->entry && yields_input(c->to, f);
}

const az_program *az_program_inputs_in_place(const az_program *p, az_arena *arena,
                                             az_stmt_origin **origins) {
  placing c = {.to = AZ_NEW(arena, az_program)};
  *c.to = *p;
  c.to->arena = arena;
  c.to->functions = AZ_COPY(arena, p->functions, p->function_count, p->function_count + 1);
  if (p->object_count)
    memcpy(arraddnptr(c.objects, p->object_count), p->objects,
           p->object_count * sizeof *p->objects);
  arrsetlen(c.yields, p->function_count + 1u);
  memset(c.yields, 0, p->function_count * sizeof *c.yields);
  uint32_t *order = az_callees_first(p);
  for (size_t i = 0; i < arrlenu(order); i++) visit(&c, order[i]);
  arrfree(order);
  c.to->objects = AZ_COPY(arena, c.objects, c.to->object_count, c.to->object_count + 1);
  arrfree(c.objects);
  arrfree(c.yields);
  if (origins)
    *origins = c.origins;
  else
    hmfree(c.origins);
  if (c.changed) az_program_passed(c.to, "inputs in place");
  return c.changed ? c.to : p;
}
