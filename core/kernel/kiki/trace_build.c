/* Builds a trace from a model: the records whose guards hold, in order of execution. With a model
 * of the base formula it is an execution. With one of the step formula it is the window of k
 * iterations that the model describes, whose inputs a proposed run takes. */
#include "kiki/run.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct builder {
  const az_ssa *ssa;
  az_solver *solver;
  az_trace *trace;
  az_event *events;       /* stb_ds */
  const char **functions; /* stb_ds: stack of names */
} builder;

/* Returns whether the pointer, of that type, points to the start of a global that has its target
 * type. Replays cannot set up other pointers in entry states or in uninitialised memory. */
static bool leads_to_named(const builder *b, az_type type, az_term pointer) {
  const az_program *p = b->ssa->p;
  uint64_t id, offset;
  if (!az_const_u64(p->store, az_pointer_object(p, pointer), &id) ||
      !az_const_u64(p->store, az_pointer_offset(p, pointer), &offset))
    return false;
  if (!id || id > p->object_count || offset) return false;
  const az_object *o = &p->objects[id - 1];
  az_type to = p->types[type].element, first = o->type;
  while (p->types[first].kind == AZ_T_ARRAY && first != to) first = p->types[first].element;
  return o->kind == AZ_OBJ_GLOBAL && (!to || to == first);
}

/* Adds the value of a leaf or of one of its cells. The first `kept` bytes keep their content; if
 * `kept` is 0, memory is zero before. */
static void add_part(const builder *b, az_part **parts, const az_leaf *leaf, uint64_t index,
                     az_term value, uint64_t kept) {
  const az_store *s = b->ssa->s;
  az_wide number;
  if (!kept && az_const_wide(s, value, false, &number) && !number) return;
  uint64_t offset = leaf->offset, rest = index;
  for (uint32_t d = leaf->dimension_count; d-- > 0;) {
    uint64_t count = leaf->dimensions[d].count;
    uint64_t at = d && count ? rest % count : rest;
    offset += at * leaf->dimensions[d].stride;
    rest = d && count ? rest / count : 0;
  }
  if (offset < kept) return;
  arrput(*parts, ((az_part){offset, leaf->bytes, value}));
}

/* Adds a leaf or, for an array, one of its cells. A pointer that a replay cannot set up becomes
 * null in an entry state; elsewhere it becomes an address in the first page, unless it is null. */
static void add_cell(const builder *b, az_part **parts, const az_leaf *leaf, uint64_t index,
                     az_term value, uint64_t kept) {
  const az_program *p = b->ssa->p;
  enum { NOWHERE = 16 };
  if (leaf->is_pointer && !leads_to_named(b, leaf->type, value)) {
    if (p->arbitrary_entry || value == az_null(p)) return;
    const az_term offset = az_bv(p->store, p->pointer_bits, NOWHERE);
    value = az_pointer(p, az_bv(p->store, AZ_OBJECT_BITS, 0), offset);
  }
  add_part(b, parts, leaf, index, value, kept);
}

static void memory_parts(const builder *b, const az_record *r, az_part **parts) {
  az_store *s = b->ssa->s;
  az_memory *m = az_ssa_memory(b->ssa->shared);
  const az_instance *inst = az_memory_instance(m, r->instance);
  uint64_t kept = 0;
  if (r->kept) az_const_u64(s, az_solver_value(b->solver, r->kept), &kept);
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    az_term t = b->ssa->record_terms[r->terms + l];
    if (!t) continue;
    az_term v = az_solver_value(b->solver, t);
    if (!leaf->dimension_count) {
      add_cell(b, parts, leaf, 0, v, kept);
      continue;
    }
    /* The model of an array: stores over a constant array; the outermost one at an index counts. */
    struct {
      uint64_t key;
      char value;
    } *seen = NULL;
    while (az_kind_of(s, v) == AZ_K_STORE) {
      uint64_t index;
      if (az_const_u64(s, az_operand(s, v, 1), &index) && hmgeti(seen, index) < 0) {
        hmput(seen, index, 1);
        if (!leaf->elements || index < leaf->elements)
          add_cell(b, parts, leaf, index, az_operand(s, v, 2), kept);
      }
      v = az_operand(s, v, 0);
    }
    if (az_kind_of(s, v) == AZ_K_CONST_ARRAY && leaf->elements && leaf->elements <= 65536) {
      for (uint64_t i = 0; i < leaf->elements; i++) {
        if (hmgeti(seen, i) < 0) add_cell(b, parts, leaf, i, az_operand(s, v, 0), kept);
      }
    }
    hmfree(seen);
  }
}

/* Returns whether the object is a variable of a model of the library, not of the program. */
static bool is_of_model(const az_program *p, const az_object *o) {
  if (o->kind >= AZ_OBJ_LOCAL) return p->functions[o->function].is_model;
  return o->loc.file != AZ_NONE && !strncmp(p->files[o->loc.file], "<library>/", 10);
}

static bool assign_event(builder *b, const az_record *r, az_event *e) {
  const az_program *p = b->ssa->p;
  az_term pointer = az_solver_value(b->solver, r->pointer);
  uint64_t id, offset;
  if (!az_const_u64(b->ssa->s, az_pointer_object(p, pointer), &id) ||
      !az_const_u64(b->ssa->s, az_pointer_offset(p, pointer), &offset))
    return false;
  const az_instance *inst = az_memory_instance(az_ssa_memory(b->ssa->shared), (uint32_t)id);
  if (!inst || (inst->object != AZ_NONE && (p->objects[inst->object].kind == AZ_OBJ_TEMP ||
                                            p->objects[inst->object].kind == AZ_OBJ_PARAM ||
                                            is_of_model(p, &p->objects[inst->object]))))
    return false;
  uint32_t width = az_sort_width(az_sort_of(b->ssa->s, r->value));
  bool is_pointer = p->types[r->stmt->type].kind == AZ_T_POINTER;
  char *text = az_lvalue_text(p, inst->name, inst->type, offset,
                              is_pointer ? p->pointer_bits / 8 : width / 8);
  e->lvalue = az_arena_strdup(b->trace->arena, text ? text : inst->name);
  free(text);
  e->type = r->stmt->type;
  const az_object *o = inst->object == AZ_NONE ? NULL : &p->objects[inst->object];
  az_type leaf = is_pointer ? AZ_NONE : az_leaf_type(p, inst->type, offset, width / 8);
  if (o && offset == 0 && p->types[o->type].bytes * 8 == width) e->type = o->type;
  if (leaf != AZ_NONE && p->types[leaf].bytes * 8 == width &&
      (p->types[leaf].kind == AZ_T_INT || p->types[leaf].kind == AZ_T_FLOAT))
    e->type = leaf;
  e->value = az_solver_value(b->solver, r->value);
  return true;
}

az_trace *az_trace_build(const az_ssa *ssa, az_solver *solver) {
  az_arena *arena = az_arena_new();
  az_trace *trace = AZ_NEW(arena, az_trace);
  trace->arena = arena;
  builder b = {.ssa = ssa, .solver = solver, .trace = trace};
  arrput(b.functions, ssa->p->functions[ssa->p->entry].name);
  bool failed = false;
  for (uint32_t i = ssa->first_record; i != AZ_NONE && !failed; i = ssa->records[i].next) {
    const az_record *r = &ssa->records[i];
    if (r->kind == AZ_REC_LOOP || !az_solver_holds(solver, r->guard)) continue;
    az_event e = {.loc = r->stmt->loc, .function = arrlast(b.functions)};
    switch (r->kind) {
    case AZ_REC_INPUT:
      e.kind = AZ_EV_INPUT;
      e.stmt = r->stmt;
      e.lvalue = r->stmt->text ? r->stmt->text : "input";
      e.type = r->stmt->type;
      e.value = az_solver_value(solver, r->value);
      if (r->stmt->input == AZ_IN_ARGUMENT && ssa->p->types[e.type].kind == AZ_T_POINTER &&
          !leads_to_named(&b, e.type, e.value))
        e.value = az_null(ssa->p);
      break;
    case AZ_REC_MEMORY_INPUT: {
      az_part *parts = NULL;
      memory_parts(&b, r, &parts);
      e.kind = AZ_EV_INPUT;
      e.stmt = r->stmt;
      e.lvalue =
          az_arena_strdup(arena, az_memory_instance(az_ssa_memory(ssa->shared), r->instance)->name);
      e.part_count = (uint32_t)arrlenu(parts);
      e.parts = AZ_COPY(arena, parts, e.part_count, e.part_count + 1);
      arrfree(parts);
      break;
    }
    case AZ_REC_ASSIGN:
      e.kind = AZ_EV_ASSIGN;
      if (!assign_event(&b, r, &e)) continue;
      break;
    case AZ_REC_ENTER:
      e.kind = AZ_EV_ENTER;
      if (ssa->p->functions[r->function].is_model) { /* a model is a step of its caller */
        arrput(b.functions, arrlast(b.functions));
        continue;
      }
      arrput(b.functions, ssa->p->functions[r->function].name);
      e.function = arrlast(b.functions);
      break;
    case AZ_REC_LEAVE:
      e.kind = AZ_EV_LEAVE;
      if (ssa->p->functions[r->function].is_model) {
        arrsetlen(b.functions, arrlenu(b.functions) - 1);
        continue;
      }
      if (arrlenu(b.functions) > 1) arrsetlen(b.functions, arrlenu(b.functions) - 1);
      break;
    case AZ_REC_LOOP: continue;
    case AZ_REC_CHECK:
      if (az_solver_holds(solver, r->value)) continue;
      e.kind = AZ_EV_FAIL;
      e.check = r->stmt->check;
      failed = true;
      break;
    }
    arrput(b.events, e);
  }
  arrfree(b.functions);
  if (failed) {
    trace->count = arrlenu(b.events);
    trace->events = AZ_COPY(arena, b.events, trace->count, trace->count);
  }
  arrfree(b.events);
  if (failed) return trace;
  az_trace_free(trace);
  return NULL;
}

void az_trace_free(az_trace *trace) {
  if (trace) az_arena_free(trace->arena);
}
