/* Variables that relations need besides those that a loop changes: integers and arrays that its
 * body reads, and variables computed before the loop from the entry values of its variables, or
 * compared with them. */
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
void note_unchanged(executor *x, az_loop_effect *e, const uint32_t *reads, const az_mem *pre) {
  uint32_t arrays = 0;
  for (size_t i = 0; i < arrlenu(e->unchanged); i++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, e->unchanged[i], &leaf, NULL);
    arrays += leaf->dimension_count != 0;
  }
  for (size_t i = 0; i < arrlenu(reads); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, reads[i], &leaf, NULL);
    az_term v = az_mem_get(pre, reads[i]);
    ptrdiff_t at = az_slot_position(e->unchanged, reads[i]),
              changed = az_slot_position(e->slots, reads[i]);
    bool named = inst->object == AZ_NONE || x->p->objects[inst->object].kind == AZ_OBJ_GLOBAL ||
                 x->p->objects[inst->object].kind == AZ_OBJ_LOCAL;
    if (!v || !named || az_is_const(x->s, v) || leaf->of_site || !leaf->bytes || leaf->bytes > 8)
      continue;
    bool array = leaf->dimension_count != 0;
    if (!array && leaf->is_pointer && !leads_to_site(x, v)) continue;
    if (!array && !leaf->is_pointer && x->p->types[leaf->type].kind != AZ_T_INT) continue;
    if (at < (ptrdiff_t)arrlenu(e->unchanged) && e->unchanged[at] == reads[i]) continue;
    if (changed < (ptrdiff_t)arrlenu(e->slots) && e->slots[changed] == reads[i]) continue;
    if (!has_room(x, array, arrlenu(e->unchanged) - arrays, arrays)) continue;
    arrins(e->unchanged, at, reads[i]);
    assert(!at || e->unchanged[at - 1] < reads[i]); /* sorted, each once */
    arrays += array;
  }
}

typedef struct term_set {
  az_term key;
  bool value; /* it is the entry value of a variable that the loop changes */
} term_set;

/* Adds the terms of comparisons in the guard that mention an entry value: after "if (r > x + y)", r
 * is related to what the loop does to x. */
static void add_compared(executor *x, az_term guard, term_set **known) {
  enum { MOST = 32 }; /* maximum number of terms in a comparison, and of comparisons */
  az_term *open = NULL, *cone = NULL;
  arrput(open, guard);
  for (uint32_t n = 0; n < MOST && arrlenu(open); n++) {
    az_term t = arrpop(open);
    bool is_and = az_kind_of(x->s, t) == AZ_K_AND, mentions = false;
    for (uint32_t o = 0; is_and && o < az_arity(x->s, t); o++) arrput(open, az_operand(x->s, t, o));
    if (is_and) continue;
    az_visit *visit = az_visit_new(x->s, AZ_VISIT_ANY);
    az_visit_add(visit, t);
    for (arrsetlen(cone, 0); arrlenu(cone) < MOST && (t = az_visit_next(visit)); arrput(cone, t))
      mentions |= hmget(*known, t);
    az_visit_free(visit);
    for (size_t i = 0; mentions && arrlenu(cone) < MOST && i < arrlenu(cone); i++) {
      const bool is_entry = hmget(*known, cone[i]); /* read first: hmput creates the entry */
      hmput(*known, cone[i], is_entry);
    }
  }
  arrfree(open);
  arrfree(cone);
}

/* Returns whether the pointer and one that the loop changes may lead to the same site. */
static bool shares_site(executor *x, const az_loop_effect *e, az_term pointer) {
  az_points_to set = az_memory_targets(x->memory, pointer);
  bool shares = false;
  for (size_t t = 0; t < arrlenu(set.ids); t++) {
    const az_instance *inst = az_memory_instance(x->memory, set.ids[t]);
    for (size_t i = 0; inst && inst->is_site && !shares && i < arrlenu(e->slots); i++)
      for (size_t k = 0; k < arrlenu(e->points[i].ids); k++)
        shares |= e->points[i].ids[k] == set.ids[t];
  }
  arrfree(set.ids);
  return shares;
}

/* Notes variables that are computed from the entry values of variables that the loop changes, or
 * compared with such values: after "n = x + y", n is related to the loop's effect although the loop
 * reads only x and y. Pointers to other nodes of the loop's lists are related, too: to a node that
 * is appended after the loop, or to the list that is freed next. */
void note_origins(executor *x, az_loop_effect *e, const point *pre) {
  uint32_t *origins = NULL;
  term_set *known = NULL;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_term entry = az_mem_get(pre->mem, e->slots[i]);
    if (entry && !az_is_const(x->s, entry)) hmput(known, entry, true);
  }
  add_compared(x, pre->guard, &known);
  for (uint32_t slot = 0, n = az_memory_slots(x->memory); slot < n; slot++) {
    az_term v = az_mem_get(pre->mem, slot);
    const az_leaf *leaf;
    az_memory_slot(x->memory, slot, &leaf, NULL);
    if (!v || !leaf->bytes || az_is_const(x->s, v) ||
        az_sort_kind_of(az_sort_of(x->s, v)) != AZ_SORT_BV)
      continue;
    bool related = hmgeti(known, v) >= 0;
    for (uint32_t o = 0; !related && o < az_arity(x->s, v); o++)
      related = hmget(known, az_operand(x->s, v, o));
    if (!related && leaf->is_pointer && !leaf->of_site) related = shares_site(x, e, v);
    if (related) arrput(origins, slot);
  }
  note_unchanged(x, e, origins, pre->mem);
  arrfree(origins);
  hmfree(known);
}
