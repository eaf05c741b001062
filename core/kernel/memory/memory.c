/* The objects of a program's memory that formulas mention (instances), and their slots. */
#include "memory/memory_internal.h"
#include <stdlib.h>
#include <string.h>

static const az_leaf live_leaf = {.elements = 1, .ghost_bits = 1};
static const az_leaf live_leaves = {.elements = 1, .ghost_bits = 1, .of_site = true};

static az_term initial_content(az_memory *m, uint32_t id, uint32_t l, const az_leaf *leaf) {
  az_sort sort = az_leaf_sort(m->p, leaf);
  if (!leaf->bytes) return az_zero_of(m->s, sort);
  char name[64];
  snprintf(name, sizeof name, "%.40s#init!%u.%u:%x", m->instances[id].name, id, l, sort);
  az_term content = az_var(m->s, sort, name);
  if (leaf->is_pointer) az_memory_points_to(m, content, &az_points_nowhere);
  return content;
}

static void add_slots(az_memory *m, uint32_t id) {
  az_instance *i = &m->instances[id];
  i->slot = (uint32_t)arrlenu(m->slots);
  for (uint32_t l = 0; l <= i->layout->leaf_count; l++) {
    const az_leaf *leaf = l < i->layout->leaf_count ? &i->layout->leaves[l]
                          : i->is_site              ? &live_leaves
                                                    : &live_leaf;
    slot_info info = {.id = id, .leaf = leaf};
    if (i->is_site || !leaf->bytes) info.initial = initial_content(m, id, l, leaf);
    arrput(m->slots, info);
  }
  /* The slots of an instance are consecutive; the last one is for the bit "live". */
  assert(az_memory_live_slot(m, id) + 1 == arrlenu(m->slots));
}

az_memory *az_memory_new(const az_program *p, az_limits *limits) {
  az_arena *arena = az_arena_new();
  az_memory *m = AZ_NEW(arena, az_memory);
  m->p = p;
  m->s = p->store;
  m->arena = arena;
  m->limits = limits;
  m->addresses = p->arbitrary_entry; /* any integer may be an address */
  m->visit = az_visit_new(m->s, AZ_VISIT_ANY);
  m->seen = az_visit_new(m->s, AZ_VISIT_POST);
  arrput(m->instances, ((az_instance){.object = AZ_NONE, .ghosts = AZ_NONE})); /* null */
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    bool once = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    az_instance instance = {.object = once ? i : AZ_NONE,
                            .name = o->name,
                            .path = "",
                            .type = o->type,
                            .is_const = o->is_const,
                            .ghosts = AZ_NONE};
    if (once) {
      instance.layout = az_layout_of(p, arena, o->type, o->bytes, 1);
      instance.size = az_bv(m->s, p->pointer_bits, o->bytes);
    }
    arrput(m->instances, instance);
    assert(!once || o->address == az_memory_id(m, i + 1)); /* the id is the address */
    if (once) add_slots(m, (uint32_t)arrlenu(m->instances) - 1);
  }
  return m;
}

void az_memory_free(az_memory *m) {
  if (!m) return;
  for (ptrdiff_t i = 0; i < hmlen(m->pts); i++) arrfree(m->pts[i].value.ids);
  hmfree(m->pts);
  hmfree(m->instance_numbers);
  az_visit_free(m->visit);
  az_visit_free(m->seen);
  free(m->of_base);
  hmfree(m->integers);
  arrfree(m->ghost_fields);
  arrfree(m->instances);
  arrfree(m->compared);
  arrfree(m->taken);
  arrfree(m->slots);
  arrfree(m->vector.read);
  az_arena_free(m->arena);
}

/* Adds the slots of the ghost fields of a new allocated object or site. */
static void add_ghost_slots(az_memory *m, uint32_t id) {
  az_instance *inst = &m->instances[id];
  assert(inst->is_allocated && inst->ghosts == AZ_NONE); /* the program's own objects have none */
  inst->ghosts = arrlenu(m->ghost_fields) ? (uint32_t)arrlenu(m->slots) : AZ_NONE;
  for (size_t g = 0; g < arrlenu(m->ghost_fields); g++) {
    const ghost_field *field = m->ghost_fields[g];
    slot_info info = {.id = id, .leaf = inst->is_site ? &field->all : &field->one};
    char name[120];
    az_sort sort = az_leaf_sort(m->p, info.leaf);
    snprintf(name, sizeof name, "%.40s#%.40s!%u:%x", inst->name, field->name, id, sort);
    if (inst->is_site) info.initial = az_var(m->s, sort, name);
    arrput(m->slots, info);
  }
}

/* A formula with more objects than this beyond the program's own would not be decided. */
enum { MOST_OF_EXECUTIONS = 65000 };

static uint32_t add(az_memory *m, const az_instance *instance) {
  uint32_t id = (uint32_t)arrlenu(m->instances);
  if (id >= m->p->object_count + MOST_OF_EXECUTIONS) return 0;
  assert(id < (1u << AZ_INSTANCE_BITS) - 1); /* the highest number is no object's */
  assert(az_sort_of(m->s, instance->size) == az_sort_bv(m->p->pointer_bits));
  arrput(m->instances, *instance);
  add_slots(m, id);
  if (instance->is_allocated) add_ghost_slots(m, id);
  return id;
}

uint32_t az_memory_add(az_memory *m, uint32_t object, const char *name, const char *path,
                       az_type type, const az_layout *layout, az_term size) {
  az_instance instance = {.object = object,
                          .name = name,
                          .path = path,
                          .type = type,
                          .layout = layout,
                          .size = size,
                          .is_allocated = object == AZ_NONE,
                          .ghosts = AZ_NONE};
  return add(m, &instance);
}

uint32_t az_memory_add_site(az_memory *m, const char *name, az_type type, const az_layout *layout,
                            az_term size, bool sized) {
  az_instance site = {.object = AZ_NONE,
                      .name = name,
                      .path = "",
                      .type = type,
                      .layout = az_layout_of_site(m->arena, layout),
                      .size = size,
                      .is_allocated = true,
                      .is_site = true,
                      .sizes = AZ_NONE,
                      .ghosts = AZ_NONE};
  uint32_t id = add(m, &site);
  m->sites++;
  if (id && sized) {
    az_leaf *leaf = AZ_NEW(m->arena, az_leaf);
    *leaf = (az_leaf){.bytes = m->p->pointer_bits / 8, .elements = 1, .of_site = true};
    slot_info info = {.id = id, .leaf = leaf};
    m->instances[id].sizes = (uint32_t)arrlenu(m->slots);
    info.initial = initial_content(m, id, layout->leaf_count + 1, leaf);
    arrput(m->slots, info);
  }
  return id;
}

void az_memory_of_heap(az_memory *m, uint32_t id) {
  assert(m->instances[id].is_allocated); /* nothing else is freed by free */
  m->instances[id].is_heap = true;
}

uint32_t az_memory_live_slot(const az_memory *m, uint32_t id) {
  assert(id < arrlenu(m->instances) && m->instances[id].layout);
  return m->instances[id].slot + m->instances[id].layout->leaf_count;
}

az_term az_memory_index(const az_memory *m) {
  char name[24];
  snprintf(name, sizeof name, "index#%u", m->p->pointer_bits);
  return az_var(m->s, az_sort_bv(m->p->pointer_bits), name);
}

az_term az_memory_fixed(const az_memory *m, uint32_t site) {
  return !site ? az_memory_index(m) : az_fixed_instance_number(m->s, site, 0);
}

az_term az_memory_second(const az_memory *m, uint32_t site) {
  return !site ? az_var(m->s, az_sort_bv(m->p->pointer_bits), "index#second")
               : az_fixed_instance_number(m->s, site, 1);
}

az_term az_memory_instance_number(const az_memory *m, az_term object) {
  assert(az_sort_of(m->s, object) == az_sort_bv(AZ_OBJECT_BITS));
  return az_extract(m->s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
}

uint32_t az_memory_guesses(const az_memory *m) {
  return m->guesses;
}

bool az_memory_has_addresses(const az_memory *m) {
  return m->addresses;
}

az_term az_memory_is(const az_memory *m, az_term object, uint32_t id) {
  const az_instance *instance = az_memory_instance(m, id);
  if (!instance || !instance->is_site) return az_eq(m->s, object, az_memory_id(m, id));
  return az_eq_value(m->s, az_extract(m->s, object, AZ_INSTANCE_BITS - 1, 0), id);
}

const az_instance *az_memory_instance(const az_memory *m, uint32_t id) {
  return id < arrlenu(m->instances) && m->instances[id].layout ? &m->instances[id] : NULL;
}

uint32_t az_memory_instances(const az_memory *m) {
  return (uint32_t)arrlenu(m->instances);
}
uint32_t az_memory_slots(const az_memory *m) {
  return (uint32_t)arrlenu(m->slots);
}
az_arena *az_memory_arena(az_memory *m) {
  return m->arena;
}
az_term az_memory_id(const az_memory *m, uint32_t id) {
  assert(id < 1u << AZ_INSTANCE_BITS); /* higher bits are instance numbers */
  return az_bv(m->s, AZ_OBJECT_BITS, id);
}
az_term az_memory_pointer(const az_memory *m, uint32_t id, uint64_t offset) {
  const az_term by = az_bv(m->s, m->p->pointer_bits, offset);
  return az_pointer(m->p, az_memory_id(m, id), by);
}

const az_instance *az_memory_slot(const az_memory *m, uint32_t slot, const az_leaf **leaf,
                                  uint32_t *id) {
  assert(slot < arrlenu(m->slots));
  if (leaf) *leaf = m->slots[slot].leaf;
  if (id) *id = m->slots[slot].id;
  return &m->instances[m->slots[slot].id];
}

uint32_t **az_memory_watch(az_memory *m, uint32_t **reads) {
  uint32_t **before = m->watch;
  m->watch = reads;
  return before;
}

az_term az_memory_elements(const az_memory *m, const az_instance *i, const az_leaf *leaf) {
  assert(!leaf->elements && leaf->dimensions[0].stride);
  uint32_t w = m->p->pointer_bits;
  az_term tail = az_bv(m->s, w, i->layout->tail), rest = az_bv_sub(m->s, i->size, tail);
  az_term fits = az_bv_udiv(m->s, rest, az_bv(m->s, w, leaf->dimensions[0].stride));
  az_term none = az_bv(m->s, w, 0);
  return az_ite(m->s, az_bv_ult(m->s, i->size, tail), none, fits);
}
