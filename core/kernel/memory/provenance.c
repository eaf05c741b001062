/* Pointers that the program did not compute: those that an entry function finds in globals and in
 * its arguments, and those in memory that was never initialised (docs/soundness.md 9). Pointers of
 * the entry state may point to every global, and to memory outside all named objects. Uninitialised
 * pointers point nowhere, with one exception. Memory that was never initialised is an input, so
 * such a pointer may turn out to be equal to a valid one, and the program may then use it. This is
 * possible only for objects whose addresses are compared with such pointers, as pointers or as
 * integers, anywhere in the formula. These objects are collected while a formula is built; if their
 * set grew after it was used, the formula is rebuilt. */
#include "memory/memory_internal.h"

static void add_id(uint32_t **ids, uint32_t id) {
  for (size_t i = 0; i < arrlenu(*ids); i++)
    if ((*ids)[i] == id) return;
  arrput(*ids, id);
}

/* ---- pointers of the entry state ------------------------------------------------------------- */

az_points_to az_memory_entry_targets(az_memory *m) {
  az_points_to set = {.flags = AZ_PTS_EXTERN, .inside = true};
  arrput(set.ids, 0); /* null */
  for (uint32_t i = 0; i < m->p->object_count; i++) {
    const az_object *o = &m->p->objects[i];
    if (o->kind != AZ_OBJ_GLOBAL || o->is_const) continue;
    if (!az_limits_room(m->limits, AZ_LIMIT_entry_targets, arrlenu(set.ids))) {
      set.flags = AZ_PTS_WILD;
      arrsetlen(set.ids, 1);
      break;
    }
    arrput(set.ids, i + 1);
  }
  return set;
}

az_term az_memory_is_named(az_memory *m, az_term pointer) {
  az_points_to set = az_memory_entry_targets(m);
  az_term object = az_pointer_object(m->p, pointer), named = az_eq(m->s, pointer, az_null(m->p));
  for (size_t i = 1; i < arrlenu(set.ids); i++)
    named = az_or(m->s, named, az_memory_is(m, object, set.ids[i]));
  arrfree(set.ids);
  return named;
}

/* ---- pointers that were never initialised ---------------------------------------------------- */

static bool is_unset(const az_points_to *set) {
  return !arrlenu(set->ids) || (set->flags & AZ_PTS_INVALID);
}

/* Adds an object, or all of them (`wild`), to the targets of uninitialised pointers. */
static void grow(az_memory *m, uint32_t id, bool wild) {
  size_t before = arrlenu(m->compared);
  if (id) add_id(&m->compared, id);
  bool grew = arrlenu(m->compared) != before || (wild && !m->compared_wild);
  assert(!id || id < arrlenu(m->instances));
  m->compared_wild |= wild;
  m->compared_late += grew && m->unset_used;
}

static void compare_one(az_memory *m, const az_points_to *unset, const az_points_to *other) {
  if (!is_unset(unset)) return;
  for (size_t i = 0; i < arrlenu(other->ids); i++) grow(m, other->ids[i], false);
  if (other->flags & AZ_PTS_WILD) grow(m, 0, true);
}

/* Returns whether the term may be an integer that was assumed to be no address. */
static bool is_number(const az_points_to *set) {
  return set->inside && arrlenu(set->ids) && set->ids[0] == 0;
}

static bool is_named(const az_points_to *set) {
  return set->flags || (arrlenu(set->ids) && arrlast(set->ids) != 0);
}

void az_memory_compare(az_memory *m, az_term p, az_term q) {

  az_points_to a = az_memory_own_targets(m, p), b = az_memory_own_targets(m, q);
  compare_one(m, &a, &b);
  compare_one(m, &b, &a);
  /* An integer that is compared with an address may be an address. */
  if (m->guesses && ((is_number(&a) && is_named(&b)) || (is_number(&b) && is_named(&a))))
    m->addresses = true;
  arrfree(a.ids);
  arrfree(b.ids);
}

void az_memory_take_address(az_memory *m, const az_points_to *set) {
  if (m->misses_pointers) return;
  for (size_t i = 0; i < arrlenu(set->ids); i++)
    if (set->ids[i]) add_id(&m->taken, set->ids[i]);
  m->taken_wild |= (set->flags & AZ_PTS_WILD) != 0;
  m->unset_taken |= is_unset(set);
  if (!m->unset_taken) return;
  for (size_t i = 0; i < arrlenu(m->taken); i++) grow(m, m->taken[i], false);
  if (m->taken_wild) grow(m, 0, true);
}

/* If pointers of the set may never have been initialised, adds the objects that they may be equal
 * to. */
static void add_compared(az_memory *m, az_points_to *set) {
  if (!is_unset(set)) return;
  m->unset_used = true;
  for (size_t i = 0; i < arrlenu(m->compared); i++) {
    az_points_to one = {0};
    arrput(one.ids, m->compared[i]);
    az_points_to_union(set, &one);
    arrfree(one.ids);
  }
  set->inside |= arrlenu(m->compared) != 0;
  if (m->compared_wild) set->flags |= AZ_PTS_WILD;
}

uint32_t az_memory_compared_late(const az_memory *m) {
  return m->compared_late;
}

az_points_to az_memory_targets(const az_memory *m, az_term pointer) {
  az_points_to set = az_memory_own_targets(m, pointer);
  add_compared((az_memory *)(uintptr_t)m, &set);
  return set;
}
