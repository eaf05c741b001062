/* Who last wrote a pointer into an allocated object: a variable of the proof alone, which no
 * program can read. Where a store through a pointer may change the object, and is of a pointer, the
 * number of the statement is kept beside the object's leaves; 0 is what was just allocated. What
 * else changes an object leaves the number as it is. A formula with it has the same executions, as
 * there is always one value that such a variable can have; so claims about it need no argument
 * beyond their own proof. They tell nodes that a loop has moved to another list from those that it
 * has not met yet (domain fields). */
#include "memory/memory_internal.h"

enum { WRITER_BITS = 8 };
static const az_leaf writer_leaf = {.bytes = 1, .elements = 1};
static const az_leaf writer_leaves = {.bytes = 1, .elements = 1, .of_site = true};

void az_memory_keep_writer(az_memory *m, uint32_t id) {
  az_instance *inst = &m->instances[id];
  bool links = false;
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++)
    links |= inst->layout->leaves[l].is_pointer && !inst->layout->leaves[l].dimension_count;
  if (!links || inst->writer != AZ_NONE) return;
  slot_info info = {.id = id, .leaf = inst->is_site ? &writer_leaves : &writer_leaf};
  char name[64];
  snprintf(name, sizeof name, "%.40s#writer!%u", inst->name, id);
  if (inst->is_site) info.initial = az_var(m->s, az_leaf_sort(m->p, info.leaf), name);
  inst->writer = (uint32_t)arrlenu(m->slots);
  arrput(m->slots, info);
}

/* Of the object of that identity, where the condition holds. */
static void set(az_mem *s, uint32_t id, az_term identity, az_term condition, az_term now) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *inst = &m->instances[id];
  az_term before = az_mem_get(s, inst->writer);
  if (!before) return; /* not allocated yet */
  if (inst->is_site) {
    now = az_ite(m->s, condition, now, az_select(m->s, before, identity));
    az_mem_set(s, inst->writer, az_store_at(m->s, before, identity, now));
  } else {
    az_mem_set(s, inst->writer, az_ite(m->s, condition, now, before));
  }
}

void az_mem_no_writer(az_mem *s, uint32_t id, az_term identity) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *inst = &m->instances[id];
  az_term none = az_bv(m->s, WRITER_BITS, 0);
  if (inst->writer == AZ_NONE) return;
  if (inst->is_site)
    set(s, id, identity, az_true(m->s), none);
  else
    az_mem_set(s, inst->writer, none);
}

void az_mem_note_writer(az_mem *s, az_term pointer, uint32_t number) {
  enum { MOST = (1 << WRITER_BITS) - 1 }; /* this one is all behind it, too */
  az_memory *m = az_mem_memory(s);
  az_term now = az_bv(m->s, WRITER_BITS, number < MOST ? number : MOST);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (to->id && m->instances[to->id].writer != AZ_NONE)
      set(s, to->id, to->identity, to->condition, now);
  }
  arrfree(list.items);
}
