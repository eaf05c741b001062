/* Ghost cells in symbolic memory (ansatz/ghost.h): an additional field of every allocated object,
 * and separate cells. The program has no pointer to them, so only their updates change them. */
#include "memory/memory_internal.h"

void az_memory_add_ghost_field(az_memory *m, const char *name, uint32_t bits, uint64_t initial) {
  ghost_field *field = AZ_NEW(m->arena, ghost_field);
  /* Every allocated object has all fields, so no object may be allocated yet. */
  for (size_t i = 0; i < arrlenu(m->instances); i++) AZ_CHECK(!m->instances[i].is_allocated);
  field->initial = az_bv(m->s, bits, initial);
  field->name = az_arena_strdup(m->arena, name);
  field->one = (az_leaf){.ghost_bits = bits, .elements = 1};
  field->all = (az_leaf){.ghost_bits = bits, .elements = 1, .of_site = true};
  arrput(m->ghost_fields, field);
}

uint32_t az_memory_ghost_fields(const az_memory *m) {
  return (uint32_t)arrlenu(m->ghost_fields);
}

uint32_t az_memory_ghost_slot(const az_memory *m, uint32_t id, uint32_t field) {
  assert(field < arrlenu(m->ghost_fields));
  const az_instance *inst = id < arrlenu(m->instances) ? &m->instances[id] : NULL;
  return inst && inst->ghosts != AZ_NONE ? inst->ghosts + field : AZ_NONE;
}

uint32_t az_memory_ghost_cell(az_memory *m, const char *name, uint32_t bits, uint64_t initial) {
  az_leaf *leaf = AZ_NEW(m->arena, az_leaf);
  *leaf = (az_leaf){.ghost_bits = bits, .elements = 1};
  az_instance instance = {.object = AZ_NONE,
                          .name = az_arena_strdup(m->arena, name),
                          .path = "",
                          .sizes = AZ_NONE,
                          .ghosts = AZ_NONE};
  arrput(m->instances, instance);
  slot_info info = {.id = (uint32_t)arrlenu(m->instances) - 1,
                    .leaf = leaf,
                    .initial = az_bv(m->s, bits, initial)};
  arrput(m->slots, info);
  return (uint32_t)arrlenu(m->slots) - 1;
}

/* Applies `update` to the cell of the object with that instance number, under the condition. */
static void update_field(az_mem *s, uint32_t slot, bool is_site, az_term instance_number,
                         az_term condition, az_ghost_update update, void *ctx) {
  const az_memory *m = az_mem_memory(s);
  az_term before = az_mem_get(s, slot);
  if (!before) return; /* not allocated yet */
  az_term old = is_site ? az_select(m->s, before, instance_number) : before;
  az_term now = az_ite(m->s, condition, update(ctx, old), old);
  assert(az_sort_of(m->s, now) == az_sort_of(m->s, old));
  if (now == old) return;
  az_mem_set(s, slot, is_site ? az_store_at(m->s, before, instance_number, now) : now);
}

void az_mem_begin_ghosts(az_mem *s, uint32_t id, az_term instance_number) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *inst = &m->instances[id];
  assert(!inst->is_site == !instance_number);
  for (uint32_t g = 0; inst->ghosts != AZ_NONE && g < arrlenu(m->ghost_fields); g++) {
    az_term initial = m->ghost_fields[g]->initial, all = az_mem_get(s, inst->ghosts + g);
    az_mem_set(s, inst->ghosts + g,
               inst->is_site ? az_store_at(m->s, all, instance_number, initial) : initial);
  }
}

az_term az_mem_ghost(const az_mem *s, uint32_t field, uint32_t id, az_term instance_number) {
  const az_memory *m = az_mem_memory(s);
  uint32_t slot = az_memory_ghost_slot(m, id, field);
  az_term all = slot != AZ_NONE ? az_mem_get(s, slot) : AZ_NO_TERM;
  if (!all) return az_zero_of(m->s, az_sort_of(m->s, m->ghost_fields[field]->initial));
  return m->instances[id].is_site ? az_select(m->s, all, instance_number) : all;
}

az_term az_mem_ghost_of(const az_mem *s, uint32_t field, az_term pointer, az_term *there) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  az_term found = az_zero_of(m->s, az_sort_of(m->s, m->ghost_fields[field]->initial));
  *there = az_false(m->s);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || az_memory_ghost_slot(m, to->id, field) == AZ_NONE) continue;
    *there = az_or(m->s, *there, to->condition);
    found = az_ite(m->s, to->condition, az_mem_ghost(s, field, to->id, to->instance_number), found);
  }
  az_term named = az_memory_named(m, &list);
  arrfree(list.items);
  if (az_is_true(m->s, named)) return found;
  *there = az_ite(m->s, named, *there, az_fresh(m->s, az_sort_bool(), "unknown"));
  return az_ite(m->s, named, found, az_fresh(m->s, az_sort_of(m->s, found), "unknown"));
}

void az_mem_update_ghosts(az_mem *s, uint32_t field, az_term pointer, az_ghost_update update,
                          void *ctx) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    uint32_t slot = to->id ? az_memory_ghost_slot(m, to->id, field) : AZ_NONE;
    if (slot != AZ_NONE)
      update_field(s, slot, m->instances[to->id].is_site, to->instance_number, to->condition,
                   update, ctx);
  }
  /* An unknown target may be any object, since another copy of the loop may have a name for it. */
  for (uint32_t id = 1; list.flags & AZ_PTS_WILD && id < arrlenu(m->instances); id++) {
    uint32_t slot = az_memory_ghost_slot(m, id, field);
    az_term all = slot != AZ_NONE ? az_mem_get(s, slot) : AZ_NO_TERM;
    az_term any = all ? az_fresh(m->s, az_sort_of(m->s, all), "unknown") : AZ_NO_TERM;
    if (all) az_mem_set(s, slot, az_ite(m->s, az_memory_named(m, &list), all, any));
    m->choices++; /* a field may have any number from here on: docs/soundness.md, holders */
  }
  arrfree(list.items);
}
