/* Reads and writes through pointers: pointer -> targets (instance, offset) under conditions ->
 * spots (leaf, index) under conditions. What no target and no spot covers is any value when read
 * and an escape when written, unless it can only be an invalid access. */
#include "memory/linear.h"
#include "memory/memory_internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- small tools
 * -------------------------------------------------------------------------------------------------------------
 */

static az_term unknown(az_memory *m, az_sort sort, const az_memory_report *report,
                       const char *cause) {
  az_term fresh = az_fresh(m->s, sort, "any");
  if (report && report->approximate) report->approximate(report->ctx, fresh, cause);
  return fresh;
}

static az_term unknown_pointer(az_memory *m, uint32_t flags, const az_memory_report *report,
                               const char *cause) {
  az_term fresh = unknown(m, az_sort_bv(az_pointer_width(m->p)), report, cause);
  az_points_to set = {.flags = flags};
  az_memory_points_to(m, fresh, &set);
  return fresh;
}

static void escape(const az_memory_report *report, az_term condition, const char *cause) {
  if (report && report->escape) report->escape(report->ctx, condition, cause);
}

static int64_t modulo(int64_t a, int64_t n) {
  int64_t r = a % n;
  return r < 0 ? r + n : r;
}

/* ---- pointers and integers
 * ------------------------------------------------------------------------------------------------
 */

static az_term base_of(az_memory *m, uint32_t id, az_term object) {
  char name[24];
  snprintf(name, sizeof name, "base!%u", id);
  const az_instance *inst = az_memory_instance(m, id);
  az_sort sort = az_sort_bv(m->p->pointer_bits);
  if (!inst || !inst->is_site) return az_var(m->s, sort, name);
  az_term bases = az_var(m->s, az_sort_array(AZ_IDENTITY_BITS, sort), name);
  return az_select(m->s, bases, az_memory_identity(m, object));
}

static void add_target(az_memory *m, targets *list, az_term condition, uint32_t id, az_term object,
                       az_term offset) {
  if (az_is_false(m->s, condition)) return;
  const az_instance *inst = az_memory_instance(m, id);
  az_term identity = inst && inst->is_site ? az_memory_identity(m, object) : AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(list->items); i++) {
    target *t = &list->items[i];
    if (t->id == id && t->identity == identity && (t->offset == offset || id == 0)) {
      t->condition = az_or(m->s, t->condition, condition);
      return;
    }
  }
  target t = {condition, id, offset, identity};
  arrput(list->items, t);
}

/* Targets by the points-to set alone: one a object. */
static void targets_by_set(az_memory *m, targets *list, az_term condition, az_term pointer) {
  az_points_to set = az_memory_targets(m, pointer);
  az_term object = az_pointer_object(m->p, pointer), offset = az_pointer_offset(m->p, pointer);
  az_term start = az_bv(m->s, m->p->pointer_bits, 0);
  list->flags |= set.flags;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    az_term is = az_memory_is(m, object, set.ids[i]);
    if (!set.inside && set.flags) is = az_and(m->s, is, az_eq(m->s, offset, start));
    add_target(m, list, az_and(m->s, condition, is), set.ids[i], object,
               set.inside ? offset : start);
  }
  if (!arrlenu(set.ids)) list->flags |= AZ_PTS_INVALID; /* an uninitialised pointer: nowhere */
  arrfree(set.ids);
}

targets az_memory_resolve(az_memory *m, az_term pointer) {
  targets list = {0};
  target *todo = NULL; /* id unused: offset holds the pointer */
  target first = {az_true(m->s), 0, pointer, AZ_NO_TERM};
  arrput(todo, first);
  for (uint32_t steps = 0; arrlenu(todo); steps++) {
    target t = arrpop(todo);
    if (az_is_false(m->s, t.condition)) continue;
    if (steps > 400) { /* too many paths to the same few objects: give up following them */
      arrfree(list.items);
      list = (targets){0};
      targets_by_set(m, &list, az_true(m->s), pointer);
      break;
    }
    az_term p = t.offset;
    if (az_kind_of(m->s, p) == AZ_K_ITE) {
      az_term c = az_operand(m->s, p, 0);
      target a = {az_and(m->s, t.condition, c), 0, az_operand(m->s, p, 1), 0};
      target b = {az_and(m->s, t.condition, az_not(m->s, c)), 0, az_operand(m->s, p, 2), 0};
      arrput(todo, b);
      arrput(todo, a);
      continue;
    }
    az_term object = az_pointer_object(m->p, p), offset = az_pointer_offset(m->p, p);
    uint64_t id;
    if (az_const_u64(m->s, object, &id)) {
      uint32_t low = (uint32_t)id & ((1u << AZ_INSTANCE_BITS) - 1);
      const az_instance *inst = az_memory_instance(m, low);
      bool named = inst && (inst->is_site || low == id);
      add_target(m, &list, t.condition, named ? low : 0, object, offset);
    } else if (az_kind_of(m->s, object) == AZ_K_ITE) {
      az_term c = az_operand(m->s, object, 0);
      target a = {az_and(m->s, t.condition, c), 0,
                  az_concat(m->s, az_operand(m->s, object, 1), offset), 0};
      target b = {az_and(m->s, t.condition, az_not(m->s, c)), 0,
                  az_concat(m->s, az_operand(m->s, object, 2), offset), 0};
      arrput(todo, b);
      arrput(todo, a);
    } else {
      targets_by_set(m, &list, t.condition, p);
    }
  }
  arrfree(todo);
  return list;
}

az_term az_mem_pointer_to_int(az_memory *m, az_term pointer, const az_memory_report *report) {
  targets list = az_memory_resolve(m, pointer);
  az_term offset = az_pointer_offset(m->p, pointer), object = az_pointer_object(m->p, pointer);
  uint64_t id;
  az_term result;
  if (az_const_u64(m->s, object, &id)) { /* functions too, which are no instances */
    result = id ? az_bv_add(m->s, base_of(m, (uint32_t)id, object), offset) : offset;
  } else {
    az_points_to set = az_memory_targets(m, pointer);
    result = set.flags || !arrlenu(set.ids) ? unknown(m, az_sort_bv(m->p->pointer_bits), report,
                                                      "address of an unknown object")
                                            : AZ_NO_TERM;
    for (size_t i = 0; i < arrlenu(set.ids); i++) {
      az_term value = set.ids[i] ? az_bv_add(m->s, base_of(m, set.ids[i], object), offset) : offset;
      az_term is = az_memory_is(m, object, set.ids[i]);
      result = result ? az_ite(m->s, is, value, result) : value;
    }
    arrfree(set.ids);
  }
  arrfree(list.items);
  return result;
}

typedef struct base_search {
  const az_store *s;
  az_term base;
  bool found;
} base_search;
static void find_base(void *ctx, az_term var) {
  base_search *b = ctx;
  if (!strncmp(az_var_name(b->s, var), "base!", 5)) b->found = true, b->base = var;
}

az_term az_mem_int_to_pointer(az_memory *m, az_term integer, const az_memory_report *report) {
  az_store *s = m->s;
  if (az_kind_of(s, integer) == AZ_K_ITE) {
    az_term a = az_mem_int_to_pointer(m, az_operand(s, integer, 1), report);
    az_term b = az_mem_int_to_pointer(m, az_operand(s, integer, 2), report);
    return az_ite(s, az_operand(s, integer, 0), a, b);
  }
  base_search search = {s, 0, false};
  az_free_vars(s, &integer, 1, find_base, &search);
  /* An integer that was computed from no address names no object. */
  if (!search.found) return az_concat(s, az_memory_id(m, 0), integer);
  az_linear_form form = az_linear_of(s, integer);
  uint32_t at = AZ_NONE;
  bool other = false;
  for (uint32_t i = 0; i < form.count; i++) {
    base_search inner = {s, 0, false};
    az_free_vars(s, &form.terms[i], 1, find_base, &inner);
    if (!inner.found) continue;
    if (form.terms[i] == inner.base && form.coefficients[i] == 1 && at == AZ_NONE)
      at = i;
    else
      other = true;
  }
  if (at == AZ_NONE || other)
    return unknown_pointer(m, AZ_PTS_WILD, report, "pointer computed from integers");
  uint32_t id = (uint32_t)strtoul(az_var_name(s, form.terms[at]) + 5, NULL, 10);
  return az_concat(s, az_memory_id(m, id), az_bv_sub(s, integer, form.terms[at]));
}

/* ---- elements
 * -------------------------------------------------------------------------------------------------------------
 */

/* Where an access lands: `bytes` bytes from byte `delta` (or the symbolic `shift`) of element
 * `index` of a leaf. */
typedef struct spot {
  az_term condition;
  uint32_t slot;
  const az_leaf *leaf;
  az_term index;    /* 0: a scalar leaf */
  az_term identity; /* of sites, else 0 */
  uint32_t delta;
  az_term shift; /* 0, or the symbolic byte position within the element (then delta is 0) */
  uint32_t bytes;
} spot;

static az_term slot_value(az_mem *s, uint32_t slot, const az_leaf *leaf,
                          const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_term v = az_mem_get(s, slot);
  if (m->watch) arrput(*m->watch, slot);
  if (v) return v;
  v = unknown(m, az_leaf_sort(m->p, leaf), report, "object that does not live");
  if (leaf->is_pointer) {
    az_points_to nowhere = {0};
    az_memory_points_to(m, v, &nowhere);
  }
  return v;
}

/* Index into the leaf's array; 0: it is none. */
static az_term cell_of(az_store *s, const spot *at) {
  return at->identity && at->index ? az_concat(s, at->identity, at->index)
         : at->identity            ? at->identity
                                   : at->index;
}

/* A pointer that is known to lead to starts of objects only, its offset written out. One that was
 * never set may have another offset; then it is some other value that leads nowhere. */
static az_term with_offset(az_memory *m, az_term pointer) {
  az_kind kind = az_kind_of(m->s, pointer);
  if (kind != AZ_K_SELECT && kind != AZ_K_VAR) return pointer;
  az_points_to set = az_memory_targets(m, pointer);
  arrfree(set.ids);
  if (set.inside) return pointer;
  az_term zero = az_bv(m->s, m->p->pointer_bits, 0);
  az_term start = az_concat(m->s, az_pointer_object(m->p, pointer), zero);
  if (!set.flags) return start;
  char name[32];
  snprintf(name, sizeof name, "unset!%u", pointer);
  az_term other = az_var(m->s, az_sort_of(m->s, pointer), name);
  az_points_to nothing = {.flags = AZ_PTS_INVALID};
  az_memory_points_to(m, other, &nothing);
  return az_ite(m->s, az_eq(m->s, az_pointer_offset(m->p, pointer), zero), start, other);
}

static az_term element_of(az_mem *s, const spot *at, const az_memory_report *report) {
  az_term v = slot_value(s, at->slot, at->leaf, report);
  az_memory *m = az_mem_memory(s);
  if (at->index || at->identity) v = az_select(m->s, v, cell_of(m->s, at));
  if (!at->leaf->is_pointer) return v;
  az_memory_speak_of(m, v);
  return with_offset(m, v);
}

/* Bits of the spot's bytes. */
static az_term spot_read(az_mem *s, const spot *at, bool as_pointer,
                         const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_term e = element_of(s, at, report);
  if (at->leaf->is_pointer) {
    if (as_pointer && at->bytes == at->leaf->bytes) return e;
    e = az_mem_pointer_to_int(m, e, report);
  }
  if (at->shift) {
    az_term by = az_resize(m->s, at->shift, 8 * at->leaf->bytes + 3, false);
    by = az_extract(m->s, az_bv_mul(m->s, by, az_bv(m->s, 8 * at->leaf->bytes + 3, 8)),
                    8 * at->leaf->bytes - 1, 0);
    e = az_bv_lshr(m->s, e, by);
  }
  e = az_extract(m->s, e, 8 * (at->delta + at->bytes) - 1, 8 * at->delta);
  return as_pointer ? az_mem_int_to_pointer(m, e, report) : e;
}

static void spot_write(az_mem *s, const spot *at, bool is_pointer, az_term value, az_term condition,
                       const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_store *t = m->s;
  const az_leaf *leaf = at->leaf;
  bool whole = at->bytes == leaf->bytes && !at->shift;
  if (whole && leaf->is_pointer != is_pointer)
    value = is_pointer ? az_mem_pointer_to_int(m, value, report)
                       : az_mem_int_to_pointer(m, value, report);
  if (!whole) {
    if (is_pointer) value = az_mem_pointer_to_int(m, value, report);
    az_term old = element_of(s, at, report);
    if (leaf->is_pointer) old = az_mem_pointer_to_int(m, old, report);
    uint32_t bits = 8 * leaf->bytes, low = 8 * at->delta, high = low + 8 * at->bytes;
    if (at->shift) {
      az_term by = az_bv_mul(t, az_resize(t, at->shift, bits, false), az_bv(t, bits, 8));
      az_term mask = az_zext(t, az_bv_not(t, az_bv(t, 8 * at->bytes, 0)), bits);
      az_term keep = az_bv_and(t, old, az_bv_not(t, az_bv_shl(t, mask, by)));
      value = az_bv_or(t, keep, az_bv_shl(t, az_zext(t, value, bits), by));
    } else {
      if (low) value = az_concat(t, value, az_extract(t, old, low - 1, 0));
      if (high < bits) value = az_concat(t, az_extract(t, old, bits - 1, high), value);
    }
    if (leaf->is_pointer) value = az_mem_int_to_pointer(m, value, report);
  }
  az_term cell = cell_of(t, at);
  if (cell) {
    az_term array = slot_value(s, at->slot, leaf, report);
    if (!az_is_true(t, condition)) value = az_ite(t, condition, value, az_select(t, array, cell));
    az_mem_set(s, at->slot, az_store_at(t, array, cell, value));
  } else {
    if (!az_is_true(t, condition))
      value = az_ite(t, condition, value, slot_value(s, at->slot, leaf, report));
    az_mem_set(s, at->slot, value);
  }
}

/* ---- offset -> spots
 * -------------------------------------------------------------------------------------------------------
 */

/* The element that holds byte `offset`; false: none (outside). */
static bool locate(az_memory *m, const az_instance *i, uint64_t offset, spot *at) {
  for (uint32_t l = 0; l < i->layout->leaf_count; l++) {
    const az_leaf *leaf = &i->layout->leaves[l];
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
    *at = (spot){.condition = az_true(m->s),
                 .slot = i->slot + l,
                 .leaf = leaf,
                 .delta = (uint32_t)rest,
                 .bytes = leaf->bytes - (uint32_t)rest};
    if (leaf->dimension_count) at->index = az_bv(m->s, m->p->pointer_bits, index);
    return true;
  }
  return false;
}

/* Constant offset: consecutive spots that cover the access. False: part of it lies outside. */
static bool spots_constant(az_memory *m, const az_instance *i, uint64_t offset, uint32_t bytes,
                           spot **out) {
  while (bytes) {
    spot at;
    if (!locate(m, i, offset, &at)) return false;
    if (at.bytes > bytes) at.bytes = bytes;
    arrput(*out, at);
    offset += at.bytes;
    bytes -= at.bytes;
  }
  return true;
}

/* index < count, count from the type or, where that does not say, from the instance's size. */
static az_term in_range(az_memory *m, const az_instance *i, const az_leaf *leaf, az_term index,
                        uint64_t extra) {
  uint32_t w = m->p->pointer_bits;
  if (leaf->elements)
    return az_bv_ult(m->s, index,
                     az_bv(m->s, w, leaf->elements > extra ? leaf->elements - extra : 0));
  az_term stride = az_bv(m->s, w, leaf->dimensions[0].stride);
  az_term room = az_bv_udiv(m->s, i->size, stride);
  az_term end = extra ? az_bv_add(m->s, index, az_bv(m->s, w, extra)) : index;
  return az_and(m->s, az_bv_ult(m->s, index, room),
                extra ? az_bv_ult(m->s, end, room) : az_true(m->s));
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b, b = r;
  }
  return a;
}

/* Symbolic offset within one leaf. *tight: within the instance, no other offset than one under
 * these conditions can reach this leaf. */
static void spots_leaf(az_memory *m, const az_instance *i, uint32_t l, const az_linear_form *form,
                       az_term offset, uint32_t bytes, spot **out, bool *tight) {
  az_store *s = m->s;
  uint32_t w = m->p->pointer_bits;
  const az_leaf *leaf = &i->layout->leaves[l];
  int64_t constant = form->constant - (int64_t)leaf->offset;
  uint64_t step = 0; /* all offsets are congruent to the constant modulo this */
  for (uint32_t k = 0; k < form->count; k++) {
    int64_t c = form->coefficients[k];
    step = gcd(step, c < 0 ? (uint64_t)-c : (uint64_t)c);
  }
  spot at = {.slot = i->slot + l, .leaf = leaf, .bytes = bytes};
  if (!leaf->dimension_count) {
    for (uint32_t d = 0; d < leaf->bytes; d++) {
      if (step > 1 && modulo((int64_t)d - constant, (int64_t)step)) continue;
      if (d + bytes > leaf->bytes) {
        *tight = false;
        continue;
      }
      at.delta = d;
      at.condition = az_eq(s, offset, az_bv(s, w, leaf->offset + d));
      arrput(*out, at);
    }
    return;
  }
  if (leaf->dimension_count == 1) {
    int64_t stride = (int64_t)leaf->dimensions[0].stride;
    if (step % (uint64_t)stride == 0) {
      int64_t delta = modulo(constant, stride);
      if (delta >= (int64_t)leaf->bytes)
        return; /* always beside this leaf: another field of the record */
      az_term index = az_linear_quotient(s, form, constant - delta, stride, w);
      if (delta + bytes <= leaf->bytes) {
        at.index = index;
        at.delta = (uint32_t)delta;
        at.condition = in_range(m, i, leaf, index, 0);
        arrput(*out, at);
      } else {
        *tight = false;
      }
      return;
    }
    az_term rel = az_bv_sub(s, offset, az_bv(s, w, leaf->offset));
    az_term width = az_bv(s, w, (uint64_t)stride);
    az_term inner = az_bv_urem(s, rel, width);
    at.index = az_bv_udiv(s, rel, width);
    az_term fits = in_range(m, i, leaf, at.index, 0);
    if (bytes == leaf->bytes) {
      at.condition = az_and(s, fits, az_eq(s, inner, az_bv(s, w, 0)));
      arrput(*out, at);
      if (step % bytes || constant % (int64_t)bytes) *tight = false;
    } else if (bytes < leaf->bytes) {
      at.shift = inner;
      at.condition = az_and(s, fits, az_bv_ule(s, inner, az_bv(s, w, leaf->bytes - bytes)));
      arrput(*out, at);
      if (step % bytes || constant % (int64_t)bytes) *tight = false;
    } else {
      *tight = false;
    }
    return;
  }
  if (leaf->dimension_count == 2 && leaf->elements) {
    /* Coefficients that the outer stride divides belong to the outer index, the others must be
     * multiples of the inner one. */
    int64_t outer = (int64_t)leaf->dimensions[0].stride,
            inner = (int64_t)leaf->dimensions[1].stride;
    az_linear_form rest = {0}, high = {0};
    for (uint32_t k = 0; k < form->count; k++) {
      bool is_outer = form->coefficients[k] % outer == 0;
      az_linear_form *f = is_outer ? &high : &rest;
      if (!is_outer && form->coefficients[k] % inner) {
        *tight = false;
        return;
      }
      f->coefficients[f->count] = form->coefficients[k];
      f->terms[f->count++] = form->terms[k];
    }
    int64_t c_in = modulo(constant, outer), delta = modulo(c_in, inner);
    if (delta >= (int64_t)leaf->bytes && !rest.count) return;
    if (delta + bytes > leaf->bytes) {
      if (delta < (int64_t)leaf->bytes) *tight = false;
      return;
    }
    az_term i1 = az_linear_quotient(s, &high, constant - c_in, outer, w);
    az_term i2 = az_linear_quotient(s, &rest, c_in - delta, inner, w);
    uint64_t n2 = leaf->dimensions[1].count;
    at.index = az_bv_add(s, az_bv_mul(s, i1, az_bv(s, w, n2)), i2);
    at.delta = (uint32_t)delta;
    at.condition = az_and(s, az_bv_ult(s, i1, az_bv(s, w, leaf->dimensions[0].count)),
                          az_bv_ult(s, i2, az_bv(s, w, n2)));
    arrput(*out, at);
    if (rest.count) *tight = false; /* an inner index may run into the next row */
    return;
  }
  *tight = false;
}

/* An access that is a run of smaller elements of one array leaf: char buffer read as int. */
static bool spots_run(az_memory *m, const az_instance *i, const az_linear_form *form,
                      uint32_t bytes, spot **out) {
  if (i->layout->leaf_count != 1) return false;
  const az_leaf *leaf = &i->layout->leaves[0];
  if (leaf->dimension_count != 1 || leaf->dimensions[0].stride != leaf->bytes ||
      bytes % leaf->bytes || bytes == leaf->bytes)
    return false;
  int64_t stride = leaf->bytes;
  for (uint32_t k = 0; k < form->count; k++) {
    if (form->coefficients[k] % stride) return false;
  }
  if (modulo(form->constant - (int64_t)leaf->offset, stride)) return false;
  uint32_t w = m->p->pointer_bits;
  az_term index = az_linear_quotient(m->s, form, form->constant - (int64_t)leaf->offset, stride, w);
  az_term fits = in_range(m, i, leaf, index, bytes / leaf->bytes - 1);
  for (uint32_t k = 0; k < bytes / leaf->bytes; k++) {
    spot at = {.condition = fits,
               .slot = i->slot,
               .leaf = leaf,
               .index = az_bv_add(m->s, index, az_bv(m->s, w, k)),
               .bytes = leaf->bytes};
    arrput(*out, at);
  }
  return true;
}

/* Little endian: spots in order of address. */
static az_term pieces_read(az_mem *s, const spot *spots, size_t n, bool as_pointer,
                           const az_memory_report *report) {
  if (n == 1) return spot_read(s, &spots[0], as_pointer, report);
  az_memory *m = az_mem_memory(s);
  az_term value = spot_read(s, &spots[0], false, report);
  for (size_t i = 1; i < n; i++)
    value = az_concat(m->s, spot_read(s, &spots[i], false, report), value);
  return as_pointer ? az_mem_int_to_pointer(m, value, report) : value;
}

static void pieces_write(az_mem *s, const spot *spots, size_t n, bool is_pointer, az_term value,
                         az_term condition, const az_memory_report *report) {
  if (n == 1) {
    spot_write(s, &spots[0], is_pointer, value, condition, report);
    return;
  }
  az_memory *m = az_mem_memory(s);
  if (is_pointer) value = az_mem_pointer_to_int(m, value, report);
  for (size_t i = 0, bit = 0; i < n; bit += 8 * spots[i].bytes, i++) {
    az_term part = az_extract(m->s, value, (uint32_t)bit + 8 * spots[i].bytes - 1, (uint32_t)bit);
    spot_write(s, &spots[i], false, part, condition, report);
  }
}

/* ---- one target
 * ------------------------------------------------------------------------------------------------------------
 */

/* What an invalid access reads: one variable a read, made when it is needed. */
typedef struct anything {
  az_memory *m;
  az_sort sort;
  bool as_pointer;
  uint32_t flags;
  az_term term;
} anything;

static az_term any_of(anything *a) {
  if (a->term) return a->term;
  a->term = az_fresh(a->m->s, a->sort, "invalid");
  /* What is read through a pointer that was never initialised leads nowhere either. */
  az_points_to set = {.flags = a->flags & ~(uint32_t)AZ_PTS_INVALID ? AZ_PTS_WILD : a->flags};
  if (a->as_pointer) az_memory_points_to(a->m, a->term, &set);
  return a->term;
}

/* condition ? value : anything */
static az_term or_any(anything *a, az_term condition, az_term value) {
  return az_is_true(a->m->s, condition) ? value : az_ite(a->m->s, condition, value, any_of(a));
}

static az_instance instance_of(az_mem *s, const target *t) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = m->instances[t->id];
  inst.size = az_mem_size(s, t->id, t->identity);
  return inst;
}

static void identify(spot *spots, const target *t) {
  for (size_t i = 0; i < arrlenu(spots); i++) spots[i].identity = t->identity;
}

/* The value at the target; anything where the access is invalid. */
static az_term target_read(az_mem *s, const target *t, uint32_t bytes, bool as_pointer,
                           anything *any, const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = instance_of(s, t);
  spot *spots = NULL;
  uint64_t constant;
  az_term value = AZ_NO_TERM;
  if (az_const_u64(m->s, t->offset, &constant)) {
    if (spots_constant(m, &inst, constant, bytes, &spots)) {
      identify(spots, t);
      value = pieces_read(s, spots, arrlenu(spots), as_pointer, report);
      uint64_t size;
      if (!az_const_u64(m->s, inst.size, &size)) { /* a cell of something of unknown size */
        az_term inside = az_bv_ult(m->s, t->offset, inst.size);
        value = or_any(any, inside, value);
      }
    }
    arrfree(spots);
    return value ? value : any_of(any);
  }
  az_linear_form form = az_linear_of(m->s, t->offset);
  if (spots_run(m, &inst, &form, bytes, &spots)) {
    identify(spots, t);
    value =
        or_any(any, spots[0].condition, pieces_read(s, spots, arrlenu(spots), as_pointer, report));
    arrfree(spots);
    return value;
  }
  bool tight = true;
  for (uint32_t l = 0; l < inst.layout->leaf_count; l++)
    spots_leaf(m, &inst, l, &form, t->offset, bytes, &spots, &tight);
  identify(spots, t);
  for (size_t i = 0; i < arrlenu(spots); i++) {
    az_term v = spot_read(s, &spots[i], as_pointer, report);
    value = value ? az_ite(m->s, spots[i].condition, v, value) : or_any(any, spots[i].condition, v);
  }
  arrfree(spots);
  return value ? value : any_of(any);
}

static void target_write(az_mem *s, const target *t, uint32_t bytes, bool is_pointer, az_term value,
                         const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = instance_of(s, t);
  spot *spots = NULL;
  uint64_t constant;
  if (az_const_u64(m->s, t->offset, &constant)) {
    if (spots_constant(m, &inst, constant, bytes, &spots)) {
      identify(spots, t);
      pieces_write(s, spots, arrlenu(spots), is_pointer, value, t->condition, report);
    }
    arrfree(spots);
    return;
  }
  az_linear_form form = az_linear_of(m->s, t->offset);
  if (spots_run(m, &inst, &form, bytes, &spots)) {
    identify(spots, t);
    pieces_write(s, spots, arrlenu(spots), is_pointer, value,
                 az_and(m->s, t->condition, spots[0].condition), report);
    arrfree(spots);
    return;
  }
  bool tight = true;
  for (uint32_t l = 0; l < inst.layout->leaf_count; l++)
    spots_leaf(m, &inst, l, &form, t->offset, bytes, &spots, &tight);
  identify(spots, t);
  az_term missed = t->condition;
  for (size_t i = 0; i < arrlenu(spots); i++) {
    spot *at = &spots[i];
    if (!tight) missed = az_and(m->s, missed, az_not(m->s, at->condition));
    /* A cell beyond the end is never read: no condition where the index cannot come back into the
     * array. */
    bool bare = at->leaf->dimension_count == 1 && !at->shift && inst.layout->leaf_count == 1 &&
                !at->identity && az_kind_of(m->s, at->index) != AZ_K_BV_UDIV;
    spot_write(s, at, is_pointer, value,
               bare ? t->condition : az_and(m->s, t->condition, at->condition), report);
  }
  if (!tight) {
    az_term inside = az_bv_ult(m->s, t->offset, inst.size);
    escape(report, az_and(m->s, missed, inside), "write across the parts of an object");
  }
  arrfree(spots);
}

/* ---- accesses
 * ------------------------------------------------------------------------------------------------------------------
 */

az_term az_mem_read(az_mem *s, az_term pointer, uint32_t bytes, bool as_pointer,
                    const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  az_sort sort = az_sort_bv(as_pointer ? az_pointer_width(m->p) : 8 * bytes);
  anything any = {m, sort, as_pointer, list.flags, AZ_NO_TERM};
  az_term value = AZ_NO_TERM;
  bool complete = !list.flags;
  for (size_t i = 0; i < arrlenu(list.items); i++) complete &= list.items[i].id != 0;
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *t = &list.items[i];
    if (!t->id) continue;
    az_term v = target_read(s, t, bytes, as_pointer, &any, report);
    if (value)
      value = az_ite(m->s, t->condition, v, value);
    else
      value = complete ? v : or_any(&any, t->condition, v);
  }
  if (!value) value = any_of(&any);
  if (report && report->approximate && list.flags)
    report->approximate(report->ctx, value, "read through an unknown pointer");
  arrfree(list.items);
  return value;
}

void az_mem_write_any(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  bool single = arrlenu(list.items) == 1 && !list.flags;
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    target t = list.items[i];
    if (!t.id) continue;
    if (report && m->instances[t.id].is_const)
      continue; /* undefined; named constants keep their value */
    if (single) t.condition = az_true(m->s);
    target_write(s, &t, bytes, is_pointer, value, report);
  }
  if (list.flags & AZ_PTS_WILD) {
    az_term named = az_false(m->s);
    for (size_t i = 0; i < arrlenu(list.items); i++)
      named = az_or(m->s, named, list.items[i].condition);
    escape(report, az_not(m->s, named), "write through an unknown pointer");
  }
  arrfree(list.items);
}

static const az_memory_report silent = {0};

void az_mem_write(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                  const az_memory_report *report) {
  az_mem_write_any(s, pointer, bytes, is_pointer, value, report ? report : &silent);
}

/* ---- blocks of bytes
 * -----------------------------------------------------------------------------------------------------------
 */

typedef struct havoc_ctx {
  az_memory *m;
  const az_memory_report *report;
  const char *cause;
} havoc_ctx;
static az_term havoc_content(void *ctx, const az_leaf *leaf, uint32_t slot) {
  (void)slot;
  havoc_ctx *h = ctx;
  az_term v = unknown(h->m, az_leaf_sort(h->m->p, leaf), h->report, h->cause);
  if (leaf->is_pointer) {
    az_points_to wild = {.flags = AZ_PTS_WILD};
    az_memory_points_to(h->m, v, &wild);
  }
  return v;
}

static void havoc_target(az_mem *s, const target *t, const az_memory_report *report,
                         const char *cause) {
  az_memory *m = az_mem_memory(s);
  az_mem *changed = az_mem_copy(s);
  havoc_ctx h = {m, report, cause};
  az_mem_fill(changed, t->id, havoc_content, &h);
  az_mem_merge(s, changed, t->condition);
  az_mem_free(changed);
}

void az_mem_forget(az_mem *s, uint32_t id, az_term condition, const char *cause,
                   const az_memory_report *report) {
  target t = {condition, id, AZ_NO_TERM, AZ_NO_TERM};
  havoc_target(s, &t, report, cause);
}

static void havoc_all(az_mem *s, az_term pointer, const az_memory_report *report,
                      const char *cause) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    if (list.items[i].id) havoc_target(s, &list.items[i], report, cause);
  }
  if (list.flags & AZ_PTS_WILD) escape(report, az_true(m->s), cause);
  arrfree(list.items);
}

#define MAX_PIECES 2048u

/* Size and kind of the piece to move at a constant offset of an instance. */
static void piece_at(az_memory *m, const az_instance *i, uint64_t offset, uint64_t most,
                     uint32_t *bytes, bool *is_pointer) {
  spot at;
  *bytes = 1, *is_pointer = false;
  if (!locate(m, i, offset, &at)) return;
  if (at.delta == 0 && at.leaf->bytes <= most) {
    *bytes = at.leaf->bytes;
    *is_pointer = at.leaf->is_pointer;
  } else {
    *bytes = at.bytes > most ? (uint32_t)most : at.bytes;
  }
}

/* Both layouts agree on the whole range: the leaves are copied as they are, arrays included. */
static bool copy_leaves(az_mem *s, const target *to, const target *from, uint64_t size,
                        const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance a = m->instances[to->id], b = m->instances[from->id];
  if (a.is_site || b.is_site) return false;
  uint64_t at, bt;
  if (!az_const_u64(m->s, to->offset, &at) || !az_const_u64(m->s, from->offset, &bt)) return false;
  struct {
    uint32_t to, from;
  } *pairs = NULL;
  bool fits = true;
  uint64_t covered = 0;
  for (uint32_t l = 0; fits && l < a.layout->leaf_count; l++) {
    const az_leaf *x = &a.layout->leaves[l];
    uint64_t length = x->bytes, most = x->dimension_count
                                           ? x->dimensions[0].count * x->dimensions[0].stride
                                           : x->bytes;
    if (x->dimension_count == 1)
      length = x->elements * x->bytes;
    else if (x->dimension_count)
      length = x->elements * x->bytes;
    if (x->offset + most <= at || x->offset >= at + size) continue;
    if (x->offset < at ||
        x->offset + (x->dimension_count ? most - (x->dimensions[0].stride - x->bytes) : most) >
            at + size ||
        !length) {
      fits = false;
      break;
    }
    const az_leaf *y = NULL;
    for (uint32_t k = 0; k < b.layout->leaf_count; k++) {
      const az_leaf *c = &b.layout->leaves[k];
      if (c->offset - bt == x->offset - at && c->bytes == x->bytes &&
          c->is_pointer == x->is_pointer && c->elements == x->elements &&
          c->dimension_count == x->dimension_count) {
        y = c;
        for (uint32_t d = 0; d < c->dimension_count; d++)
          fits &= c->dimensions[d].stride == x->dimensions[d].stride;
        typeof(*pairs) pair = {a.slot + l, b.slot + k};
        arrput(pairs, pair);
      }
    }
    fits &= y != NULL;
    covered += length;
  }
  fits &= covered == size;
  if (fits) {
    az_term *values = NULL;
    for (size_t i = 0; i < arrlenu(pairs); i++) {
      const az_leaf *leaf = m->slots[pairs[i].from].leaf;
      arrput(values, slot_value(s, pairs[i].from, leaf, report));
    }
    for (size_t i = 0; i < arrlenu(pairs); i++) {
      az_term v = values[i];
      if (!az_is_true(m->s, to->condition))
        v = az_ite(m->s, to->condition, v,
                   slot_value(s, pairs[i].to, m->slots[pairs[i].to].leaf, report));
      az_mem_set(s, pairs[i].to, v);
    }
    arrfree(values);
  }
  arrfree(pairs);
  return fits;
}

void az_mem_copy_bytes(az_mem *s, az_term to, az_term from, az_term size,
                       const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  uint32_t w = m->p->pointer_bits;
  uint64_t n;
  if (!az_const_u64(m->s, size, &n)) {
    havoc_all(s, to, report, "memcpy of a size that is not constant");
    return;
  }
  if (!n) return;
  targets dst = az_memory_resolve(m, to), src = az_memory_resolve(m, from);
  bool plain = arrlenu(dst.items) == 1 && arrlenu(src.items) == 1 && !dst.flags && !src.flags &&
               dst.items[0].id && src.items[0].id;
  if (plain) {
    target t = dst.items[0];
    t.condition = az_true(m->s);
    if (copy_leaves(s, &t, &src.items[0], n, report)) goto done;
  }
  struct {
    uint64_t offset;
    uint32_t bytes;
    bool is_pointer;
    az_term value;
  } *pieces = NULL;
  bool guided = arrlenu(dst.items) && dst.items[0].id;
  const target *guide = guided                                  ? &dst.items[0]
                        : arrlenu(src.items) && src.items[0].id ? &src.items[0]
                                                                : NULL;
  uint64_t start = 0;
  if (guide && !az_const_u64(m->s, guide->offset, &start)) {
    guide = arrlenu(src.items) && src.items[0].id && az_const_u64(m->s, src.items[0].offset, &start)
                ? &src.items[0]
                : NULL;
  }
  for (uint64_t k = 0; k < n;) {
    if (arrlenu(pieces) >= MAX_PIECES) {
      arrfree(pieces);
      havoc_all(s, to, report, "memcpy of many bytes");
      goto done;
    }
    uint32_t bytes = 1;
    bool is_pointer = false;
    if (guide) piece_at(m, &m->instances[guide->id], start + k, n - k, &bytes, &is_pointer);
    az_term at = az_concat(m->s, az_pointer_object(m->p, from),
                           az_bv_add(m->s, az_pointer_offset(m->p, from), az_bv(m->s, w, k)));
    if (az_kind_of(m->s, from) == AZ_K_ITE && k == 0) at = from;
    typeof(*pieces) piece = {k, bytes, is_pointer, az_mem_read(s, at, bytes, is_pointer, report)};
    arrput(pieces, piece);
    k += bytes;
  }
  for (size_t i = 0; i < arrlenu(pieces); i++) {
    az_term at =
        az_concat(m->s, az_pointer_object(m->p, to),
                  az_bv_add(m->s, az_pointer_offset(m->p, to), az_bv(m->s, w, pieces[i].offset)));
    az_mem_write(s, at, pieces[i].bytes, pieces[i].is_pointer, pieces[i].value, report);
  }
  arrfree(pieces);
done:
  arrfree(dst.items);
  arrfree(src.items);
}

static az_term repeat_byte(az_store *s, az_term byte, uint32_t times) {
  az_term value = byte;
  for (uint32_t i = 1; i < times; i++) value = az_concat(s, byte, value);
  return value;
}

void az_mem_set_bytes(az_mem *s, az_term to, az_term byte, az_term size,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  uint32_t w = m->p->pointer_bits;
  uint64_t n, start;
  if (!az_const_u64(m->s, size, &n)) {
    havoc_all(s, to, report, "memset of a size that is not constant");
    return;
  }
  targets list = az_memory_resolve(m, to);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    target t = list.items[i];
    if (!t.id || m->instances[t.id].is_const) continue;
    if (arrlenu(list.items) == 1 && !list.flags) t.condition = az_true(m->s);
    az_instance inst = m->instances[t.id];
    if (!az_const_u64(m->s, t.offset, &start)) {
      if (n > 64) {
        havoc_target(s, &t, report, "memset at an offset that is not constant");
        continue;
      }
      for (uint64_t k = 0; k < n; k++) {
        target one = {t.condition, t.id, az_bv_add(m->s, t.offset, az_bv(m->s, w, k)), t.identity};
        target_write(s, &one, 1, false, byte, report);
      }
      continue;
    }
    uint32_t pieces = 0;
    for (uint32_t l = 0; l < inst.layout->leaf_count; l++) {
      const az_leaf *leaf = &inst.layout->leaves[l];
      uint64_t end = leaf->offset + leaf->bytes;
      for (uint32_t d = 0; d < leaf->dimension_count; d++)
        end += (leaf->dimensions[d].count - 1) * leaf->dimensions[d].stride;
      if (end <= start || leaf->offset >= start + n) continue;
      az_term word = repeat_byte(m->s, byte, leaf->bytes);
      if (leaf->is_pointer) word = az_mem_int_to_pointer(m, word, report);
      bool covered =
          leaf->offset >= start && end <= start + n && (leaf->elements || !leaf->dimension_count);
      if (covered && t.identity && !leaf->dimension_count) {
        spot at = {
            .slot = inst.slot + l, .leaf = leaf, .identity = t.identity, .bytes = leaf->bytes};
        spot_write(s, &at, leaf->is_pointer, word, t.condition, report);
        continue;
      }
      if (covered && !t.identity) {
        az_term v = leaf->dimension_count ? az_const_array(m->s, w, word) : word;
        if (!az_is_true(m->s, t.condition))
          v = az_ite(m->s, t.condition, v, slot_value(s, inst.slot + l, leaf, report));
        az_mem_set(s, inst.slot + l, v);
        continue;
      }
      uint64_t from = leaf->offset > start ? leaf->offset : start,
               to_end = end < start + n ? end : start + n;
      for (uint64_t k = from; k < to_end;) {
        spot at;
        if (!locate(m, &inst, k, &at)) {
          k++;
          continue;
        }
        if (at.slot != inst.slot + l) {
          k += at.bytes;
          continue;
        }
        if (++pieces > MAX_PIECES) {
          havoc_target(s, &t, report, "memset of many bytes");
          break;
        }
        if (at.bytes > to_end - k) at.bytes = (uint32_t)(to_end - k);
        at.identity = t.identity;
        spot_write(s, &at, false, repeat_byte(m->s, byte, at.bytes), t.condition, report);
        k += at.bytes;
      }
    }
  }
  if (list.flags & AZ_PTS_WILD) escape(report, az_true(m->s), "memset through an unknown pointer");
  arrfree(list.items);
}
