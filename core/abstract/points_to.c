/* What pointers may lead to, as inclusion-based points-to analysis has it [andersen1994]: one set a
 * cell of each activation, no order of statements. Sets grow while the program is translated again
 * and again without emitting anything, until none grows. */
#include "abstract/internal.h"
#include "memory/linear.h"
#include <stdlib.h>

static bool has(const uint32_t *sorted, uint32_t n, size_t *at) {
  size_t low = 0, high = arrlenu(sorted);
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (sorted[mid] < n)
      low = mid + 1;
    else
      high = mid;
  }
  *at = low;
  return low < arrlenu(sorted) && sorted[low] == n;
}

static void pointees_add(az_abstract *a, pointees *into, uint32_t number) {
  size_t at;
  if (has(into->objects, number, &at)) return;
  arrins(into->objects, at, number);
  a->grew = true;
  a->objects[number]->exposed = true;
}

uint64_t eq_divisor(uint64_t x, uint64_t y) {
  while (y) {
    uint64_t rest = x % y;
    x = y, y = rest;
  }
  return x;
}

uint64_t eq_pointees_step(const pointees *set) {
  return set->anything || (set->inside && !set->step) ? 1 : set->step;
}

uint64_t eq_step_of(const az_abstract *a, az_term offset) {
  enum { LARGE = 1 << 20 };
  if (az_sort_width(az_sort_of(a->s, offset)) > 64) return 1;
  az_linear_form form = az_linear_of(a->s, offset);
  uint64_t step = form.constant < 0 ? -(uint64_t)form.constant : (uint64_t)form.constant;
  for (uint32_t i = 0; i < form.count; i++) {
    int64_t c = form.coefficients[i];
    uint64_t by = c < 0 ? -(uint64_t)c : (uint64_t)c;
    ptrdiff_t at = hmgeti(((az_abstract *)(uintptr_t)a)->steps, form.terms[i]);
    uint64_t of_term = at < 0 ? 1 : a->steps[at].value;
    step = eq_divisor(step, by > LARGE || of_term > LARGE ? by : by * of_term);
  }
  return step;
}

void eq_pointees_join(az_abstract *a, pointees *into, const pointees *from) {
  uint64_t step = eq_divisor(into->step, eq_pointees_step(from));
  a->grew |= step != into->step;
  into->step = step;
  a->grew |= (from->null && !into->null) || (from->anything && !into->anything) ||
             (from->inside && !into->inside);
  into->null |= from->null;
  into->anything |= from->anything;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->objects); i++) pointees_add(a, into, from->objects[i]);
}

void eq_pointees_free(pointees *p) {
  arrfree(p->objects);
}

/* Sets of terms are made afresh each time: what grows there is none of the program's cells. */
static void include(pointees *into, const pointees *from) {
  size_t at;
  into->step = eq_divisor(into->step, eq_pointees_step(from));
  into->null |= from->null;
  into->anything |= from->anything;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->objects); i++)
    if (!has(into->objects, from->objects[i], &at)) arrins(into->objects, at, from->objects[i]);
}

static void of_object_part(az_abstract *a, az_term t, pointees *out) {
  const az_store *s = a->s;
  uint32_t number;
  uint64_t value;
  ptrdiff_t known;
  size_t at;
  if (eq_object_of_part(a, t, &number)) {
    if (!has(out->objects, number, &at)) arrins(out->objects, at, number);
  } else if (az_const_u64(s, t, &value)) {
    out->null = true; /* or a number that names no object */
  } else if ((known = hmgeti(a->object_parts, t)) >= 0) {
    include(out, &a->object_parts[known].value);
  } else if (az_kind_of(s, t) == AZ_K_ITE) {
    of_object_part(a, az_operand(s, t, 1), out);
    of_object_part(a, az_operand(s, t, 2), out);
  } else if (az_kind_of(s, t) == AZ_K_EXTRACT && az_kind_of(s, az_operand(s, t, 0)) == AZ_K_ITE &&
             az_sort_width(az_sort_of(s, az_operand(s, t, 0))) == az_pointer_width(a->p)) {
    az_term choice = az_operand(s, t, 0);
    of_object_part(a, az_pointer_object(a->p, az_operand(s, choice, 1)), out);
    of_object_part(a, az_pointer_object(a->p, az_operand(s, choice, 2)), out);
  } else {
    out->anything = true;
  }
}

pointees eq_pointees_of(az_abstract *a, az_term pointer) {
  pointees out = {0};
  uint64_t offset;
  of_object_part(a, az_pointer_object(a->p, pointer), &out);
  out.inside = !az_const_u64(a->s, az_pointer_offset(a->p, pointer), &offset) || offset != 0;
  out.inside |= out.anything;
  out.step = out.anything ? 1 : eq_step_of(a, az_pointer_offset(a->p, pointer));
  return out;
}

az_term eq_pointer_with(az_abstract *a, const pointees *set, az_term part, az_term offset) {
  if (arrlenu(set->objects) == 1 && !set->null && !set->anything)
    return az_pointer(a->p, eq_object_part(a, set->objects[0]), offset);
  if (!part || az_kind_of(a->s, part) != AZ_K_VAR)
    part = az_fresh(a->s, az_sort_bv(AZ_OBJECT_BITS), "object");
  pointees copy = {0};
  include(&copy, set);
  ptrdiff_t known = hmgeti(a->object_parts, part);
  if (known >= 0) eq_pointees_free(&a->object_parts[known].value);
  hmput(a->object_parts, part, copy);
  return az_pointer(a->p, part, offset);
}

az_term eq_pointer_to(az_abstract *a, const pointees *set, az_term offset) {
  return eq_pointer_with(a, set, AZ_NO_TERM, offset);
}

az_term eq_part_of(az_abstract *a, az_term pointer) {
  az_term *parts = NULL; /* stb_ds */
  while (az_kind_of(a->s, pointer) == AZ_K_ITE) {
    arrput(parts, az_pointer_object(a->p, az_operand(a->s, pointer, 1)));
    pointer = az_operand(a->s, pointer, 2);
  }
  az_term part = az_pointer_object(a->p, pointer);
  for (size_t i = arrlenu(parts); i-- > 0;)
    part = az_ite(a->s, az_fresh(a->s, az_sort_bool(), "either"), parts[i], part);
  arrfree(parts);
  return part;
}

uint32_t *eq_exposed_objects(az_abstract *a) {
  uint32_t *all = NULL;
  for (uint32_t i = 0; i < arrlenu(a->objects); i++) {
    const object *o = a->objects[i];
    if (o->cells && (o->exposed || (o->info.object != AZ_NONE && o->info.frame == AZ_NONE &&
                                    a->p->objects[o->info.object].kind == AZ_OBJ_GLOBAL)))
      arrput(all, i);
  }
  return all;
}

uint32_t *eq_pointees_closure(az_abstract *a, const pointees *set) {
  if (set->anything) return eq_exposed_objects(a);
  uint32_t *all = NULL;
  pointees seen = {0};
  include(&seen, set);
  for (size_t i = 0; i < arrlenu(set->objects); i++) arrput(all, set->objects[i]);
  for (size_t next = 0; next < arrlenu(all); next++) {
    const object *o = a->objects[all[next]];
    for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
      const pointees *points = &o->cells[l].points;
      if (points->anything) {
        arrfree(all);
        eq_pointees_free(&seen);
        return eq_exposed_objects(a);
      }
      for (size_t i = 0; i < arrlenu(points->objects); i++) {
        size_t at;
        if (has(seen.objects, points->objects[i], &at)) continue;
        arrins(seen.objects, at, points->objects[i]);
        arrput(all, points->objects[i]);
      }
    }
  }
  eq_pointees_free(&seen);
  return all;
}
