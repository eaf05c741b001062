/* Helpers over programs: pointers as terms, names of check classes, text for locations, lvalues. */
#include "ansatz/program.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

az_term az_pointer(const az_program *p, az_term object, az_term offset) {
  return az_concat(p->store, object, offset);
}

az_term az_pointer_object(const az_program *p, az_term pointer) {
  return az_extract(p->store, pointer, az_pointer_width(p) - 1, p->pointer_bits);
}

az_term az_pointer_offset(const az_program *p, az_term pointer) {
  return az_extract(p->store, pointer, p->pointer_bits - 1, 0);
}

az_term az_fixed_instance_number(az_store *store, uint32_t site, uint32_t ordinal) {
  char name[32];
  snprintf(name, sizeof name, "o%s!%u", ordinal ? "**" : "*", site);
  return az_var(store, az_sort_bv(AZ_INSTANCE_NUMBER_BITS), name);
}

az_term az_null(const az_program *p) {
  return az_bv(p->store, az_pointer_width(p), 0);
}

static const struct {
  const char *name, *property;
} classes[AZ_CLASSES] = {
    [AZ_C_UNREACH] = {"unreach", "unreach-call"},
    [AZ_C_OVERFLOW] = {"overflow", "no-overflow"},
    [AZ_C_UNSIGNED_OVERFLOW] = {"unsigned-overflow", "no-unsigned-overflow"},
    [AZ_C_DIV_BY_ZERO] = {"div-by-zero", "div-by-zero"},
    [AZ_C_SHIFT] = {"shift", "shift"},
    [AZ_C_BOUNDS] = {"bounds", "array-bounds"},
    [AZ_C_CONVERSION] = {"conversion", "conversion"},
    [AZ_C_DEREF] = {"deref", "valid-deref"},
    [AZ_C_FREE] = {"free", "valid-free"},
    [AZ_C_MEMTRACK] = {"memtrack", "valid-memtrack"},
    [AZ_C_MEMCLEANUP] = {"memcleanup", "valid-memcleanup"},
    [AZ_C_TERMINATION] = {"termination", "termination"},
    [AZ_C_RACE] = {"data-race", "no-data-race"},
    [AZ_C_WITNESS] = {"witness", "witness"},
};

const az_check *az_access_check(const az_program *p, const az_stmt *s) {
  if (s->kind == AZ_S_CHECK || s->kind == AZ_S_LEAK || s->check >= p->check_count) return NULL;
  const az_check *c = &p->checks[s->check];
  return c->cls == AZ_C_DEREF || c->cls == AZ_C_FREE ? c : NULL;
}

const char *az_class_name(az_class cls) {
  return (unsigned)cls < AZ_CLASSES ? classes[cls].name : "unknown";
}
const char *az_class_property(az_class cls) {
  return (unsigned)cls < AZ_CLASSES ? classes[cls].property : "unknown";
}

const char *az_loc_text(const az_program *p, az_loc loc, char *buffer, size_t size) {
  const char *file = loc.file < p->file_count ? p->files[loc.file] : "?";
  if (loc.line == 0)
    snprintf(buffer, size, "%s", file);
  else if (loc.column == 0)
    snprintf(buffer, size, "%s:%u", file, loc.line);
  else
    snprintf(buffer, size, "%s:%u:%u", file, loc.line, loc.column);
  return buffer;
}

/* ---- lvalues ------------------------------------------------------------------------------- */

typedef struct text {
  char *data;
  size_t size, used;
  az_type leaf; /* the leaf found, unless it is a bit-field */
} text;

static void put(text *t, const char *format, ...) AZ_PRINTF(2, 3);
static void put(text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(t->data + t->used, t->size - t->used, format, args);
  va_end(args);
  if (n > 0) t->used = t->used + (size_t)n < t->size ? t->used + (size_t)n : t->size - 1;
}

/* If the type has a leaf of `bytes` bytes at `offset`, appends its path and returns true. */
static bool descend(const az_program *p, az_type type, uint64_t offset, uint64_t bytes, text *out) {
  if (type >= p->type_count) return false;
  const az_type_info *info = &p->types[type];
  if (offset == 0 && (bytes == 0 || bytes == info->bytes) &&
      (info->kind != AZ_T_RECORD || (!info->is_union && info->field_count != 1)) &&
      info->kind != AZ_T_ARRAY) {
    out->leaf = type;
    return true;
  }
  size_t mark = out->used;
  if (info->kind == AZ_T_ARRAY) {
    uint64_t size = info->element < p->type_count ? p->types[info->element].bytes : 0;
    if (size == 0 || (info->count && offset / size >= info->count)) return false;
    put(out, "[%llu]", (unsigned long long)(offset / size));
    if (descend(p, info->element, offset % size, bytes, out)) return true;
  } else if (info->kind == AZ_T_RECORD) {
    for (uint32_t i = 0; i < info->field_count; i++) {
      const az_field *field = &info->fields[i];
      /* The first named bit-field represents its storage unit. */
      if (field->bit_width) {
        if (field->name && field->bit_offset / 8 >= offset &&
            field->bit_offset < (offset + bytes) * 8) {
          put(out, ".%s", field->name);
          return true;
        }
        continue;
      }
      uint64_t begin = field->bit_offset / 8,
               size = field->type < p->type_count ? p->types[field->type].bytes : 0;
      if (offset < begin || (size && offset - begin >= size)) continue;
      if (field->name) put(out, ".%s", field->name);
      if (descend(p, field->type, offset - begin, bytes, out)) return true;
      out->used = mark;
      out->data[mark] = 0;
    }
  }
  out->used = mark;
  out->data[mark] = 0;
  return offset == 0 && bytes == info->bytes;
}

az_type az_leaf_type(const az_program *p, az_type type, uint64_t offset, uint64_t bytes) {
  char path[1024] = "";
  text out = {.data = path, .size = sizeof path, .leaf = AZ_NONE};
  return descend(p, type, offset, bytes, &out) ? out.leaf : AZ_NONE;
}

bool az_has_pointers(const az_type_info *types, az_type type) {
  const az_type_info *t = &types[type];
  if (t->kind == AZ_T_ARRAY) return t->element && az_has_pointers(types, t->element);
  for (uint32_t i = 0; t->kind == AZ_T_RECORD && i < t->field_count; i++)
    if (az_has_pointers(types, t->fields[i].type)) return true;
  return t->kind == AZ_T_POINTER;
}

char *az_lvalue_text(const az_program *p, const char *name, az_type type, uint64_t offset,
                     uint64_t bytes) {
  static const char *const scalars[] = {
      [1] = "char", [2] = "short", [4] = "int", [8] = "long long"};
  text out = {.size = strlen(name) + 512};
  out.data = az_malloc(out.size);
  out.data[0] = 0;
  put(&out, "%s", name);
  if (descend(p, type, offset, bytes, &out)) return out.data;
  out.used = 0;
  const char *scalar =
      bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 ? scalars[bytes] : "char";
  if (offset)
    put(&out, "*(%s *)((char *)&%s + %llu)", scalar, name, (unsigned long long)offset);
  else
    put(&out, "*(%s *)&%s", scalar, name);
  return out.data;
}
