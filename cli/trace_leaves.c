/* The scalars in a range of bytes of an object. Unlike az_lvalue_text, this distinguishes the
 * bit-fields of a storage unit, and the members of a union by the kind of value that is stored. */
#include "cli/trace_leaves.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct range {
  const az_program *p;
  uint64_t from, to; /* in bits */
  az_type_kind kind;
  az_trace_leaf **leaves;
} range;

static void add(const range *r, const char *path, az_type type, uint64_t bit);

/* Returns whether the type has a scalar of the kind at the beginning of the range. */
static bool has_kind(const range *r, az_type type, uint64_t bit) {
  const az_type_info *info = &r->p->types[type];
  if (info->kind == AZ_T_RECORD) {
    for (uint32_t i = 0; i < info->field_count; i++)
      if (!info->fields[i].bit_width &&
          has_kind(r, info->fields[i].type, bit + info->fields[i].bit_offset))
        return true;
    return false;
  }
  if (info->kind == AZ_T_ARRAY) {
    const uint64_t size = 8 * r->p->types[info->element].bytes;
    return size && r->from >= bit && r->from < bit + 8 * info->bytes &&
           has_kind(r, info->element, bit + (r->from - bit) / size * size);
  }
  return info->kind == r->kind && bit == r->from;
}

static void add_field(const range *r, const char *path, const az_field *f, uint64_t bit) {
  char *name = f->name ? az_asprintf("%s.%s", path, f->name) : az_strdup(path);
  if (!f->bit_width) {
    add(r, name, f->type, bit + f->bit_offset);
  } else if (f->name && bit + f->bit_offset < r->to &&
             bit + f->bit_offset + f->bit_width > r->from) {
    az_trace_leaf leaf = {az_strdup(name), f->type, bit + f->bit_offset, f->bit_width, true};
    arrput(*r->leaves, leaf);
  }
  free(name);
}

static void add_record(const range *r, const char *path, const az_type_info *info, uint64_t bit) {
  uint32_t first = 0, end = info->field_count;
  if (info->is_union && info->field_count) {
    while (first < end && !has_kind(r, info->fields[first].type, bit)) first++;
    if (first == end) first = 0;
    end = first + 1;
  }
  for (uint32_t i = first; i < end; i++) add_field(r, path, &info->fields[i], bit);
}

static void add_elements(const range *r, const char *path, const az_type_info *info, uint64_t bit) {
  const uint64_t size = 8 * r->p->types[info->element].bytes;
  if (!size) return;
  for (uint64_t i = r->from > bit ? (r->from - bit) / size : 0;
       (!info->count || i < info->count) && bit + i * size < r->to &&
       arrlenu(*r->leaves) < AZ_TRACE_MOST_LEAVES;
       i++) {
    char *name = az_asprintf("%s[%llu]", path, (unsigned long long)i);
    add(r, name, info->element, bit + i * size);
    free(name);
  }
}

static void add(const range *r, const char *path, az_type type, uint64_t bit) {
  const az_type_info *info = &r->p->types[type < r->p->type_count ? type : 0];
  const bool is_open = info->kind == AZ_T_ARRAY && !info->count;
  if (bit >= r->to || (!is_open && bit + 8 * info->bytes <= r->from)) return;
  if (arrlenu(*r->leaves) >= AZ_TRACE_MOST_LEAVES) return;
  if (info->kind == AZ_T_RECORD) {
    add_record(r, path, info, bit);
  } else if (info->kind == AZ_T_ARRAY) {
    add_elements(r, path, info, bit);
  } else if (info->bytes) {
    az_trace_leaf leaf = {az_strdup(path), type, bit, 8 * info->bytes, false};
    arrput(*r->leaves, leaf);
  }
}

void az_trace_leaves(const az_program *p, const char *name, az_type type, uint64_t offset,
                     uint64_t bytes, az_type_kind kind, az_trace_leaf **leaves) {
  const range r = {p, 8 * offset, 8 * (offset + bytes), kind, leaves};
  add(&r, name, type, 0);
}

void az_trace_leaves_free(az_trace_leaf *leaves) {
  for (size_t i = 0; i < arrlenu(leaves); i++) free(leaves[i].path);
  arrfree(leaves);
}
