/* Reads and writes through pointers: which cells they are of. An access within one cell is exact
 * and a write there strong; of several cells that it may be, each may have changed. The index of an
 * array is the quotient of an offset (memory/linear.h: docs/soundness.md 8, "Address arithmetic").
 *
 * Accesses are taken to be valid: through a pointer that leads nowhere, or beyond the end of the
 * array that it was moved in, nothing is read or written. What comes out of the analysis is checked
 * by the solver, on a formula that has these accesses, too. */
#include "abstract/internal.h"
#include "memory/linear.h"
#include <stdlib.h>
#include <string.h>

typedef struct place {
  uint32_t object;
  az_term offset;
} place;

typedef struct places {
  place *all; /* stb_ds */
  bool anything;
} places;

static void collect(az_abstract *a, az_term part, az_term offset, places *out) {
  pointees set = eq_pointees_of(a, az_pointer(a->p, part, offset));
  out->anything |= set.anything;
  for (size_t i = 0; i < arrlenu(set.objects); i++) {
    bool is_new = a->objects[set.objects[i]]->cells != NULL; /* functions have no content */
    for (size_t k = 0; k < arrlenu(out->all); k++)
      is_new &= out->all[k].object != set.objects[i] || out->all[k].offset != offset;
    if (is_new) arrput(out->all, ((place){set.objects[i], offset}));
  }
  eq_pointees_free(&set);
}

static places places_of(az_abstract *a, az_term pointer) {
  places out = {0};
  while (az_kind_of(a->s, pointer) == AZ_K_ITE) {
    az_term yes = az_operand(a->s, pointer, 1);
    collect(a, az_pointer_object(a->p, yes), az_pointer_offset(a->p, yes), &out);
    pointer = az_operand(a->s, pointer, 2);
  }
  collect(a, az_pointer_object(a->p, pointer), az_pointer_offset(a->p, pointer), &out);
  return out;
}

/* ---- where in an object -----------------------------------------------------------------------
 */

typedef enum landing_kind {
  IN_CELL,    /* within one cell, or one element of an array */
  IN_SEVERAL, /* at a constant offset, beyond one cell */
  ANYWHERE,
  NOWHERE
} landing_kind;

typedef struct landing {
  landing_kind kind;
  uint32_t leaf;
  az_term index;  /* of an element; 0: the leaf is no array */
  uint32_t delta; /* first byte of the cell */
} landing;

static landing land_constant(az_abstract *a, const az_layout *layout, uint64_t offset,
                             uint32_t bytes) {
  az_place_in_layout at;
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

/* Has the offset a part that a pointer counts in its units, which may be from any start in the
 * object? */
static bool is_counted(const az_abstract *a, const az_linear_form *form) {
  bool counted = false;
  for (uint32_t i = 0; i < form->count; i++) {
    ptrdiff_t at = hmgeti(((az_abstract *)(uintptr_t)a)->var_of, form->terms[i]);
    counted |= at >= 0 && a->vars[a->var_of[at].value].unit > 1;
  }
  return counted;
}

/* May an access at an offset that is the constant modulo `step` meet another leaf than this one? */
static bool meets_others(const az_layout *layout, uint32_t leaf, int64_t constant, uint64_t step,
                         uint32_t bytes) {
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *other = &layout->leaves[l];
    if (l == leaf) continue;
    uint64_t by = step;
    for (uint32_t i = 0; i < other->dimension_count; i++)
      by = eq_divisor(by, (uint64_t)other->dimensions[i].stride);
    int64_t behind = modulo(constant - (int64_t)other->offset, (int64_t)by);
    if (behind < (int64_t)other->bytes || behind + (int64_t)bytes > (int64_t)by) return true;
  }
  return false;
}

/* The array that the constant part of the offset leads to, where the rest moves in steps of its
 * stride. */
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

static landing land(az_abstract *a, const place *at, uint32_t bytes) {
  const az_layout *layout = a->objects[at->object]->info.layout;
  uint64_t offset;
  if (az_const_u64(a->s, at->offset, &offset)) return land_constant(a, layout, offset, bytes);
  return a->dry ? (landing){.kind = ANYWHERE} : land_symbolic(a, layout, at->offset, bytes);
}

static const az_leaf *leaf_at(const az_abstract *a, const place *at, uint32_t leaf) {
  return &a->objects[at->object]->info.layout->leaves[leaf];
}

/* The abstract variable of a cell, while actions are emitted. */
static uint32_t var_of_cell(az_abstract *a, uint32_t number, uint32_t leaf) {
  const object *o = a->objects[number];
  if (o->info.layout->leaves[leaf].is_pointer && (a->dry || !o->cells[leaf].points.inside))
    return AZ_NONE;
  return eq_cell_variable(a, number, leaf);
}

/* Of a pointer's cell, while actions are emitted: the variable that is the object. */
static uint32_t part_of_cell(az_abstract *a, uint32_t number, uint32_t leaf) {
  return a->dry ? AZ_NONE : eq_part_variable(a, number, leaf);
}

/* A pointer leads elsewhere; `part` AZ_NO_TERM: anywhere. */
static void assign_part(az_abstract *a, uint32_t number, uint32_t leaf, az_term part, bool weak) {
  uint32_t var = part_of_cell(a, number, leaf);
  if (var != AZ_NONE) eq_emit_assign(a, var, part, weak);
}

/* ---- reading ----------------------------------------------------------------------------------
 */

static az_term unknown_offset(az_abstract *a) {
  return az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
}

static void emit_access(az_abstract *a, uint32_t var, az_term index) {
  eq_emit(a, (az_action){.kind = AZ_ACTION_ACCESS, .var = var, .index = index});
}

/* The value that one of those that the variable stands for has; the next one that is read may be
 * another. */
static az_term one_of(az_abstract *a, uint32_t var) {
  bool pointer = a->vars[var].kind == AZ_ABSTRACT_POINTER;
  uint32_t one = pointer ? eq_pointer_temporary(a, false)
                         : eq_temporary(a, a->vars[var].bits, a->vars[var].is_signed);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = one});
  eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = one, .value = eq_variable_term(a, var)});
  return eq_variable_term(a, one);
}

/* AZ_NO_TERM: not known. */
static az_term read_number(az_abstract *a, const place *at, const landing *l, uint32_t bytes) {
  if (l->kind != IN_CELL || leaf_at(a, at, l->leaf)->is_pointer) return AZ_NO_TERM;
  uint32_t var = var_of_cell(a, at->object, l->leaf);
  if (var == AZ_NONE) return AZ_NO_TERM;
  az_term value = eq_variable_term(a, var);
  if (a->vars[var].several) value = one_of(a, var);
  if (l->index) {
    emit_access(a, var, l->index);
    value = az_select(a->s, value, l->index);
  }
  if (bytes == leaf_at(a, at, l->leaf)->bytes) return value;
  return az_extract(a->s, value, 8 * (l->delta + bytes) - 1, 8 * l->delta);
}

/* The variable of the object that a pointer read there leads to; AZ_NONE. */
static uint32_t part_read(az_abstract *a, const place *at, const landing *l, uint32_t bytes) {
  if (l->kind != IN_CELL || l->delta || bytes != leaf_at(a, at, l->leaf)->bytes) return AZ_NONE;
  return part_of_cell(a, at->object, l->leaf);
}

/* That object, as a term over abstract pointers; AZ_NO_TERM: not known. */
static az_term read_parts(az_abstract *a, const places *from, uint32_t bytes) {
  size_t count = arrlenu(from->all);
  if (a->dry || from->anything || !count) return AZ_NO_TERM;
  uint32_t *vars = NULL, joined; /* stb_ds */
  for (size_t i = 0; i < count; i++) {
    landing l = land(a, &from->all[i], bytes);
    uint32_t var = part_read(a, &from->all[i], &l, bytes);
    if (var != AZ_NONE) arrput(vars, var);
  }
  bool known = arrlenu(vars) == count;
  az_term part = AZ_NO_TERM;
  if (known && count == 1) {
    part = a->vars[vars[0]].several ? one_of(a, vars[0]) : eq_variable_term(a, vars[0]);
  } else if (known) {
    joined = eq_pointer_temporary(a, true);
    eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = joined});
    for (size_t i = 0; i < count; i++)
      eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN,
                             .var = joined,
                             .value = eq_variable_term(a, vars[i]),
                             .weak = true});
    part = one_of(a, joined);
  }
  arrfree(vars);
  return part;
}

/* What a pointer read there leads to; its offset, AZ_NO_TERM where that is not known. */
static void read_pointer(az_abstract *a, const place *at, const landing *l, uint32_t bytes,
                         pointees *set, az_term *offset) {
  const object *o = a->objects[at->object];
  *offset = AZ_NO_TERM;
  if (l->kind == IN_CELL && leaf_at(a, at, l->leaf)->is_pointer && !l->delta &&
      bytes == leaf_at(a, at, l->leaf)->bytes) {
    const pointees *points = &o->cells[l->leaf].points;
    eq_pointees_join(a, set, points);
    uint32_t var = var_of_cell(a, at->object, l->leaf);
    if (!points->inside)
      *offset = az_bv(a->s, a->p->pointer_bits, 0);
    else if (var != AZ_NONE)
      *offset = eq_offset_of(a, var);
  } else if (l->kind == ANYWHERE) {
    for (uint32_t i = 0; i < o->info.layout->leaf_count; i++)
      if (o->info.layout->leaves[i].is_pointer)
        eq_pointees_join(a, set, &o->cells[i].points);
      else
        set->anything |= o->info.layout->leaves[i].bytes != 1;
  } else if (l->kind != NOWHERE) {
    set->anything = true;
  }
}

static az_term read_pointers(az_abstract *a, const places *from, uint32_t bytes) {
  pointees set = {.anything = from->anything};
  bool grew = a->grew; /* the set is none of the program's */
  az_term common = AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    landing l = land(a, &from->all[i], bytes);
    az_term offset;
    read_pointer(a, &from->all[i], &l, bytes, &set, &offset);
    if (!i) common = offset;
    if (offset != common) common = AZ_NO_TERM;
  }
  a->grew = grew;
  set.inside |= set.anything;
  if (!set.inside) common = az_bv(a->s, a->p->pointer_bits, 0);
  if (!common) {
    common = unknown_offset(a);
    hmput(a->steps, common, eq_pointees_step(&set));
  }
  bool one = arrlenu(set.objects) == 1 && !set.null && !set.anything;
  az_term part = one ? AZ_NO_TERM : read_parts(a, from, bytes);
  az_term value = eq_pointer_with(a, &set, part, common);
  eq_pointees_free(&set);
  return value;
}

/* Reading a variable that stands for many ends an execution where there is none of them; among
 * several places, it must not. */
static az_term read_one(az_abstract *a, const place *at, const landing *l, uint32_t bytes) {
  if (l->kind == IN_CELL && !l->index && bytes == leaf_at(a, at, l->leaf)->bytes &&
      !leaf_at(a, at, l->leaf)->is_pointer) {
    uint32_t var = var_of_cell(a, at->object, l->leaf);
    if (var != AZ_NONE && a->vars[var].several) return eq_variable_term(a, var);
  }
  return a->objects[at->object]->info.several ? AZ_NO_TERM : read_number(a, at, l, bytes);
}

static az_term read_numbers(az_abstract *a, const places *from, uint32_t bytes) {
  if (a->dry) { /* what is there gets its variable */
    for (size_t i = 0; i < arrlenu(from->all); i++) {
      landing l = land(a, &from->all[i], bytes);
      if (l.kind == IN_CELL) (void)var_of_cell(a, from->all[i].object, l.leaf);
    }
    return AZ_NO_TERM;
  }
  if (from->anything || !arrlenu(from->all) || bytes > 8) return AZ_NO_TERM;
  uint32_t joined = AZ_NONE;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    landing l = land(a, &from->all[i], bytes);
    if (arrlenu(from->all) == 1) return read_number(a, &from->all[i], &l, bytes);
    az_term value = read_one(a, &from->all[i], &l, bytes);
    if (!value) return value;
    if (!i)
      joined = eq_accumulator(a, 8 * bytes,
                              a->vars[var_of_cell(a, from->all[i].object, l.leaf)].is_signed);
    eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = joined, .value = value, .weak = true});
  }
  return one_of(a, joined);
}

az_term eq_read_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool as_pointer) {
  places from = places_of(a, pointer);
  az_term value = as_pointer ? read_pointers(a, &from, bytes) : read_numbers(a, &from, bytes);
  arrfree(from.all);
  return value;
}

/* ---- writing ----------------------------------------------------------------------------------
 */

typedef struct stored {
  az_term value; /* AZ_NO_TERM: any */
  bool is_pointer;
  const pointees *to; /* a pointer's */
  uint32_t bytes;
  bool weak;
} stored;

/* Addresses are written where pointers are not expected. */
static void expose(az_abstract *a, const pointees *set) {
  for (size_t i = 0; i < arrlenu(set->objects); i++) {
    a->grew |= !a->objects[set->objects[i]]->exposed;
    a->objects[set->objects[i]]->exposed = true;
  }
}

static void anything_at(az_abstract *a, cell *c) {
  eq_pointees_join(a, &c->points, &(pointees){.anything = true, .inside = true});
}

/* Any value, from now on or possibly. */
static void blur_leaf(az_abstract *a, uint32_t number, uint32_t leaf, const stored *w) {
  object *o = a->objects[number];
  bool pointer = o->info.layout->leaves[leaf].is_pointer;
  if (pointer && w->is_pointer && w->to)
    eq_pointees_join(a, &o->cells[leaf].points, w->to);
  else if (pointer)
    anything_at(a, &o->cells[leaf]);
  uint32_t var = var_of_cell(a, number, leaf);
  if (var != AZ_NONE) eq_emit_assign(a, var, AZ_NO_TERM, a->vars[var].kind == AZ_ABSTRACT_ARRAY);
  if (pointer) assign_part(a, number, leaf, AZ_NO_TERM, true); /* perhaps not this leaf */
}

/* The cell's value with some bytes of it replaced. */
static az_term patched(az_abstract *a, az_term old, uint32_t delta, uint32_t bytes, az_term value) {
  uint32_t width = az_sort_width(az_sort_of(a->s, old)), low = 8 * delta, high = low + 8 * bytes;
  if (!value) return AZ_NO_TERM;
  az_term t = value;
  if (low) t = az_concat(a->s, t, az_extract(a->s, old, low - 1, 0));
  if (high < width) t = az_concat(a->s, az_extract(a->s, old, width - 1, high), t);
  return t;
}

/* Variables that count in units are no larger than the quotients of offsets, so that one more does
 * not wrap. */
static void assign_offset(az_abstract *a, uint32_t var, az_term offset, bool weak) {
  uint64_t unit = a->vars[var].unit;
  uint32_t w = a->p->pointer_bits;
  az_term value = eq_in_units(a, unit, offset);
  az_term *read = NULL; /* stb_ds */
  az_visit_forget(a->cone);
  if (value && unit > 1) az_visit_add(a->cone, value);
  for (az_term t; value && unit > 1 && (t = az_visit_next(a->cone));) {
    ptrdiff_t at = az_kind_of(a->s, t) == AZ_K_VAR ? hmgeti(a->var_of, t) : -1;
    if (at >= 0 && a->vars[a->var_of[at].value].unit > 1 && t != value) arrput(read, t);
  }
  for (size_t i = 0; i < arrlenu(read); i++) {
    const az_abstract_variable *v = &a->vars[hmget(a->var_of, read[i])];
    int64_t most = (int64_t)(((uint64_t)1 << (w - 1)) / v->unit);
    eq_emit_assume(a, az_bv_slt(a->s, read[i], az_bv_signed(a->s, w, most)));
    eq_emit_assume(a, az_bv_sle(a->s, az_bv_signed(a->s, w, -most), read[i]));
  }
  arrfree(read);
  eq_emit_assign(a, var, value, weak);
}

static void write_cell(az_abstract *a, const place *at, const landing *l, const stored *w) {
  object *o = a->objects[at->object];
  const az_leaf *leaf = &o->info.layout->leaves[l->leaf];
  bool whole = !l->delta && w->bytes == leaf->bytes;
  if (leaf->is_pointer) {
    az_term part = AZ_NO_TERM;
    if (!w->is_pointer || !whole) {
      uint64_t zero;
      bool null = w->value && whole && az_const_u64(a->s, w->value, &zero) && !zero;
      if (null) part = az_bv(a->s, AZ_OBJECT_BITS, 0);
      if (null)
        eq_pointees_join(a, &o->cells[l->leaf].points, &(pointees){.null = true});
      else
        anything_at(a, &o->cells[l->leaf]);
    } else {
      if (w->value && !a->dry) part = eq_part_of(a, w->value);
      eq_pointees_join(a, &o->cells[l->leaf].points, w->to);
    }
    uint32_t var = var_of_cell(a, at->object, l->leaf);
    bool known = w->is_pointer && whole && w->value;
    if (var != AZ_NONE)
      assign_offset(a, var, known ? az_pointer_offset(a->p, w->value) : AZ_NO_TERM, w->weak);
    assign_part(a, at->object, l->leaf, part, w->weak);
    return;
  }
  if (w->is_pointer && w->to) expose(a, w->to);
  uint32_t var = var_of_cell(a, at->object, l->leaf);
  if (var == AZ_NONE || a->dry) return;
  az_term value = w->is_pointer ? AZ_NO_TERM : w->value, old = eq_variable_term(a, var);
  if (!l->index) {
    if (!whole && a->vars[var].several) old = one_of(a, var);
    if (!whole) value = patched(a, old, l->delta, w->bytes, value);
    eq_emit_assign(a, var, value, w->weak);
    return;
  }
  if (!whole) value = patched(a, az_select(a->s, old, l->index), l->delta, w->bytes, value);
  emit_access(a, var, l->index);
  eq_emit_write(a, var, l->index, AZ_NO_TERM, value, w->weak);
}

/* Leaves with a byte from `offset` on, `bytes` of them, may be anything. */
static void blur_range(az_abstract *a, uint32_t number, uint64_t offset, uint64_t bytes,
                       const stored *w) {
  const az_layout *layout = a->objects[number]->info.layout;
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    uint64_t end = leaf->offset + leaf->bytes;
    if (leaf->dimension_count) {
      const az_dimension *outer = &leaf->dimensions[0];
      end = outer->count ? leaf->offset + outer->count * outer->stride : UINT64_MAX;
    }
    if (end > offset && leaf->offset < offset + bytes) blur_leaf(a, number, l, w);
  }
}

static void blur(az_abstract *a, uint32_t number, const stored *w) {
  const object *o = a->objects[number];
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) blur_leaf(a, number, l, w);
}

static void write_place(az_abstract *a, const place *at, const stored *w) {
  landing l = land(a, at, w->bytes);
  uint64_t offset;
  switch (l.kind) {
  case IN_CELL: write_cell(a, at, &l, w); break;
  case IN_SEVERAL:
    if (az_const_u64(a->s, at->offset, &offset)) blur_range(a, at->object, offset, w->bytes, w);
    break;
  case ANYWHERE: blur(a, at->object, w); break;
  case NOWHERE: break;
  }
}

void eq_havoc_object(az_abstract *a, uint32_t number) {
  blur(a, number, &(stored){.weak = true});
}

void eq_havoc_exposed(az_abstract *a) {
  uint32_t *all = eq_exposed_objects(a);
  for (size_t i = 0; i < arrlenu(all); i++) eq_havoc_object(a, all[i]);
  arrfree(all);
}

void eq_write_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool is_pointer,
                     az_term value) {
  places to = places_of(a, pointer);
  pointees set = {0};
  if (is_pointer && value) set = eq_pointees_of(a, value);
  if (is_pointer && !value) set.anything = set.inside = true;
  if (is_pointer) expose(a, &set);
  stored w = {.value = value, .is_pointer = is_pointer, .to = &set, .bytes = bytes};
  w.weak = arrlenu(to.all) > 1;
  for (size_t i = 0; i < arrlenu(to.all); i++) write_place(a, &to.all[i], &w);
  if (to.anything) {
    eq_note_cause(a, "write through a pointer that may lead anywhere");
    uint32_t *all = eq_exposed_objects(a);
    for (size_t i = 0; i < arrlenu(all); i++) blur(a, all[i], &w);
    arrfree(all);
  }
  eq_pointees_free(&set);
  arrfree(to.all);
}

/* ---- blocks of memory -------------------------------------------------------------------------
 */

/* One place at a constant offset; AZ_NONE: it is none. */
static uint32_t single(const az_abstract *a, const places *p, uint64_t *offset) {
  if (p->anything || arrlenu(p->all) != 1) return AZ_NONE;
  return az_const_u64(a->s, p->all[0].offset, offset) ? p->all[0].object : AZ_NONE;
}

/* Copies an array leaf as a whole, where the source has one of the same form there. */
static bool copy_array(az_abstract *a, uint32_t to, uint32_t l, uint32_t from,
                       uint64_t from_offset) {
  const az_leaf *leaf = &a->objects[to]->info.layout->leaves[l], *source;
  az_place_in_layout at;
  if (!az_layout_locate(a->objects[from]->info.layout, from_offset, &at)) return false;
  source = &a->objects[from]->info.layout->leaves[at.leaf];
  if (at.index || at.delta || source->bytes != leaf->bytes || source->dimension_count != 1 ||
      leaf->dimension_count != 1 || source->elements < leaf->elements || !leaf->elements)
    return false;
  if (source->dimensions[0].stride != leaf->dimensions[0].stride) return false;
  uint32_t var = var_of_cell(a, to, l), other = var_of_cell(a, from, at.leaf);
  if (var == AZ_NONE || other == AZ_NONE || a->dry) return true;
  eq_emit_assign(a, var, az_select(a->s, eq_variable_term(a, other), a->vars[var].index), false);
  return true;
}

static uint64_t leaf_end(const az_leaf *leaf) {
  if (!leaf->dimension_count) return leaf->offset + leaf->bytes;
  return leaf->offset + (leaf->elements - 1) * leaf->dimensions[leaf->dimension_count - 1].stride +
         leaf->bytes;
}

static void copy_leaf(az_abstract *a, uint32_t to, uint32_t l, uint32_t from, uint64_t at) {
  const az_leaf *leaf = &a->objects[to]->info.layout->leaves[l];
  uint32_t w = a->p->pointer_bits;
  if (leaf->dimension_count) {
    az_place_in_layout source;
    if (!leaf->is_pointer && copy_array(a, to, l, from, at)) return;
    bool pointers = leaf->is_pointer &&
                    az_layout_locate(a->objects[from]->info.layout, at, &source) &&
                    a->objects[from]->info.layout->leaves[source.leaf].is_pointer;
    stored any = {.is_pointer = pointers,
                  .to = pointers ? &a->objects[from]->cells[source.leaf].points : NULL};
    blur_leaf(a, to, l, &any);
    return;
  }
  az_term source = az_pointer(a->p, eq_object_part(a, from), az_bv(a->s, w, at));
  az_term target = az_pointer(a->p, eq_object_part(a, to), az_bv(a->s, w, leaf->offset));
  az_term value = eq_read_memory(a, source, leaf->bytes, leaf->is_pointer);
  eq_write_memory(a, target, leaf->bytes, leaf->is_pointer, value);
}

/* What pointers in the source lead to, pointers in the target may lead to. */
static void copy_blurred(az_abstract *a, const places *to, const places *from) {
  pointees set = {.anything = from->anything, .inside = from->anything};
  bool grew = a->grew;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    const object *o = a->objects[from->all[i].object];
    for (uint32_t l = 0; l < o->info.layout->leaf_count; l++)
      if (o->info.layout->leaves[l].is_pointer) eq_pointees_join(a, &set, &o->cells[l].points);
  }
  a->grew = grew;
  stored w = {.is_pointer = true, .to = &set, .weak = true};
  for (size_t i = 0; i < arrlenu(to->all); i++) blur(a, to->all[i].object, &w);
  if (to->anything) {
    uint32_t *all = eq_exposed_objects(a);
    for (size_t i = 0; i < arrlenu(all); i++) blur(a, all[i], &w);
    arrfree(all);
    eq_note_cause(a, "write through a pointer that may lead anywhere");
  }
  eq_pointees_free(&set);
}

void eq_copy_memory(az_abstract *a, az_term to, az_term from, az_term size) {
  places target = places_of(a, to), source = places_of(a, from);
  uint64_t at, other, bytes;
  uint32_t copied = single(a, &target, &at), origin = single(a, &source, &other);
  if (copied == AZ_NONE || origin == AZ_NONE || copied == origin ||
      !az_const_u64(a->s, size, &bytes)) {
    copy_blurred(a, &target, &source);
  } else {
    const az_layout *layout = a->objects[copied]->info.layout;
    for (uint32_t l = 0; l < layout->leaf_count; l++) {
      const az_leaf *leaf = &layout->leaves[l];
      if (!leaf->elements || leaf->offset >= at + bytes || leaf_end(leaf) <= at) continue;
      if (leaf->offset >= at && leaf_end(leaf) <= at + bytes)
        copy_leaf(a, copied, l, origin, leaf->offset - at + other);
      else
        blur_leaf(a, copied, l, &(stored){.weak = true});
    }
    for (uint32_t l = 0; l < layout->leaf_count; l++)
      if (!layout->leaves[l].elements) blur_leaf(a, copied, l, &(stored){.weak = true});
  }
  arrfree(target.all);
  arrfree(source.all);
}

/* The byte, as often as the cell has bytes. */
static az_term repeated(az_abstract *a, az_term byte, uint32_t bytes) {
  az_term t = byte;
  for (uint32_t i = 1; i < bytes; i++) t = az_concat(a->s, t, byte);
  return t;
}

/* Cells `first` and so many behind it, of one array. */
static void set_elements(az_abstract *a, uint32_t number, uint32_t l, uint64_t first, az_term count,
                         az_term value) {
  const az_leaf *leaf = &a->objects[number]->info.layout->leaves[l];
  uint32_t var = var_of_cell(a, number, l), w = a->p->pointer_bits;
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
  object *o = a->objects[number];
  const az_leaf *leaf = &o->info.layout->leaves[l];
  uint64_t bytes, zero, elements = leaf->elements;
  bool fixed = az_const_u64(a->s, size, &bytes);
  bool null = az_const_u64(a->s, byte, &zero) && !zero;
  if (leaf->is_pointer) {
    if (null && fixed) {
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
      uint32_t var = var_of_cell(a, number, l);
      bool whole = leaf->offset >= at && leaf->offset + leaf->bytes <= at + bytes;
      if (var != AZ_NONE) eq_emit_assign(a, var, az_bv(a->s, a->p->pointer_bits, 0), !whole);
      assign_part(a, number, l, az_bv(a->s, AZ_OBJECT_BITS, 0), !whole);
    } else {
      blur_leaf(a, number, l, &(stored){.weak = true});
    }
    return;
  }
  az_term value = leaf->bytes <= 8 ? repeated(a, byte, leaf->bytes) : AZ_NO_TERM;
  bool array = leaf->dimension_count != 0;
  if (!array && fixed && leaf->offset >= at && leaf->offset + leaf->bytes <= at + bytes) {
    uint32_t var = var_of_cell(a, number, l);
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
    blur_leaf(a, number, l, &(stored){.weak = true});
  }
}

void eq_set_memory(az_abstract *a, az_term to, az_term byte, az_term size) {
  places target = places_of(a, to);
  uint64_t at, bytes;
  uint32_t number = single(a, &target, &at);
  if (number == AZ_NONE) {
    copy_blurred(a, &target, &(places){.anything = true});
  } else {
    bool fixed = az_const_u64(a->s, size, &bytes);
    const az_layout *layout = a->objects[number]->info.layout;
    for (uint32_t l = 0; l < layout->leaf_count; l++) {
      const az_leaf *leaf = &layout->leaves[l];
      bool before = leaf->elements && leaf_end(leaf) <= at;
      bool behind = fixed && leaf->offset >= at + bytes;
      if (!before && !behind) set_leaf(a, number, l, at, size, byte);
    }
  }
  arrfree(target.all);
}

/* ---- lives of objects -------------------------------------------------------------------------
 */

void eq_begin_object(az_abstract *a, uint32_t number, az_term bytes, bool zeroed) {
  object *o = a->objects[number];
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
    const az_leaf *leaf = &o->info.layout->leaves[l];
    if (leaf->is_pointer && zeroed)
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
    uint32_t var = var_of_cell(a, number, l), part = part_of_cell(a, number, l);
    eq_emit_add(a, part, AZ_NO_TERM);
    if (zeroed) assign_part(a, number, l, az_bv(a->s, AZ_OBJECT_BITS, 0), false);
    if (var == AZ_NONE || a->dry) continue;
    bool array = a->vars[var].kind == AZ_ABSTRACT_ARRAY;
    eq_emit_add(a, var, array ? eq_array_length(a, number, l, bytes) : AZ_NO_TERM);
    if (zeroed) eq_emit_assign(a, var, az_bv(a->s, a->vars[var].bits, 0), false);
  }
}

/* A pointer of which nothing is known, not even what it may lead to. */
static az_term uninitialised(az_abstract *a) {
  uint32_t any = eq_pointer_temporary(a, false);
  eq_emit_add(a, any, AZ_NO_TERM);
  return eq_variable_term(a, any);
}

void eq_begin_another(az_abstract *a, uint32_t number, const bool *written, bool zeroed) {
  object *o = a->objects[number];
  for (uint32_t l = 0; l < o->info.layout->leaf_count; l++) {
    if (o->info.layout->leaves[l].is_pointer && zeroed)
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
    uint32_t var = var_of_cell(a, number, l), part = part_of_cell(a, number, l);
    if (a->dry || (written && written[l])) continue;
    if (part != AZ_NONE)
      eq_emit_assign(a, part, zeroed ? az_bv(a->s, AZ_OBJECT_BITS, 0) : uninitialised(a), true);
    if (var == AZ_NONE) continue;
    eq_emit_assign(a, var, zeroed ? az_bv(a->s, a->vars[var].bits, 0) : AZ_NO_TERM, true);
  }
}

void eq_end_object(az_abstract *a, uint32_t number) {
  const object *o = a->objects[number];
  for (uint32_t l = 0; !a->dry && o->cells && l < o->info.layout->leaf_count; l++) {
    eq_emit_remove(a, o->cells[l].var);
    eq_emit_remove(a, o->cells[l].part);
  }
}

enum { MOST_WRITES = 64 }; /* of an initialiser, element by element */

static void initialise(az_abstract *a, uint32_t number, const az_init *init, bool one_by_one) {
  az_place_in_layout at;
  const object *o = a->objects[number];
  if (!az_layout_locate(o->info.layout, init->offset, &at)) return;
  const az_leaf *leaf = &o->info.layout->leaves[at.leaf];
  uint32_t var = o->cells[at.leaf].var;
  bool pointer =
      leaf->is_pointer && az_sort_of(a->s, init->value) == az_sort_bv(az_pointer_width(a->p));
  if (leaf->is_pointer)
    assign_part(a, number, at.leaf, pointer ? eq_part_of(a, init->value) : AZ_NO_TERM, false);
  if (var == AZ_NONE) return;
  bool fits = !at.delta && az_sort_of(a->s, init->value) == az_sort_bv(8 * leaf->bytes);
  az_term value = fits ? init->value : AZ_NO_TERM;
  if (pointer) value = az_pointer_offset(a->p, init->value);
  if (leaf->dimension_count && one_by_one)
    eq_emit_write(a, var, az_bv(a->s, a->p->pointer_bits, at.index), AZ_NO_TERM, value, false);
  else
    eq_emit_assign(a, var, value, leaf->dimension_count != 0);
}

/* There is none of the objects that it stands for. */
static void begin_many(az_abstract *a, uint32_t number) {
  const object *o = a->objects[number];
  for (uint32_t l = 0; l < o->info.layout->leaf_count; l++) {
    eq_emit_add(a, o->cells[l].var, AZ_NO_TERM);
    eq_emit_add(a, o->cells[l].part, AZ_NO_TERM);
  }
}

/* Those that are used. In dry passes, what their pointers lead to. */
void eq_initialise_globals(az_abstract *a) {
  for (uint32_t i = 0; a->dry && i < a->p->object_count; i++) {
    const az_object *o = &a->p->objects[i];
    bool once = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    bool open = o->is_external || (a->p->arbitrary_entry && o->kind == AZ_OBJ_GLOBAL);
    for (uint32_t l = 0; once && l < a->objects[i]->info.layout->leaf_count; l++)
      if (a->objects[i]->info.layout->leaves[l].is_pointer)
        eq_pointees_join(a, &a->objects[i]->cells[l].points,
                         &(pointees){.null = true, .anything = open, .inside = open});
    for (uint32_t k = 0; once && k < o->init_count; k++) {
      az_place_in_layout at;
      if (az_sort_of(a->s, o->init[k].value) != az_sort_bv(az_pointer_width(a->p))) continue;
      if (!az_layout_locate(a->objects[i]->info.layout, o->init[k].offset, &at)) continue;
      pointees set = eq_pointees_of(a, o->init[k].value);
      expose(a, &set);
      eq_pointees_join(a, &a->objects[i]->cells[at.leaf].points, &set);
      eq_pointees_free(&set);
    }
  }
  for (uint32_t i = 0; !a->dry && i < arrlenu(a->objects); i++)
    if (a->objects[i]->info.several) begin_many(a, i);
  for (size_t i = 0; !a->dry && i < arrlenu(a->globals); i++) {
    const az_object *o = &a->p->objects[a->globals[i]];
    bool open =
        o->is_external || (a->p->arbitrary_entry && o->kind == AZ_OBJ_GLOBAL && !o->is_const);
    eq_begin_object(a, a->globals[i], AZ_NO_TERM, !open);
    for (uint32_t k = 0; !open && k < o->init_count; k++)
      initialise(a, a->globals[i], &o->init[k], o->init_count <= MOST_WRITES);
  }
}
