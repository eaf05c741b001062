/* Activations and objects of the equations are found in the formula as those of a concrete
 * execution are (ssa/concrete.h). A memory state of which the slots hold abstract variables then
 * gives the values of a view. What no abstract variable holds is some unknown value. */
#include "abstract/abstract_states.h"
#include "ssa/concrete.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct held_by {
  uint32_t object, leaf; /* of the equations */
} held_by;

struct az_abstract_states {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_memory *memory;
  az_store *store;
  const az_abstract *abstract;
  az_concrete_frame *frames; /* by frame of the equations */
  struct {
    uint32_t key;
    held_by value;
  } *slots;         /* slot -> what holds its value */
  uint32_t *points; /* by view of all states of a loop: AZ_NONE: no point is this loop's */
  uint32_t views;
  az_term **values; /* by view: stb_ds, NULL: not yet asked for */
};

static void find_frames(az_abstract_states *s) {
  uint32_t count = az_abstract_frames(s->abstract);
  s->frames = az_calloc(count + 1, sizeof *s->frames);
  for (uint32_t f = 0; f < count; f++) { /* callers first */
    const az_abstract_frame *frame = az_abstract_frame_at(s->abstract, f);
    if (f && frame->parent == AZ_NONE) { /* it stands for several activations of the formula */
      s->frames[f] = (az_concrete_frame){AZ_NONE, AZ_NONE};
      continue;
    }
    s->frames[f] = frame->parent == AZ_NONE ? az_ssa_entry_frame(s->ssa)
                                            : az_ssa_called_frame(s->ssa, s->frames[frame->parent],
                                                                  frame->function, frame->call);
  }
}

static uint32_t position_of(const az_function *f, uint32_t object) {
  for (uint32_t l = 0; l < f->local_count; l++)
    if (f->locals[l] == object) return l;
  return AZ_NONE;
}

/* 0: the formula has no such object. */
static uint32_t instance_of(const az_abstract_states *s, const az_abstract_object *o) {
  if (o->frame == AZ_NONE) return o->object + 1;
  az_concrete_frame frame = s->frames[o->frame];
  if (frame.frame == AZ_NONE) return 0;
  if (o->object == AZ_NONE) {
    uint32_t id = az_ssa_allocated(s->ssa, frame, o->site, o->several, o->bytes);
    return id == AZ_NONE ? 0 : id;
  }
  const az_function *f = &s->ssa->p->functions[s->ssa->p->objects[o->object].function];
  uint32_t position = position_of(f, o->object);
  return position == AZ_NONE ? 0 : az_ssa_local(s->ssa, frame.frame, position);
}

static bool same_layout(const az_layout *a, const az_layout *b, bool of_site) {
  if (!a || !b || a->leaf_count != b->leaf_count) return false;
  for (uint32_t l = 0; l < a->leaf_count; l++) {
    const az_leaf *x = &a->leaves[l], *y = &b->leaves[l];
    if (x->offset != y->offset || x->bytes != y->bytes || x->is_pointer != y->is_pointer ||
        x->dimension_count != y->dimension_count || y->of_site != of_site)
      return false;
  }
  return true;
}

uint32_t az_abstract_states_instance(const az_abstract_states *s, uint32_t object, bool *any) {
  const az_abstract_object *o = az_abstract_object_at(s->abstract, object);
  uint32_t id = instance_of(s, o);
  *any = o->several;
  return id ? id : AZ_NONE;
}

static void find_slots(az_abstract_states *s) {
  for (uint32_t i = 0; i < az_abstract_objects(s->abstract); i++) {
    const az_abstract_object *o = az_abstract_object_at(s->abstract, i);
    uint32_t id = o->layout ? instance_of(s, o) : 0;
    const az_instance *instance = id ? az_memory_instance(s->memory, id) : NULL;
    if (!instance || !same_layout(o->layout, instance->layout, o->several)) continue;
    for (uint32_t l = 0; l < o->layout->leaf_count; l++)
      hmput(s->slots, instance->slot + l, ((held_by){i, l}));
  }
}

static void find_points(az_abstract_states *s) {
  uint32_t count;
  (void)az_cuts_views(s->cuts, &s->views);
  s->points = az_calloc(s->views + 1, sizeof *s->points);
  s->values = az_calloc(s->views + 1, sizeof *s->values);
  for (uint32_t v = 0; v < s->views; v++) s->points[v] = AZ_NONE;
  const az_abstract_head *heads = az_abstract_heads(s->abstract, &count);
  for (uint32_t h = 0; h < count; h++) {
    az_concrete_frame frame = s->frames[heads[h].frame];
    uint32_t head =
        frame.frame == AZ_NONE ? AZ_NONE : az_ssa_head(s->ssa, frame.frame, heads[h].loop);
    if (head != AZ_NONE) s->points[az_cuts_view_of_head(s->cuts, head)] = heads[h].point;
  }
}

az_abstract_states *az_abstract_states_new(const az_cuts *cuts, const az_abstract *abstract) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  az_abstract_states *s = az_calloc(1, sizeof *s);
  s->cuts = cuts;
  s->ssa = ssa;
  s->memory = az_ssa_memory(ssa->shared);
  s->store = ssa->s;
  s->abstract = abstract;
  find_frames(s);
  find_slots(s);
  find_points(s);
  return s;
}

void az_abstract_states_free(az_abstract_states *s) {
  if (!s) return;
  for (uint32_t v = 0; v < s->views; v++) arrfree(s->values[v]);
  free(s->values);
  free(s->points);
  free(s->frames);
  hmfree(s->slots);
  free(s);
}

/* `part`: the abstract pointer; AZ_NO_TERM: nothing but the offset may be known. */
static az_term pointer_at(az_abstract_states *s, uint32_t slot, az_term part, az_term offset) {
  char name[40];
  snprintf(name, sizeof name, "abstract object!%u", slot);
  if (!part) part = az_var(s->store, az_sort_bv(AZ_OBJECT_BITS), name);
  az_points_to nothing = {.flags = AZ_PTS_INVALID, .inside = true};
  az_memory_points_to(s->memory, part, &nothing);
  return az_pointer(s->ssa->p, part, offset);
}

static az_term value_of(az_abstract_states *s, uint32_t slot) {
  const az_leaf *leaf;
  az_memory_slot(s->memory, slot, &leaf, NULL);
  az_sort sort = az_leaf_sort(s->ssa->p, leaf);
  ptrdiff_t at = hmgeti(s->slots, slot);
  const az_transfer_context *context = &az_abstract_equations(s->abstract)->context;
  uint32_t var = AZ_NONE, part = AZ_NONE, w = s->ssa->p->pointer_bits;
  bool at_start = false;
  if (at >= 0) {
    held_by held = s->slots[at].value;
    var = az_abstract_variable_of(s->abstract, held.object, held.leaf);
    part = az_abstract_part_of(s->abstract, held.object, held.leaf);
    at_start = az_abstract_at_start(s->abstract, held.object, held.leaf);
  }
  az_term term = AZ_NO_TERM;
  uint64_t unit = 1;
  if (var != AZ_NONE) {
    term = context->vars[var].term;
    unit = context->vars[var].unit;
  }
  bool of_many = leaf->of_site && !leaf->dimension_count;
  if (leaf->is_pointer && (!az_leaf_is_array(leaf) || (of_many && part != AZ_NONE))) {
    if (!term) term = at_start ? az_bv(s->store, w, 0) : az_fresh(s->store, az_sort_bv(w), "some");
    if (unit > 1) term = az_bv_mul_nsw(s->store, term, unit);
    term = pointer_at(s, slot, part == AZ_NONE ? AZ_NO_TERM : context->vars[part].term, term);
    return of_many ? az_const_array(s->store, AZ_IDENTITY_BITS, term) : term;
  }
  /* Of many objects a variable knows what holds of each: as the one that rows speak of has it. */
  if (term && of_many) term = az_const_array(s->store, AZ_IDENTITY_BITS, term);
  return term && az_sort_of(s->store, term) == sort ? term : az_fresh(s->store, sort, "some");
}

/* Values when the loop was entered are unknown: an analysis speaks of one state. */
static az_term *unknown_entry(const az_abstract_states *s, uint32_t view) {
  az_term *entry = NULL;
  for (uint32_t i = 0; i < az_cuts_width(s->cuts, view); i++)
    arrput(entry,
           az_fresh(s->store, az_sort_of(s->store, az_cuts_formal(s->cuts, view, i)), "entered"));
  return entry;
}

uint32_t az_abstract_states_at(az_abstract_states *s, uint32_t view, const az_term **values) {
  uint32_t all = az_cuts_view_of_all(s->cuts, view);
  if (all >= s->views || s->points[all] == AZ_NONE) return AZ_NONE;
  if (!s->values[all]) {
    uint32_t *slots = az_cuts_needed_slots(s->cuts, all);
    az_term *entry = unknown_entry(s, all);
    az_mem *mem = az_mem_new(s->memory);
    for (size_t i = 0; i < arrlenu(slots); i++) az_mem_set(mem, slots[i], value_of(s, slots[i]));
    s->values[all] = az_cuts_values_in(s->cuts, all, mem, entry);
    az_mem_free(mem);
    arrfree(entry);
    arrfree(slots);
  }
  *values = s->values[all];
  return s->points[all];
}
