/* The layout of a cut point's state and its values in the states that the formula keeps. Positions
 * are appended on first demand and never move, so that domains and rows may keep their numbers. */
#include "cutpoint/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const az_instance *slot_of(const az_cut *cut, uint32_t slot, const az_leaf **leaf) {
  return az_memory_slot(cut->cuts->memory, slot, leaf, NULL);
}

bool is_among(const uint32_t *sorted, uint32_t id) {
  ptrdiff_t at = az_slot_position(sorted, id);
  return at < (ptrdiff_t)arrlenu(sorted) && sorted[at] == id;
}

void insert_sorted(uint32_t **sorted, uint32_t id) {
  ptrdiff_t at = az_slot_position(*sorted, id);
  if (!is_among(*sorted, id)) arrins(*sorted, at, id);
}

bool changes_slot(const az_cut *cut, uint32_t slot) {
  return is_among(cut->cuts->ssa->heads[cut->id].effect->slots, slot);
}

/* ---- values ---------------------------------------------------------------------------------- */

static az_term content_of(const az_cut *cut, const az_mem *mem, uint32_t slot) {
  const az_leaf *leaf;
  slot_of(cut, slot, &leaf);
  az_term v = az_mem_get(mem, slot);
  return v ? v : az_fresh(cut->cuts->s, az_leaf_sort(cut->cuts->ssa->p, leaf), "dead");
}

/* Returns a part of a pointer, and records that the formula mentions its target. */
static az_term part_of(const az_cut *cut, const position *p, az_term v) {
  az_cuts *cuts = cut->cuts;
  const path_info *owner = p->owner;
  if (owner->leaf && owner->leaf->ghost_bits == AZ_OBJECT_BITS &&
      az_sort_of(cuts->s, v) == az_sort_bv(AZ_OBJECT_BITS))
    az_memory_mention_holder(cuts->memory, v);
  if (!owner->is_pointer || owner->is_array) return v;
  if (!p->part) az_memory_mention(cuts->memory, v);
  return p->part ? az_pointer_offset(cuts->ssa->p, v) : az_pointer_object(cuts->ssa->p, v);
}

uint32_t reached_slot(const az_cut *cut, const reached_field *field, uint32_t id) {
  const az_memory *m = cut->cuts->memory;
  const az_instance *inst = az_memory_instance(m, id);
  if (field->ghost == SIZE_FIELD) return inst->is_site ? inst->sizes : AZ_NONE;
  if (field->ghost != AZ_NONE) return az_memory_ghost_slot(m, id, field->ghost);
  for (uint32_t l = 0; inst && l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    if (leaf->offset == field->offset && leaf->bytes == field->bytes && !leaf->dimension_count)
      return inst->slot + l;
  }
  return AZ_NONE;
}

/* Returns the field of the pointer's target, by cases over the objects that have this field. */
static az_term reached(const az_cut *cut, const position *p, const az_mem *mem, az_term object) {
  az_cuts *cuts = cut->cuts;
  az_store *s = cuts->s;
  az_term value = AZ_NO_TERM;
  for (uint32_t t = p->field->count; t-- > 0;) {
    uint32_t id = p->field->targets[t], slot = reached_slot(cut, p->field, id);
    const az_leaf *leaf = NULL;
    assert(slot != AZ_NONE || p->field->ghost == SIZE_FIELD); /* a target has the field */
    if (slot != AZ_NONE) slot_of(cut, slot, &leaf);
    az_term content =
        leaf ? content_of(cut, mem, slot) : az_memory_instance(cuts->memory, id)->size;
    if (leaf && leaf->of_site)
      content = az_select(s, content, az_memory_instance_number(cuts->memory, object));
    if (!value) value = az_zero_of(s, az_sort_of(s, content));
    value = az_ite(s, az_memory_is(cuts->memory, object, id), content, value);
  }
  return part_of(cut, p, value);
}

static az_term is_there(const az_cut *cut, const position *p, az_term object, az_term offset) {
  az_store *s = cut->cuts->s;
  az_term any = az_false(s);
  for (uint32_t t = p->field->count; t-- > 0;)
    any = az_or(s, any, az_memory_is(cut->cuts->memory, object, p->field->targets[t]));
  return az_and(s, any, az_eq(s, offset, az_zero_of(s, az_sort_of(s, offset))));
}

typedef struct cut_state {
  const az_cut *cut;
  const az_term *values;
} cut_state;

static void bind_formal(void *ctx, az_term var) {
  const cut_state *of = ctx;
  for (size_t i = 0; i < arrlenu(of->cut->layout); i++)
    if (of->cut->layout[i].formal == var) az_subst_bind(of->cut->cuts->subst, var, of->values[i]);
}

/* Returns the term with each formal replaced by its value in the state. Rigid variables stay: they
 * are the same in all states. */
static az_term over_values(const az_cut *cut, az_term term, const az_term *values) {
  cut_state of = {cut, values};
  az_subst_reset(cut->cuts->subst);
  az_free_vars(cut->cuts->s, &term, 1, bind_formal, &of);
  return az_subst_apply(cut->cuts->subst, term);
}

static az_term value_of(const az_cut *cut, const position *p, const az_mem *mem,
                        const az_term *values, const az_term *entry) {
  az_store *s = cut->cuts->s;
  switch (p->kind) {
  case POSITION_SLOT: return part_of(cut, p, content_of(cut, mem, p->slot));
  case POSITION_FIXED:
    return part_of(cut, p, az_select(s, content_of(cut, mem, p->slot), p->index));
  case POSITION_CELL: return az_select(s, values[p->of], p->index);
  case POSITION_REACHED: return reached(cut, p, mem, values[p->of]);
  case POSITION_THERE: return is_there(cut, p, values[p->of], values[p->of + 1]);
  case POSITION_ENTRY: return entry[p->of];
  case POSITION_TERM: return over_values(cut, p->term, values);
  }
  return AZ_NO_TERM;
}

static void fill(const az_cut *cut, const az_mem *mem, az_term **values, const az_term *entry) {
  assert(arrlenu(*values) <= arrlenu(cut->layout)); /* positions are appended only */
  assert(!entry || arrlenu(entry) == arrlenu(cut->layout));
  while (arrlenu(*values) < arrlenu(cut->layout)) {
    const position *p = &cut->layout[arrlenu(*values)];
    az_term v = value_of(cut, p, mem, *values, entry ? entry : *values);
    assert(v && az_sort_of(cut->cuts->s, v) == az_sort_of(cut->cuts->s, p->formal));
    arrput(*values, v);
  }
}

static void need_slot(uint32_t **slots, uint32_t slot) {
  if (slot != AZ_NONE) insert_sorted(slots, slot);
}

uint32_t *az_cuts_needed_slots(const az_cuts *cuts, uint32_t view) {
  const az_cut *cut = cuts->cuts[cuts->view_infos[view].cut];
  uint32_t *slots = NULL;
  for (size_t i = 0; i < arrlenu(cut->layout); i++) {
    const position *p = &cut->layout[i];
    if (p->kind == POSITION_SLOT || p->kind == POSITION_FIXED) need_slot(&slots, p->slot);
    if (p->kind != POSITION_REACHED) continue;
    for (uint32_t t = 0; t < p->field->count; t++)
      need_slot(&slots, reached_slot(cut, p->field, p->field->targets[t]));
  }
  return slots;
}

az_term *az_cuts_values_in(const az_cuts *cuts, uint32_t view, const az_mem *mem,
                           const az_term *entry) {
  az_term *values = NULL;
  fill(cuts->cuts[cuts->view_infos[view].cut], mem, &values, entry);
  return values;
}

/* Computes the missing values of a loop instance. */
void cut_values(az_cut *cut, uint32_t loop) {
  const az_loop_instance *l = &cut->cuts->ssa->loops[loop];
  az_cut_instance *c = &cut->cuts->loops[loop];
  fill(cut, l->entry, &c->entry, NULL);
  fill(cut, l->lb, &c->lb, c->entry);
  for (size_t j = 0; j < arrlenu(l->bodies); j++) {
    if (arrlenu(c->ends) == j) arrput(c->ends, NULL);
    if (l->bodies[j].end) fill(cut, l->bodies[j].end, &c->ends[j], c->entry);
  }
}

az_term az_cuts_concerns(const az_cuts *cuts, uint32_t view, const az_term *values) {
  if (view >= arrlenu(cuts->view_infos)) return az_true(cuts->s);
  const view_info *v = &cuts->view_infos[view];
  assert(az_sort_of(cuts->s, v->guard) == az_sort_bool());
  return over_values(cuts->cuts[v->cut], v->guard, values);
}

az_term az_cuts_in_state(const az_cuts *cuts, uint32_t view, az_term term, const az_term *values) {
  return over_values(cuts->cuts[cuts->view_infos[view].cut], term, values);
}

/* ---- positions ------------------------------------------------------------------------------- */

path_info *path_of(az_path path) {
  return (path_info *)(uintptr_t)path;
}

static az_sort sort_of(const az_cut *cut, const position *p) {
  const az_program *program = cut->cuts->ssa->p;
  const path_info *path = p->owner;
  az_store *s = cut->cuts->s;
  if (p->kind == POSITION_THERE) return az_sort_bool();
  if (p->kind == POSITION_TERM) return az_sort_of(s, p->term);
  if (p->kind == POSITION_ENTRY) return az_sort_of(s, cut->layout[p->of].formal);
  if (path->is_pointer && !path->is_array)
    return az_sort_bv(p->part ? program->pointer_bits : AZ_OBJECT_BITS);
  if (p->kind == POSITION_SLOT) return az_leaf_sort(program, path->leaf);
  if (p->kind == POSITION_CELL) return az_sort_element(az_sort_of(s, cut->layout[p->of].formal));
  return az_leaf_element_sort(program, path->leaf);
}

static void append(az_cut *cut, position p) {
  char name[48];
  uint32_t number = (uint32_t)arrlenu(cut->layout);
  p.formal = AZ_NO_TERM;
  assert(p.owner && p.of <= number); /* a position depends on earlier positions only */
  az_sort sort = sort_of(cut, &p);
  snprintf(name, sizeof name, "cut#%u.%u:%x", cut->id, number, sort);
  p.formal = az_var(cut->cuts->s, sort, name);
  arrput(cut->layout, p);
}

static void evaluate(az_cut *cut) {
  for (uint32_t i = 0; i < arrlenu(cut->cuts->loops); i++)
    if (cut->cuts->ssa->loops[i].head == cut->id) cut_values(cut, i);
}

/* Returns whether the formula may mention the target of one more pointer of the layout. Half of the
 * instance numbers are reserved for such targets. */
static bool has_room(const az_cut *cut, const path_info *path) {
  return !path->is_pointer || az_memory_instance_numbers_left(cut->cuts->memory);
}

static position_kind kind_of(const path_info *path) {
  switch (path->access.kind) {
  case AZ_ACCESS_CELL: return POSITION_CELL;
  case AZ_ACCESS_ENTRY: return POSITION_ENTRY;
  case AZ_ACCESS_COMBINED: return POSITION_TERM;
  case AZ_ACCESS_FIELD:
  case AZ_ACCESS_GHOST:
  case AZ_ACCESS_SIZE:
    if (path->field) return POSITION_REACHED;
    return path->object && !path->is_array ? POSITION_FIXED : POSITION_SLOT;
  default: return POSITION_SLOT;
  }
}

bool lay_out(az_cut *cut, path_info *path) {
  if (path->width || path->refused) return !path->refused;
  path_info *of = path->access.of ? path_of(path->access.of) : NULL;
  bool addressed =
      of && (of->access.kind == AZ_ACCESS_FIXED || of->access.kind == AZ_ACCESS_OBJECT);
  bool based = of && !addressed && path->access.kind != AZ_ACCESS_COMBINED;
  path->refused = (based && !lay_out(cut, of)) || !has_room(cut, path);
  if (path->refused) return false;
  if (path->access.kind == AZ_ACCESS_OFFSET) {
    path->at = of->at + 1;
    path->width = 1;
    return true;
  }
  path->at = (uint32_t)arrlenu(cut->layout);
  path->width = path->is_pointer && !path->is_array ? 2 : 1;
  position p = {.kind = kind_of(path),
                .reads = path->reads,
                .slot = path->slot,
                .of = based ? of->at : 0,
                .index = path->object,
                .field = path->field,
                .owner = path};
  if (path->access.kind == AZ_ACCESS_CELL)
    p.index = az_bv(cut->cuts->s, cut->cuts->ssa->p->pointer_bits, path->access.offset);
  for (uint8_t part = 0; part < path->width; part++) {
    p.part = part;
    p.term = path->term[part];
    if (p.kind == POSITION_ENTRY) p.of = of->at + part;
    append(cut, p);
  }
  assert(path->at + path->width == arrlenu(cut->layout));
  evaluate(cut);
  return true;
}

bool lay_out_there(az_cut *cut, path_info *path) {
  assert(path->field); /* a field of a pointer's target */
  if (path->there) return true;
  if (!lay_out(cut, path)) return false;
  path->there = (uint32_t)arrlenu(cut->layout) + 1;
  append(cut, (position){.kind = POSITION_THERE,
                         .of = path_of(path->access.of)->at,
                         .field = path->field,
                         .owner = path});
  evaluate(cut);
  return true;
}
