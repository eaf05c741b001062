/* The program's own variables at a loop head: those that the loop changes, and those that it reads
 * or depends on without changing them. Every domain sees them; observations add the rest. */
#include "cutpoint/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Describes the array cell that rows mention; all arrays share its index. */
static void describe_array(const az_cut *cut, const path_info *path, az_tvar *v) {
  const az_cuts *cuts = cut->cuts;
  const az_leaf *leaf = path->leaf;
  const az_program *p = cuts->ssa->p;
  if (leaf->of_site && !leaf->dimension_count) return; /* lifetimes of a site's objects */
  v->index = az_memory_index(cuts->memory);
  if (leaf->of_site) v->index = az_concat(cuts->s, path->object, v->index);
  if (leaf->elements) {
    v->size = az_bv(cuts->s, p->pointer_bits, leaf->elements);
    return;
  }
  if (leaf->of_site) return; /* each of its objects has its own size */
  /* An instance that is not a site is allocated outside all loops: its size is fixed. */
  v->size = az_memory_elements(cuts->memory, slot_of(cut, path->slot, NULL), leaf);
}

/* Describes the possible targets in loop-back states. */
static void describe_targets(const az_cut *cut, const path_info *path, az_tvar *v) {
  az_cuts *cuts = cut->cuts;
  az_points_to set = az_memory_targets(cuts->memory, cuts->loops[cut->first].lb[path->at]);
  uint32_t n = (uint32_t)arrlenu(set.ids), *kept = AZ_COPY(cuts->arena, set.ids, n, n + 1);
  arrfree(set.ids);
  v->targets = kept;
  v->target_count = n;
  v->anywhere = set.flags != 0;
}

static uint32_t object_of(const az_cut *cut, const path_info *path) {
  const az_access *a = &path->access;
  while (a->of) a = a->of;
  if (a->kind != AZ_ACCESS_PROGRAM) return AZ_NONE;
  return az_memory_instance(cut->cuts->memory, a->instance)->object;
}

az_tvar path_tvar(az_cut *cut, const path_info *path) {
  const az_program *p = cut->cuts->ssa->p;
  const az_leaf *leaf = path->leaf;
  assert(path->width && !path->refused); /* it is laid out */
  const az_type_info *type = &p->types[path->type];
  az_tvar v = {.kind = path->is_array                           ? AZ_TV_ARRAY
                       : path->is_pointer                       ? AZ_TV_POINTER
                       : type->kind == AZ_T_FLOAT && path->type ? AZ_TV_FLOAT
                                                                : AZ_TV_INT,
               .name = path->name,
               .path = &path->access,
               .type = path->type,
               .is_signed = type->kind == AZ_T_INT && type->is_signed,
               .object = object_of(cut, path),
               .at = path->at,
               .there = path->there};
  if (leaf)
    v.bits = leaf->ghost_bits   ? leaf->ghost_bits
             : leaf->is_pointer ? az_pointer_width(p)
                                : 8 * leaf->bytes;
  const az_access *entered = path->access.kind == AZ_ACCESS_ENTRY ? path->access.of : &path->access;
  if (entered->kind == AZ_ACCESS_OFFSET) {
    v.kind = AZ_TV_INT;
    v.bits = p->pointer_bits;
    v.is_signed = true;
  }
  v.changes = az_cut_changes(cut, &path->access);
  if (v.kind == AZ_TV_ARRAY) describe_array(cut, path, &v);
  if (v.kind == AZ_TV_POINTER) describe_targets(cut, path, &v);
  return v;
}

static void add_variable(az_cut *cut, uint32_t slot, const az_points_to *points) {
  path_info *path = program_path(cut, slot);
  if (!lay_out(cut, path)) return;
  az_tvar v = path_tvar(cut, path);
  v.view = cut->view;
  arrput(cut->program, v);
  if (v.kind != AZ_TV_POINTER || !points || !points->inside) return;
  path_info like = {.access = {.kind = AZ_ACCESS_OFFSET, .of = &path->access}, /* an integer */
                    .reads = true,
                    .name = az_arena_printf(cut->cuts->arena, "offset(%s)", path->name)};
  path_info *offset = intern_path(cut, &like);
  if (!lay_out(cut, offset)) return;
  v = path_tvar(cut, offset);
  v.view = cut->view;
  arrput(cut->program, v);
}

/* Returns whether the slot is memory of the program, neither a ghost cell nor an array over the
 * objects of a site. */
static bool is_programs(const az_cut *cut, uint32_t slot) {
  const az_leaf *leaf;
  uint32_t id;
  const az_instance *inst = az_memory_slot(cut->cuts->memory, slot, &leaf, &id);
  if (leaf->of_site || !inst->layout) return false;
  return leaf->bytes || slot == az_memory_live_slot(cut->cuts->memory, id);
}

/* Finds the allocation sites whose objects the loop changes or its pointers may point to. */
static void find_sites(az_cut *cut, const az_loop_effect *e) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    uint32_t id;
    az_memory_slot(cut->cuts->memory, e->slots[i], NULL, &id);
    for (size_t k = 0; k <= arrlenu(e->points[i].ids); k++) {
      if (k) id = e->points[i].ids[k - 1];
      const az_instance *inst = az_memory_instance(cut->cuts->memory, id);
      if (inst && inst->is_site) insert_sorted(&cut->sites, id);
      if (k && inst) insert_sorted(&cut->targets, id);
    }
  }
}

/* Adds the targets of unchanged pointers if the loop changes arrays in objects of sites: these may
 * be reached through a target of such a pointer (`p->d[i]`). */
static void find_targets_of_unchanged(az_cut *cut, const az_loop_effect *e) {
  const az_leaf *leaf;
  bool arrays = false;
  for (size_t i = 0; i < arrlenu(e->slots) && !arrays; i++) {
    az_memory_slot(cut->cuts->memory, e->slots[i], &leaf, NULL);
    arrays = leaf->of_site && leaf->bytes && leaf->dimension_count;
  }
  for (size_t i = 0; arrays && i < arrlenu(cut->program); i++) {
    const az_tvar *v = &cut->program[i];
    for (uint32_t t = 0; !v->changes && t < v->target_count; t++)
      if (az_memory_instance(cut->cuts->memory, v->targets[t]))
        insert_sorted(&cut->targets, v->targets[t]);
  }
}

static bool in_chain(const az_ssa *ssa, uint32_t copies, uint32_t chain) {
  for (; chain; chain = ssa->copies[chain].parent)
    if (chain == copies) return true;
  return !copies;
}

/* Finds the loops around and before this one, which precede it in the formula. */
static void find_loops(az_cut *cut) {
  const az_ssa *ssa = cut->cuts->ssa;
  const az_loop_instance *l = &ssa->loops[cut->first];
  bool *known = az_calloc(arrlenu(ssa->heads) + 1, sizeof *known);
  known[l->head] = true;
  for (uint32_t i = cut->first; i-- > 0;) {
    const az_loop_instance *other = &ssa->loops[i];
    if (known[other->head] || !in_chain(ssa, other->copies, l->copies)) continue;
    known[other->head] = true;
    arrput(cut->around, other->head);
  }
  free(known);
}

void add_program_section(az_cut *cut) {
  const az_loop_effect *e = cut->cuts->ssa->heads[cut->id].effect;
  assert(!arrlenu(cut->program) && !arrlenu(cut->layout)); /* program variables come first */
  find_sites(cut, e);
  find_loops(cut);
  for (size_t i = 0; i < arrlenu(e->slots); i++)
    if (is_programs(cut, e->slots[i])) add_variable(cut, e->slots[i], &e->points[i]);
  for (size_t i = 0; i < arrlenu(e->unchanged); i++)
    if (!changes_slot(cut, e->unchanged[i])) add_variable(cut, e->unchanged[i], NULL);
  find_targets_of_unchanged(cut, e);
}
