/* Validity of accesses, and of pointers to be freed (docs/soundness.md 1, 6). If validity is
 * unknown, they count as invalid: no proof relies on it, and a refutation is replayed. */
#define _GNU_SOURCE /* memmem */
#include "memory/linear.h"
#include "memory/memory_internal.h"
#include <stdio.h>
#include <string.h>

/* Returns the condition that the offset's arithmetic does not wrap around, as a wrapped offset
 * leaves the object. */
static az_term is_reached(const az_memory *m, const target *to) {
  az_linear_form form = az_linear_of(m->s, to->offset);
  return az_linear_kept(m->s, &form, to->offset);
}

/* ---- one access ---------------------------------------------------------------------------- */

az_term az_mem_valid(const az_mem *s, az_term pointer, az_term bytes, bool written) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  assert(az_sort_of(t, bytes) == az_sort_bv(m->p->pointer_bits));
  az_term valid = az_eq_value(t, bytes, 0);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || (written && m->instances[to->id].is_const)) continue;
    az_term size = az_mem_size(s, to->id, to->instance_number), last = az_bv_sub(t, size, bytes);
    az_term inside = az_bv_ule(t, to->offset, last);
    inside = az_and(t, az_bv_ule(t, bytes, size), inside);
    inside = az_and(t, inside, is_reached(m, to));
    valid = az_or(t, valid, az_and(t, to->condition, az_and(t, az_mem_lives(s, to), inside)));
  }
  arrfree(list.items);
  return valid;
}

/* Returns the condition that the pointer is a number that may be an object's address. No object
 * lies in the first page or in the system's half of the addresses (32 bits: in the last page). */
static az_term may_be_an_address(const az_memory *m, az_term pointer) {
  az_store *t = m->s;
  uint32_t bits = m->p->pointer_bits;
  az_term offset = az_pointer_offset(m->p, pointer);
  az_term none = az_eq_value(t, az_pointer_object(m->p, pointer), 0);
  az_term low = az_bv(t, bits, 4096),
          high = az_bv(t, bits, bits == 32 ? UINT32_MAX - 4095 : INT64_MAX);
  az_term below = az_bv_ule(t, offset, high);
  return az_and(t, none, az_and(t, az_bv_ule(t, low, offset), below));
}

az_term az_mem_extent(const az_mem *s, az_term pointer, bool written,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  uint32_t w = m->p->pointer_bits;
  az_term extent = az_bv(t, w, 0), known = az_false(t), one = az_bv(t, w, 1);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    known = az_or(t, known, to->condition);
    if (!to->id || (written && m->instances[to->id].is_const)) continue;
    az_term size = az_mem_size(s, to->id, to->instance_number);
    az_term inside = is_reached(m, to);
    inside = az_and(t, az_bv_ule(t, to->offset, size), inside);
    az_term here = az_and(t, to->condition, az_and(t, az_mem_lives(s, to), inside));
    az_term rest = az_bv_add(t, az_bv_sub(t, size, to->offset), one);
    extent = az_ite(t, here, rest, extent);
  }
  az_term stray = may_be_an_address(m, pointer);
  known = az_and(t, list.flags ? known : az_true(t), az_not(t, stray));
  if (!az_is_true(t, known)) {
    char name[32];
    snprintf(name, sizeof name, "extent!%u", pointer);
    report->approximate(report->ctx, az_not(t, known), "memory behind an unknown pointer");
    extent = az_ite(t, known, extent, az_var(t, az_sort_bv(m->p->pointer_bits), name));
  }
  arrfree(list.items);
  return extent;
}

az_term az_mem_freeable(const az_mem *s, az_term pointer) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  az_term freeable = az_eq(t, pointer, az_null(m->p));
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || !m->instances[to->id].is_heap) continue;
    az_term start = az_and(t, to->condition, az_eq_value(t, to->offset, 0));
    start = az_and(t, start, is_reached(m, to));
    freeable = az_or(t, freeable, az_and(t, start, az_mem_lives(s, to)));
  }
  arrfree(list.items);
  return freeable;
}

az_term az_mem_callable(const az_mem *s, az_term pointer) {
  const az_memory *m = az_mem_memory(s);
  az_points_to set = az_memory_targets(m, pointer);
  az_term callable = az_false(m->s);
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    uint32_t id = set.ids[i];
    if (!id || id > m->p->object_count || m->p->objects[id - 1].kind != AZ_OBJ_FUNCTION) continue;
    callable = az_or(m->s, callable, az_eq(m->s, pointer, az_memory_pointer(m, id, 0)));
  }
  arrfree(set.ids);
  return callable;
}

/* ---- equality ------------------------------------------------------------------------------ */

/* Conditions that a pointer points to an object, to its start, past its end, to an ended object. */
typedef struct side {
  az_term named, starts, behind, ended;
} side;

static side side_of(const az_mem *s, az_term pointer, bool locals) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  side d = {az_false(t), az_false(t), az_false(t), az_false(t)};
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *to = &list.items[i];
    if (!to->id || !m->instances[to->id].layout) continue;
    az_term size = az_mem_size(s, to->id, to->instance_number), is = to->condition;
    d.named = az_or(t, d.named, is);
    d.starts = az_or(t, d.starts, az_and(t, is, az_eq_value(t, to->offset, 0)));
    d.behind = az_or(t, d.behind, az_and(t, is, az_eq(t, to->offset, size)));
    if (locals || m->instances[to->id].is_heap)
      d.ended = az_or(t, d.ended, az_and(t, is, az_not(t, az_mem_lives(s, to))));
  }
  arrfree(list.items);
  return d;
}

/* Returns whether one literal's bytes are part of the other literal's bytes. */
static bool may_share(const az_object *a, const az_object *b) {
  return memmem(a->literal, a->bytes, b->literal, b->bytes) ||
         memmem(b->literal, b->bytes, a->literal, a->bytes);
}

static const az_object *literal_at(const az_memory *m, uint32_t id) {
  const az_object *o = id && id <= m->p->object_count ? &m->p->objects[id - 1] : NULL;
  return o && o->literal ? o : NULL;
}

/* Returns whether two string literals, or two locals, may share storage. */
static bool may_be_one(const az_memory *m, uint32_t a, uint32_t b, const az_local_places *places) {
  const az_object *one = literal_at(m, a), *other = literal_at(m, b);
  if (one && other) return may_share(one, other);
  return places && a && b && places->may_coincide(places->ctx, a, b);
}

/* Returns the condition that the pointers point to two objects that may share storage. */
static az_term may_be_merged(az_memory *m, az_term a, az_term b, const az_local_places *places) {
  targets left = az_memory_resolve(m, a), right = az_memory_resolve(m, b);
  az_term merged = az_false(m->s);
  for (size_t i = 0; i < arrlenu(left.items); i++) {
    for (size_t j = 0; j < arrlenu(right.items); j++) {
      uint32_t one = left.items[i].id, other = right.items[j].id;
      if (one == other || !may_be_one(m, one, other, places)) continue;
      az_term both = az_and(m->s, left.items[i].condition, right.items[j].condition);
      merged = az_or(m->s, merged, both);
    }
  }
  arrfree(left.items);
  arrfree(right.items);
  return merged;
}

az_term az_mem_either(const az_mem *s, az_term a, az_term b, const az_local_places *places) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  az_term object_b = az_pointer_object(m->p, b);
  az_term differ = az_ne(t, az_pointer_object(m->p, a), object_b);
  if (az_is_false(t, differ)) return differ;
  side p = side_of(s, a, !places), q = side_of(s, b, !places);
  az_term touch = az_and(t, p.behind, q.starts), open = az_or(t, p.ended, q.ended);
  touch = az_or(t, az_and(t, p.starts, q.behind), touch);
  open = az_and(t, az_and(t, p.named, q.named), open);
  open = az_or(t, open, may_be_merged(m, a, b, places));
  open = az_or(t, open, az_and(t, may_be_an_address(m, a), q.named));
  open = az_or(t, open, az_and(t, may_be_an_address(m, b), p.named));
  return az_and(t, differ, az_or(t, open, touch));
}
