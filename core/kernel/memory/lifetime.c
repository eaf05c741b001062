/* Lifetimes: a bit "live" after the leaves of an instance; for a site an array of such bits, one
 * for each object. */
#include "memory/memory_internal.h"

static az_term bit(const az_memory *m, bool on) {
  return az_bv(m->s, 1, on);
}

static bool is_static(const az_memory *m, const az_instance *i) {
  return i->object != AZ_NONE && (m->p->objects[i->object].kind == AZ_OBJ_GLOBAL ||
                                  m->p->objects[i->object].kind == AZ_OBJ_STRING);
}

az_term az_mem_lives(const az_mem *s, const target *t) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *i = &m->instances[t->id];
  if (is_static(m, i)) return az_true(m->s);
  az_term live = az_mem_get(s, az_memory_live_slot(m, t->id));
  if (i->is_site) live = az_select(m->s, live, t->instance_number);
  return az_eq(m->s, live, bit(m, true));
}

az_term az_mem_object_lives(const az_mem *s, uint32_t id, az_term instance_number) {
  target t = {az_true(az_mem_memory(s)->s), id, AZ_NO_TERM, instance_number};
  return az_mem_lives(s, &t);
}

void az_mem_set_live(az_mem *s, uint32_t id, bool on) {
  const az_memory *m = az_mem_memory(s);
  uint32_t slot = az_memory_live_slot(m, id);
  if (m->instances[id].is_site)
    az_mem_set(s, slot, az_const_array(m->s, AZ_INSTANCE_NUMBER_BITS, bit(m, on)));
  else
    az_mem_set(s, slot, bit(m, on));
}

void az_mem_unlive(az_mem *s, uint32_t id, az_term instance_number, az_term condition) {
  const az_memory *m = az_mem_memory(s);
  uint32_t slot = az_memory_live_slot(m, id);
  az_term live = az_mem_get(s, slot);
  assert(!is_static(m, &m->instances[id])); /* static objects do not end */
  assert(!m->instances[id].is_site || instance_number);
  const bool is_site = m->instances[id].is_site;
  az_term now = is_site ? az_select(m->s, live, instance_number) : live;
  now = az_ite(m->s, condition, bit(m, false), now);
  az_mem_set(s, slot, is_site ? az_store_at(m->s, live, instance_number, now) : now);
}

/* ---- objects of allocation sites ------------------------------------------------------------ */

static void store(az_mem *s, uint32_t slot, az_term index, az_term value) {
  az_mem_set(s, slot, az_store_at(az_mem_memory(s)->s, az_mem_get(s, slot), index, value));
}

/* In a leaf's array, replaces the cells of one object of the site by the cells of `all`, under the
 * condition. */
static void replace_cells(az_mem *s, uint32_t slot, az_term instance_number, az_term condition,
                          az_term all) {
  const az_memory *m = az_mem_memory(s);
  uint32_t w = m->p->pointer_bits, width = AZ_INSTANCE_NUMBER_BITS + w;
  az_term before = az_mem_get(s, slot);
  az_term zero = az_bv(m->s, w, 0), first = az_concat(m->s, instance_number, zero);
  az_term every = az_concat(m->s, az_bv(m->s, AZ_INSTANCE_NUMBER_BITS, 1), zero);
  az_term count = az_ite(m->s, condition, every, az_bv(m->s, width, 0));
  az_mem_set(s, slot, az_splice(m->s, before, all, first, count, zero));
}

void az_mem_begin(az_mem *s, uint32_t site, az_term instance_number, az_term size, bool zeroed) {
  const az_memory *m = az_mem_memory(s);
  const az_instance *i = &m->instances[site];
  assert(i->is_site && az_sort_of(m->s, instance_number) == az_sort_bv(AZ_INSTANCE_NUMBER_BITS));
  store(s, az_memory_live_slot(m, site), instance_number, az_bv(m->s, 1, 1));
  if (i->sizes != AZ_NONE) store(s, i->sizes, instance_number, size);
  /* Leaves without a slot were never accessed in any live object: they are arbitrary. */
  for (uint32_t l = 0; zeroed && l < i->layout->leaf_count; l++) {
    const az_leaf *leaf = &i->layout->leaves[l];
    az_term none = az_zero_of(m->s, az_leaf_element_sort(m->p, leaf));
    if (leaf->dimension_count)
      replace_cells(s, i->slot + l, instance_number, az_true(m->s),
                    az_const_array(m->s, m->p->pointer_bits, none));
    else
      store(s, i->slot + l, instance_number, none);
  }
}

void az_mem_end(az_mem *s, uint32_t site, az_term instance_number, az_term condition) {
  az_store *t = az_mem_memory(s)->s;
  assert(az_mem_memory(s)->instances[site].is_site);
  az_mem_unlive(s, site, instance_number, condition);
  const az_instance *i = &az_mem_memory(s)->instances[site];
  for (uint32_t l = 0; l < i->layout->leaf_count; l++) { /* reads give any value from now on */
    const az_leaf *leaf = &i->layout->leaves[l];
    az_sort element = az_leaf_element_sort(az_mem_memory(s)->p, leaf);
    bool array = leaf->dimension_count != 0;
    az_term any = az_fresh(
        t, array ? az_sort_array(az_mem_memory(s)->p->pointer_bits, element) : element, "freed");
    if (leaf->is_pointer) az_memory_points_to(az_mem_memory(s), any, &az_points_anywhere);
    if (array) {
      replace_cells(s, i->slot + l, instance_number, condition, any);
    } else {
      az_term before = az_select(t, az_mem_get(s, i->slot + l), instance_number);
      store(s, i->slot + l, instance_number, az_ite(t, condition, any, before));
    }
  }
}

/* ---- what a pointer leads to ---------------------------------------------------------------- */

void az_mem_release(az_mem *s, az_term pointer, bool heap) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    const az_instance *inst = &m->instances[to->id];
    if (!to->id || !inst->is_allocated || inst->is_heap != heap) continue;
    az_term start = az_and(m->s, to->condition, az_eq_value(m->s, to->offset, 0));
    az_mem_unlive(s, to->id, to->instance_number, start);
  }
  arrfree(list.items);
}

void az_mem_renew(az_mem *s, uint32_t id) {
  az_memory *m = az_mem_memory(s);
  az_term nowhere = AZ_NO_TERM;
  for (uint32_t slot = 0; slot < arrlenu(m->slots); slot++) {
    const az_leaf *leaf = m->slots[slot].leaf;
    az_term v = leaf->is_pointer ? az_mem_get(s, slot) : AZ_NO_TERM;
    if (!v) continue;
    az_points_to set = az_memory_targets(m, v);
    bool found = false;
    for (size_t i = 0; i < arrlenu(set.ids); i++) found |= set.ids[i] == id;
    arrfree(set.ids);
    if (!found) continue;
    if (az_leaf_is_array(leaf)) { /* any cell may be a pointer from the earlier lifetime */
      az_term any = az_fresh(m->s, az_sort_of(m->s, v), "dangling");
      az_memory_points_to(m, any, &az_points_anywhere);
      az_mem_set(s, slot, any);
      continue;
    }
    if (!nowhere) {
      nowhere = az_fresh(m->s, az_sort_bv(az_pointer_width(m->p)), "dangling");
      az_memory_points_to(m, nowhere, &az_points_nowhere);
    }
    az_term is = az_memory_is(m, az_pointer_object(m->p, v), id);
    az_mem_set(s, slot, az_ite(m->s, is, nowhere, v));
  }
}
