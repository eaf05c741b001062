/* Possible targets of pointers, by inclusion-based points-to analysis [andersen1994]: one set for
 * each cell of each activation, regardless of the order of statements. Sets grow while the program
 * is translated repeatedly, without emitting anything, until none grows. */
#include "abstract/internal.h"
#include "memory/linear.h"
#include "base/table.h"
#include <stdlib.h>

uint64_t eq_step_of(const az_abstract *a, az_term offset) {
  enum { LARGE = 1 << 20 };
  if (az_sort_width(az_sort_of(a->s, offset)) > 64) return 1;
  az_linear_form form = az_linear_of(a->s, offset);
  uint64_t step = form.constant < 0 ? -(uint64_t)form.constant : (uint64_t)form.constant;
  for (uint32_t i = 0; i < form.count; i++) {
    int64_t c = form.coefficients[i];
    uint64_t by = c < 0 ? -(uint64_t)c : (uint64_t)c;
    ptrdiff_t at = az_table_find(a->memory.steps, form.terms[i]);
    uint64_t of_term = at < 0 ? 1 : a->memory.steps[at].value;
    step = (uint64_t)az_gcd(step, by > LARGE || of_term > LARGE ? by : by * of_term);
  }
  return step;
}

static void of_object_part(az_abstract *a, az_term root, pointees *out) {
  const az_store *s = a->s;
  az_term *todo = NULL; /* stb_ds */
  arrput(todo, root);
  while (arrlenu(todo)) {
    az_term t = arrpop(todo), inner = t;
    bool cut = az_kind_of(s, t) == AZ_K_EXTRACT;
    uint32_t number;
    uint64_t value;
    ptrdiff_t known;
    if (cut) inner = az_operand(s, t, 0);
    cut &= az_sort_width(az_sort_of(s, inner)) == az_pointer_width(a->p);
    if (eq_object_of_part(a, t, &number)) {
      eq_pointees_put(out, number);
    } else if (az_const_u64(s, t, &value)) {
      out->null = true; /* null, or an integer that is not the address of an object */
    } else if ((known = hmgeti(a->memory.object_parts, t)) >= 0) {
      eq_pointees_include(out, &a->memory.object_parts[known].value);
    } else if (az_kind_of(s, inner) == AZ_K_ITE && (cut || inner == t)) {
      for (uint32_t i = 2; i > 0; i--) {
        az_term branch = az_operand(s, inner, i);
        arrput(todo, cut ? az_pointer_object(a->p, branch) : branch);
      }
    } else {
      out->anything = true;
    }
  }
  arrfree(todo);
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
  eq_pointees_include(&copy, set);
  ptrdiff_t known = hmgeti(a->memory.object_parts, part);
  if (known >= 0) eq_pointees_free(&a->memory.object_parts[known].value);
  hmput(a->memory.object_parts, part, copy);
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
  for (uint32_t i = 0; i < arrlenu(a->memory.objects); i++) {
    const object *o = a->memory.objects[i];
    bool global = o->info.object != AZ_NONE && o->info.frame == AZ_NONE &&
                  a->p->objects[o->info.object].kind == AZ_OBJ_GLOBAL;
    if (o->cells && (o->exposed || global)) arrput(all, i);
  }
  return all;
}

uint32_t *eq_pointees_closure(az_abstract *a, const pointees *set) {
  if (set->anything) return eq_exposed_objects(a);
  uint32_t *all = NULL;
  pointees seen = {0};
  eq_pointees_include(&seen, set);
  for (size_t i = 0; i < arrlenu(set->objects); i++) arrput(all, set->objects[i]);
  for (size_t next = 0; next < arrlenu(all); next++) {
    const object *o = a->memory.objects[all[next]];
    for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
      const pointees *points = &o->cells[l].points;
      if (points->anything) {
        arrfree(all);
        eq_pointees_free(&seen);
        return eq_exposed_objects(a);
      }
      for (size_t i = 0; i < arrlenu(points->objects); i++) {
        if (!eq_pointees_put(&seen, points->objects[i])) continue;
        arrput(all, points->objects[i]);
      }
    }
  }
  eq_pointees_free(&seen);
  return all;
}
