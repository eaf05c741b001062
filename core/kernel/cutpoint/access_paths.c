/* Access paths of a cut point (ansatz/observation.h): from program variables, fixed objects and
 * ghost cells to the values that they reach. Equal paths are shared. */
#include "cutpoint/internal.h"
#include <stdlib.h>
#include <string.h>

static bool same(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

path_info *intern_path(az_cut *cut, const path_info *like) {
  const az_access *a = &like->access;
  assert(like->name && (!a->of || !path_of(a->of)->refused || a->kind == AZ_ACCESS_COMBINED));
  for (size_t i = 0; i < arrlenu(cut->paths); i++) {
    const az_access *b = &cut->paths[i]->access;
    bool equal = a->kind == b->kind && a->of == b->of && a->instance == b->instance &&
                 a->ordinal == b->ordinal && a->offset == b->offset && a->bytes == b->bytes &&
                 same(a->ghost, b->ghost);
    if (equal && like->term[0] == cut->paths[i]->term[0] && like->term[1] == cut->paths[i]->term[1])
      return cut->paths[i];
  }
  path_info *path = AZ_NEW(cut->cuts->arena, path_info);
  *path = *like;
  arrput(cut->paths, path);
  return path;
}

static const char *text(const az_cut *cut, const char *format, const char *a, const char *b) {
  return az_arena_printf(cut->cuts->arena, format, a, b);
}

/* Returns the C lvalue of the element of a leaf at a byte offset from its first element. */
static const char *leaf_name(const az_cut *cut, const az_instance *inst, const az_leaf *leaf,
                             uint64_t offset) {
  char *name =
      az_lvalue_text(cut->cuts->ssa->p, inst->name, inst->type, leaf->offset + offset, leaf->bytes);
  const char *kept = az_arena_strdup(cut->cuts->arena, name ? name : inst->name);
  free(name);
  return kept;
}

/* Returns the name for all elements: "a[].x" for "a[0][0].x". */
static const char *array_name(const az_cut *cut, const char *name) {
  char *out = az_arena_strdup(cut->cuts->arena, name), *cell;
  while ((cell = strstr(out, "[0][0]"))) memmove(cell, cell + 3, strlen(cell + 3) + 1);
  if ((cell = strstr(out, "[0]"))) memmove(cell + 1, cell + 2, strlen(cell + 2) + 1);
  return out;
}

/* ---- program variables and fixed objects ----------------------------------------------------- */

path_info *program_path(az_cut *cut, uint32_t slot) {
  const az_leaf *leaf;
  uint32_t id;
  const az_instance *inst = az_memory_slot(cut->cuts->memory, slot, &leaf, &id);
  assert(!leaf->of_site && inst->layout); /* a leaf of one object that has content */
  bool lives = !leaf->bytes, array = leaf->dimension_count != 0;
  const char *name = lives ? text(cut, "live(%s)", inst->name, "") : leaf_name(cut, inst, leaf, 0);
  path_info like = {.access = {.kind = AZ_ACCESS_PROGRAM,
                               .instance = id,
                               .offset = lives ? UINT64_MAX : leaf->offset,
                               .bytes = leaf->bytes},
                    .slot = slot,
                    .leaf = leaf,
                    .type = leaf->type,
                    .is_pointer = leaf->is_pointer,
                    .is_array = array,
                    .reads = true,
                    .name = array ? array_name(cut, name) : name};
  return intern_path(cut, &like);
}

az_path az_cut_fixed(az_cut *cut, uint32_t site, uint32_t ordinal) {
  const az_memory *m = cut->cuts->memory;
  if (ordinal > 1) return NULL;
  if (ordinal) mention_second(cut->cuts, site);
  const az_instance *inst = az_memory_instance(m, site);
  az_term instance_number = ordinal ? az_memory_second(m, site) : az_memory_fixed(m, site);
  path_info like = {.access = {.kind = AZ_ACCESS_FIXED, .instance = site, .ordinal = ordinal},
                    .is_pointer = true,
                    .object = instance_number,
                    .name = ordinal ? text(cut, "other %s", inst->name, "") : inst->name};
  return &intern_path(cut, &like)->access;
}

az_term az_cut_second_index(az_cut *cut) {
  mention_second(cut->cuts, 0);
  return az_memory_second(cut->cuts->memory, 0);
}

az_path az_cut_object(az_cut *cut, const az_tvar *variable) {
  const az_access *a = variable->path;
  if (!a || a->kind != AZ_ACCESS_PROGRAM) return NULL;
  const az_instance *inst = az_memory_instance(cut->cuts->memory, a->instance);
  if (!inst->is_allocated) return NULL;
  path_info like = {.access = {.kind = AZ_ACCESS_OBJECT, .instance = a->instance},
                    .is_pointer = true,
                    .name = inst->name};
  return &intern_path(cut, &like)->access;
}

az_path az_cut_live_set(az_cut *cut, uint32_t site) {
  const az_memory *m = cut->cuts->memory;
  uint32_t slot = az_memory_live_slot(m, site);
  path_info like = {
      .access = {.kind = AZ_ACCESS_LIVE_SET, .instance = site},
      .slot = slot,
      .is_array = true,
      .reads = true,
      .name = text(cut, "live(%s)", az_memory_instance(m, site)->name, ""),
  };
  slot_of(cut, slot, &like.leaf);
  return &intern_path(cut, &like)->access;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static const az_leaf *leaf_at(const az_instance *inst, uint64_t offset, uint32_t bytes,
                              uint32_t *slot) {
  for (uint32_t l = 0; inst && l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    *slot = inst->slot + l;
    if (leaf->offset == offset && leaf->bytes == bytes) return leaf;
  }
  return NULL;
}

static az_path field_of_fixed(az_cut *cut, path_info *object, const az_object_field *field) {
  const az_memory *m = cut->cuts->memory;
  const az_instance *inst = az_memory_instance(m, object->access.instance);
  path_info like = {.access = {.kind = AZ_ACCESS_FIELD,
                               .of = &object->access,
                               .offset = field->offset,
                               .bytes = field->bytes},
                    .object = object->object,
                    .reads = true};
  like.leaf = leaf_at(inst, field->offset, field->bytes, &like.slot);
  if (!like.leaf) return NULL;
  like.type = like.leaf->type;
  like.is_pointer = like.leaf->is_pointer;
  like.is_array = like.leaf->dimension_count != 0;
  const char *name = leaf_name(cut, inst, like.leaf, 0);
  if (like.is_array) name = array_name(cut, name);
  like.name = object->access.ordinal ? text(cut, "other %s", name, "") : name;
  return &intern_path(cut, &like)->access;
}

/* Returns the field and the possible targets of the loop's pointers that have it; NULL: none. */
static const reached_field *reached_field_of(const az_cut *cut, uint64_t offset, uint32_t bytes,
                                             uint32_t ghost, const az_leaf **leaf) {
  az_cuts *cuts = cut->cuts;
  reached_field *field = AZ_NEW(cuts->arena, reached_field);
  uint32_t *targets = AZ_NEWN(cuts->arena, uint32_t, arrlenu(cut->targets) + 1);
  *field = (reached_field){offset, bytes, ghost, targets, 0};
  *leaf = NULL;
  for (size_t k = 0; k < arrlenu(cut->targets); k++) {
    uint32_t id = cut->targets[k], slot = AZ_NONE;
    const az_instance *inst = az_memory_instance(cuts->memory, id);
    const az_leaf *found = NULL;
    if (ghost == AZ_NONE)
      found = leaf_at(inst, offset, bytes, &slot);
    else if ((slot = az_memory_ghost_slot(cuts->memory, id, ghost)) != AZ_NONE)
      slot_of(cut, slot, &found);
    if (!found || found->dimension_count) continue;
    if (*leaf && (found->is_pointer != (*leaf)->is_pointer)) continue;
    if (!az_limits_room(az_ssa_limits(cuts->ssa), AZ_LIMIT_reached_targets, field->count)) break;
    if (!*leaf) *leaf = found;
    targets[field->count++] = id;
  }
  return field->count ? field : NULL;
}

static const char *name_behind(const az_cut *cut, const char *pointer, uint32_t id,
                               const az_leaf *leaf) {
  const az_instance *inst = az_memory_instance(cut->cuts->memory, id);
  char *fields = az_lvalue_text(cut->cuts->ssa->p, "", inst->type, leaf->offset, leaf->bytes);
  const char *name = fields && *fields == '.' ? text(cut, "%s->%s", pointer, fields + 1)
                                              : text(cut, "*%s", pointer, "");
  free(fields);
  return name;
}

static az_path field_behind(az_cut *cut, path_info *pointer, const az_object_field *field) {
  const az_leaf *leaf;
  const reached_field *at = reached_field_of(cut, field->offset, field->bytes, AZ_NONE, &leaf);
  if (!at) return NULL;
  path_info like = {.access = {.kind = AZ_ACCESS_FIELD,
                               .of = &pointer->access,
                               .offset = field->offset,
                               .bytes = field->bytes},
                    .leaf = leaf,
                    .type = leaf->type,
                    .is_pointer = leaf->is_pointer,
                    .field = at,
                    .name = name_behind(cut, pointer->name, at->targets[0], leaf)};
  return &intern_path(cut, &like)->access;
}

az_path az_cut_field(az_cut *cut, az_path object, const az_object_field *field) {
  if (!object) return NULL;
  if (object->kind == AZ_ACCESS_FIXED) return field_of_fixed(cut, path_of(object), field);
  if (object->kind == AZ_ACCESS_OBJECT) return NULL; /* the object's fields are program variables */
  return path_of(object)->is_pointer ? field_behind(cut, path_of(object), field) : NULL;
}

static az_object_field field_of_leaf(az_cut *cut, const az_instance *inst, const az_leaf *leaf) {
  return (az_object_field){.name = leaf_name(cut, inst, leaf, 0),
                           .offset = leaf->offset,
                           .bytes = leaf->bytes,
                           .type = leaf->type,
                           .is_pointer = leaf->is_pointer,
                           .is_array = leaf->dimension_count != 0};
}

uint32_t az_cut_fields(az_cut *cut, uint32_t site, const az_object_field **fields) {
  const az_instance *inst = az_memory_instance(cut->cuts->memory, site);
  az_object_field *list = AZ_NEWN(cut->cuts->arena, az_object_field, inst->layout->leaf_count + 1);
  uint32_t n = 0;
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++)
    if (inst->layout->leaves[l].type)
      list[n++] = field_of_leaf(cut, inst, &inst->layout->leaves[l]);
  *fields = list;
  return n;
}

az_path az_cut_size(az_cut *cut, az_path pointer) {
  az_memory *m = cut->cuts->memory;
  path_info *of = path_of(pointer);
  if (!of || !of->is_pointer || of->is_array || of->object || !lay_out(cut, of)) return NULL;
  az_points_to set = az_memory_targets(m, cut->cuts->loops[cut->first].lb[of->at]);
  uint32_t *targets = AZ_NEWN(cut->cuts->arena, uint32_t, arrlenu(set.ids) + 1);
  reached_field *field = AZ_NEW(cut->cuts->arena, reached_field);
  *field = (reached_field){.ghost = SIZE_FIELD, .targets = targets};
  path_info like = {.access = {.kind = AZ_ACCESS_SIZE, .of = pointer},
                    .field = field,
                    .name = text(cut, "size(%s)", of->name, "")};
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *inst = az_memory_instance(m, set.ids[i]);
    if (inst && inst->layout) targets[field->count++] = set.ids[i];
    if (inst && inst->is_site && inst->sizes != AZ_NONE) slot_of(cut, inst->sizes, &like.leaf);
  }
  arrfree(set.ids);
  return like.leaf ? &intern_path(cut, &like)->access : NULL;
}

static bool is_scalar(const az_cut *cut, const az_leaf *leaf) {
  if (leaf->dimension_count || !leaf->type || leaf->bytes > 8) return false;
  return leaf->is_pointer || cut->cuts->ssa->p->types[leaf->type].kind == AZ_T_INT;
}

uint32_t az_cut_fields_behind(az_cut *cut, az_path pointer, const az_object_field **fields) {
  az_object_field *list = NULL;
  path_info *path = path_of(pointer);
  az_points_to set = {.flags = AZ_PTS_WILD};
  if (path->is_pointer && lay_out(cut, path))
    set = az_memory_targets(cut->cuts->memory, cut->cuts->loops[cut->first].lb[path->at]);
  for (size_t i = 0; i < arrlenu(cut->targets); i++) {
    if (!set.flags && !is_among(set.ids, cut->targets[i])) continue;
    const az_instance *inst = az_memory_instance(cut->cuts->memory, cut->targets[i]);
    for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
      const az_leaf *leaf = &inst->layout->leaves[l];
      bool known = !is_scalar(cut, leaf);
      for (size_t k = 0; k < arrlenu(list); k++)
        known |= list[k].offset == leaf->offset && list[k].bytes == leaf->bytes;
      if (!known) arrput(list, field_of_leaf(cut, inst, leaf));
    }
  }
  arrfree(set.ids);
  uint32_t n = (uint32_t)arrlenu(list);
  az_object_field *kept = AZ_COPY(cut->cuts->arena, list, n, n + 1);
  arrfree(list);
  *fields = kept;
  return n;
}

/* ---- cells, ghosts, values on entry ---------------------------------------------------------- */

az_path az_cut_cell(az_cut *cut, az_path array, uint64_t index) {
  path_info *of = path_of(array);
  if (!array || !of->is_array || !of->leaf || of->leaf->dimension_count != 1 ||
      of->leaf->is_pointer || of->leaf->of_site)
    return NULL;
  const az_instance *inst = az_memory_instance(cut->cuts->memory, array->instance);
  path_info like = {.access = {.kind = AZ_ACCESS_CELL, .of = array, .offset = index},
                    .leaf = of->leaf,
                    .type = of->type,
                    .reads = true,
                    .name = leaf_name(cut, inst, of->leaf, index * of->leaf->dimensions[0].stride)};
  return &intern_path(cut, &like)->access;
}

static az_path ghost_of_object(az_cut *cut, path_info *object, uint32_t cell) {
  const az_cuts *cuts = cut->cuts;
  const az_ghost *ghost = observers_cell(cuts->observers, cell);
  uint32_t field = az_ssa_ghost_field(cuts->ssa, cell);
  path_info like = {
      .access = {
          .kind = AZ_ACCESS_GHOST, .of = &object->access, .offset = cell, .ghost = ghost->name}};
  if (object->access.kind == AZ_ACCESS_FIXED || object->access.kind == AZ_ACCESS_OBJECT) {
    like.slot = az_memory_ghost_slot(cuts->memory, object->access.instance, field);
    if (like.slot == AZ_NONE) return NULL;
    slot_of(cut, like.slot, &like.leaf);
    like.object = object->object;
    like.reads = true;
    like.name = text(cut, "%s.(%s)", object->name, ghost->name);
  } else {
    like.field = reached_field_of(cut, 0, 0, field, &like.leaf);
    if (!like.field) return NULL;
    like.name = text(cut, "%s->(%s)", object->name, ghost->name);
  }
  return &intern_path(cut, &like)->access;
}

static az_path ghost_cell(az_cut *cut, uint32_t cell, uint32_t head) {
  const az_cuts *cuts = cut->cuts;
  const az_ghost *ghost = observers_cell(cuts->observers, cell);
  const az_loop_head *h = &cuts->ssa->heads[head];
  bool loop = ghost->scope == AZ_GHOST_LOOP;
  path_info like = {.access = {.kind = AZ_ACCESS_GHOST,
                               .ordinal = loop ? head : AZ_NONE,
                               .offset = cell,
                               .ghost = ghost->name},
                    .reads = true};
  like.slot = loop ? az_ssa_loop_ghost(cuts->ssa, cell, h->frame, h->loop)
                   : az_ssa_ghost_cell(cuts->ssa, cell);
  if (like.slot == AZ_NONE) return NULL;
  slot_of(cut, like.slot, &like.leaf);
  like.name = loop ? text(cut, "%s(%s)", ghost->name, h->name) : ghost->name;
  return &intern_path(cut, &like)->access;
}

az_path az_cut_ghost(az_cut *cut, az_path object, const az_ghost *ghost) {
  uint32_t cell = observers_ghost(cut->cuts->observers, cut->observer, ghost);
  if (cell == AZ_NONE || (ghost->scope == AZ_GHOST_OBJECT) != (object != NULL)) return NULL;
  return object ? ghost_of_object(cut, path_of(object), cell) : ghost_cell(cut, cell, cut->id);
}

az_path az_cut_loop_ghost(az_cut *cut, uint32_t loop, const az_ghost *ghost) {
  uint32_t cell = observers_ghost(cut->cuts->observers, cut->observer, ghost);
  if (cell == AZ_NONE || ghost->scope == AZ_GHOST_OBJECT) return NULL;
  return ghost_cell(cut, cell, loop);
}

az_path az_cut_entry(az_cut *cut, az_path path) {
  const path_info *of = path_of(path);
  if (!path || of->is_array || path->kind == AZ_ACCESS_FIXED || path->kind == AZ_ACCESS_OBJECT)
    return NULL;
  path_info like = {.access = {.kind = AZ_ACCESS_ENTRY, .of = path},
                    .leaf = of->leaf,
                    .type = of->type,
                    .is_pointer = of->is_pointer,
                    .name = text(cut, "entry(%s)", of->name, "")};
  return &intern_path(cut, &like)->access;
}

/* ---- formals --------------------------------------------------------------------------------- */

static az_term lives_at(az_cut *cut, az_path fixed) {
  az_store *s = cut->cuts->s;
  path_info *live_set = path_of(az_cut_live_set(cut, fixed->instance));
  if (!lay_out(cut, live_set)) return AZ_NO_TERM;
  return az_eq_value(s, az_select(s, cut->layout[live_set->at].formal, path_of(fixed)->object), 1);
}

static az_term there_of(az_cut *cut, az_path path) {
  path_info *info = path_of(path);
  if (path->kind == AZ_ACCESS_FIXED) return lives_at(cut, path);
  if (path->kind == AZ_ACCESS_OBJECT) return az_true(cut->cuts->s);
  if (info->field)
    return lay_out_there(cut, info) ? cut->layout[info->there - 1].formal : AZ_NO_TERM;
  if (path->of && path->kind != AZ_ACCESS_COMBINED) return there_of(cut, path->of);
  return az_true(cut->cuts->s);
}

uint32_t az_cut_formals(az_cut *cut, az_path path, az_term value[2], az_term *there) {
  const az_program *p = cut->cuts->ssa->p;
  az_store *s = cut->cuts->s;
  if (!path) return 0;
  path_info *info = path_of(path);
  uint32_t width = 2;
  if (path->kind == AZ_ACCESS_FIXED || path->kind == AZ_ACCESS_OBJECT) {
    value[0] = info->object ? az_concat(s, info->object, az_bv(s, AZ_INSTANCE_BITS, path->instance))
                            : az_bv(s, AZ_OBJECT_BITS, path->instance);
    value[1] = az_bv(s, p->pointer_bits, 0);
  } else {
    if (!lay_out(cut, info)) return 0;
    width = info->width;
    for (uint32_t i = 0; i < width; i++) value[i] = cut->layout[info->at + i].formal;
  }
  if (there) *there = there_of(cut, path);
  return there && !*there ? 0 : width;
}

bool az_cut_changes(az_cut *cut, az_path path) {
  const path_info *info = path_of(path);
  switch (path->kind) {
  case AZ_ACCESS_FIXED:
  case AZ_ACCESS_OBJECT:
  case AZ_ACCESS_ENTRY: return false;
  case AZ_ACCESS_COMBINED: return info->changes;
  default: break;
  }
  if (!info->field)
    return path->kind == AZ_ACCESS_CELL || path->kind == AZ_ACCESS_OFFSET
               ? az_cut_changes(cut, path->of)
               : changes_slot(cut, info->slot);
  bool changes = az_cut_changes(cut, path->of);
  for (uint32_t t = 0; t < info->field->count; t++)
    changes |= changes_slot(cut, reached_slot(cut, info->field, info->field->targets[t]));
  return changes;
}
