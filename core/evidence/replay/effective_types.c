/* Effective types (C17 6.5p6, p7): memory is read through lvalues of the type that it was stored
 * with, and a declared object keeps its type. Types are distinguished as by compilers (LLVM's
 * type-based alias analysis): character types and members of unions alias every type. Memory that
 * was written byte by byte has no type. */
#include "replay/machine.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether the part that `b` accesses can be a part of a value of a's type. */
static bool contains(const az_access_types *t, const alias_tag *a, const alias_tag *b) {
  uint32_t type = a->type;
  uint64_t offset = a->offset;
  for (unsigned depth = 0; depth < 64; depth++) {
    if (type == b->type) return offset == b->offset;
    const alias_field *fields = t->fields[type];
    size_t i = arrlenu(fields);
    while (i && fields[i - 1].offset > offset) i--;
    if (!i) return false;
    offset -= fields[i - 1].offset;
    type = fields[i - 1].type;
  }
  return true;
}

static bool may_alias(const az_access_types *t, uint32_t a, uint32_t b) {
  if (a == b || !a || !b) return true;
  const alias_tag *x = &t->tags[a - 1], *y = &t->tags[b - 1];
  return contains(t, x, y) || contains(t, y, x);
}

static uint32_t tag_at(const az_access_types *t, uint32_t site) {
  ptrdiff_t at = az_table_find(t->at_site, site);
  return at < 0 ? 0 : t->at_site[at].value;
}

static bool agrees(const az_access_types *t, const object *o, uint64_t from, uint64_t size,
                   uint32_t tag) {
  for (uint64_t i = from; o->types && i < from + size; i++)
    if (!may_alias(t, o->types[i], tag)) return false;
  return true;
}

bool memory_typed_load(const memory *m, const az_access_types *types, word pointer, uint64_t size,
                       uint32_t site) {
  const object *o = &m->objects[pointer_handle(m, pointer)];
  uint32_t tag = o->types ? tag_at(types, site) : 0;
  return !tag || agrees(types, o, pointer_offset(m, pointer), size, tag);
}

/* Returns whether the type may alias every type. */
static bool is_general(const az_access_types *t, uint32_t tag) {
  const alias_field *fields = t->fields[t->tags[tag - 1].type];
  return arrlenu(fields) == 1 && !arrlenu(t->fields[fields[0].type]);
}

bool memory_typed_store(memory *m, const az_access_types *types, word pointer, uint64_t size,
                        uint32_t site) {
  object *o = &m->objects[pointer_handle(m, pointer)];
  uint64_t at = pointer_offset(m, pointer);
  uint32_t tag = tag_at(types, site);
  if (tag && is_general(types, tag)) tag = 0;
  if (tag && o->origin != AZ_NONE && !agrees(types, o, at, size, tag)) return false;
  if (!o->types && tag) o->types = az_calloc(o->size ? o->size : 1, sizeof *o->types);
  for (uint64_t i = at; o->types && i < at + size; i++) o->types[i] = (uint16_t)tag;
  return true;
}

void memory_typed_copy(memory *m, word to, word from, uint64_t size) {
  object *o = &m->objects[pointer_handle(m, to)];
  const object *source = &m->objects[pointer_handle(m, from)];
  bool keeps = o->origin != AZ_NONE; /* a declared object keeps its type */
  uint16_t *types = source->types && !keeps ? source->types + pointer_offset(m, from) : NULL;
  if (!o->types && types) o->types = az_calloc(o->size ? o->size : 1, sizeof *o->types);
  if (!o->types) return;
  uint16_t *into = o->types + pointer_offset(m, to);
  if (types)
    memmove(into, types, size * sizeof *into);
  else
    memset(into, 0, size * sizeof *into);
}
