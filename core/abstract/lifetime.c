/* Lifetimes of objects, whose cells begin with any value, with zeros, or with an initialiser. */
#include "abstract/access.h"

void eq_begin_object(az_abstract *a, uint32_t number, az_term bytes, bool zeroed) {
  object *o = a->memory.objects[number];
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
    const az_leaf *leaf = &o->info.layout->leaves[l];
    if (leaf->is_pointer && zeroed)
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
    uint32_t var = eq_var_of_cell(a, number, l), part = eq_part_of_cell(a, number, l);
    eq_emit_add(a, part, AZ_NO_TERM);
    if (zeroed) eq_assign_part(a, number, l, az_bv(a->s, AZ_OBJECT_BITS, 0), false);
    if (var == AZ_NONE || a->now.dry) continue;
    bool array = a->variables.all[var].kind == AZ_ABSTRACT_ARRAY;
    eq_emit_add(a, var, array ? eq_array_length(a, number, l, bytes) : AZ_NO_TERM);
    if (zeroed) eq_emit_assign(a, var, az_bv(a->s, a->variables.all[var].bits, 0), false);
  }
}

/* Returns a pointer with an unknown target. */
static az_term uninitialised(az_abstract *a) {
  uint32_t any = eq_pointer_temporary(a, false);
  eq_emit_add(a, any, AZ_NO_TERM);
  return eq_variable_term(a, any);
}

void eq_begin_another(az_abstract *a, uint32_t number, const bool *written, bool zeroed) {
  object *o = a->memory.objects[number];
  for (uint32_t l = 0; l < o->info.layout->leaf_count; l++) {
    if (o->info.layout->leaves[l].is_pointer && zeroed)
      eq_pointees_join(a, &o->cells[l].points, &(pointees){.null = true});
    uint32_t var = eq_var_of_cell(a, number, l), part = eq_part_of_cell(a, number, l);
    if (a->now.dry || (written && written[l])) continue;
    if (part != AZ_NONE)
      eq_emit_assign(a, part, zeroed ? az_bv(a->s, AZ_OBJECT_BITS, 0) : uninitialised(a), true);
    if (var == AZ_NONE) continue;
    eq_emit_assign(a, var, zeroed ? az_bv(a->s, a->variables.all[var].bits, 0) : AZ_NO_TERM, true);
  }
}

void eq_end_object(az_abstract *a, uint32_t number) {
  const object *o = a->memory.objects[number];
  for (uint32_t l = 0; !a->now.dry && o->cells && l < o->info.layout->leaf_count; l++) {
    eq_emit_remove(a, o->cells[l].var);
    eq_emit_remove(a, o->cells[l].part);
  }
}

enum { MOST_WRITES = 64 }; /* maximum number of initial values that are written one by one */

static void initialise(az_abstract *a, uint32_t number, const az_init *init, bool one_by_one) {
  az_layout_location at;
  const object *o = a->memory.objects[number];
  if (!az_layout_locate(o->info.layout, init->offset, &at)) return;
  const az_leaf *leaf = &o->info.layout->leaves[at.leaf];
  uint32_t var = o->cells[at.leaf].var;
  bool pointer =
      leaf->is_pointer && az_sort_of(a->s, init->value) == az_sort_bv(az_pointer_width(a->p));
  if (leaf->is_pointer)
    eq_assign_part(a, number, at.leaf, pointer ? eq_part_of(a, init->value) : AZ_NO_TERM, false);
  if (var == AZ_NONE) return;
  bool fits = !at.delta && az_sort_of(a->s, init->value) == az_sort_bv(8 * leaf->bytes);
  az_term value = fits ? init->value : AZ_NO_TERM;
  if (pointer) value = az_pointer_offset(a->p, init->value);
  if (leaf->dimension_count && one_by_one)
    eq_emit_write(a, var, az_bv(a->s, a->p->pointer_bits, at.index), AZ_NO_TERM, value, false);
  else
    eq_emit_assign(a, var, value, leaf->dimension_count != 0);
}

/* Begins an object that represents many objects, none of which exists yet. */
static void begin_many(az_abstract *a, uint32_t number) {
  const object *o = a->memory.objects[number];
  for (uint32_t l = 0; l < o->info.layout->leaf_count; l++) {
    eq_emit_add(a, o->cells[l].var, AZ_NO_TERM);
    eq_emit_add(a, o->cells[l].part, AZ_NO_TERM);
  }
}

/* Initialises the globals that are used. In dry passes, finds the targets of their pointers. */
void eq_initialise_globals(az_abstract *a) {
  for (uint32_t i = 0; a->now.dry && i < a->p->object_count; i++) {
    const az_object *o = &a->p->objects[i];
    bool once = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    bool open = o->is_external || (a->p->arbitrary_entry && o->kind == AZ_OBJ_GLOBAL);
    for (uint32_t l = 0; once && l < a->memory.objects[i]->info.layout->leaf_count; l++)
      if (a->memory.objects[i]->info.layout->leaves[l].is_pointer)
        eq_pointees_join(a, &a->memory.objects[i]->cells[l].points,
                         &(pointees){.null = true, .anything = open, .inside = open});
    for (uint32_t k = 0; once && k < o->init_count; k++) {
      az_layout_location at;
      if (az_sort_of(a->s, o->init[k].value) != az_sort_bv(az_pointer_width(a->p))) continue;
      if (!az_layout_locate(a->memory.objects[i]->info.layout, o->init[k].offset, &at)) continue;
      pointees set = eq_pointees_of(a, o->init[k].value);
      eq_expose(a, &set);
      eq_pointees_join(a, &a->memory.objects[i]->cells[at.leaf].points, &set);
      eq_pointees_free(&set);
    }
  }
  for (uint32_t i = 0; !a->now.dry && i < arrlenu(a->memory.objects); i++)
    if (a->memory.objects[i]->info.several) begin_many(a, i);
  for (size_t i = 0; !a->now.dry && i < arrlenu(a->memory.globals); i++) {
    const az_object *o = &a->p->objects[a->memory.globals[i]];
    bool open =
        o->is_external || (a->p->arbitrary_entry && o->kind == AZ_OBJ_GLOBAL && !o->is_const);
    eq_begin_object(a, a->memory.globals[i], AZ_NO_TERM, !open);
    for (uint32_t k = 0; !open && k < o->init_count; k++)
      initialise(a, a->memory.globals[i], &o->init[k], o->init_count <= MOST_WRITES);
  }
}
