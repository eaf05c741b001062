/* Points-to sets: those recorded for variables, and those derived from the term of a pointer. The
 * object is a pointer's high part, so that only operands that reach it are visited. */
#include "memory/memory_internal.h"
#include "base/table.h"

static bool set_add(az_points_to *set, uint32_t id) {
  size_t n = arrlenu(set->ids), i = 0;
  while (i < n && set->ids[i] < id) i++;
  if (i < n && set->ids[i] == id) return false;
  arrins(set->ids, i, id);
  assert(i == n || set->ids[i] < set->ids[i + 1]); /* sorted, each once */
  return true;
}

bool az_points_to_union(az_points_to *into, const az_points_to *from) {
  bool grew = (from->flags & ~into->flags) != 0 || (from->inside && !into->inside);
  into->flags |= from->flags;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->ids); i++) grew |= set_add(into, from->ids[i]);
  return grew;
}

const az_points_to az_points_anywhere = {.flags = AZ_PTS_WILD};
const az_points_to az_points_nowhere = {.flags = AZ_PTS_INVALID};

bool az_memory_points_to(az_memory *m, az_term variable, const az_points_to *set) {
  const bool is_new = hmgeti(m->pts, variable) < 0;
  if (is_new) hmput(m->pts, variable, (az_points_to){0});
  return az_points_to_union(&hmgetp(m->pts, variable)->value, set) || is_new;
}

static bool is_zero(const az_store *s, az_term t) {
  uint64_t value;
  return az_const_u64(s, t, &value) && !value;
}

/* Returns whether the offset is zero, or the offset of a variable that points only to starts of
 * objects. */
static bool is_start(const az_memory *m, az_term offset) {
  ptrdiff_t at = az_table_find(m->pts, offset);
  return at >= 0 ? !m->pts[at].value.inside : is_zero(m->s, offset);
}

/* Adds an object part that is a constant. */
static void add_object(az_points_to *set, az_wide part) {
  set_add(set, (uint32_t)part & ((1u << AZ_INSTANCE_BITS) - 1));
}

/* Adds the targets of the concatenation. An operand with the object part is visited next. */
static void add_concat(const az_memory *m, az_term t, uint32_t width, az_points_to *set) {
  az_term high = az_operand(m->s, t, 0);
  uint32_t low = width - AZ_OBJECT_BITS;
  uint64_t id;
  if (width >= AZ_OBJECT_BITS &&
      az_const_u64(m->s, az_extract(m->s, t, low + AZ_INSTANCE_BITS - 1, low), &id))
    set_add(set, (uint32_t)id);
  else if (az_sort_width(az_sort_of(m->s, high)) >= AZ_OBJECT_BITS)
    az_visit_add(m->visit, high);
  else
    set->flags |= AZ_PTS_WILD;
}

static void add_bits(const az_memory *m, az_term t, uint32_t width, az_points_to *set) {
  const az_store *s = m->s;
  az_term inner = az_kind_of(s, t) == AZ_K_CONST ? AZ_NO_TERM : az_operand(s, t, 0);
  az_wide value;
  switch (az_kind_of(s, t)) {
  case AZ_K_CONST:
    if (az_const_wide(s, t, false, &value))
      add_object(set, value >> (width - AZ_OBJECT_BITS));
    else
      set->flags |= AZ_PTS_WILD;
    break;
  case AZ_K_CONCAT: add_concat(m, t, width, set); break;
  case AZ_K_EXTRACT:
    if (az_extract_high(s, t) + 1 == az_sort_width(az_sort_of(s, inner)) && width >= AZ_OBJECT_BITS)
      az_visit_add(m->visit, inner);
    else
      set->flags |= AZ_PTS_WILD;
    break;
  default: /* AZ_K_ZEXT: a pointer made of an integer, whose object part is 0 */
    if (width == az_pointer_width(m->p) &&
        az_sort_width(az_sort_of(s, inner)) <= m->p->pointer_bits)
      set->inside = true, set_add(set, 0);
    else
      set->flags |= AZ_PTS_WILD;
  }
}

az_points_to az_memory_own_targets(const az_memory *m, az_term pointer) {
  az_points_to set = {0};
  const az_store *s = m->s;
  assert(!az_visit_next(m->visit)); /* no other search is under way */
  az_visit_forget(m->visit);
  az_visit_add(m->visit, pointer);
  for (az_term t; (t = az_visit_next(m->visit));) {
    az_visit_skip(m->visit); /* only some operands are pointers */
    az_sort sort = az_sort_of(s, t);
    uint32_t width = az_sort_kind_of(sort) == AZ_SORT_ARRAY ? 0 : az_sort_width(sort);
    az_kind kind = az_kind_of(s, t);
    az_term offset = AZ_NO_TERM;
    if (width == az_pointer_width(m->p)) offset = az_extract(m->s, t, m->p->pointer_bits - 1, 0);
    switch (kind) {
    case AZ_K_CONST:
    case AZ_K_CONCAT:
      set.inside |= offset && !is_start(m, offset);
      add_bits(m, t, width, &set);
      break;
    case AZ_K_EXTRACT:
    case AZ_K_ZEXT: add_bits(m, t, width, &set); break;
    case AZ_K_ITE:
      az_visit_add(m->visit, az_operand(s, t, 1));
      az_visit_add(m->visit, az_operand(s, t, 2));
      break;
    case AZ_K_SELECT:
    case AZ_K_CONST_ARRAY: az_visit_add(m->visit, az_operand(s, t, 0)); break;
    case AZ_K_STORE:
    case AZ_K_SPLICE:
      az_visit_add(m->visit, az_operand(s, t, 0));
      az_visit_add(m->visit, az_operand(s, t, kind == AZ_K_STORE ? 2 : 1));
      break;
    default: {
      ptrdiff_t at = az_table_find(m->pts, t);
      if (at < 0)
        set.flags |= AZ_PTS_WILD;
      else
        az_points_to_union(&set, &m->pts[at].value);
    }
    }
  }
  if (set.flags & (AZ_PTS_WILD | AZ_PTS_EXTERN)) set.inside = true;
  return set;
}
