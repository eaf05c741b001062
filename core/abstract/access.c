/* Reads and writes through pointers. An access within one cell is exact, and such a write is
 * strong. If several cells are possible, each of them may change.
 *
 * Accesses are assumed valid: a write through a pointer without targets has no effect, and an index
 * is assumed to be within its array after the access. The solver checks the results of the analysis
 * on a formula without these assumptions. */
#include "abstract/access.h"

static const az_leaf *leaf_at(const az_abstract *a, const place *at, uint32_t leaf) {
  return &a->memory.objects[at->object]->info.layout->leaves[leaf];
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Emits an access; if `weak`, another object may be accessed instead. */
static void emit_access(az_abstract *a, uint32_t var, az_term index, bool weak) {
  eq_emit(a, (az_action){.kind = AZ_ACTION_ACCESS, .var = var, .index = index, .weak = weak});
}

/* Returns the value of one of the objects that the variable stands for; another read may return the
 * value of another object. */
static az_term one_of(az_abstract *a, uint32_t var) {
  bool pointer = a->variables.all[var].kind == AZ_ABSTRACT_POINTER;
  uint32_t one = pointer
                     ? eq_pointer_temporary(a, false)
                     : eq_temporary(a, a->variables.all[var].bits, a->variables.all[var].is_signed);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = one});
  eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = one, .value = eq_variable_term(a, var)});
  return eq_variable_term(a, one);
}

/* Returns AZ_NO_TERM if the value is unknown. If `weak`, another place may be read instead. */
static az_term read_number(az_abstract *a, const place *at, const landing *l, uint32_t bytes,
                           bool weak) {
  if (l->kind != IN_CELL || leaf_at(a, at, l->leaf)->is_pointer) return AZ_NO_TERM;
  uint32_t var = eq_var_of_cell(a, at->object, l->leaf);
  if (var == AZ_NONE) return AZ_NO_TERM;
  az_term value = eq_variable_term(a, var);
  if (a->variables.all[var].several) value = one_of(a, var);
  if (l->index) {
    emit_access(a, var, l->index, weak);
    value = az_select(a->s, value, l->index);
  }
  if (bytes == leaf_at(a, at, l->leaf)->bytes) return value;
  return az_extract(a->s, value, 8 * (l->delta + bytes) - 1, 8 * l->delta);
}

/* Returns the variable that stands for the target of the pointer read there, or AZ_NONE. */
static uint32_t part_read(az_abstract *a, const place *at, const landing *l, uint32_t bytes) {
  if (l->kind != IN_CELL || l->delta || bytes != leaf_at(a, at, l->leaf)->bytes) return AZ_NONE;
  return eq_part_of_cell(a, at->object, l->leaf);
}

/* Returns the target as a term over abstract pointers; AZ_NO_TERM if it is unknown. */
static az_term read_parts(az_abstract *a, const location_set *from, uint32_t bytes) {
  size_t count = arrlenu(from->all);
  if (a->now.dry || from->anything || !count) return AZ_NO_TERM;
  uint32_t *vars = NULL, joined; /* stb_ds */
  for (size_t i = 0; i < count; i++) {
    landing l = eq_land(a, &from->all[i], bytes);
    uint32_t var = part_read(a, &from->all[i], &l, bytes);
    if (var != AZ_NONE) arrput(vars, var);
  }
  bool known = arrlenu(vars) == count;
  az_term part = AZ_NO_TERM;
  if (known && count == 1) {
    part = a->variables.all[vars[0]].several ? one_of(a, vars[0]) : eq_variable_term(a, vars[0]);
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

/* Adds the targets of the pointer read at the place; *offset becomes AZ_NO_TERM if unknown. */
static void read_pointer(az_abstract *a, const place *at, const landing *l, uint32_t bytes,
                         pointees *set, az_term *offset) {
  const object *o = a->memory.objects[at->object];
  *offset = AZ_NO_TERM;
  if (l->kind == IN_CELL && leaf_at(a, at, l->leaf)->is_pointer && !l->delta &&
      bytes == leaf_at(a, at, l->leaf)->bytes) {
    const pointees *points = &o->cells[l->leaf].points;
    eq_pointees_join(a, set, points);
    uint32_t var = eq_var_of_cell(a, at->object, l->leaf);
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

static az_term read_pointers(az_abstract *a, const location_set *from, uint32_t bytes) {
  pointees set = {.anything = from->anything};
  bool grew = a->now.grew; /* a temporary set may grow without another pass */
  az_term common = AZ_NO_TERM;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    landing l = eq_land(a, &from->all[i], bytes);
    az_term offset;
    read_pointer(a, &from->all[i], &l, bytes, &set, &offset);
    if (!i) common = offset;
    if (offset != common) common = AZ_NO_TERM;
  }
  a->now.grew = grew;
  set.inside |= set.anything;
  if (!set.inside) common = az_bv(a->s, a->p->pointer_bits, 0);
  if (!common) {
    common = az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
    hmput(a->memory.steps, common, eq_pointees_step(&set));
  }
  bool one = arrlenu(set.objects) == 1 && !set.null && !set.anything;
  az_term part = one ? AZ_NO_TERM : read_parts(a, from, bytes);
  az_term value = eq_pointer_with(a, &set, part, common);
  eq_pointees_free(&set);
  return value;
}

/* If a variable stands for many objects and there are none, reading it ends the execution. Ending
 * it would be wrong if the read may be at other places. */
static az_term read_one(az_abstract *a, const place *at, const landing *l, uint32_t bytes) {
  if (l->kind == IN_CELL && !l->index && bytes == leaf_at(a, at, l->leaf)->bytes &&
      !leaf_at(a, at, l->leaf)->is_pointer) {
    uint32_t var = eq_var_of_cell(a, at->object, l->leaf);
    if (var != AZ_NONE && a->variables.all[var].several) return eq_variable_term(a, var);
  }
  return a->memory.objects[at->object]->info.several ? AZ_NO_TERM
                                                     : read_number(a, at, l, bytes, true);
}

static az_term read_numbers(az_abstract *a, const location_set *from, uint32_t bytes) {
  if (a->now.dry) { /* a dry pass only creates the variables of cells */
    for (size_t i = 0; i < arrlenu(from->all); i++) {
      landing l = eq_land(a, &from->all[i], bytes);
      if (l.kind == IN_CELL) (void)eq_var_of_cell(a, from->all[i].object, l.leaf);
    }
    return AZ_NO_TERM;
  }
  if (from->anything || !arrlenu(from->all) || bytes > 8) return AZ_NO_TERM;
  uint32_t joined = AZ_NONE;
  for (size_t i = 0; i < arrlenu(from->all); i++) {
    landing l = eq_land(a, &from->all[i], bytes);
    if (arrlenu(from->all) == 1) return read_number(a, &from->all[i], &l, bytes, false);
    az_term value = read_one(a, &from->all[i], &l, bytes);
    if (!value) return value;
    const uint32_t var = i ? AZ_NONE : eq_var_of_cell(a, from->all[i].object, l.leaf);
    if (!i) joined = eq_accumulator(a, 8 * bytes, a->variables.all[var].is_signed);
    eq_emit(a, (az_action){.kind = AZ_ACTION_ASSIGN, .var = joined, .value = value, .weak = true});
  }
  return one_of(a, joined);
}

az_term eq_read_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool as_pointer) {
  location_set from = eq_locations_of(a, pointer);
  az_term value = as_pointer ? read_pointers(a, &from, bytes) : read_numbers(a, &from, bytes);
  arrfree(from.all);
  return value;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Marks the objects as exposed: their addresses are written where no pointer is expected. */
void eq_expose(az_abstract *a, const pointees *set) {
  for (size_t i = 0; i < arrlenu(set->objects); i++) {
    object *o = a->memory.objects[set->objects[i]];
    if (o->exposed) continue;
    a->now.grew = o->exposed = true;
  }
}

static void anything_at(az_abstract *a, cell *c) {
  eq_pointees_join(a, &c->points, &(pointees){.anything = true, .inside = true});
}

/* Makes the leaf arbitrary; see access.h. */
void eq_blur_leaf(az_abstract *a, uint32_t number, uint32_t leaf, const stored *w) {
  object *o = a->memory.objects[number];
  bool pointer = o->info.layout->leaves[leaf].is_pointer;
  if (pointer && w->is_pointer && w->to)
    eq_pointees_join(a, &o->cells[leaf].points, w->to);
  else if (pointer)
    anything_at(a, &o->cells[leaf]);
  uint32_t var = eq_var_of_cell(a, number, leaf);
  if (var != AZ_NONE)
    eq_emit_assign(a, var, AZ_NO_TERM, a->variables.all[var].kind == AZ_ABSTRACT_ARRAY);
  if (pointer)
    eq_assign_part(a, number, leaf, AZ_NO_TERM, true); /* it may be the target of another leaf */
}

/* Returns the cell's value with some of its bytes replaced. */
static az_term patched(az_abstract *a, az_term old, uint32_t delta, uint32_t bytes, az_term value) {
  uint32_t width = az_sort_width(az_sort_of(a->s, old)), low = 8 * delta, high = low + 8 * bytes;
  if (!value) return AZ_NO_TERM;
  az_term t = value;
  if (low) t = az_concat(a->s, t, az_extract(a->s, old, low - 1, 0));
  if (high < width) t = az_concat(a->s, az_extract(a->s, old, width - 1, high), t);
  return t;
}

/* Variables that count in units are at most quotients of offsets: adding one does not wrap. */
static void assign_offset(az_abstract *a, uint32_t var, az_term offset, bool weak) {
  uint64_t unit = a->variables.all[var].unit;
  uint32_t w = a->p->pointer_bits;
  az_term value = eq_in_units(a, unit, offset);
  az_term *read = NULL; /* stb_ds */
  az_visit_forget(a->now.cone);
  if (value && unit > 1) az_visit_add(a->now.cone, value);
  for (az_term t; value && unit > 1 && (t = az_visit_next(a->now.cone));) {
    ptrdiff_t at = az_kind_of(a->s, t) == AZ_K_VAR ? hmgeti(a->variables.var_of, t) : -1;
    if (at >= 0 && a->variables.all[a->variables.var_of[at].value].unit > 1 && t != value)
      arrput(read, t);
  }
  for (size_t i = 0; i < arrlenu(read); i++) {
    const az_abstract_variable *v = &a->variables.all[hmget(a->variables.var_of, read[i])];
    int64_t most = (int64_t)(((uint64_t)1 << (w - 1)) / v->unit);
    eq_emit_assume(a, az_bv_slt(a->s, read[i], az_bv_signed(a->s, w, most)));
    eq_emit_assume(a, az_bv_sle(a->s, az_bv_signed(a->s, w, -most), read[i]));
  }
  arrfree(read);
  eq_emit_assign(a, var, value, weak);
}

static void write_pointer_cell(az_abstract *a, const place *at, const landing *l, bool whole,
                               const stored *w) {
  cell *c = &a->memory.objects[at->object]->cells[l->leaf];
  bool known = w->is_pointer && whole;
  az_term part = AZ_NO_TERM;
  uint64_t zero;
  if (known) {
    if (w->value && !a->now.dry) part = eq_part_of(a, w->value);
    eq_pointees_join(a, &c->points, w->to);
  } else if (w->value && whole && az_const_u64(a->s, w->value, &zero) && !zero) {
    part = az_bv(a->s, AZ_OBJECT_BITS, 0);
    eq_pointees_join(a, &c->points, &(pointees){.null = true});
  } else {
    anything_at(a, c);
  }
  uint32_t var = eq_var_of_cell(a, at->object, l->leaf);
  az_term offset = known && w->value ? az_pointer_offset(a->p, w->value) : AZ_NO_TERM;
  if (var != AZ_NONE) assign_offset(a, var, offset, w->weak);
  eq_assign_part(a, at->object, l->leaf, part, w->weak);
}

static void write_cell(az_abstract *a, const place *at, const landing *l, const stored *w) {
  const az_leaf *leaf = leaf_at(a, at, l->leaf);
  bool whole = !l->delta && w->bytes == leaf->bytes;
  if (leaf->is_pointer) {
    write_pointer_cell(a, at, l, whole, w);
    return;
  }
  if (w->is_pointer && w->to) eq_expose(a, w->to);
  uint32_t var = eq_var_of_cell(a, at->object, l->leaf);
  if (var == AZ_NONE || a->now.dry) return;
  az_term value = w->is_pointer ? AZ_NO_TERM : w->value, old = eq_variable_term(a, var);
  if (!l->index) {
    if (!whole && a->variables.all[var].several) old = one_of(a, var);
    if (!whole) value = patched(a, old, l->delta, w->bytes, value);
    eq_emit_assign(a, var, value, w->weak);
    return;
  }
  if (!whole) value = patched(a, az_select(a->s, old, l->index), l->delta, w->bytes, value);
  emit_access(a, var, l->index, w->weak);
  eq_emit_write(a, var, l->index, AZ_NO_TERM, value, w->weak);
}

/* Makes arbitrary the leaves that overlap the `bytes` bytes from `offset` on. */
static void blur_range(az_abstract *a, uint32_t number, uint64_t offset, uint64_t bytes,
                       const stored *w) {
  const az_layout *layout = a->memory.objects[number]->info.layout;
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    uint64_t end = leaf->offset + leaf->bytes;
    if (leaf->dimension_count) {
      const az_dimension *outer = &leaf->dimensions[0];
      end = outer->count ? leaf->offset + outer->count * outer->stride : UINT64_MAX;
    }
    if (end > offset && leaf->offset < offset + bytes) eq_blur_leaf(a, number, l, w);
  }
}

void eq_blur(az_abstract *a, uint32_t number, const stored *w) {
  const object *o = a->memory.objects[number];
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++)
    eq_blur_leaf(a, number, l, w);
}

static void write_place(az_abstract *a, const place *at, const stored *w) {
  landing l = eq_land(a, at, w->bytes);
  uint64_t offset;
  switch (l.kind) {
  case IN_CELL: write_cell(a, at, &l, w); break;
  case IN_SEVERAL:
    if (az_const_u64(a->s, at->offset, &offset)) blur_range(a, at->object, offset, w->bytes, w);
    break;
  case ANYWHERE: eq_blur(a, at->object, w); break;
  case NOWHERE: break;
  }
}

void eq_havoc_object(az_abstract *a, uint32_t number) {
  eq_blur(a, number, &(stored){.weak = true});
}

static void blur_exposed(az_abstract *a, const stored *w) {
  uint32_t *all = eq_exposed_objects(a);
  for (size_t i = 0; i < arrlenu(all); i++) eq_blur(a, all[i], w);
  arrfree(all);
}

void eq_havoc_exposed(az_abstract *a) {
  blur_exposed(a, &(stored){.weak = true});
}

void eq_write_anywhere(az_abstract *a, const stored *w) {
  eq_note_cause(a, "write through a pointer with unknown targets");
  blur_exposed(a, w);
}

void eq_write_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool is_pointer,
                     az_term value) {
  location_set to = eq_locations_of(a, pointer);
  pointees set = {0};
  if (is_pointer && value) set = eq_pointees_of(a, value);
  if (is_pointer && !value) set.anything = set.inside = true;
  if (is_pointer) eq_expose(a, &set);
  stored w = {.value = value, .is_pointer = is_pointer, .to = &set, .bytes = bytes};
  w.weak = arrlenu(to.all) > 1;
  for (size_t i = 0; i < arrlenu(to.all); i++) write_place(a, &to.all[i], &w);
  if (to.anything) eq_write_anywhere(a, &w);
  eq_pointees_free(&set);
  arrfree(to.all);
}
