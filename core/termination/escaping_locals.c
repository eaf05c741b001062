/* Decides whether the address of a local of some functions may be read after the local's activation
 * has ended. Activations become iterations of a loop, so an activation ends when the next of these
 * functions begins. The analysis is flow-insensitive: a register is tainted if it is computed from
 * such an address or loaded from memory that may hold one; a local is tainted if a tainted value is
 * stored to it. A tainted value escapes if it is stored anywhere else, passed to one of the
 * functions, or given to code that may keep it. */
#include "termination/recursion.h"
#include <stb/stb_ds.h>

typedef struct taint {
  const call_graph *g;
  const az_program *p;
  const bool *inside; /* by function, as passed to locals_escape */
  struct {
    az_term key;
    char value;
  } *source; /* address variables of their locals */
  struct {
    az_term key;
    char value;
  } *tainted; /* registers; address variables of locals that hold such an address */
  struct {
    az_term key;
    char value;
  } *exposed; /* address variables that are used other than as the address of an access */
  bool any;   /* a local that holds such an address may be accessed through pointers */
  bool grew;
  const char *why; /* why an address escapes; NULL: none does so far */
} taint;

typedef struct search {
  taint *t;
  bool found;
} search;

static void on_variable(void *ctx, az_term var) {
  search *s = ctx;
  s->found = s->found || hmgeti(s->t->source, var) >= 0 ||
             (hmgeti(s->t->tainted, var) >= 0 &&
              az_sort_of(s->t->p->store, var) != az_sort_bv(AZ_OBJECT_BITS));
}

/* Returns whether the term is tainted; results of comparisons never are. */
static bool is_tainted(taint *t, az_term term) {
  if (!term || az_sort_kind_of(az_sort_of(t->p->store, term)) != AZ_SORT_BV) return false;
  search s = {t, false};
  az_free_vars(t->p->store, &term, 1, on_variable, &s);
  return s.found;
}

static void taint_variable(taint *t, az_term var) {
  if (!var || hmgeti(t->tainted, var) >= 0) return;
  hmput(t->tainted, var, 1);
  t->any = t->any || hmgeti(t->exposed, var) >= 0;
  t->grew = true;
}

static void expose(void *ctx, az_term var) {
  taint *t = ctx;
  if (hmgeti(t->source, var) < 0 || hmgeti(t->exposed, var) >= 0) return;
  hmput(t->exposed, var, 1);
  t->any = t->any || hmgeti(t->tainted, var) >= 0;
  t->grew = true;
}

static void on_address(void *ctx, az_term var) {
  search *s = ctx;
  s->found = s->found || az_sort_of(s->t->p->store, var) == az_sort_bv(AZ_OBJECT_BITS);
}

/* Returns whether the values include an address of a local of any function. */
static bool has_address(taint *t, const az_stmt *s) {
  search found = {t, false};
  az_stmt_vars(t->p->store, s, AZ_OPERANDS_GIVEN, on_address, &found);
  return found.found;
}

static void escape(taint *t, const char *why) {
  if (!t->why) t->why = why;
}

/* Returns whether the number that is read may be part of a pointer in a local of the function. */
static bool reads_bytes(const az_program *p, const az_function *f, const az_stmt *s) {
  uint32_t object;
  az_term local = graph_base(p, s->ptr, &object);
  if (!local || p->types[s->type].kind == AZ_T_POINTER) return false;
  for (uint32_t l = 0; l < f->local_count; l++) {
    const az_object *o = &p->objects[f->locals[l]];
    if (o->address != local) continue;
    az_type_kind kind = p->types[o->type].kind;
    return kind != AZ_T_INT && kind != AZ_T_FLOAT;
  }
  return true;
}

/* Returns whether the statement may keep a pointer argument of its function, or bytes of one. */
static bool keeps_pointer(taint *t, const az_function *f, const az_stmt *s) {
  uint32_t object;
  if (has_address(t, s)) return true;
  if (s->kind == AZ_S_LOAD) return reads_bytes(t->p, f, s);
  if (s->kind == AZ_S_STORE)
    return t->p->types[s->type].kind == AZ_T_POINTER && !graph_base(t->p, s->ptr, &object);
  return az_stmt_keeps(s);
}

/* Returns whether the function, or one that it calls, may keep one of its pointer arguments. */
static bool keeps_pointers(taint *t, uint32_t function) {
  const az_program *p = t->p;
  bool *closure = NULL, keeps = t->any;
  arrsetlen(closure, p->function_count);
  for (uint32_t i = 0; i < p->function_count; i++) closure[i] = i == function;
  graph_call_closure(t->g, closure);
  for (uint32_t i = 0; i < p->function_count && !keeps; i++) {
    const az_function *f = &p->functions[i];
    if (!closure[i]) continue;
    keeps |= t->g->indirect[i] || f->is_variadic;
    for (az_stmts s = az_stmts_in(f); !keeps && az_stmts_next(&s);)
      keeps = keeps_pointer(t, f, s.stmt);
  }
  arrfree(closure);
  return keeps;
}

static void visit_call(taint *t, const az_stmt *s) {
  bool given = false;
  for (uint32_t i = 0; i < s->arg_count; i++) given = given || is_tainted(t, s->args[i]);
  if (!given) return;
  if (s->callee == AZ_NONE)
    escape(t, "a call through a pointer is given the address of a local");
  else if (t->inside[s->callee])
    escape(t, "the address of a local is passed to a nested call");
  else if (keeps_pointers(t, s->callee))
    escape(t, "the address of a local is given to a function that may keep it");
  else
    taint_variable(t, s->result);
}

static void visit_store(taint *t, const az_stmt *s) {
  uint32_t object;
  if (!is_tainted(t, s->value)) return;
  az_term local = graph_base(t->p, s->ptr, &object);
  if (!local || hmgeti(t->source, local) < 0) {
    escape(t, "the address of a local is stored");
    return;
  }
  taint_variable(t, local);
}

/* Taints values read from a local that holds an address, or through a pointer if any local does. */
static void visit_load(taint *t, const az_stmt *s) {
  uint32_t object;
  az_term local = graph_base(t->p, s->ptr, &object);
  if (local ? hmgeti(t->tainted, local) >= 0 : t->any && object == AZ_NONE)
    taint_variable(t, s->result);
}

static void visit(taint *t, const az_stmt *s) {
  az_stmt_vars(t->p->store, s, AZ_OPERANDS_GIVEN, expose, t);
  switch (s->kind) {
  case AZ_S_LOAD: visit_load(t, s); break;
  case AZ_S_STORE: visit_store(t, s); break;
  case AZ_S_COPY: /* moves contents: if some local holds an address, the address may be moved */
    if (t->any) escape(t, "a copy of memory in which the address of a local may be");
    break;
  case AZ_S_CALL: visit_call(t, s); break;
  case AZ_S_HAVOC:
    for (uint32_t i = 0; i < s->arg_count; i++)
      if (is_tainted(t, s->args[i])) escape(t, "the address of a local is given to unknown code");
    break;
  case AZ_S_PTR_TO_INT:
  case AZ_S_FREE:
  case AZ_S_ALLOC:
    if (is_tainted(t, s->ptr)) escape(t, "the address of a local becomes an integer");
    break;
  default: break;
  }
}

const char *locals_escape(const call_graph *g, const bool *inside) {
  const az_program *p = g->p;
  taint t = {.g = g, .p = p, .inside = inside};
  for (uint32_t i = 0; i < p->function_count; i++)
    for (uint32_t l = 0; inside[i] && l < p->functions[i].local_count; l++)
      hmput(t.source, p->objects[p->functions[i].locals[l]].address, 1);
  do {
    t.grew = false;
    for (uint32_t i = 0; i < p->function_count; i++)
      for (az_stmts s = az_stmts_in(&p->functions[i]); inside[i] && az_stmts_next(&s);)
        visit(&t, s.stmt);
  } while (t.grew && !t.why);
  hmfree(t.source);
  hmfree(t.tainted);
  hmfree(t.exposed);
  return t.why;
}
