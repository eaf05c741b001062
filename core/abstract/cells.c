/* Objects of an execution, their cells (the leaves of their layouts) and the abstract variables of
 * cells: a number for each integer, an array for each array of integers, and, for a pointer that
 * may point inside an object, the number that is its offset. */
#include "abstract/internal.h"
#include "memory/linear.h"
#include <stdlib.h>
#include <string.h>

uint32_t eq_variable_new(az_abstract *a, az_abstract_variable v) {
  uint32_t number = (uint32_t)arrlenu(a->variables.all);
  assert(hmgeti(a->variables.var_of, v.term) < 0);
  assert(v.kind != AZ_ABSTRACT_NUMBER || az_sort_of(a->s, v.term) == az_sort_bv(v.bits));
  assert(v.kind != AZ_ABSTRACT_ARRAY || az_sort_kind_of(az_sort_of(a->s, v.term)) == AZ_SORT_ARRAY);
  assert(!v.index == (v.kind != AZ_ABSTRACT_ARRAY)); /* claims about cells need an index */
  a->variables.pointers += v.kind == AZ_ABSTRACT_POINTER;
  arrput(a->variables.all, v);
  hmput(a->variables.var_of, v.term, number);
  return number;
}

az_term eq_variable_term(const az_abstract *a, uint32_t var) {
  return a->variables.all[var].term;
}

/* Returns the cell's name: "a" for all of an array, "s.a", "r[].x" for a field in an array. */
static const char *cell_name(const az_abstract *a, const object *o, const az_leaf *leaf) {
  char *text = az_lvalue_text(a->p, o->name, o->type, leaf->offset, leaf->bytes);
  const char *plain = text ? text : o->name;
  const char *zero = leaf->dimension_count ? strstr(plain, "[0]") : NULL;
  const char *path = o->path ? o->path : "", *colons = o->path ? "::" : "";
  const char *name;
  if (!zero)
    name = az_arena_printf(a->arena, "%s%s%s", path, colons, plain);
  else if (!zero[3])
    name = az_arena_printf(a->arena, "%s%s%.*s", path, colons, (int)(zero - plain), plain);
  else
    name = az_arena_printf(a->arena, "%s%s%.*s[]%s", path, colons, (int)(zero - plain), plain,
                           zero + 3);
  free(text);
  return name;
}

static uint32_t new_variable_of(az_abstract *a, const object *o, uint32_t l) {
  const az_leaf *leaf = &o->info.layout->leaves[l];
  const az_type_info *type = &a->p->types[leaf->type];
  bool integer = type->kind == AZ_T_INT || !leaf->type || type->kind == AZ_T_VOID;
  bool one_number = !leaf->dimension_count && !leaf->is_pointer;
  if ((o->info.several && !one_number) || leaf->ghost_bits || leaf->bytes > 8 ||
      (!integer && !leaf->is_pointer))
    return AZ_NONE;
  if (leaf->is_pointer && leaf->dimension_count) return AZ_NONE;
  az_abstract_variable v = {.kind = leaf->dimension_count ? AZ_ABSTRACT_ARRAY : AZ_ABSTRACT_NUMBER,
                            .name = cell_name(a, o, leaf),
                            .bits = 8 * leaf->bytes,
                            .several = o->info.several,
                            .is_signed = type->kind == AZ_T_INT && type->is_signed};
  if (leaf->is_pointer) {
    v.unit = eq_unit_of(a, eq_pointees_step(&o->cells[l].points));
    v.name = v.unit > 1 ? az_arena_printf(a->arena, "offset(%s)/%u", v.name, (uint32_t)v.unit)
                        : az_arena_printf(a->arena, "offset(%s)", v.name);
    v.bits = a->p->pointer_bits;
    v.is_signed = true;
  }
  az_sort sort = az_sort_bv(v.bits);
  if (leaf->dimension_count) {
    v.index_bits = a->p->pointer_bits;
    sort = az_sort_array(v.index_bits, sort);
    char name[24];
    snprintf(name, sizeof name, "index#%u", v.index_bits);
    v.index = az_var(a->s, az_sort_bv(v.index_bits), name);
  }
  v.term = az_fresh(a->s, sort, v.name);
  return eq_variable_new(a, v);
}

/* Returns whether the compiler made the object. C's variables are declared, or copies of
 * parameters. */
static bool is_made(const az_abstract *a, const object *o) {
  uint32_t number = o->info.object;
  if (number == AZ_NONE || o->info.frame == AZ_NONE) return false;
  const az_object *local = &a->p->objects[number];
  if (local->kind != AZ_OBJ_LOCAL) return true;
  const az_function *f = &a->p->functions[local->function];
  bool declared = a->text.has_live[number];
  for (uint32_t i = 0; i < f->param_count && !declared; i++)
    declared = !strcmp(a->p->objects[f->params[i]].name, local->name);
  return !declared;
}

/* Returns whether a pointer may point to this local in any of several activations. */
static bool is_ambiguous(const az_abstract *a, const object *o) {
  return o->exposed && o->info.frame != AZ_NONE && o->info.object != AZ_NONE &&
         a->calls.frames[o->info.frame].repeats;
}

/* Lists an object that exists once and has a variable. */
static void note_global(az_abstract *a, uint32_t number) {
  const az_abstract_object *info = &a->memory.objects[number]->info;
  if (info->object == AZ_NONE || info->frame != AZ_NONE) return;
  if (!arrlenu(a->memory.globals) || arrlast(a->memory.globals) != number)
    arrput(a->memory.globals, number);
}

uint32_t eq_cell_variable(az_abstract *a, uint32_t number, uint32_t leaf) {
  object *o = a->memory.objects[number];
  cell *c = &o->cells[leaf];
  if (is_ambiguous(a, o)) return AZ_NONE;
  if (c->open) {
    c->open = false;
    c->var = new_variable_of(a, o, leaf);
    if (c->var != AZ_NONE) a->variables.all[c->var].made = is_made(a, o);
    if (c->var != AZ_NONE)
      a->variables.all[c->var].global = o->info.object != AZ_NONE && o->info.frame == AZ_NONE;
    if (c->var != AZ_NONE) note_global(a, number);
  }
  return c->var;
}

uint32_t eq_pointer_new(az_abstract *a, az_abstract_variable v, const pointees *set) {
  v.kind = AZ_ABSTRACT_POINTER;
  v.bits = AZ_OBJECT_BITS;
  v.term = az_fresh(a->s, az_sort_bv(v.bits), v.name);
  if (set && !set->anything) {
    uint32_t *all = AZ_NEWN(a->arena, uint32_t, arrlenu(set->objects) + 2);
    if (set->null) all[v.lead_count++] = 0;
    for (size_t i = 0; i < arrlenu(set->objects); i++) all[v.lead_count++] = set->objects[i] + 1;
    v.leads_to = all;
  }
  return eq_variable_new(a, v);
}

/* Returns the variable of a pointer leaf's target, or AZ_NONE. */
static uint32_t part_variable(az_abstract *a, uint32_t number, uint32_t leaf) {
  object *o = a->memory.objects[number];
  cell *c = &o->cells[leaf];
  const az_leaf *l = &o->info.layout->leaves[leaf];
  if (is_ambiguous(a, o) || !l->is_pointer) return AZ_NONE;
  if (c->part_open) {
    c->part_open = false;
    if (l->dimension_count || l->ghost_bits) return AZ_NONE;
    az_abstract_variable v = {
        .name = cell_name(a, o, l), .several = o->info.several, .made = is_made(a, o)};
    c->part = eq_pointer_new(a, v, &c->points);
    note_global(a, number);
  }
  return c->part;
}

uint32_t eq_object_new(az_abstract *a, az_abstract_object info, const char *name, az_type type) {
  object *o = AZ_NEW(a->arena, object);
  assert(info.frame == AZ_NONE || info.frame < arrlenu(a->calls.frames));
  o->info = info;
  o->name = name;
  o->type = type;
  if (info.frame != AZ_NONE && a->calls.frames[info.frame].depth > 1)
    o->path = a->calls.frames[info.frame].info.path;
  if (info.layout) {
    uint32_t n = info.layout->leaf_count;
    o->cells = AZ_NEWN(a->arena, cell, n + 1);
    for (uint32_t l = 0; l < n; l++)
      o->cells[l] = (cell){.var = AZ_NONE, .open = true, .part = AZ_NONE, .part_open = true};
  }
  uint32_t number = (uint32_t)arrlenu(a->memory.objects);
  arrput(a->memory.objects, o);
  return number;
}

uint32_t eq_object_of_local(az_abstract *a, uint32_t frame_number, uint32_t program_object) {
  const az_object *o = &a->p->objects[program_object];
  for (uint32_t f = frame_number; f != AZ_NONE; f = a->calls.frames[f].info.parent) {
    if (a->calls.frames[f].info.function != o->function) continue;
    return a->calls.frames[f].locals[a->text.position[program_object]];
  }
  return AZ_NONE;
}

az_term eq_object_part(const az_abstract *a, uint32_t number) {
  return az_bv(a->s, AZ_OBJECT_BITS, (uint64_t)number + 1);
}

bool eq_object_of_part(const az_abstract *a, az_term part, uint32_t *number) {
  uint64_t value;
  if (!az_const_u64(a->s, part, &value) || !value || value > arrlenu(a->memory.objects))
    return false;
  *number = (uint32_t)value - 1;
  return true;
}

/* Returns a free temporary of the same form, or AZ_NONE. */
static uint32_t from_pool(az_abstract *a, const az_abstract_variable *like) {
  for (size_t i = 0; i < arrlenu(a->variables.pool); i++) {
    uint32_t var = a->variables.pool[i];
    const az_abstract_variable *v = &a->variables.all[var];
    if (v->kind != like->kind || v->bits != like->bits || v->is_signed != like->is_signed ||
        v->several != like->several || v->unit != like->unit)
      continue;
    arrdelswap(a->variables.pool, i);
    return var;
  }
  return AZ_NONE;
}

static uint32_t temporary(az_abstract *a, uint32_t bits, bool is_signed, bool several,
                          uint64_t unit) {
  uint32_t var = from_pool(a, &(az_abstract_variable){.kind = AZ_ABSTRACT_NUMBER,
                                                      .bits = bits,
                                                      .is_signed = is_signed,
                                                      .several = several,
                                                      .unit = unit});
  if (var == AZ_NONE) {
    az_abstract_variable v = {
        .kind = AZ_ABSTRACT_NUMBER, .bits = bits, .is_signed = is_signed, .several = several};
    v.made = true;
    v.unit = unit;
    v.name = az_arena_printf(a->arena, "$%u",
                             (uint32_t)arrlenu(a->variables.all) - a->variables.pointers);
    v.term = az_fresh(a->s, az_sort_bv(bits), v.name);
    var = eq_variable_new(a, v);
  }
  arrput(a->now.b->temps, var);
  return var;
}

uint32_t eq_pointer_temporary(az_abstract *a, bool several) {
  az_abstract_variable v = {
      .kind = AZ_ABSTRACT_POINTER, .bits = AZ_OBJECT_BITS, .several = several, .made = true};
  uint32_t var = from_pool(a, &v);
  v.name = az_arena_printf(a->arena, "$p%u", a->variables.pointers);
  if (var == AZ_NONE) var = eq_pointer_new(a, v, NULL);
  arrput(a->now.b->temps, var);
  return var;
}

uint32_t eq_temporary(az_abstract *a, uint32_t bits, bool is_signed) {
  return temporary(a, bits, is_signed, false, 0);
}

uint32_t eq_counter(az_abstract *a, uint64_t unit) {
  return temporary(a, a->p->pointer_bits, true, false, unit);
}

uint32_t eq_accumulator(az_abstract *a, uint32_t bits, bool is_signed) {
  uint32_t var = temporary(a, bits, is_signed, true, 0);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ADD, .var = var});
  return var;
}

uint64_t eq_unit_of(const az_abstract *a, uint64_t step) {
  return step <= az_limits_or_default(a->config.limits)->pointer_unit ? step : 1;
}

az_term eq_offset_of(const az_abstract *a, uint32_t var) {
  const az_abstract_variable *v = &a->variables.all[var];
  return v->unit > 1 ? az_bv_mul_nsw(a->s, v->term, v->unit) : v->term;
}

az_term eq_in_units(const az_abstract *a, uint64_t unit, az_term offset) {
  if (unit <= 1 || !offset) return offset;
  az_linear_form form = az_linear_of(a->s, offset);
  uint64_t step = az_linear_step(&form);
  bool divides = !(step % unit) && !(form.constant % (int64_t)unit);
  if (!divides || (!form.exact && unit & (unit - 1))) return AZ_NO_TERM;
  return az_linear_quotient(a->s, &form, form.constant, (int64_t)unit);
}

/* Returns the number of elements of an array leaf, as wide as indices. */
az_term eq_array_length(az_abstract *a, uint32_t number, uint32_t l, az_term bytes) {
  const az_leaf *leaf = &a->memory.objects[number]->info.layout->leaves[l];
  uint32_t w = a->p->pointer_bits;
  if (leaf->elements) return az_bv(a->s, w, leaf->elements);
  if (!bytes || !leaf->dimension_count) return AZ_NO_TERM;
  int64_t stride = (int64_t)leaf->dimensions[0].stride;
  return az_bv_udiv(a->s, bytes, az_bv(a->s, w, (uint64_t)stride));
}

/* Returns the abstract variable of a cell, for use in actions. */
uint32_t eq_var_of_cell(az_abstract *a, uint32_t number, uint32_t leaf) {
  const object *o = a->memory.objects[number];
  if (o->info.layout->leaves[leaf].is_pointer && (a->now.dry || !o->cells[leaf].points.inside))
    return AZ_NONE;
  return eq_cell_variable(a, number, leaf);
}

/* Returns the abstract pointer of a cell, for use in actions. */
uint32_t eq_part_of_cell(az_abstract *a, uint32_t number, uint32_t leaf) {
  return a->now.dry ? AZ_NONE : part_variable(a, number, leaf);
}
