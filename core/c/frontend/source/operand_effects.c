/* Effects of statements, and of functions with their callees: memory that they read and write, ends
 * of the execution, and checks. Memory has a name if a pointer's origin is plain: a variable, the
 * target of a parameter of the function (which each call supplies), or memory that the function has
 * allocated and whose address no other code has. All else is memory that pointers point to. */
#include "frontend/source/operands.h"
#include "program/graph.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The origin of a pointer: the value stored in a local that no pointer points to, or the source of
 * a register's load. */
enum { NOTHING, FRESH, ANYWHERE, PARAMETER /* PARAMETER + i: the target of parameter i */ };

struct order_effects {
  const az_program *p;
  uint32_t classes;
  bool all_return;
  call_graph calls;
  fe_effects *of;   /* by function */
  bool *taken;      /* by object: a pointer may point to it */
  uint32_t *origin; /* by object: origin of the pointer that it holds */
  struct {
    az_term key;
    uint32_t value;
  } *object_at, *register_of; /* by address variable; by register: origin of the pointer */
  az_visit *seen;             /* terms in which constant addresses were found */
};

static uint32_t object_of(order_effects *e, az_term pointer) {
  uint32_t object;
  az_term base = graph_base(e->p, pointer, &object);
  if (!base) return object;
  ptrdiff_t at = hmgeti(e->object_at, base);
  return at < 0 ? AZ_NONE : e->object_at[at].value;
}

uint32_t order_temporary(order_effects *e, az_term pointer) {
  uint32_t o = pointer ? object_of(e, pointer) : AZ_NONE;
  return o != AZ_NONE && e->p->objects[o].kind == AZ_OBJ_TEMP ? o : AZ_NONE;
}

const char *order_slot_name(order_effects *e, uint32_t slot) {
  assert(slot < FE_SLOTS + e->p->object_count);
  return slot < FE_SLOTS ? "memory behind pointers" : e->p->objects[slot - FE_SLOTS].name;
}

/* ---- origins of pointers ---- */

typedef struct variables {
  order_effects *e;
  uint32_t origin;
} variables;

static void note_variable(void *ctx, az_term var) {
  variables *v = ctx;
  order_effects *e = v->e;
  if (az_sort_of(e->p->store, var) == az_sort_bv(AZ_OBJECT_BITS)) {
    v->origin = ANYWHERE;
    return;
  }
  ptrdiff_t at = hmgeti(e->register_of, var);
  uint32_t origin = at < 0 ? ANYWHERE : e->register_of[at].value;
  if (origin == NOTHING) return;
  v->origin = v->origin == NOTHING || v->origin == origin ? origin : ANYWHERE;
}

/* Returns the origin of a pointer that points to no named object. */
static uint32_t origin_of(order_effects *e, az_term pointer) {
  const az_store *s = e->p->store;
  az_term base = az_pointer_object(e->p, pointer);
  uint64_t number;
  if (az_const_u64(s, base, &number)) return number ? ANYWHERE : NOTHING;
  variables v = {e, NOTHING};
  az_free_vars(s, &base, 1, note_variable, &v);
  return v.origin;
}

static bool is_pointer(order_effects *e, az_term t) {
  return t && az_sort_of(e->p->store, t) == az_sort_bv(az_pointer_width(e->p));
}

static bool merge(uint32_t *into, uint32_t origin) {
  uint32_t now = *into == NOTHING || *into == origin ? origin : ANYWHERE;
  if (origin == NOTHING || now == *into) return false;
  *into = now;
  return true;
}

static bool is_private(order_effects *e, uint32_t o) {
  return o != AZ_NONE && e->p->objects[o].kind >= AZ_OBJ_LOCAL && !e->taken[o];
}

static bool note_origin(order_effects *e, const az_stmt *s) {
  bool pointer = is_pointer(e, s->result), changed = false;
  uint32_t o = s->ptr ? object_of(e, s->ptr) : AZ_NONE, origin = ANYWHERE;
  if (s->kind == AZ_S_ALLOC) origin = FRESH;
  if (s->kind == AZ_S_LOAD && is_private(e, o)) origin = e->origin[o];
  if (pointer) {
    ptrdiff_t at = hmgeti(e->register_of, s->result);
    uint32_t old = at < 0 ? NOTHING : e->register_of[at].value, now = old;
    changed = merge(&now, origin);
    if (at < 0 || changed) hmput(e->register_of, s->result, now);
  }
  if (s->kind == AZ_S_STORE && is_private(e, o) && is_pointer(e, s->value))
    changed |= merge(&e->origin[o], origin_of(e, s->value));
  if ((s->kind == AZ_S_COPY || s->kind == AZ_S_SET) && is_private(e, o))
    changed |= merge(&e->origin[o], ANYWHERE);
  return changed;
}

/* ---- targets of pointers ---- */

static void take(void *ctx, uint32_t object) {
  ((order_effects *)ctx)->taken[object] = true;
}

static void take_variable(void *ctx, az_term var) {
  order_effects *e = ctx;
  ptrdiff_t at = hmgeti(e->object_at, var);
  if (at >= 0) e->taken[e->object_at[at].value] = true;
}

static void take_value(order_effects *e, az_term t) {
  if (!t) return;
  az_free_vars(e->p->store, &t, 1, take_variable, e);
  graph_objects_of(e->p, e->seen, t, take, e);
}

static void find_taken(order_effects *e) {
  const az_program *p = e->p;
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    e->taken[i] = o->kind == AZ_OBJ_GLOBAL && p->arbitrary_entry;
    for (uint32_t k = 0; k < o->init_count; k++) take_value(e, o->init[k].value);
  }
  for (az_stmts i = az_stmts_of(p); az_stmts_next(&i);) {
    const az_stmt *s = i.stmt;
    if (s->kind != AZ_S_CHECK && s->kind != AZ_S_ASSUME) take_value(e, s->value);
    for (uint32_t a = 0; a < s->arg_count; a++) take_value(e, s->args[a]);
    if (s->ptr && object_of(e, s->ptr) == AZ_NONE) take_value(e, s->ptr);
  }
  for (uint32_t f = 0; f < p->function_count; f++)
    for (uint32_t b = 0; b < p->functions[f].block_count; b++)
      take_value(e, p->functions[f].blocks[b].value);
}

/* ---- statements ---- */

static uint32_t parameter_slot(order_effects *e, uint32_t index) {
  return FE_SLOTS + e->p->object_count + index;
}

/* Returns the slot of memory that this activation has allocated, which callers do not access. */
static uint32_t fresh_slot(order_effects *e) {
  return parameter_slot(e, 1u << 20);
}

static void access_slot(fe_effects *to, uint32_t slot, bool writes) {
  (writes ? fe_effects_write : fe_effects_read)(to, slot);
}

/* Returns whether each call that prints begins the object's lifetime anew. */
static bool is_scratch(const az_object *o) {
  return !strcmp(o->name, "__ansatz_print");
}

static void access_memory(order_effects *e, fe_effects *to, az_term pointer, bool writes) {
  if (!pointer) return;
  uint32_t o = object_of(e, pointer);
  if (o != AZ_NONE) {
    const az_object *object = &e->p->objects[o];
    if (object->kind != AZ_OBJ_TEMP && !object->is_const && !is_scratch(object))
      access_slot(to, FE_SLOTS + o, writes);
    return;
  }
  uint32_t origin = origin_of(e, pointer);
  if (origin >= PARAMETER)
    access_slot(to, parameter_slot(e, origin - PARAMETER), writes);
  else if (origin != NOTHING)
    access_slot(to, origin == FRESH ? fresh_slot(e) : FE_SLOT_POINTED, writes);
}

static bool is_asked(order_effects *e, uint32_t check) {
  return check != AZ_NONE && e->classes >> e->p->checks[check].cls & 1u;
}

/* Adds the effects of the function, for one call of it. */
static void add_callee(order_effects *e, fe_effects *to, uint32_t callee, const az_stmt *s) {
  const fe_effects *of = &e->of[callee];
  uint32_t parameters = parameter_slot(e, 0);
  to->flags |= of->flags;
  for (int w = 0; w < 2; w++) {
    const uint32_t *slots = w ? of->writes : of->reads;
    for (size_t i = 0; i < arrlenu(slots); i++) {
      if (slots[i] < parameters)
        (w ? fe_effects_write : fe_effects_read)(to, slots[i]);
      else if (slots[i] - parameters < s->arg_count &&
               is_pointer(e, s->args[slots[i] - parameters]))
        access_memory(e, to, s->args[slots[i] - parameters], w);
      else
        access_slot(to, FE_SLOT_POINTED, w);
    }
  }
}

static fe_effects effects_of(order_effects *e, const az_stmt *s) {
  const az_program *p = e->p;
  fe_effects to = {0};
  if (s->kind == AZ_S_CHECK || s->kind == AZ_S_LEAK || s->kind == AZ_S_LOAD ||
      s->kind == AZ_S_STORE || s->kind == AZ_S_COPY || s->kind == AZ_S_SET || s->kind == AZ_S_FREE)
    if (is_asked(e, s->check)) to.flags |= FE_CHECKS;
  switch (s->kind) {
  case AZ_S_LOAD: access_memory(e, &to, s->ptr, false); break;
  case AZ_S_COPY: access_memory(e, &to, s->value, false); /* fall through */
  case AZ_S_STORE:
  case AZ_S_SET:
    if (!s->only_reads) access_memory(e, &to, s->ptr, true);
    break;
  case AZ_S_FREE: access_memory(e, &to, s->ptr, true); break;
  case AZ_S_ALLOC:
    if (s->alloc == AZ_ALLOC_REALLOC) access_memory(e, &to, s->ptr, true);
    break;
  case AZ_S_HAVOC:
    for (uint32_t a = 0; a < s->arg_count; a++) {
      access_memory(e, &to, s->args[a], true);
      access_slot(&to, FE_SLOT_POINTED, true);
    }
    break;
  case AZ_S_ASSUME:
    if (!s->text) to.flags |= FE_ENDS;
    break;
  case AZ_S_CALL:
    if (s->callee != AZ_NONE) {
      add_callee(e, &to, s->callee, s);
    } else {
      for (uint32_t i = 0; i < p->function_count; i++)
        if (e->calls.taken[i]) add_callee(e, &to, i, s);
      if (p->arbitrary_entry) access_slot(&to, FE_SLOT_POINTED, true);
    }
    break;
  default: break;
  }
  return to;
}

/* In the function itself, the target of a parameter may be any memory, and pointers may lead to the
 * variables whose address is taken. Callers have no pointers to those of a callee. */
fe_effects order_effects_of(order_effects *e, const az_stmt *s) {
  fe_effects to = effects_of(e, s);
  for (int w = 0; w < 2; w++) {
    uint32_t **slots = w ? &to.writes : &to.reads;
    bool parameter = false, taken = false;
    for (size_t i = 0; i < arrlenu(*slots); i++)
      taken |= (*slots)[i] >= FE_SLOTS && (*slots)[i] < parameter_slot(e, 0) &&
               e->taken[(*slots)[i] - FE_SLOTS];
    while (arrlenu(*slots) && arrlast(*slots) >= parameter_slot(e, 0)) {
      arrsetlen(*slots, arrlenu(*slots) - 1);
      parameter = true;
    }
    if (parameter) access_slot(&to, FE_SLOT_POINTED, w);
    if (taken) access_slot(&to, FE_SLOT_TAKEN, w);
  }
  return to;
}

/* ---- functions ---- */

static bool add_function(order_effects *e, uint32_t function) {
  const az_function *f = &e->p->functions[function];
  bool changed = false;
  for (uint32_t b = 0; b < f->block_count; b++) {
    const az_block *block = &f->blocks[b];
    bool violated = false; /* nothing follows a violation */
    for (uint32_t k = 0; block->order != AZ_NONE && k < block->stmt_count && !violated; k++) {
      fe_effects one = effects_of(e, &block->stmts[k]);
      const az_stmt *s = &block->stmts[k];
      violated =
          s->kind == AZ_S_CHECK && is_asked(e, s->check) && az_is_false(e->p->store, s->value);
      for (int w = 0; w < 2; w++) { /* callers never see the objects of this activation */
        uint32_t *slots = w ? one.writes : one.reads;
        size_t kept = 0;
        for (size_t i = 0; i < arrlenu(slots); i++)
          if (slots[i] < FE_SLOTS || (slots[i] < parameter_slot(e, 0)
                                          ? e->p->objects[slots[i] - FE_SLOTS].kind < AZ_OBJ_LOCAL
                                          : slots[i] < fresh_slot(e)))
            slots[kept++] = slots[i];
        if (slots) arrsetlen(slots, kept);
      }
      changed |= fe_effects_add(&e->of[function], &one);
      fe_effects_free(&one);
    }
    if (block->order != AZ_NONE && block->end == AZ_END_STOP && !violated) {
      fe_effects end = {.flags = FE_ENDS};
      changed |= fe_effects_add(&e->of[function], &end);
    }
  }
  return changed;
}

order_effects *order_effects_new(const az_program *p, uint32_t classes, bool all_return) {
  order_effects *e = az_calloc(1, sizeof *e);
  *e = (order_effects){.p = p, .classes = classes, .all_return = all_return};
  e->of = az_calloc(p->function_count + 1, sizeof *e->of);
  e->taken = az_calloc(p->object_count + 1, sizeof *e->taken);
  e->origin = az_calloc(p->object_count + 1, sizeof *e->origin);
  e->seen = az_visit_new(p->store, AZ_VISIT_ANY);
  for (uint32_t i = 0; i < p->object_count; i++)
    if (p->objects[i].kind >= AZ_OBJ_LOCAL) hmput(e->object_at, p->objects[i].address, i);
  find_taken(e);
  e->calls = graph_calls(p);
  uint32_t *component = az_calloc(p->function_count + 1, sizeof *component);
  uint32_t count = graph_call_components(&e->calls, component);
  for (uint32_t i = 0; i < p->function_count; i++) {
    const az_function *f = &p->functions[i];
    for (uint32_t k = 0; k < f->param_count; k++)
      e->origin[f->params[k]] =
          p->types[p->objects[f->params[k]].type].kind == AZ_T_POINTER ? PARAMETER + k : ANYWHERE;
    if (!all_return && !f->is_model && (f->loop_count || f->recursive)) e->of[i].flags = FE_LOOPS;
    for (bool more = true; more;) {
      more = false;
      for (az_stmts s = az_stmts_in(f); az_stmts_next(&s);) more |= note_origin(e, s.stmt);
    }
  }
  /* Callees come first. */
  uint32_t *of_component = az_calloc(p->function_count + 1, sizeof *of_component),
           *first = az_calloc(count + 2, sizeof *first);
  for (uint32_t i = 0; i < p->function_count; i++) first[component[i] + 1]++;
  for (uint32_t c = 0; c < count; c++) first[c + 1] += first[c];
  uint32_t *next = az_calloc(count + 1, sizeof *next);
  for (uint32_t i = 0; i < p->function_count; i++)
    of_component[first[component[i]] + next[component[i]]++] = i;
  for (uint32_t c = 0; c < count; c++)
    for (bool more = true; more;) {
      more = false;
      for (uint32_t k = first[c]; k < first[c + 1]; k++) more |= add_function(e, of_component[k]);
      more &= first[c + 1] - first[c] > 1 || p->functions[of_component[first[c]]].recursive;
    }
  free(component);
  free(of_component);
  free(first);
  free(next);
  return e;
}

void order_effects_free(order_effects *e) {
  for (uint32_t i = 0; i < e->p->function_count; i++) fe_effects_free(&e->of[i]);
  free(e->of);
  free(e->taken);
  free(e->origin);
  graph_calls_free(&e->calls);
  hmfree(e->object_at);
  hmfree(e->register_of);
  az_visit_free(e->seen);
  free(e);
}
