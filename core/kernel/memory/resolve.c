/* Pointer -> targets: the objects that it may point to, with offsets and conditions. */
#include "memory/memory_internal.h"
#include <stdio.h>

static void add_target(az_memory *m, targets *list, az_term condition, uint32_t id, az_term object,
                       az_term offset) {
  if (az_is_false(m->s, condition)) return;
  const az_instance *inst = az_memory_instance(m, id);
  if (!inst) id = 0; /* a function has no content */
  assert(az_sort_of(m->s, condition) == az_sort_bool());
  assert(az_sort_of(m->s, offset) == az_sort_bv(m->p->pointer_bits));
  az_term instance_number =
      inst && inst->is_site ? az_memory_instance_number(m, object) : AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(list->items); i++) {
    target *t = &list->items[i];
    if (t->id == id && t->instance_number == instance_number && (t->offset == offset || id == 0)) {
      t->condition = az_or(m->s, t->condition, condition);
      return;
    }
  }
  arrput(list->items, ((target){condition, id, offset, instance_number}));
  list->unnamed += instance_number != AZ_NO_TERM;
}

/* Computes targets from the points-to set alone: one for each object. */
static void targets_by_set(az_memory *m, targets *list, az_term condition, az_term pointer) {
  az_points_to set = az_memory_targets(m, pointer);
  az_term object = az_pointer_object(m->p, pointer), offset = az_pointer_offset(m->p, pointer);
  az_term start = az_bv(m->s, m->p->pointer_bits, 0);
  list->flags |= set.flags;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    az_term is = az_memory_is(m, object, set.ids[i]);
    uint32_t id = az_memory_instance(m, set.ids[i]) ? set.ids[i] : 0; /* a function has no bytes */
    if (!set.inside && set.flags) is = az_and(m->s, is, az_eq(m->s, offset, start));
    add_target(m, list, az_and(m->s, condition, is), id, object, set.inside ? offset : start);
  }
  if (!arrlenu(set.ids)) list->flags |= AZ_PTS_INVALID; /* uninitialised pointers have no targets */
  arrfree(set.ids);
}

/* Returns the condition of an object part that is an ite, else AZ_NO_TERM. */
static az_term condition_in(const az_store *s, az_term object) {
  if (az_kind_of(s, object) == AZ_K_EXTRACT) object = az_operand(s, object, 0);
  return az_kind_of(s, object) == AZ_K_ITE ? az_operand(s, object, 0) : AZ_NO_TERM;
}

/* Simplifies a pointer, or a part of one, under the condition or its negation. The offset usually
 * is a constant plus the offset of the pointer from which the object part is taken. */
static az_term given(az_store *s, az_term t, az_term condition, bool value, uint32_t depth) {
  az_kind kind = az_kind_of(s, t);
  if (kind == AZ_K_ITE && az_operand(s, t, 0) == condition) return az_operand(s, t, value ? 1 : 2);
  if (!depth || (kind != AZ_K_CONCAT && kind != AZ_K_EXTRACT && kind != AZ_K_BV_ADD)) return t;
  az_term now[3] = {0};
  for (uint32_t i = 0; i < az_arity(s, t); i++)
    now[i] = given(s, az_operand(s, t, i), condition, value, depth - 1);
  return az_rebuild(s, t, now);
}

enum { GIVEN_DEPTH = 6 }; /* depth to which a pointer is simplified under a condition */

/* An alternative of the pointer that is still to be resolved, and its condition. */
typedef struct branch {
  az_term condition, pointer;
} branch;

/* Returns whether there are too many paths to the same few objects, or too many objects of
 * allocation sites. */
static bool gives_up(az_memory *m, uint32_t steps, const targets *list) {
  const az_limits *l = az_limits_or_default(m->limits);
  bool choices = steps > l->pointer_choices, sites = list->unnamed > l->pointer_site_targets;
  if (choices) az_limits_hit(m->limits, AZ_LIMIT_pointer_choices);
  if (sites) az_limits_hit(m->limits, AZ_LIMIT_pointer_site_targets);
  return choices || sites;
}

targets az_memory_resolve(az_memory *m, az_term pointer) {
  az_store *s = m->s;
  assert(az_sort_of(s, pointer) == az_sort_bv(az_pointer_width(m->p)));
  targets list = {0};
  branch *todo = NULL, first = {az_true(s), pointer};
  arrput(todo, first);
  for (uint32_t steps = 0; arrlenu(todo); steps++) {
    branch b = arrpop(todo);
    az_term p = b.pointer;
    if (az_is_false(s, b.condition)) continue;
    if (gives_up(m, steps, &list)) {
      arrfree(list.items);
      list = (targets){0};
      targets_by_set(m, &list, az_true(s), pointer);
      break;
    }
    if (az_kind_of(s, p) == AZ_K_ITE) {
      az_term c = az_operand(s, p, 0);
      branch yes = {az_and(s, b.condition, c), az_operand(s, p, 1)};
      branch no = {az_and(s, b.condition, az_not(s, c)), az_operand(s, p, 2)};
      arrput(todo, no);
      arrput(todo, yes);
      continue;
    }
    az_term object = az_pointer_object(m->p, p), offset = az_pointer_offset(m->p, p), c;
    uint64_t id;
    if (az_const_u64(s, object, &id)) {
      uint32_t low = (uint32_t)id & ((1u << AZ_INSTANCE_BITS) - 1);
      const az_instance *inst = az_memory_instance(m, low);
      bool named = inst && (inst->is_site || low == id);
      add_target(m, &list, b.condition, named ? low : 0, object, offset);
    } else if ((c = condition_in(s, object))) {
      branch yes = {.condition = az_and(s, b.condition, c)}, no;
      yes.pointer = given(s, p, c, true, GIVEN_DEPTH);
      no.condition = az_and(s, b.condition, az_not(s, c));
      no.pointer = given(s, p, c, false, GIVEN_DEPTH);
      arrput(todo, no);
      arrput(todo, yes);
    } else {
      targets_by_set(m, &list, b.condition, p);
    }
  }
  arrfree(todo);
  return list;
}

/* Returns the pointer with an explicit offset 0 if it can only lead to starts of objects. Where it
 * is uninitialised it may have another offset; it then points nowhere. */
az_term az_memory_at_start(az_memory *m, az_term pointer) {
  az_points_to set = az_memory_targets(m, pointer);
  arrfree(set.ids);
  if (set.inside) return pointer;
  az_term zero = az_bv(m->s, m->p->pointer_bits, 0);
  az_term start = az_concat(m->s, az_pointer_object(m->p, pointer), zero);
  if (!set.flags) return start;
  char name[32];
  const bool is_cell = az_kind_of(m->s, pointer) == AZ_K_SELECT; /* equal indices: equal cells */
  az_term of = is_cell ? az_operand(m->s, pointer, 0) : pointer;
  snprintf(name, sizeof name, "unset!%u", of);
  az_term other = az_var(m->s, az_sort_of(m->s, of), name);
  az_memory_points_to(m, other, &az_points_nowhere);
  if (is_cell) other = az_select(m->s, other, az_operand(m->s, pointer, 1));
  return az_ite(m->s, az_eq(m->s, az_pointer_offset(m->p, pointer), zero), start, other);
}
