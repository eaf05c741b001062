/* Follows runs of the interpreter in a step formula. */
#include "ansatz/statement.h"
#include "certify/followed_run.h"
#include "abstract/concrete.h"
#include "ssa/execute.h"
#include "base/table.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 128 }; /* number of known cells of a larger array: the first and last ones */

typedef struct activation_state {
  az_concrete_frame at;
  uint32_t function;
  bool in_loop;      /* its call is in a loop */
  az_term **entered; /* stb_ds, by loop: values on entry, stb_ds; NULL: none yet */
} activation_state;

typedef struct place { /* the object part of pointers to it */
  uint32_t id, instance_number;
} place;

typedef struct ghost_of_object {
  uint32_t number, field;
} ghost_of_object;

struct az_followed {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_store *s;
  az_memory *memory;
  const az_ghosts *ghosts;
  activation_state *stack;     /* stb_ds */
  az_followed_object *objects; /* stb_ds */
  struct {
    uint32_t key;
    place value;
  } *places; /* number of an object -> its object part, kept after the object's end */
  struct {
    uint32_t key, value;
  } *locals;     /* instance of a local -> its object now */
  uint32_t made; /* number of objects of sites so far: instance numbers ascend over all sites */
  struct {
    uint32_t key;
    az_term value;
  } *cells; /* slot of a ghost cell -> its value */
  struct {
    ghost_of_object key;
    az_term value;
  } *fields;
  struct {
    az_term key;
    const char *value;
  } *unknown;
  uint32_t **slots; /* stb_ds, by head: the slots of its states; NULL: not computed yet */
  const char *trouble;
};

az_followed *az_followed_new(const az_cuts *cuts) {
  az_followed *f = az_calloc(1, sizeof *f);
  f->cuts = cuts;
  f->ssa = az_cuts_ssa(cuts);
  f->s = f->ssa->s;
  f->memory = az_ssa_memory(f->ssa->shared);
  f->ghosts = f->ssa->shared->ghosts;
  for (size_t h = 0; h < arrlenu(f->ssa->heads); h++) arrput(f->slots, NULL);
  return f;
}

static void pop(az_followed *f) {
  activation_state a = arrpop(f->stack);
  for (size_t l = 0; l < arrlenu(a.entered); l++) arrfree(a.entered[l]);
  arrfree(a.entered);
  uint32_t depth = (uint32_t)arrlenu(f->stack);
  for (size_t i = arrlenu(f->objects); i-- > 0;)
    if (f->objects[i].depth == depth) arrdel(f->objects, i);
  const az_function *function = &f->ssa->p->functions[a.function];
  for (uint32_t l = 0; a.at.frame != AZ_NONE && l < function->local_count; l++)
    if (f->locals) (void)hmdel(f->locals, az_ssa_local(f->ssa, a.at.frame, l));
}

void az_followed_begin(az_followed *f) {
  while (arrlenu(f->stack)) pop(f);
  arrfree(f->objects);
  hmfree(f->places);
  hmfree(f->locals);
  f->made = 0;
  hmfree(f->cells);
  hmfree(f->fields);
  f->trouble = NULL;
}

void az_followed_free(az_followed *f) {
  if (!f) return;
  az_followed_begin(f);
  arrfree(f->stack);
  hmfree(f->unknown);
  for (size_t h = 0; h < arrlenu(f->slots); h++) arrfree(f->slots[h]);
  arrfree(f->slots);
  free(f);
}

const char *az_followed_trouble(const az_followed *f) {
  return f->trouble;
}

const az_followed_object *az_followed_objects(const az_followed *f, size_t *count) {
  *count = arrlenu(f->objects);
  return f->objects;
}

/* ---- what is not known ----------------------------------------------------------------------- */

static az_term unknown(az_followed *f, az_sort sort, const char *why) {
  char name[160];
  snprintf(name, sizeof name, "unknown: %.120s:%x", why, sort);
  az_term v = az_var(f->s, sort, name);
  hmput(f->unknown, v, why);
  return v;
}

const char *az_followed_unknown(const az_followed *f, az_term var) {
  ptrdiff_t at = az_table_find(f->unknown, var);
  return at < 0 ? NULL : f->unknown[at].value;
}

/* ---- activations ----------------------------------------------------------------------------- */

static void push(az_followed *f, const az_interpreter *run) {
  uint32_t depth = (uint32_t)arrlenu(f->stack);
  az_run_activation now = az_run_activation_at(run, depth);
  activation_state a = {.function = now.function};
  if (depth) {
    const activation_state *caller = &arrlast(f->stack);
    az_run_activation waits = az_run_activation_at(run, depth - 1);
    a.at = az_ssa_called_frame(f->ssa, caller->at, now.function, waits.call);
    a.in_loop =
        caller->in_loop || f->ssa->p->functions[waits.function].blocks[waits.block].loop != AZ_NONE;
  } else {
    a.at = az_ssa_entry_frame(f->ssa);
  }
  if (a.at.frame == AZ_NONE) f->trouble = "a call path that the formula does not have";
  for (uint32_t l = 0; l < f->ssa->p->functions[now.function].loop_count; l++)
    arrput(a.entered, NULL);
  arrput(f->stack, a);
}

/* Updates the activations of the run and the objects of their locals. */
static void catch_up(az_followed *f, const az_interpreter *run) {
  uint32_t depth = az_run_depth(run);
  while (arrlenu(f->stack) > depth) pop(f);
  while (arrlenu(f->stack) < depth) push(f, run);
  for (uint32_t d = 0; d < depth; d++) {
    const activation_state *a = &f->stack[d];
    for (uint32_t l = 0, n = f->ssa->p->functions[a->function].local_count;
         a->at.frame != AZ_NONE && l < n; l++) {
      uint32_t number = az_run_local(run, d, l), id = az_ssa_local(f->ssa, a->at.frame, l);
      hmput(f->places, number, ((place){id, 0}));
      hmput(f->locals, id, number);
    }
  }
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool exists_once(const az_followed *f, uint32_t number) {
  const az_program *p = f->ssa->p;
  return number <= p->object_count && az_is_const(f->s, p->objects[number - 1].address);
}

static az_term pointer_term(az_followed *f, az_run_pointer pointer) {
  const az_program *p = f->ssa->p;
  az_term offset = az_bv(f->s, p->pointer_bits, pointer.offset);
  place at = {pointer.object, 0};
  if (pointer.object && !exists_once(f, pointer.object)) {
    ptrdiff_t known = hmgeti(f->places, pointer.object);
    if (known < 0)
      return unknown(f, az_sort_bv(az_pointer_width(p)),
                     "a pointer to an object whose lifetime has ended");
    at = f->places[known].value;
  }
  const uint64_t object = (uint64_t)at.instance_number << AZ_INSTANCE_BITS | at.id;
  return az_pointer(p, az_bv(f->s, AZ_OBJECT_BITS, object), offset);
}

/* Returns the object of the instance if exactly one exists now, else 0. */
static uint32_t object_of(const az_followed *f, uint32_t id) {
  if (exists_once(f, id)) return id;
  ptrdiff_t local = az_table_find(f->locals, id);
  if (local >= 0) return f->locals[local].value;
  for (size_t i = arrlenu(f->objects); i-- > 0;)
    if (f->objects[i].id == id) return f->objects[i].number;
  return 0;
}

/* Returns the scalar at an offset of the object. */
static az_term scalar(az_followed *f, const az_interpreter *run, uint32_t number,
                      const az_leaf *leaf, uint64_t offset) {
  az_sort sort = az_leaf_element_sort(f->ssa->p, leaf);
  uint64_t limbs[8];
  az_run_pointer pointer;
  if (!number) return unknown(f, sort, "an object that does not exist");
  if (leaf->type && f->ssa->p->types[leaf->type].sort == az_sort_float(15, 64))
    return unknown(f, sort, "a long double");
  if (leaf->is_pointer && az_run_pointer_at(run, number, offset, &pointer))
    return pointer_term(f, pointer);
  if (!leaf->is_pointer && az_run_bytes(run, number, offset, leaf->bytes, limbs))
    return az_bv_limbs(f->s, 8 * leaf->bytes, limbs);
  return unknown(f, sort,
                 leaf->bytes > 64 ? "a variable of many bytes" : "an object that does not exist");
}

static uint64_t elements_of(const az_interpreter *run, uint32_t number, const az_leaf *leaf) {
  if (leaf->elements) return leaf->elements;
  const az_dimension *d = &leaf->dimensions[0];
  uint64_t size = number ? az_run_object_at(run, number).size : 0, all = 0;
  if (size >= leaf->offset + leaf->bytes) all = (size - leaf->offset - leaf->bytes) / d->stride + 1;
  return leaf->dimension_count > 1 ? all * leaf->dimensions[1].count : all;
}

static uint64_t offset_of(const az_leaf *leaf, uint64_t index) {
  uint64_t offset = leaf->offset;
  for (uint32_t d = leaf->dimension_count; d-- > 0;) {
    uint64_t count = d ? leaf->dimensions[d].count : UINT64_MAX;
    offset += index % count * leaf->dimensions[d].stride;
    index /= count;
  }
  return offset;
}

uint64_t az_followed_cells(uint64_t elements) {
  return elements > CELLS ? CELLS : elements;
}

uint64_t az_followed_cell(uint64_t elements, uint64_t i) {
  return elements <= CELLS || i < CELLS / 2 ? i : elements - CELLS + i;
}

/* Stores the cells of the object's array into `array`; `number` is its instance number. */
static az_term with_cells(az_followed *f, const az_interpreter *run, uint32_t number,
                          const az_leaf *leaf, az_term instance_number, az_term array) {
  uint64_t n = elements_of(run, number, leaf);
  for (uint64_t i = 0; i < az_followed_cells(n); i++) {
    uint64_t cell = az_followed_cell(n, i);
    az_term index = az_bv(f->s, f->ssa->p->pointer_bits, cell);
    if (instance_number) index = az_concat(f->s, instance_number, index);
    array = az_store_at(f->s, array, index, scalar(f, run, number, leaf, offset_of(leaf, cell)));
  }
  return array;
}

static az_term ghost_field(az_followed *f, uint32_t number, uint32_t field) {
  ptrdiff_t at = hmgeti(f->fields, ((ghost_of_object){number, field}));
  for (uint32_t c = 0; c < f->ghosts->count; c++) {
    const az_ghost *g = &f->ghosts->cells[c];
    if (f->ssa->shared->ghost_fields[c] != field) continue;
    if (g->of_pointee || g->chooses) { /* each such cell has a separate number */
      az_term v = az_fresh(f->s, az_sort_bv(g->bits), "rank");
      hmput(f->unknown, v, "a rank of objects");
      return v;
    }
    if (at < 0) return az_bv(f->s, g->bits, g->initial);
  }
  return f->fields[at].value;
}

/* Returns the content of one object of a site, or of the only object of an instance. */
static az_term single_content(az_followed *f, const az_interpreter *run, const az_instance *inst,
                              uint32_t id, uint32_t slot, const az_leaf *leaf, uint32_t number) {
  az_run_object o = {0};
  if (number) o = az_run_object_at(run, number);
  if (slot == az_memory_live_slot(f->memory, id)) return az_bv(f->s, 1, o.lives);
  if (inst->is_site && slot == inst->sizes) return az_bv(f->s, f->ssa->p->pointer_bits, o.size);
  if (inst->ghosts != AZ_NONE && slot >= inst->ghosts && leaf->ghost_bits)
    return number ? ghost_field(f, number, slot - inst->ghosts)
                  : unknown(f, az_sort_bv(leaf->ghost_bits), "an object that does not exist");
  return scalar(f, run, number, leaf, leaf->offset);
}

static az_term content(az_followed *f, const az_interpreter *run, uint32_t slot) {
  const az_leaf *leaf;
  uint32_t id;
  const az_instance *inst = az_memory_slot(f->memory, slot, &leaf, &id);
  az_sort sort = az_leaf_sort(f->ssa->p, leaf);
  if (!inst->layout) { /* a separate ghost cell */
    ptrdiff_t at = hmgeti(f->cells, slot);
    if (at >= 0) return f->cells[at].value;
    az_mem *start = az_mem_new(f->memory);
    az_term initial = az_mem_get(start, slot);
    az_mem_free(start);
    return initial;
  }
  uint32_t number = inst->is_site ? 0 : object_of(f, id);
  if (!az_leaf_is_array(leaf)) return single_content(f, run, inst, id, slot, leaf, number);
  if (!inst->is_site && (!number || !az_run_object_at(run, number).lives))
    return unknown(f, sort, "an object that does not exist");
  /* Cells without an object are arbitrary in the formula. No row mentions them. */
  az_sort element = az_sort_element(sort);
  az_term other = leaf->dimension_count
                      ? unknown(f, element, "a cell in the middle of a large array")
                      : az_zero_of(f->s, element);
  az_term array = az_const_array(f->s, az_sort_index_width(sort), other);
  if (!inst->is_site) return with_cells(f, run, number, leaf, AZ_NO_TERM, array);
  for (size_t i = 0; i < arrlenu(f->objects); i++) {
    const az_followed_object *o = &f->objects[i];
    if (o->id != id) continue;
    const az_term single = leaf->dimension_count
                               ? AZ_NO_TERM
                               : single_content(f, run, inst, id, slot, leaf, o->number);
    const az_term instance_number = az_bv(f->s, AZ_INSTANCE_NUMBER_BITS, o->instance_number);
    array = single ? az_store_at(f->s, array, instance_number, single)
                   : with_cells(f, run, o->number, leaf, instance_number, array);
  }
  return array;
}

/* ---- ghost cells ----------------------------------------------------------------------------- */

static void update_cell(az_followed *f, const az_interpreter *run, uint32_t cell, uint32_t slot,
                        const az_concrete_event *event) {
  if (slot == AZ_NONE) return;
  az_term now = az_ssa_ghost_after(f->ssa, cell, event, content(f, run, slot));
  if (!az_is_const(f->s, now)) now = unknown(f, az_sort_of(f->s, now), "a ghost cell of registers");
  hmput(f->cells, slot, now);
}

static void update_field(az_followed *f, uint32_t cell, uint32_t number,
                         const az_concrete_event *event) {
  uint32_t field = f->ssa->shared->ghost_fields[cell];
  az_term now = az_ssa_ghost_after(f->ssa, cell, event, ghost_field(f, number, field));
  hmput(f->fields, ((ghost_of_object){number, field}), now);
}

static bool is_allocated(const az_followed *f, uint32_t number) {
  for (size_t i = 0; i < arrlenu(f->objects); i++)
    if (f->objects[i].number == number) return true;
  return false;
}

static az_concrete_event concrete(az_followed *f, const az_run_event *e) {
  const az_program *p = f->ssa->p;
  bool led = e->kind != AZ_ON_CALL && e->kind != AZ_ON_RETURN;
  az_concrete_event event = {.kind = e->kind, .stmt = e->stmt, .frame = arrlast(f->stack).at.frame};
  if (led) event.pointer = pointer_term(f, e->pointer);
  if (e->has_size) event.size = az_bv(f->s, p->pointer_bits, e->size);
  if (e->kind == AZ_ON_ALLOC || e->kind == AZ_ON_FREE)
    event.happens = az_ne(f->s, event.pointer, az_null(p));
  if (e->kind == AZ_ON_STORE) {
    event.value = p->types[e->stmt->type].kind == AZ_T_POINTER
                      ? pointer_term(f, e->target)
                      : az_resize(f->s, az_bv_limbs(f->s, 128, e->value),
                                  8 * az_access_bytes(p, e->stmt), false);
  }
  return event;
}

static void update_ghosts(az_followed *f, const az_interpreter *run, const az_run_event *e) {
  if (!f->ghosts || !f->ghosts->count) return;
  az_concrete_event event = concrete(f, e);
  for (uint32_t cell = 0; cell < f->ghosts->count; cell++) {
    az_ghost_scope scope = f->ghosts->cells[cell].scope;
    if (scope == AZ_GHOST_EXECUTION)
      update_cell(f, run, cell, f->ssa->shared->ghost_cells[cell], &event);
    else if (scope == AZ_GHOST_OBJECT && event.pointer && e->kind != AZ_ON_ALLOC &&
             is_allocated(f, e->pointer.object))
      update_field(f, cell, e->pointer.object, &event);
  }
}

static bool is_around(const az_function *function, uint32_t loop, uint32_t inner) {
  while (inner != AZ_NONE && inner != loop) inner = function->loops[inner].parent;
  return inner == loop;
}

static void update_loop_ghosts(az_followed *f, const az_interpreter *run, uint32_t loop,
                               az_ghost_event_kind kind) {
  const activation_state *a = &arrlast(f->stack);
  const az_function *function = &f->ssa->p->functions[a->function];
  az_concrete_event event = {.kind = kind, .frame = a->at.frame};
  for (uint32_t cell = 0; f->ghosts && cell < f->ghosts->count; cell++) {
    az_ghost_scope scope = f->ghosts->cells[cell].scope;
    event.own = true;
    if (scope == AZ_GHOST_EXECUTION)
      update_cell(f, run, cell, f->ssa->shared->ghost_cells[cell], &event);
    for (uint32_t inner = 0; scope == AZ_GHOST_LOOP && inner < function->loop_count; inner++) {
      if (!is_around(function, loop, inner)) continue;
      event.own = inner == loop;
      update_cell(f, run, cell, az_ssa_loop_ghost(f->ssa, cell, a->at.frame, inner), &event);
    }
  }
}

/* ---- events ---------------------------------------------------------------------------------- */

static void note_object(az_followed *f, const az_interpreter *run, const az_run_event *e) {
  if (!e->pointer.object) return;
  assert(arrlenu(f->stack)); /* the stack has the run's activations, as all events were followed */
  const activation_state *a = &arrlast(f->stack);
  uint32_t depth = (uint32_t)arrlenu(f->stack) - 1;
  az_run_activation now = az_run_activation_at(run, depth);
  bool in_loop = a->in_loop || f->ssa->p->functions[a->function].blocks[now.block].loop != AZ_NONE;
  uint32_t id = az_ssa_allocated(f->ssa, a->at, e->stmt, in_loop, e->size);
  if (!id || id == AZ_NONE) {
    f->trouble = id ? "an allocation that is several objects of the formula"
                    : "an allocation that the formula does not have";
    return;
  }
  az_followed_object o = {.number = e->pointer.object,
                          .id = id,
                          .depth = e->stmt->alloc <= AZ_ALLOC_REALLOC ? AZ_NONE : depth};
  if (az_memory_instance(f->memory, id)->is_site) {
    o.instance_number = ++f->made;
    if (f->made >> AZ_INSTANCE_NUMBER_BITS)
      f->trouble = "more objects of allocation sites than instance numbers";
  }
  for (uint32_t g = 0; g < az_memory_ghost_fields(f->memory); g++)
    if (f->fields) (void)hmdel(f->fields, ((ghost_of_object){o.number, g}));
  hmput(f->places, o.number, ((place){o.id, o.instance_number}));
  arrput(f->objects, o);
}

static void note_end(az_followed *f, uint32_t number) {
  for (size_t i = 0; i < arrlenu(f->objects); i++)
    if (f->objects[i].number == number) {
      arrdel(f->objects, i);
      return;
    }
}

void az_followed_event(az_followed *f, const az_interpreter *run, const az_run_event *e) {
  if (f->trouble) return;
  if (e->kind == AZ_ON_CALL || e->kind == AZ_ON_RETURN || (f->ghosts && f->ghosts->count) ||
      e->kind == AZ_ON_ALLOC)
    catch_up(f, run);
  if (f->trouble) return;
  if (e->kind == AZ_ON_ALLOC) note_object(f, run, e);
  if (!f->trouble) update_ghosts(f, run, e);
  if (e->kind == AZ_ON_FREE) note_end(f, e->pointer.object);
}

static az_term *values_now(az_followed *f, const az_interpreter *run, uint32_t head,
                           const az_term *entry) {
  uint32_t view = az_cuts_view_of_head(f->cuts, head);
  if (!f->slots[head]) f->slots[head] = az_cuts_needed_slots(f->cuts, view);
  az_mem *mem = az_mem_new(f->memory);
  for (size_t i = 0; i < arrlenu(f->slots[head]); i++)
    az_mem_set(mem, f->slots[head][i], content(f, run, f->slots[head][i]));
  az_term *values = az_cuts_values_in(f->cuts, view, mem, entry);
  az_mem_free(mem);
  return values;
}

uint32_t az_followed_at_head(az_followed *f, const az_interpreter *run, uint32_t loop, bool back) {
  if (!f->trouble) catch_up(f, run);
  if (f->trouble) return AZ_NONE;
  assert(arrlenu(f->stack));
  activation_state *a = &arrlast(f->stack);
  update_loop_ghosts(f, run, loop, back ? AZ_ON_BACK : AZ_ON_ENTER);
  uint32_t head = az_ssa_head(f->ssa, a->at.frame, loop);
  if (head == AZ_NONE) {
    f->trouble = "a loop that the formula does not have";
    return AZ_NONE;
  }
  if (!back) {
    az_term *values = values_now(f, run, head, NULL);
    arrfree(a->entered[loop]);
    a->entered[loop] = values;
  }
  return head;
}

az_term *az_followed_state(az_followed *f, const az_interpreter *run, uint32_t head) {
  uint32_t loop = f->ssa->heads[head].loop;
  return values_now(f, run, head, arrlast(f->stack).entered[loop]);
}

uint64_t az_followed_elements(az_followed *f, const az_interpreter *run, uint32_t slot) {
  const az_leaf *leaf;
  uint32_t id;
  const az_instance *inst = az_memory_slot(f->memory, slot, &leaf, &id);
  uint64_t least = UINT64_MAX;
  if (!leaf->dimension_count) return least;
  if (!inst->is_site) return elements_of(run, object_of(f, id), leaf);
  for (size_t i = 0; i < arrlenu(f->objects); i++) {
    if (f->objects[i].id != id) continue;
    uint64_t n = elements_of(run, f->objects[i].number, leaf);
    if (n < least) least = n;
  }
  return least;
}

az_term az_followed_size(az_followed *f, const az_interpreter *run, uint32_t id) {
  const az_instance *inst = az_memory_instance(f->memory, id);
  uint32_t number = inst && !inst->is_site ? object_of(f, id) : 0;
  if (!number) return AZ_NO_TERM;
  return az_bv(f->s, f->ssa->p->pointer_bits, az_run_object_at(run, number).size);
}
