/* Blocks of memory that are copied or filled as a whole: leaf by leaf if there is one place and the
 * size is known; else all possible targets get any value. */
#include "abstract/access.h"
#include "memory/linear.h"

/* Returns the object if there is one place, at a constant offset; else AZ_NONE. */
static uint32_t single(const az_abstract *a, const location_set *p, uint64_t *offset) {
  if (p->anything || arrlenu(p->all) != 1) return AZ_NONE;
  return az_const_u64(a->s, p->all[0].offset, offset) ? p->all[0].object : AZ_NONE;
}

/* Copies an array leaf as a whole if the source has an array of the same form there. */
static bool copy_array(az_abstract *a, uint32_t to, uint32_t l, uint32_t from,
                       uint64_t from_offset) {
  const az_leaf *leaf = &a->memory.objects[to]->info.layout->leaves[l], *source;
  az_layout_location at;
  if (!az_layout_locate(a->memory.objects[from]->info.layout, from_offset, &at)) return false;
  source = &a->memory.objects[from]->info.layout->leaves[at.leaf];
  if (at.index || at.delta || source->bytes != leaf->bytes || source->dimension_count != 1 ||
      leaf->dimension_count != 1 || source->elements < leaf->elements || !leaf->elements)
    return false;
  if (source->dimensions[0].stride != leaf->dimensions[0].stride) return false;
  uint32_t var = eq_var_of_cell(a, to, l), other = eq_var_of_cell(a, from, at.leaf);
  if (var == AZ_NONE || other == AZ_NONE || a->now.dry) return true;
  eq_emit_assign(a, var, az_select(a->s, eq_variable_term(a, other), a->variables.all[var].index),
                 false);
  return true;
}

static uint64_t leaf_end(const az_leaf *leaf) {
  if (!leaf->dimension_count) return leaf->offset + leaf->bytes;
  return leaf->offset + (leaf->elements - 1) * leaf->dimensions[leaf->dimension_count - 1].stride +
         leaf->bytes;
}

static void copy_leaf(az_abstract *a, uint32_t to, uint32_t l, uint32_t from, uint64_t at) {
  const az_leaf *leaf = &a->memory.objects[to]->info.layout->leaves[l];
  uint32_t w = a->p->pointer_bits;
  if (leaf->dimension_count) {
    az_layout_location source;
    if (!leaf->is_pointer && copy_array(a, to, l, from, at)) return;
    bool pointers = leaf->is_pointer &&
                    az_layout_locate(a->memory.objects[from]->info.layout, at, &source) &&
                    a->memory.objects[from]->info.layout->leaves[source.leaf].is_pointer;
    stored any = {.is_pointer = pointers,
                  .to = pointers ? &a->memory.objects[from]->cells[source.leaf].points : NULL};
    eq_blur_leaf(a, to, l, &any);
    return;
  }
  const az_term source_offset = az_bv(a->s, w, at);
  const az_term source = az_pointer(a->p, eq_object_part(a, from), source_offset);
  const az_term target_offset = az_bv(a->s, w, leaf->offset);
  const az_term target = az_pointer(a->p, eq_object_part(a, to), target_offset);
  az_term value = eq_read_memory(a, source, leaf->bytes, leaf->is_pointer);
  eq_write_memory(a, target, leaf->bytes, leaf->is_pointer, value);
}

/* Adds the targets of pointers in the source to those of pointers in the target. */
static void copy_blurred(az_abstract *a, const location_set *to, const location_set *from) {
  pointees set = {.anything = from->anything, .inside = from->anything};
  bool grew = a->now.grew;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    const object *o = a->memory.objects[from->all[i].object];
    for (uint32_t l = 0; l < o->info.layout->leaf_count; l++)
      if (o->info.layout->leaves[l].is_pointer) eq_pointees_join(a, &set, &o->cells[l].points);
  }
  a->now.grew = grew;
  stored w = {.is_pointer = true, .to = &set, .weak = true};
  for (size_t i = 0; i < arrlenu(to->all); i++) eq_blur(a, to->all[i].object, &w);
  if (to->anything) eq_write_anywhere(a, &w);
  eq_pointees_free(&set);
}

void eq_copy_memory(az_abstract *a, az_term to, az_term from, az_term size) {
  location_set target = eq_locations_of(a, to), source = eq_locations_of(a, from);
  uint64_t at, other, bytes;
  uint32_t copied = single(a, &target, &at), origin = single(a, &source, &other);
  if (copied == AZ_NONE || origin == AZ_NONE || copied == origin ||
      !az_const_u64(a->s, size, &bytes)) {
    copy_blurred(a, &target, &source);
  } else {
    const az_layout *layout = a->memory.objects[copied]->info.layout;
    for (uint32_t l = 0; l < layout->leaf_count; l++) {
      const az_leaf *leaf = &layout->leaves[l];
      if (!leaf->elements || leaf->offset >= at + bytes || leaf_end(leaf) <= at) continue;
      if (leaf->offset >= at && leaf_end(leaf) <= at + bytes)
        copy_leaf(a, copied, l, origin, leaf->offset - at + other);
      else
        eq_blur_leaf(a, copied, l, &(stored){.weak = true});
    }
    for (uint32_t l = 0; l < layout->leaf_count; l++)
      if (!layout->leaves[l].elements) eq_blur_leaf(a, copied, l, &(stored){.weak = true});
  }
  arrfree(target.all);
  arrfree(source.all);
}

/* Returns the byte, repeated for each byte of the cell. */
static az_term repeated(az_abstract *a, az_term byte, uint32_t bytes) {
  az_term t = byte;
  for (uint32_t i = 1; i < bytes; i++) t = az_concat(a->s, t, byte);
  return t;
}

/* Sets `count` cells of one array from `first` on. */
static void set_elements(az_abstract *a, uint32_t number, uint32_t l, uint64_t first, az_term count,
                         az_term value) {
  const az_leaf *leaf = &a->memory.objects[number]->info.layout->leaves[l];
  uint32_t var = eq_var_of_cell(a, number, l), w = a->p->pointer_bits;
  uint64_t n;
  if (var == AZ_NONE) return;
  if (!first && az_const_u64(a->s, count, &n) && leaf->elements && n >= leaf->elements) {
    eq_emit_assign(a, var, value, false);
    return;
  }
  az_term from = az_bv(a->s, w, first);
  eq_emit_write(a, var, from, az_bv_add(a->s, from, count), value, false);
}

static void set_leaf(az_abstract *a, uint32_t number, uint32_t l, uint64_t at, az_term size,
                     az_term byte) {
  object *o = a->memory.objects[number];
  const az_leaf *leaf = &o->info.layout->leaves[l];
  uint64_t bytes, zero, elements = leaf->elements;
  bool fixed = az_const_u64(a->s, size, &bytes);
  bool null = az_const_u64(a->s, byte, &zero) && !zero;
  if (leaf->is_pointer) {
    if (null && fixed) {
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
      uint32_t var = eq_var_of_cell(a, number, l);
      bool whole = leaf->offset >= at && leaf->offset + leaf->bytes <= at + bytes;
      if (var != AZ_NONE) eq_emit_assign(a, var, az_bv(a->s, a->p->pointer_bits, 0), !whole);
      eq_assign_part(a, number, l, az_bv(a->s, AZ_OBJECT_BITS, 0), !whole);
    } else {
      eq_blur_leaf(a, number, l, &(stored){.weak = true});
    }
    return;
  }
  az_term value = leaf->bytes <= 8 ? repeated(a, byte, leaf->bytes) : AZ_NO_TERM;
  bool array = leaf->dimension_count != 0;
  if (!array && fixed && leaf->offset >= at && leaf->offset + leaf->bytes <= at + bytes) {
    uint32_t var = eq_var_of_cell(a, number, l);
    if (var != AZ_NONE) eq_emit_assign(a, var, value, false);
    return;
  }
  uint64_t stride = array ? leaf->dimensions[leaf->dimension_count - 1].stride : 0;
  bool dense = leaf->dimension_count == 1 && stride == leaf->bytes && at >= leaf->offset &&
               (at - leaf->offset) % stride == 0;
  bool all = array && fixed && elements && at <= leaf->offset && leaf_end(leaf) <= at + bytes;
  az_linear_form form = az_linear_of(a->s, size);
  if (all) {
    set_elements(a, number, l, 0, az_bv(a->s, a->p->pointer_bits, elements), value);
  } else if (dense && az_linear_step(&form) % stride == 0 && form.constant % (int64_t)stride == 0) {
    az_term count = az_linear_quotient(a->s, &form, form.constant, (int64_t)stride);
    set_elements(a, number, l, (at - leaf->offset) / stride, count, value);
  } else {
    eq_blur_leaf(a, number, l, &(stored){.weak = true});
  }
}

void eq_set_memory(az_abstract *a, az_term to, az_term byte, az_term size) {
  location_set target = eq_locations_of(a, to);
  uint64_t at, bytes;
  uint32_t number = single(a, &target, &at);
  if (number == AZ_NONE) {
    copy_blurred(a, &target, &(location_set){.anything = true});
  } else {
    bool fixed = az_const_u64(a->s, size, &bytes);
    const az_layout *layout = a->memory.objects[number]->info.layout;
    for (uint32_t l = 0; l < layout->leaf_count; l++) {
      const az_leaf *leaf = &layout->leaves[l];
      bool before = leaf->elements && leaf_end(leaf) <= at;
      bool behind = fixed && leaf->offset >= at + bytes;
      if (!before && !behind) set_leaf(a, number, l, at, size, byte);
    }
  }
  arrfree(target.all);
}
