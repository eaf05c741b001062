/* Variables that relations need besides those that a loop changes: integers and arrays that its
 * body reads, and variables computed before the loop from the entry values of its variables. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>

static bool leads_to_site(executor *x, az_term pointer) {
  az_points_to set = az_memory_targets(x->memory, pointer);
  bool leads = false;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *inst = az_memory_instance(x->memory, set.ids[i]);
    leads |= inst && inst->is_site;
  }
  arrfree(set.ids);
  return leads;
}

/* Returns whether there is room for one more scalar or array that the loop reads. */
static bool has_room(executor *x, bool array, uint64_t scalars, uint64_t arrays) {
  az_limits *l = x->shared->limits;
  return array ? az_limits_room(l, AZ_LIMIT_loop_arrays, arrays)
               : az_limits_room(l, AZ_LIMIT_loop_constants, scalars);
}

/* Notes the slots that the body reads and the loop does not change: integers that are not constant,
 * pointers to objects of allocation sites, and arrays. */
void note_constants(executor *x, az_loop_effect *e, const uint32_t *reads, const az_mem *pre) {
  uint32_t arrays = 0;
  for (size_t i = 0; i < arrlenu(e->constant); i++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, e->constant[i], &leaf, NULL);
    arrays += leaf->dimension_count != 0;
  }
  for (size_t i = 0; i < arrlenu(reads); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, reads[i], &leaf, NULL);
    az_term v = az_mem_get(pre, reads[i]);
    ptrdiff_t at = az_slot_position(e->constant, reads[i]),
              changed = az_slot_position(e->slots, reads[i]);
    bool named = inst->object == AZ_NONE || x->p->objects[inst->object].kind == AZ_OBJ_GLOBAL ||
                 x->p->objects[inst->object].kind == AZ_OBJ_LOCAL;
    if (!v || !named || az_is_const(x->s, v) || leaf->of_site || !leaf->bytes || leaf->bytes > 8)
      continue;
    bool array = leaf->dimension_count != 0;
    if (!array && leaf->is_pointer && !leads_to_site(x, v)) continue;
    if (!array && !leaf->is_pointer && x->p->types[leaf->type].kind != AZ_T_INT) continue;
    if (at < (ptrdiff_t)arrlenu(e->constant) && e->constant[at] == reads[i]) continue;
    if (changed < (ptrdiff_t)arrlenu(e->slots) && e->slots[changed] == reads[i]) continue;
    if (!has_room(x, array, arrlenu(e->constant) - arrays, arrays)) continue;
    arrins(e->constant, at, reads[i]);
    assert(!at || e->constant[at - 1] < reads[i]); /* sorted, each once */
    arrays += array;
  }
}

/* Returns whether the loop changes a variable whose entry value is v or an operand of v. */
static bool is_origin(executor *x, const az_loop_effect *e, const az_mem *pre, uint32_t slot,
                      az_term v) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_term entry = az_mem_get(pre, e->slots[i]);
    if (e->slots[i] == slot || !entry || az_is_const(x->s, entry)) continue;
    if (entry == v) return true;
    for (uint32_t o = 0; o < az_arity(x->s, v); o++)
      if (az_operand(x->s, v, o) == entry) return true;
  }
  return false;
}

/* Notes variables computed from the entry values of variables that the loop changes: after "n = x +
 * y", n is related to the loop's effect although the loop reads only x and y. */
void note_origins(executor *x, az_loop_effect *e, const az_mem *pre) {
  uint32_t *origins = NULL;
  for (uint32_t slot = 0, n = az_memory_slots(x->memory); slot < n; slot++) {
    az_term v = az_mem_get(pre, slot);
    const az_leaf *leaf;
    az_memory_slot(x->memory, slot, &leaf, NULL);
    if (!v || !leaf->bytes || az_is_const(x->s, v) ||
        az_sort_kind_of(az_sort_of(x->s, v)) != AZ_SORT_BV)
      continue;
    if (is_origin(x, e, pre, slot, v)) arrput(origins, slot);
  }
  note_constants(x, e, origins, pre);
  arrfree(origins);
}
