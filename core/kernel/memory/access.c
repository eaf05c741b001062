/* Reads and writes through pointers: pointer -> targets (resolve.c) under conditions -> spots
 * (spots.c) under conditions. Where no target and no spot applies, a read has any value and a write
 * violates an unwinding assertion, unless the access can only be invalid. */
#include "memory/spots.h"

az_term az_mem_slot_value(az_mem *s, uint32_t slot, const az_leaf *leaf,
                          const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_term v = az_mem_get(s, slot);
  if (m->watch) arrput(*m->watch, slot);
  if (v) return v;
  assert(leaf == m->slots[slot].leaf);
  v = az_memory_unknown(m, az_leaf_sort(m->p, leaf), report, "object that is not alive");
  if (leaf->is_pointer) az_memory_points_to(m, v, &az_points_nowhere);
  return v;
}

/* Returns the index into the leaf's array, or 0 if the leaf is not an array. */
static az_term cell_of(az_store *s, const spot *at) {
  return at->instance_number && at->index ? az_concat(s, at->instance_number, at->index)
         : at->instance_number            ? at->instance_number
                                          : at->index;
}

static az_term element_of(az_mem *s, const spot *at, const az_memory_report *report) {
  az_term v = az_mem_slot_value(s, at->slot, at->leaf, report);
  az_memory *m = az_mem_memory(s);
  if (at->index || at->instance_number) v = az_select(m->s, v, cell_of(m->s, at));
  if (!at->leaf->is_pointer) return v;
  if (m->vector.cells && at->slot == m->vector.slot) arrput(m->vector.read, at->index);
  az_memory_mention(m, v);
  az_kind kind = az_kind_of(m->s, v);
  return kind == AZ_K_SELECT || kind == AZ_K_VAR ? az_memory_at_start(m, v) : v;
}

/* Returns the bits of the spot's bytes. */
static az_term spot_read(az_mem *s, const spot *at, bool as_pointer,
                         const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  assert(at->delta + at->bytes <= at->leaf->bytes && !(at->shift && at->delta)); /* one element */
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
  assert(at->delta + at->bytes <= leaf->bytes && !(at->shift && at->delta));
  assert(az_sort_of(t, value) == az_sort_bv(is_pointer ? az_pointer_width(m->p) : 8 * at->bytes));
  if (whole && leaf->is_pointer != is_pointer)
    value = is_pointer ? az_mem_pointer_to_int(m, value, report)
                       : az_mem_int_to_pointer(m, value, report);
  if (!whole) {
    if (is_pointer) value = az_mem_pointer_to_int(m, value, report);
    az_term old = element_of(s, at, report);
    if (leaf->is_pointer) old = az_mem_pointer_to_int(m, old, report);
    uint32_t bits = 8 * leaf->bytes, low = 8 * at->delta, high = low + 8 * at->bytes;
    if (at->shift) {
      az_term eight = az_bv(t, bits, 8);
      az_term by = az_bv_mul(t, az_resize(t, at->shift, bits, false), eight);
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
  assert(!cell == !az_leaf_is_array(leaf));
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

/* ---- pieces: an access that several spots cover ---------------------------------------------- */

/* Reads the spots, which must be in the order of their addresses; the machine is little-endian. */
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

/* The value of an invalid read: one variable for each read, made on demand. */
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
  /* A pointer that is read through an uninitialised pointer has no targets either. */
  az_points_to set = {.flags = a->flags & ~(uint32_t)AZ_PTS_INVALID ? AZ_PTS_WILD : a->flags};
  if (a->as_pointer) az_memory_points_to(a->m, a->term, &set);
  return a->term;
}

/* Returns condition ? value : an arbitrary value. */
static az_term or_any(anything *a, az_term condition, az_term value) {
  return az_is_true(a->m->s, condition) ? value : az_ite(a->m->s, condition, value, any_of(a));
}

az_instance az_mem_instance_of(az_mem *s, const target *t) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = m->instances[t->id];
  inst.size = az_mem_size(s, t->id, t->instance_number);
  return inst;
}

static void identify(spot *spots, const target *t) {
  for (size_t i = 0; i < arrlenu(spots); i++) spots[i].instance_number = t->instance_number;
}

/* Returns whether a read at an unknown offset may read a pointer as an integer: a single byte, a
 * cell of an array of pointers, or a part of a pointer if no leaf has the size of the read. Other
 * reads are taken to be of another field or cell, although their offset is unknown. */
static bool looks_at_pointers(const az_instance *inst, const spot *at) {
  if (at->bytes == at->leaf->bytes) return at->leaf->dimension_count != 0;
  bool other = false;
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    if (leaf->bytes != at->bytes) continue;
    if (leaf->dimension_count) return false;
    other = true;
  }
  return at->bytes == 1 || !other;
}

/* Reports an offset within the object that no spot covers: C defines the value that is read there,
 * but the formula does not. */
static void note_missed(az_mem *s, const target *t, const spot *spots, az_term size,
                        const az_memory_report *report) {
  az_store *store = az_mem_memory(s)->s;
  if (!report || !report->approximate) return;
  az_term missed = az_and(store, t->condition, az_bv_ult(store, t->offset, size));
  for (size_t i = 0; i < arrlenu(spots); i++)
    missed = az_and(store, missed, az_not(store, spots[i].condition));
  report->approximate(report->ctx, missed, "read across the parts of an object");
}

/* Returns the value at the target; it is arbitrary where the access is invalid. */
static az_term target_read(az_mem *s, const target *t, uint32_t bytes, bool as_pointer,
                           anything *any, const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = az_mem_instance_of(s, t);
  spot *spots = NULL;
  uint64_t constant;
  az_term value = AZ_NO_TERM;
  if (az_const_u64(m->s, t->offset, &constant)) {
    if (az_spots_constant(m, &inst, constant, bytes, &spots)) {
      identify(spots, t);
      value = pieces_read(s, spots, arrlenu(spots), as_pointer, report);
      uint64_t size;
      /* If the size of the object is unknown, the cell may lie past its end. */
      if (!az_const_u64(m->s, inst.size, &size)) {
        az_term inside = az_bv_ult(m->s, t->offset, inst.size);
        value = or_any(any, inside, value);
      }
    }
    arrfree(spots);
    return value ? value : any_of(any);
  }
  az_linear_form form = az_linear_of(m->s, t->offset);
  if (az_spots_run(m, &inst, &form, bytes, &spots)) {
    identify(spots, t);
    value =
        or_any(any, spots[0].condition, pieces_read(s, spots, arrlenu(spots), as_pointer, report));
    arrfree(spots);
    return value;
  }
  bool tight = az_spots_symbolic(m, &inst, &form, t->offset, bytes, &spots);
  identify(spots, t);
  if (!tight) note_missed(s, t, spots, inst.size, report);
  for (size_t i = 0; i < arrlenu(spots); i++) {
    m->misses_pointers = !looks_at_pointers(&inst, &spots[i]);
    az_term v = spot_read(s, &spots[i], as_pointer, report);
    value = value ? az_ite(m->s, spots[i].condition, v, value) : or_any(any, spots[i].condition, v);
  }
  m->misses_pointers = false;
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
    if (az_spots_constant(m, &inst, constant, bytes, &spots)) {
      identify(spots, t);
      pieces_write(s, spots, arrlenu(spots), is_pointer, value, t->condition, report);
    }
    arrfree(spots);
    return;
  }
  az_linear_form form = az_linear_of(m->s, t->offset);
  if (az_spots_run(m, &inst, &form, bytes, &spots)) {
    identify(spots, t);
    pieces_write(s, spots, arrlenu(spots), is_pointer, value,
                 az_and(m->s, t->condition, spots[0].condition), report);
    arrfree(spots);
    return;
  }
  bool tight = az_spots_symbolic(m, &inst, &form, t->offset, bytes, &spots);
  identify(spots, t);
  az_term missed = t->condition;
  for (size_t i = 0; i < arrlenu(spots); i++) {
    spot *at = &spots[i];
    if (!tight) missed = az_and(m->s, missed, az_not(m->s, at->condition));
    if (at->leaf->is_pointer && at->bytes < at->leaf->bytes) {
      /* Such a write is usually at an index outside an array; a proof has to exclude it. After the
       * write, the pointer would have unknown targets. */
      az_memory_unmodelled(report, az_and(m->s, t->condition, at->condition),
                           "part of a pointer is written");
      continue;
    }
    /* A cell past the end is never read, so no condition is needed if the index cannot wrap around
     * into the array. */
    bool bare = at->leaf->dimension_count == 1 && !at->shift && inst.layout->leaf_count == 1 &&
                !at->instance_number && az_kind_of(m->s, at->index) != AZ_K_BV_UDIV;
    spot_write(s, at, is_pointer, value,
               bare ? t->condition : az_and(m->s, t->condition, at->condition), report);
  }
  if (!tight) {
    az_term inside = az_bv_ult(m->s, t->offset, inst.size);
    az_memory_unmodelled(report, az_and(m->s, missed, inside),
                         "write across the parts of an object");
  }
  arrfree(spots);
}

/* ---- all targets ----------------------------------------------------------------------------- */

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
  assert(az_sort_of(m->s, value) == sort);
  if (report && report->approximate && list->flags)
    report->approximate(report->ctx, az_true(m->s), "read through an unknown pointer");
  return value;
}

az_term az_mem_read(az_mem *s, az_term pointer, uint32_t bytes, bool as_pointer,
                    const az_memory_report *report) {
  targets list = az_memory_resolve(az_mem_memory(s), pointer);
  az_term value = az_mem_read_targets(s, &list, 0, bytes, as_pointer, report);
  arrfree(list.items);
  return value;
}

/* Writes as az_mem_write does, but also into constant objects (initialisers). */
static void write_any(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  bool single = arrlenu(list.items) == 1 && !list.flags;
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    target t = list.items[i];
    if (!t.id) continue;
    if (report && m->instances[t.id].is_const)
      continue; /* undefined in C; here, the constant keeps its value */
    if (single) t.condition = az_true(m->s);
    az_mem_write_target(s, &t, bytes, is_pointer, value, report);
  }
  az_memory_unmodelled_target(m, &list, report, "write through an unknown pointer");
  arrfree(list.items);
}

static const az_memory_report silent = {0};

void az_mem_write(az_mem *s, az_term pointer, uint32_t bytes, bool is_pointer, az_term value,
                  const az_memory_report *report) {
  write_any(s, pointer, bytes, is_pointer, value, report ? report : &silent);
}

/* ---- floats ---------------------------------------------------------------------------------- */

az_term az_memory_float_bits(az_memory *m, az_term value) {
  az_sort sort = az_sort_of(m->s, value);
  az_term nan = az_float_unary(m->s, AZ_K_F_IS_NAN, value), bits = az_float_to_bits(m->s, value);
  if (az_is_false(m->s, nan)) return bits;
  az_term any = az_fresh(m->s, az_sort_bv(az_sort_width(sort)), "bits of a NaN");
  return az_ite(m->s, nan, az_float_nan_bits(m->s, sort, any), bits);
}

/* ---- initialisers ---------------------------------------------------------------------------- */

static az_term zero_content(void *ctx, const az_leaf *leaf, uint32_t slot) {
  (void)slot;
  az_memory *m = ctx;
  return az_zero_of(m->s, az_leaf_sort(m->p, leaf));
}

void az_mem_initialise(az_mem *s, uint32_t id) {
  az_memory *m = az_mem_memory(s);
  az_mem_fill(s, id, zero_content, m);
  const az_object *o = &m->p->objects[m->instances[id].object];
  for (uint32_t k = 0; k < o->init_count; k++) {
    const az_init *init = &o->init[k];
    const az_type_info *type = &m->p->types[init->type];
    az_term pointer = az_memory_pointer(m, id, init->offset), value = init->value;
    if (az_sort_kind_of(az_sort_of(m->s, value)) == AZ_SORT_FLOAT)
      value = az_memory_float_bits(m, value);
    write_any(s, pointer, (uint32_t)type->bytes, type->kind == AZ_T_POINTER, value, NULL);
  }
}
