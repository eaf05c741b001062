/* The places that a pointer may point to: objects, the offset in each, and the cell or array
 * element there. The index of an array is the quotient of an offset (memory/linear.h;
 * docs/soundness.md 8, "Address arithmetic").
 *
 * Accesses are assumed valid: no execution reaches an access whose landing is NOWHERE. */
#include "abstract/access.h"
#include "memory/linear.h"
#include "base/table.h"

static void collect(az_abstract *a, az_term part, az_term offset, location_set *out) {
  pointees set = eq_pointees_of(a, az_pointer(a->p, part, offset));
  out->anything |= set.anything;
  for (size_t i = 0; i < arrlenu(set.objects); i++) {
    bool is_new = a->memory.objects[set.objects[i]]->cells != NULL; /* a function has no content */
    for (size_t k = 0; k < arrlenu(out->all); k++)
      is_new &= out->all[k].object != set.objects[i] || out->all[k].offset != offset;
    if (is_new) arrput(out->all, ((place){set.objects[i], offset}));
  }
  eq_pointees_free(&set);
}

location_set eq_locations_of(az_abstract *a, az_term pointer) {
  location_set out = {0};
  while (az_kind_of(a->s, pointer) == AZ_K_ITE) {
    az_term yes = az_operand(a->s, pointer, 1);
    const az_term offset = az_pointer_offset(a->p, yes);
    collect(a, az_pointer_object(a->p, yes), offset, &out);
    pointer = az_operand(a->s, pointer, 2);
  }
  const az_term offset = az_pointer_offset(a->p, pointer);
  collect(a, az_pointer_object(a->p, pointer), offset, &out);
  return out;
}

/* ---- where in an object ---------------------------------------------------------------------- */

static landing land_constant(az_abstract *a, const az_layout *layout, uint64_t offset,
                             uint32_t bytes) {
  az_layout_location at;
  if (!az_layout_locate(layout, offset, &at)) return (landing){.kind = NOWHERE};
  const az_leaf *leaf = &layout->leaves[at.leaf];
  landing l = {IN_CELL, at.leaf, AZ_NO_TERM, at.delta};
  if (leaf->dimension_count) l.index = az_bv(a->s, a->p->pointer_bits, at.index);
  if (at.delta + bytes > leaf->bytes) l.kind = IN_SEVERAL;
  return l;
}

static int64_t modulo(int64_t n, int64_t by) {
  int64_t r = n % by;
  return r < 0 ? r + by : r;
}

/* Returns whether a variable of the offset counts in units, from any start in the object. */
static bool is_counted(const az_abstract *a, const az_linear_form *form) {
  bool counted = false;
  for (uint32_t i = 0; i < form->count; i++) {
    ptrdiff_t at = az_table_find(a->variables.var_of, form->terms[i]);
    counted |= at >= 0 && a->variables.all[a->variables.var_of[at].value].unit > 1;
  }
  return counted;
}

/* Returns whether an access at offsets congruent to the constant may touch other leaves. */
static bool meets_others(const az_layout *layout, uint32_t leaf, int64_t constant, uint64_t step,
                         uint32_t bytes) {
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *other = &layout->leaves[l];
    if (l == leaf) continue;
    uint64_t by = step;
    for (uint32_t i = 0; i < other->dimension_count; i++)
      by = (uint64_t)az_gcd(by, (uint64_t)other->dimensions[i].stride);
    int64_t behind = modulo(constant - (int64_t)other->offset, (int64_t)by);
    if (behind < (int64_t)other->bytes || behind + (int64_t)bytes > (int64_t)by) return true;
  }
  return false;
}

/* Finds the array at the constant part of the offset, if the rest is a multiple of the stride. */
static landing land_symbolic(az_abstract *a, const az_layout *layout, az_term offset,
                             uint32_t bytes) {
  az_linear_form form = az_linear_of(a->s, offset);
  uint64_t step = az_linear_step(&form);
  bool counted = is_counted(a, &form);
  landing found = {.kind = ANYWHERE};
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    if (leaf->dimension_count != 1) continue;
    int64_t stride = (int64_t)leaf->dimensions[0].stride;
    int64_t constant = form.constant - (int64_t)leaf->offset, delta = modulo(constant, stride);
    int64_t end = (int64_t)leaf->elements * stride;
    bool here = step % (uint64_t)stride == 0 && delta + (int64_t)bytes <= (int64_t)leaf->bytes;
    if (!here || (counted && meets_others(layout, l, form.constant, step, bytes))) continue;
    bool leads = !leaf->elements || (constant >= -stride && constant <= end);
    if (!leads && found.kind == IN_CELL) continue;
    if (found.kind == IN_CELL && constant < 0) continue;
    found = (landing){IN_CELL, l, AZ_NO_TERM, (uint32_t)delta};
    found.index = az_linear_quotient(a->s, &form, constant - delta, stride);
  }
  return found;
}

landing eq_land(az_abstract *a, const place *at, uint32_t bytes) {
  const az_layout *layout = a->memory.objects[at->object]->info.layout;
  uint64_t offset;
  if (az_const_u64(a->s, at->offset, &offset)) return land_constant(a, layout, offset, bytes);
  return a->now.dry ? (landing){.kind = ANYWHERE} : land_symbolic(a, layout, at->offset, bytes);
}
