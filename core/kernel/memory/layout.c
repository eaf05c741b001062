/* Type tree -> leaves. A union keeps one member's leaves (the widest, pointers preferred) and fills
 * the rest with raw bytes; other members are read and written through extract and concat.
 * Neighbouring bit-fields share one raw integer leaf. */
#include "memory/layout.h"
#include "base/check.h"
#include "memory/linear.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct builder {
  const az_program *p;
  az_arena *arena;
  az_leaf *leaves; /* stb_ds */
  az_dimension dims[16];
  uint32_t depth;
} builder;

#define MAX_LEAVES 20000

static void emit(builder *b, uint64_t offset, uint32_t bytes, az_type type, bool is_pointer) {
  assert(b->depth <= sizeof b->dims / sizeof *b->dims);
  assert(!is_pointer || bytes == b->p->pointer_bits / 8);
  if (!bytes || arrlenu(b->leaves) >= MAX_LEAVES) return;
  az_leaf leaf = {
      .offset = offset, .bytes = bytes, .type = type, .is_pointer = is_pointer, .elements = 1};
  az_dimension dims[16];
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->depth; i++) {
    leaf.elements *= b->dims[i].count;
    /* int a[2][3]: strides 12 and 4 with 12 = 3 * 4 are one dimension of 6. */
    if (n && b->dims[i].count && dims[n - 1].stride == b->dims[i].count * b->dims[i].stride) {
      dims[n - 1].count *= b->dims[i].count;
      dims[n - 1].stride = b->dims[i].stride;
    } else {
      dims[n++] = b->dims[i];
    }
  }
  leaf.dimension_count = n;
  if (n) {
    leaf.dimensions = AZ_COPY(b->arena, dims, n, n);
  }
  arrput(b->leaves, leaf);
}

static void raw(builder *b, uint64_t offset, uint64_t bytes) {
  while (bytes) {
    uint32_t n = bytes >= 8 && offset % 8 == 0   ? 8
                 : bytes >= 4 && offset % 4 == 0 ? 4
                 : bytes >= 2 && offset % 2 == 0 ? 2
                                                 : 1;
    emit(b, offset, n, 0, false);
    offset += n;
    bytes -= n;
  }
}

static bool has_pointer(const az_program *p, az_type t) {
  const az_type_info *i = &p->types[t];
  if (i->kind == AZ_T_POINTER) return true;
  if (i->kind == AZ_T_ARRAY) return has_pointer(p, i->element);
  if (i->kind == AZ_T_RECORD) {
    for (uint32_t f = 0; f < i->field_count; f++) {
      if (has_pointer(p, i->fields[f].type)) return true;
    }
  }
  return false;
}

/* ---- padding -------------------------------------------------------------------------------- */

static bool has_record(const az_program *p, az_type t) {
  while (p->types[t].kind == AZ_T_ARRAY) t = p->types[t].element;
  return p->types[t].kind == AZ_T_RECORD;
}

/* Sets the bits of the type's members. For an array outside unions, sets only the bits of its first
 * element, whose leaves represent all elements. */
static void mark_data(const az_program *p, az_type type, uint64_t offset, bool in_union,
                      uint8_t *data) {
  const az_type_info *info = &p->types[type];
  if (info->kind == AZ_T_ARRAY && !in_union) {
    if (info->count) mark_data(p, info->element, offset, in_union, data);
    return;
  }
  if (info->kind != AZ_T_RECORD || !info->field_count) {
    memset(data + offset, 0xff, info->kind == AZ_T_INT ? (info->width + 7) / 8 : info->bytes);
    return;
  }
  for (uint32_t f = 0; f < info->field_count; f++) {
    const az_field *field = &info->fields[f];
    uint64_t bit = 8 * offset + field->bit_offset;
    if (!field->bit_width) mark_data(p, field->type, bit / 8, in_union || info->is_union, data);
    for (uint64_t end = bit + field->bit_width; bit < end; bit++) data[bit / 8] |= 1u << bit % 8;
  }
}

/* Records which bits of the raw leaves from `first` on are padding; the type begins at `base`. */
static void note_padding(builder *b, az_type type, size_t first, uint64_t base) {
  enum { MOST = 1 << 24 };
  uint64_t bytes = b->p->types[type].bytes;
  if (!has_record(b->p, type) || bytes > MOST) return;
  uint8_t *data = az_calloc(bytes + 1, 1);
  mark_data(b->p, type, 0, false, data);
  for (size_t l = first; l < arrlenu(b->leaves); l++) {
    az_leaf *leaf = &b->leaves[l];
    if (leaf->type || leaf->is_pointer || leaf->bytes > 8) continue;
    for (uint32_t i = 0; i < leaf->bytes; i++)
      leaf->padding |= (uint64_t)(uint8_t)~data[leaf->offset - base + i] << 8 * i;
  }
  free(data);
}

/* ---- leaves --------------------------------------------------------------------------------- */

static void walk(builder *b, az_type type, uint64_t offset);

static void walk_union(builder *b, const az_type_info *info, uint64_t offset) {
  uint32_t best = AZ_NONE;
  uint64_t size = 0;
  bool pointer = false;
  for (uint32_t f = 0; f < info->field_count; f++) {
    if (info->fields[f].bit_width) continue;
    uint64_t n = b->p->types[info->fields[f].type].bytes;
    bool ptr = has_pointer(b->p, info->fields[f].type);
    if (best == AZ_NONE || n > size || (n == size && ptr && !pointer))
      best = f, size = n, pointer = ptr;
  }
  if (best != AZ_NONE) walk(b, info->fields[best].type, offset);
  if (size < info->bytes) raw(b, offset + size, info->bytes - size);
}

static void walk_struct(builder *b, const az_type_info *info, uint64_t offset) {
  uint64_t covered = 0; /* bytes of the record that have a leaf */
  for (uint32_t f = 0; f < info->field_count; f++) {
    const az_field *field = &info->fields[f];
    uint64_t start = field->bit_offset / 8;
    if (field->bit_width) {
      uint64_t end = (field->bit_offset + field->bit_width + 7) / 8;
      for (; f + 1 < info->field_count && info->fields[f + 1].bit_width; f++) {
        const az_field *next = &info->fields[f + 1];
        end = (next->bit_offset + next->bit_width + 7) / 8;
      }
      if (start < covered) start = covered;
      if (end > start) raw(b, offset + start, end - start), covered = end;
      continue;
    }
    uint64_t bytes = b->p->types[field->type].bytes;
    /* Overlapping debug information: the first field wins, the rest is accessed by bytes. */
    if (start < covered) continue;
    if (start > covered)
      raw(b, offset + covered, start - covered); /* padding can be copied and read */
    walk(b, field->type, offset + start);
    covered = start + bytes;
  }
  if (covered < info->bytes) raw(b, offset + covered, info->bytes - covered);
}

/* Returns whether a short array, in a record that is in an array, is indexed by constants only: its
 * elements are then leaves like members, so that only the outer array needs an index. */
static bool is_vector(const builder *b, const az_type_info *array) {
  enum { MOST = 4 };
  bool in_record = b->depth && b->dims[b->depth - 1].stride != array->bytes;
  return in_record && array->count <= MOST && !array->is_indexed;
}

static void walk(builder *b, az_type type, uint64_t offset) {
  const az_type_info *info = &b->p->types[type];
  switch (info->kind) {
  case AZ_T_INT:
  case AZ_T_FLOAT: emit(b, offset, (uint32_t)info->bytes, type, false); break;
  case AZ_T_POINTER: emit(b, offset, (uint32_t)info->bytes, type, true); break;
  case AZ_T_ARRAY: {
    uint64_t stride = b->p->types[info->element].bytes;
    if (b->depth == 16 || !stride) {
      raw(b, offset, info->bytes);
    } else if (info->count == 1 || (info->count && is_vector(b, info))) {
      for (uint64_t i = 0; i < info->count; i++) walk(b, info->element, offset + i * stride);
    } else {
      b->dims[b->depth++] = (az_dimension){info->count, stride};
      walk(b, info->element, offset);
      b->depth--;
    }
    break;
  }
  case AZ_T_RECORD:
    info->is_union ? walk_union(b, info, offset) : walk_struct(b, info, offset);
    break;
  default: raw(b, offset, info->bytes); break;
  }
}

static az_layout *finished(builder *b, az_layout *layout) {
  layout->leaf_count = (uint32_t)arrlenu(b->leaves);
  layout->leaves = AZ_COPY(b->arena, b->leaves, layout->leaf_count, layout->leaf_count);
  arrfree(b->leaves);
  return layout;
}

az_layout *az_layout_of(const az_program *p, az_arena *arena, az_type type, uint64_t bytes,
                        uint64_t count) {
  builder b = {.p = p, .arena = arena};
  uint64_t size = p->types[type].bytes;
  az_layout *layout = AZ_NEW(arena, az_layout);
  layout->bytes = bytes ? bytes : size * count;
  bool whole = size && (count != 1 || !bytes || bytes == size);
  if (whole) {
    if (count != 1) b.dims[b.depth++] = (az_dimension){count, size};
    walk(&b, type, 0);
    note_padding(&b, type, 0, 0);
  } else if (size && size <= bytes) {
    /* Space of a flexible array member, or a larger allocation: the rest is bytes. */
    walk(&b, type, 0);
    note_padding(&b, type, 0, 0);
    uint64_t rest = bytes - size;
    if (rest) {
      b.dims[b.depth++] = (az_dimension){rest, 1};
      emit(&b, size, 1, 0, false);
    }
  } else if (bytes <= 64) {
    raw(&b, 0, bytes);
  } else {
    b.dims[b.depth++] = (az_dimension){bytes, 1};
    emit(&b, 0, 1, 0, false);
  }
  return finished(&b, layout);
}

/* Returns the last member if it is an array of at most one element, else NULL. Such an array has as
 * many elements as there is room for. */
static const az_field *tail_of(const az_program *p, const az_type_info *record) {
  if (record->kind != AZ_T_RECORD || record->is_union || !record->field_count) return NULL;
  const az_field *last = &record->fields[record->field_count - 1];
  const az_type_info *array = &p->types[last->type];
  bool is = array->kind == AZ_T_ARRAY && array->count <= 1 && p->types[array->element].bytes;
  return is ? last : NULL;
}

/* Returns whether `size` bytes are one record and its tail rather than several records. */
static bool has_tail(const az_program *p, az_type type, az_term size) {
  const az_type_info *record = &p->types[type];
  const az_field *last = tail_of(p, record);
  az_linear_form form = az_linear_of(p->store, size);
  form.exact = true; /* also if products in the size may wrap */
  int64_t unit = (int64_t)record->bytes;
  if (record->kind != AZ_T_RECORD || record->is_union || !unit) return false;
  if (last && !p->types[last->type].count) return true; /* C has no arrays of such records */
  if (!(az_linear_step(&form) % record->bytes) && !(form.constant % unit)) return false;
  return last ? form.constant >= (int64_t)(last->bit_offset / 8) : form.constant >= unit;
}

/* Returns the layout of one record followed by elements of its last member, or by bytes. */
static az_layout *layout_with_tail(const az_program *p, az_arena *arena, az_type type) {
  builder b = {.p = p, .arena = arena};
  az_layout *layout = AZ_NEW(arena, az_layout);
  az_type_info head = p->types[type];
  const az_field *last = tail_of(p, &head);
  if (last) {
    head.field_count--;
    head.bytes = last->bit_offset / 8;
  }
  walk_struct(&b, &head, 0);
  note_padding(&b, type, 0, 0);
  layout->tail = head.bytes;
  az_type element = last ? p->types[last->type].element : 0;
  size_t first = arrlenu(b.leaves);
  b.dims[b.depth++] = (az_dimension){0, last ? p->types[element].bytes : 1};
  if (last)
    walk(&b, element, head.bytes);
  else
    emit(&b, head.bytes, 1, 0, false);
  if (last) note_padding(&b, element, first, head.bytes);
  return finished(&b, layout);
}

az_layout *az_layout_of_allocation(const az_program *p, az_arena *arena, az_type *type,
                                   az_term size, bool sized) {
  uint64_t unit = p->types[*type].bytes, bytes = 0;
  if (!sized && az_const_u64(p->store, size, &bytes)) {
    if (!bytes) return az_layout_of(p, arena, 0, 0, 1);
    bool whole = unit && bytes % unit == 0;
    return whole ? az_layout_of(p, arena, *type, bytes, bytes / unit)
                 : az_layout_of(p, arena, 0, bytes, 1);
  }
  if (has_tail(p, *type, size)) return layout_with_tail(p, arena, *type);
  if (unit) return az_layout_of(p, arena, *type, 0, 0);
  for (*type = 0; *type < p->type_count; ++*type) { /* some type of one byte */
    const az_type_info *t = &p->types[*type];
    if (t->bytes == 1 && t->kind == AZ_T_INT) return az_layout_of(p, arena, *type, 0, 0);
  }
  return NULL;
}

bool az_layout_locate(const az_layout *layout, uint64_t offset, az_layout_location *out) {
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    if (offset < leaf->offset) continue;
    uint64_t rest = offset - leaf->offset, index = 0;
    bool inside = true;
    for (uint32_t d = 0; d < leaf->dimension_count && inside; d++) {
      const az_dimension *dim = &leaf->dimensions[d];
      uint64_t n = rest / dim->stride;
      rest %= dim->stride;
      inside = !dim->count || n < dim->count;
      index = index * dim->count + n;
      if (d == 0 && !dim->count) index = n;
    }
    if (!inside || rest >= leaf->bytes) continue;
    assert(!leaf->elements || index < leaf->elements);
    *out = (az_layout_location){l, index, (uint32_t)rest};
    return true;
  }
  return false;
}

az_sort az_leaf_element_sort(const az_program *p, const az_leaf *leaf) {
  assert(!leaf->ghost_bits != !leaf->bytes); /* program memory, or a ghost cell */
  if (leaf->ghost_bits) return az_sort_bv(leaf->ghost_bits);
  return az_sort_bv(leaf->is_pointer ? az_pointer_width(p) : 8 * leaf->bytes);
}

az_sort az_leaf_sort(const az_program *p, const az_leaf *leaf) {
  az_sort element = az_leaf_element_sort(p, leaf);
  uint32_t bits =
      (leaf->of_site ? AZ_INSTANCE_NUMBER_BITS : 0) + (leaf->dimension_count ? p->pointer_bits : 0);
  return bits ? az_sort_array(bits, element) : element;
}

az_layout *az_layout_of_site(az_arena *arena, const az_layout *layout) {
  az_layout *of_site = AZ_NEW(arena, az_layout);
  *of_site = *layout;
  of_site->leaves = AZ_NEWN(arena, az_leaf, layout->leaf_count);
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    assert(!layout->leaves[l].of_site); /* the layout of one object */
    of_site->leaves[l] = layout->leaves[l];
    of_site->leaves[l].of_site = true;
  }
  return of_site;
}
