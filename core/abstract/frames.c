/* Frames: the activations of functions that have equations, and their objects. */
#include "abstract/internal.h"

uint32_t eq_frame_of(az_abstract *a, uint32_t parent, uint32_t function, const az_stmt *call,
                     bool in_loop) {
  site_key key = {parent, function, call};
  ptrdiff_t at = hmgeti(a->calls.frame_of, key);
  if (at >= 0) return a->calls.frame_of[at].value;
  const az_function *f = &a->p->functions[function];
  frame fr = {.info = {function, parent, call, f->name},
              .in_loop = in_loop || f->recursive,
              .repeats = f->recursive,
              .result = AZ_NONE,
              .result_part = AZ_NONE};
  assert(parent == AZ_NONE || parent < arrlenu(a->calls.frames));
  if (parent != AZ_NONE) {
    fr.depth = a->calls.frames[parent].depth + 1;
    if (a->calls.frames[parent].info.parent != AZ_NONE)
      fr.info.path = az_arena_printf(a->arena, "%s/%s", a->calls.frames[parent].info.path, f->name);
  }
  if (parent == AZ_NONE && a->now.b) fr.depth = a->calls.frames[a->now.b->frame].depth + 1;
  fr.locals = AZ_NEWN(a->arena, uint32_t, f->local_count + 1);
  uint32_t number = (uint32_t)arrlenu(a->calls.frames);
  arrput(a->calls.frames, fr);
  hmput(a->calls.frame_of, key, number);
  for (uint32_t i = 0; i < f->local_count; i++) {
    const az_object *o = &a->p->objects[f->locals[i]];
    const az_layout *layout = az_layout_of(a->p, a->arena, o->type, o->bytes, 1);
    az_abstract_object info = {f->locals[i], number, NULL, false, 0, layout};
    fr.locals[i] = eq_object_new(a, info, o->name, o->type);
  }
  return number;
}

bool eq_is_entry(const az_abstract *a, uint32_t f) {
  const az_abstract_frame *info = &a->calls.frames[f].info;
  bool below = a->text.entry != a->p->entry;
  if (below && info->parent == AZ_NONE) return false;
  return info->function == a->text.entry &&
         (below ? a->calls.frames[info->parent].info.parent : info->parent) == AZ_NONE;
}

/* Returns the waiting activation of the function, or AZ_NONE. */
uint32_t eq_active_frame(const az_abstract *a, uint32_t f, uint32_t function) {
  while (f != AZ_NONE && a->calls.frames[f].info.function != function)
    f = a->calls.frames[f].info.parent;
  return f;
}

void eq_emit_entered(az_abstract *a, az_entered entered) {
  az_entered *kept = AZ_NEW(a->arena, az_entered);
  *kept = entered;
  arrput(a->found.entered, kept);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ENTER, .entered = kept});
}

/* Emits that the arrays of a local of the entry function begin. */
void eq_declared(az_abstract *a, uint32_t number) {
  const object *o = a->memory.objects[number];
  uint32_t fr = o->info.frame, local = o->info.object;
  bool of_entry = fr != AZ_NONE && eq_is_entry(a, fr) && !a->calls.frames[fr].repeats;
  if (a->now.dry || !of_entry || (local != AZ_NONE && a->text.begins_again[local])) return;
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
    uint32_t var = o->cells[l].var;
    if (var == AZ_NONE || a->variables.all[var].kind != AZ_ABSTRACT_ARRAY) continue;
    az_named_array *array = AZ_NEW(a->arena, az_named_array);
    *array = (az_named_array){a->variables.all[var].name, var};
    eq_emit_entered(a, (az_entered){.function = a->p->functions[a->text.entry].name,
                                    .first = true,
                                    .declares = true,
                                    .arrays = array,
                                    .array_count = 1});
  }
}

bool eq_never_ends(const az_abstract *a, uint32_t number) {
  const az_abstract_object *o = &a->memory.objects[number]->info;
  if (o->object == AZ_NONE)
    return !a->memory.objects[number]->freed && o->site->alloc != AZ_ALLOC_ALLOCA &&
           o->site->alloc != AZ_ALLOC_VLA;
  if (o->frame == AZ_NONE) return true;
  return eq_is_entry(a, o->frame) && !a->calls.frames[o->frame].repeats &&
         !a->text.ends_early[o->object];
}
