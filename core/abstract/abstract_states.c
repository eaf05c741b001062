/* Maps the activations and objects of the equations to those of the formula, as for a concrete
 * execution (abstract/concrete.h). The values of a view are read from a memory state whose slots
 * contain abstract variables. A slot without an abstract variable has an unknown value.
 *
 * A frame of the equations may stand for several activations of the formula: those of a recursive
 * function, or all calls of a function. The variables of the frame then belong to the activation
 * that was entered last. A state in another activation has no information about these variables. */
#include "abstract/analyses.h"
#include "abstract/concrete.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct activation { /* an activation in the formula */
  az_concrete_frame of;
  uint32_t frame;  /* its frame in the equations */
  uint32_t caller; /* an activation, or AZ_NONE */
  uint32_t other;  /* next activation of the same frame, or AZ_NONE */
} activation;

typedef struct held_by {
  uint32_t object, leaf; /* in the equations */
  uint32_t activation;   /* valid while this is the latest of its frame; AZ_NONE: always */
} held_by;

struct az_abstract_states {
  const az_cuts *cuts;
  const az_ssa *ssa;
  az_memory *memory;
  az_store *store;
  const az_abstract *abstract;
  activation *activations; /* stb_ds, callers first */
  uint32_t *of_frame;      /* by frame of the equations: its latest activation, or AZ_NONE */
  struct {
    uint32_t key;
    held_by value;
  } *slots;         /* slot -> the holder of its value */
  uint32_t *points; /* by view of all states of a loop: its point, or AZ_NONE */
  uint32_t *within; /* by view that has a point: the point's activation */
  uint32_t views;
  az_term **values; /* by view: stb_ds, NULL until first used */
};

static void add_activation(az_abstract_states *s, az_concrete_frame of, uint32_t frame,
                           uint32_t caller) {
  if (of.frame == AZ_NONE) return;
  assert(caller == AZ_NONE || caller < arrlenu(s->activations));
  assert(frame < az_abstract_frames(s->abstract));
  /* Activations of a frame are a list from the latest to the first. */
  assert(s->of_frame[frame] == AZ_NONE || s->of_frame[frame] < arrlenu(s->activations));
  arrput(s->activations, ((activation){of, frame, caller, s->of_frame[frame]}));
  s->of_frame[frame] = (uint32_t)arrlenu(s->activations) - 1;
}

/* Call paths of the formula are finite, and each activation is found once, from its caller. */
static void find_activations(az_abstract_states *s) {
  uint32_t frames = az_abstract_frames(s->abstract), calls = az_abstract_calls(s->abstract);
  s->of_frame = az_array_new(frames + 1, sizeof *s->of_frame);
  uint32_t *first = az_array_new(frames + 1, sizeof *first), /* by frame: first call in it */
      *next = az_array_new(calls + 1, sizeof *next); /* by call: the next call in the same frame */
  for (uint32_t f = 0; f < frames; f++) s->of_frame[f] = first[f] = AZ_NONE;
  for (uint32_t c = calls; c-- > 0;) {
    uint32_t caller = az_abstract_call_at(s->abstract, c).caller;
    if (caller == AZ_NONE) continue;
    next[c] = first[caller];
    first[caller] = c;
  }
  add_activation(s, az_ssa_entry_frame(s->ssa), 0, AZ_NONE);
  for (uint32_t i = 0; i < arrlenu(s->activations); i++)
    for (uint32_t c = first[s->activations[i].frame]; c != AZ_NONE; c = next[c]) {
      az_abstract_call call = az_abstract_call_at(s->abstract, c);
      add_activation(s, az_ssa_called_frame(s->ssa, s->activations[i].of, call.function, call.call),
                     call.frame, i);
    }
  free(first);
  free(next);
}

/* Returns the activation that owns the frame's variables during the activation `at`, or AZ_NONE. */
static uint32_t latest(const az_abstract_states *s, uint32_t at, uint32_t frame) {
  while (at != AZ_NONE && s->activations[at].frame != frame) at = s->activations[at].caller;
  return at;
}

static uint32_t position_of(const az_function *f, uint32_t object) {
  for (uint32_t l = 0; l < f->local_count; l++)
    if (f->locals[l] == object) return l;
  return AZ_NONE;
}

/* Returns the object in an activation (AZ_NONE: it exists once), or 0 if the formula has none. */
static uint32_t instance_of(const az_abstract_states *s, const az_abstract_object *o, uint32_t in) {
  if (o->frame == AZ_NONE) return o->object + 1;
  if (in == AZ_NONE) return 0;
  az_concrete_frame frame = s->activations[in].of;
  if (o->object == AZ_NONE) {
    uint32_t id = az_ssa_allocated(s->ssa, frame, o->site, o->several, o->bytes);
    if (!id && o->several) id = az_ssa_allocated(s->ssa, frame, o->site, false, o->bytes);
    return id == AZ_NONE ? 0 : id;
  }
  const az_function *f = &s->ssa->p->functions[s->ssa->p->objects[o->object].function];
  uint32_t position = position_of(f, o->object);
  return position == AZ_NONE ? 0 : az_ssa_local(s->ssa, frame.frame, position);
}

/* Compares layouts. An object that represents several in the equations may be a single object in
 * the formula, where calls are expanded. */
static bool same_layout(const az_layout *a, const az_layout *b, bool several) {
  if (!a || !b || a->leaf_count != b->leaf_count) return false;
  for (uint32_t l = 0; l < a->leaf_count; l++) {
    const az_leaf *x = &a->leaves[l], *y = &b->leaves[l];
    if (x->offset != y->offset || x->bytes != y->bytes || x->is_pointer != y->is_pointer ||
        x->dimension_count != y->dimension_count || (y->of_site && !several))
      return false;
  }
  return true;
}

uint32_t az_abstract_states_instance(const az_abstract_states *s, uint32_t view, uint32_t object,
                                     bool *any) {
  const az_abstract_object *o = az_abstract_object_at(s->abstract, object);
  uint32_t in = o->frame == AZ_NONE ? AZ_NONE : s->of_frame[o->frame];
  if (in != AZ_NONE && s->activations[in].other != AZ_NONE)
    in = o->several ? AZ_NONE : latest(s, s->within[az_cuts_view_of_all(s->cuts, view)], o->frame);
  uint32_t id = instance_of(s, o, in);
  *any = o->several;
  return id ? id : AZ_NONE;
}

/* Finds the slots of an object of the activation `in`; `held` as in held_by. */
static void find_slots_of(az_abstract_states *s, uint32_t object, uint32_t in, uint32_t held) {
  const az_abstract_object *o = az_abstract_object_at(s->abstract, object);
  uint32_t id = instance_of(s, o, in);
  const az_instance *instance = id ? az_memory_instance(s->memory, id) : NULL;
  if (!instance || !same_layout(o->layout, instance->layout, o->several)) return;
  for (uint32_t l = 0; l < o->layout->leaf_count; l++)
    hmput(s->slots, instance->slot + l, ((held_by){object, l, held}));
}

static void find_slots(az_abstract_states *s) {
  for (uint32_t i = 0; i < az_abstract_objects(s->abstract); i++) {
    const az_abstract_object *o = az_abstract_object_at(s->abstract, i);
    if (!o->layout) continue;
    if (o->frame == AZ_NONE) {
      find_slots_of(s, i, AZ_NONE, AZ_NONE);
      continue;
    }
    uint32_t in = s->of_frame[o->frame];
    bool always = in == AZ_NONE || s->activations[in].other == AZ_NONE || o->several;
    for (; in != AZ_NONE; in = s->activations[in].other)
      find_slots_of(s, i, in, always ? AZ_NONE : in);
  }
}

static void find_points(az_abstract_states *s) {
  uint32_t count;
  (void)az_cuts_views(s->cuts, &s->views);
  s->points = az_calloc(s->views + 1, sizeof *s->points);
  s->within = az_calloc(s->views + 1, sizeof *s->within);
  s->values = az_calloc(s->views + 1, sizeof *s->values);
  for (uint32_t v = 0; v < s->views; v++) s->points[v] = s->within[v] = AZ_NONE;
  const az_abstract_head *heads = az_abstract_heads(s->abstract, &count);
  for (uint32_t h = 0; h < count; h++) {
    uint32_t in = s->of_frame[heads[h].frame];
    for (; in != AZ_NONE; in = s->activations[in].other) {
      uint32_t head = az_ssa_head(s->ssa, s->activations[in].of.frame, heads[h].loop);
      if (head == AZ_NONE) continue;
      uint32_t view = az_cuts_view_of_head(s->cuts, head);
      s->points[view] = heads[h].point;
      s->within[view] = in;
    }
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
  find_activations(s);
  find_slots(s);
  find_points(s);
  return s;
}

void az_abstract_states_free(az_abstract_states *s) {
  if (!s) return;
  for (uint32_t v = 0; v < s->views; v++) arrfree(s->values[v]);
  free(s->values);
  free(s->points);
  free(s->within);
  arrfree(s->activations);
  free(s->of_frame);
  hmfree(s->slots);
  free(s);
}

/* Returns a pointer; `part` is its abstract pointer, or AZ_NO_TERM if its target is unknown. */
static az_term pointer_at(az_abstract_states *s, uint32_t slot, az_term part, az_term offset) {
  char name[40];
  snprintf(name, sizeof name, "abstract object!%u", slot);
  if (!part) part = az_var(s->store, az_sort_bv(AZ_OBJECT_BITS), name);
  az_points_to nothing = {.flags = AZ_PTS_INVALID, .inside = true};
  az_memory_points_to(s->memory, part, &nothing);
  return az_pointer(s->ssa->p, part, offset);
}

/* Returns the holder of the slot's value in states of the activation, or NULL. */
static const held_by *holder(az_abstract_states *s, uint32_t slot, uint32_t in) {
  ptrdiff_t at = hmgeti(s->slots, slot);
  if (at < 0) return NULL;
  const held_by *held = &s->slots[at].value;
  uint32_t frame = az_abstract_object_at(s->abstract, held->object)->frame;
  return held->activation == AZ_NONE || latest(s, in, frame) == held->activation ? held : NULL;
}

static az_term value_of(az_abstract_states *s, uint32_t slot, uint32_t in) {
  const az_leaf *leaf;
  az_memory_slot(s->memory, slot, &leaf, NULL);
  az_sort sort = az_leaf_sort(s->ssa->p, leaf);
  const held_by *held = holder(s, slot, in);
  const az_transfer_context *context = &az_abstract_equations(s->abstract)->context;
  uint32_t var = AZ_NONE, part = AZ_NONE, w = s->ssa->p->pointer_bits;
  bool at_start = false;
  if (held) {
    var = az_abstract_variable_of(s->abstract, held->object, held->leaf);
    part = az_abstract_part_of(s->abstract, held->object, held->leaf);
    at_start = az_abstract_at_start(s->abstract, held->object, held->leaf);
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
    return of_many ? az_const_array(s->store, AZ_INSTANCE_NUMBER_BITS, term) : term;
  }
  /* A fact about a variable for many objects is true of each, also of the object in a row. */
  if (term && of_many) term = az_const_array(s->store, AZ_INSTANCE_NUMBER_BITS, term);
  return term && az_sort_of(s->store, term) == sort ? term : az_fresh(s->store, sort, "some");
}

/* Returns unknown values on entry: an analysis describes single states. */
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
    for (size_t i = 0; i < arrlenu(slots); i++)
      az_mem_set(mem, slots[i], value_of(s, slots[i], s->within[all]));
    s->values[all] = az_cuts_values_in(s->cuts, all, mem, entry);
    az_mem_free(mem);
    arrfree(entry);
    arrfree(slots);
  }
  *values = s->values[all];
  return s->points[all];
}
