/* Reads and writes through pointers: pointer -> targets (instance, offset) under conditions ->
 * spots (leaf, index) under conditions. What no target and no spot covers is any value when read
 * and an escape when written, unless it can only be an invalid access. */
#include "memory/linear.h"
#include "memory/memory_internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- small tools ----------------------------------------------------------------------------- */

az_term az_memory_unknown(az_memory *m, az_sort sort, const az_memory_report *report,
                          const char *cause) {
  az_term fresh = az_fresh(m->s, sort, "any");
  if (report && report->approximate) report->approximate(report->ctx, fresh, cause);
  return fresh;
}

static az_term unknown_pointer(az_memory *m, uint32_t flags, const az_memory_report *report,
                               const char *cause) {
  az_term fresh = az_memory_unknown(m, az_sort_bv(az_pointer_width(m->p)), report, cause);
  az_points_to set = {.flags = flags};
  az_memory_points_to(m, fresh, &set);
  return fresh;
}

void az_memory_escape(const az_memory_report *report, az_term condition, const char *cause) {
  if (report && report->escape) report->escape(report->ctx, condition, cause);
}

void az_memory_escape_unnamed(az_memory *m, const targets *list, const az_memory_report *report,
                              const char *cause) {
  if (!(list->flags & AZ_PTS_WILD)) return;
  az_term named = az_false(m->s);
  for (size_t i = 0; i < arrlenu(list->items); i++)
    named = az_or(m->s, named, list->items[i].condition);
  az_memory_escape(report, az_not(m->s, named), cause);
}

static int64_t modulo(int64_t a, int64_t n) {
  int64_t r = a % n;
  return r < 0 ? r + n : r;
}

/* ---- pointers and integers ------------------------------------------------------------------- */

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
  list->unnamed += identity != AZ_NO_TERM;
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

/* On which condition an object part depends. */
static az_term condition_in(const az_store *s, az_term object) {
  if (az_kind_of(s, object) == AZ_K_EXTRACT) object = az_operand(s, object, 0);
  return az_kind_of(s, object) == AZ_K_ITE ? az_operand(s, object, 0) : AZ_NO_TERM;
}

/* A pointer, or a part of one, where the condition has that value: its offset is a sum, mostly, of
 * a number and the offset of what its object part is taken from. */
static az_term given(az_store *s, az_term t, az_term condition, bool value, uint32_t depth) {
  az_kind kind = az_kind_of(s, t);
  if (kind == AZ_K_ITE && az_operand(s, t, 0) == condition) return az_operand(s, t, value ? 1 : 2);
  if (!depth || (kind != AZ_K_CONCAT && kind != AZ_K_EXTRACT && kind != AZ_K_BV_ADD)) return t;
  az_term now[3] = {0};
  for (uint32_t i = 0; i < az_arity(s, t); i++)
    now[i] = given(s, az_operand(s, t, i), condition, value, depth - 1);
  return az_rebuild(s, t, now);
}

enum { MOST_UNNAMED = 4 };

targets az_memory_resolve(az_memory *m, az_term pointer) {
  targets list = {0};
  target *todo = NULL; /* id unused: offset holds the pointer */
  target first = {az_true(m->s), 0, pointer, AZ_NO_TERM};
  arrput(todo, first);
  for (uint32_t steps = 0; arrlenu(todo); steps++) {
    target t = arrpop(todo);
    if (az_is_false(m->s, t.condition)) continue;
    /* Too many paths to the same few objects: give up following them. */
    if (steps > 400 || list.unnamed > MOST_UNNAMED) {
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
    az_term object = az_pointer_object(m->p, p), offset = az_pointer_offset(m->p, p), split;
    uint64_t id;
    if (az_const_u64(m->s, object, &id)) {
      uint32_t low = (uint32_t)id & ((1u << AZ_INSTANCE_BITS) - 1);
      const az_instance *inst = az_memory_instance(m, low);
      bool named = inst && (inst->is_site || low == id);
      add_target(m, &list, t.condition, named ? low : 0, object, offset);
    } else if ((split = condition_in(m->s, object))) {
      target a = {az_and(m->s, t.condition, split), 0, given(m->s, p, split, true, 6), 0};
      target b = {az_and(m->s, t.condition, az_not(m->s, split)), 0,
                  given(m->s, p, split, false, 6), 0};
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
    m->addresses |= id != 0;
    result = id ? az_bv_add(m->s, base_of(m, (uint32_t)id, object), offset) : offset;
  } else {
    az_points_to set = az_memory_targets(m, pointer);
    m->addresses = true;
    result = set.flags || !arrlenu(set.ids)
                 ? az_memory_unknown(m, az_sort_bv(m->p->pointer_bits), report,
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
  if (!search.found && (az_is_const(s, integer) || !m->addresses)) {
    /* An integer that was computed from no address names no object. In a variable, as of a
     * loop-back state, there may be one. */
    m->guesses += !az_is_const(s, integer);
    return az_concat(s, az_memory_id(m, 0), integer);
  }
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

/* ---- elements -------------------------------------------------------------------------------- */

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

az_term az_mem_slot_value(az_mem *s, uint32_t slot, const az_leaf *leaf,
                          const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_term v = az_mem_get(s, slot);
  if (m->watch) arrput(*m->watch, slot);
  if (v) return v;
  v = az_memory_unknown(m, az_leaf_sort(m->p, leaf), report, "object that does not live");
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

/* One that was never set may have another offset; then it is some other value that leads nowhere.
 */
az_term az_memory_at_start(az_memory *m, az_term pointer) {
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
  az_term v = az_mem_slot_value(s, at->slot, at->leaf, report);
  az_memory *m = az_mem_memory(s);
  if (at->index || at->identity) v = az_select(m->s, v, cell_of(m->s, at));
  if (!at->leaf->is_pointer) return v;
  az_memory_speak_of(m, v);
  az_kind kind = az_kind_of(m->s, v);
  return kind == AZ_K_SELECT || kind == AZ_K_VAR ? az_memory_at_start(m, v) : v;
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
    az_term array = az_mem_slot_value(s, at->slot, leaf, report);
    if (!az_is_true(t, condition)) value = az_ite(t, condition, value, az_select(t, array, cell));
    az_mem_set(s, at->slot, az_store_at(t, array, cell, value));
  } else {
    if (!az_is_true(t, condition))
      value = az_ite(t, condition, value, az_mem_slot_value(s, at->slot, leaf, report));
    az_mem_set(s, at->slot, value);
  }
}

/* ---- offset -> spots ------------------------------------------------------------------------- */

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

/* Size and kind of the piece to move at a constant offset of an instance. */
void az_memory_piece_at(az_memory *m, const az_instance *i, uint64_t offset, uint64_t most,
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
    for (int64_t d = 1 - (int64_t)bytes; d < leaf->bytes; d++) {
      if (step > 1 && modulo(d - constant, (int64_t)step)) continue;
      if (d < 0 || d + bytes > leaf->bytes) {
        *tight = false;
        continue;
      }
      at.delta = (uint32_t)d;
      at.condition = az_eq(s, offset, az_bv(s, w, leaf->offset + (uint64_t)d));
      arrput(*out, at);
    }
    return;
  }
  if (leaf->dimension_count == 1) {
    int64_t stride = (int64_t)leaf->dimensions[0].stride;
    if (step % (uint64_t)stride == 0) {
      int64_t delta = modulo(constant, stride);
      if (delta >= (int64_t)leaf->bytes) { /* beside this leaf, or from padding into the next one */
        if (delta + bytes > stride) *tight = false;
        return;
      }
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
    if (delta >= (int64_t)leaf->bytes && !rest.count && delta + bytes <= inner) return;
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

/* ---- one target ------------------------------------------------------------------------------ */

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

az_instance az_mem_instance_of(az_mem *s, const target *t) {
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
  az_instance inst = az_mem_instance_of(s, t);
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

void az_mem_write_target(az_mem *s, const target *t, uint32_t bytes, bool is_pointer, az_term value,
                         const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = az_mem_instance_of(s, t);
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
    if (at->leaf->is_pointer && at->bytes < at->leaf->bytes) {
      /* An index that leaves its array, most of the time: what is to be shown impossible. Written,
       * the pointer would lead anywhere for all that follows. */
      az_memory_escape(report, az_and(m->s, t->condition, at->condition),
                       "part of a pointer is written");
      continue;
    }
    /* A cell beyond the end is never read: no condition where the index cannot come back into the
     * array. */
    bool bare = at->leaf->dimension_count == 1 && !at->shift && inst.layout->leaf_count == 1 &&
                !at->identity && az_kind_of(m->s, at->index) != AZ_K_BV_UDIV;
    spot_write(s, at, is_pointer, value,
               bare ? t->condition : az_and(m->s, t->condition, at->condition), report);
  }
  if (!tight) {
    az_term inside = az_bv_ult(m->s, t->offset, inst.size);
    az_memory_escape(report, az_and(m->s, missed, inside), "write across the parts of an object");
  }
  arrfree(spots);
}

/* ---- accesses -------------------------------------------------------------------------------- */

az_term az_mem_read_targets(az_mem *s, const targets *list, uint64_t by, uint32_t bytes,
                            bool as_pointer, const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_sort sort = az_sort_bv(as_pointer ? az_pointer_width(m->p) : 8 * bytes);
  anything any = {m, sort, as_pointer, list->flags, AZ_NO_TERM};
  az_term value = AZ_NO_TERM, shift = az_bv(m->s, m->p->pointer_bits, by);
  bool complete = !list->flags;
  for (size_t i = 0; i < arrlenu(list->items); i++) complete &= list->items[i].id != 0;
  for (size_t i = 0; i < arrlenu(list->items); i++) {
    target t = list->items[i];
    if (!t.id) continue;
    t.offset = az_bv_add(m->s, t.offset, shift);
    az_term v = target_read(s, &t, bytes, as_pointer, &any, report);
    if (value)
      value = az_ite(m->s, t.condition, v, value);
    else
      value = complete ? v : or_any(&any, t.condition, v);
  }
  if (!value) value = any_of(&any);
  if (report && report->approximate && list->flags)
    report->approximate(report->ctx, value, "read through an unknown pointer");
  return value;
}

az_term az_mem_read(az_mem *s, az_term pointer, uint32_t bytes, bool as_pointer,
                    const az_memory_report *report) {
  targets list = az_memory_resolve(az_mem_memory(s), pointer);
  az_term value = az_mem_read_targets(s, &list, 0, bytes, as_pointer, report);
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
    az_mem_write_target(s, &t, bytes, is_pointer, value, report);
  }
  az_memory_escape_unnamed(m, &list, report, "write through an unknown pointer");
  arrfree(list.items);
}

static const az_memory_report silent = {0};

void az_mem_write(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                  const az_memory_report *report) {
  az_mem_write_any(s, pointer, bytes, is_pointer, value, report ? report : &silent);
}
