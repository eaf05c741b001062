/* Statements as actions on abstract variables. A statement that cannot be followed makes values
 * arbitrary and is noted as a cause. */
#include "abstract/access.h"
#include "abstract/internal.h"
#include <stdlib.h>

static void load(az_abstract *a, const az_stmt *s) {
  az_sort sort = az_sort_of(a->s, s->result);
  bool is_pointer = a->p->types[s->type].kind == AZ_T_POINTER;
  az_term value = eq_read_memory(a, eq_translated(a, s->ptr), az_access_bytes(a->p, s), is_pointer);
  if (!value || az_sort_kind_of(sort) != AZ_SORT_BV) return;
  if (!is_pointer) value = az_resize(a->s, value, az_sort_width(sort), false);
  eq_bind(a, s->result, value);
}

static void store(az_abstract *a, const az_stmt *s) {
  az_sort sort = az_sort_of(a->s, s->value);
  bool is_pointer = a->p->types[s->type].kind == AZ_T_POINTER;
  uint32_t bytes = az_access_bytes(a->p, s);
  az_term value = eq_translated(a, s->value);
  if (az_sort_kind_of(sort) != AZ_SORT_BV)
    value = AZ_NO_TERM; /* the value is a float */
  else if (!is_pointer)
    value = az_resize(a->s, value, 8 * bytes, false);
  eq_write_memory(a, eq_translated(a, s->ptr), bytes, is_pointer, value);
  eq_statement_done(a);
}

/* Gives the register any value. */
static void any_value(az_abstract *a, const az_stmt *s) {
  az_sort sort = az_sort_of(a->s, s->result);
  const az_type_info *type = &a->p->types[s->type];
  if (az_sort_kind_of(sort) != AZ_SORT_BV || az_sort_width(sort) > 64 || a->now.dry) return;
  bool used = s->result < a->text.last_use_terms && a->text.last_use[s->result];
  if (!used) return;
  uint32_t var = eq_temporary(a, az_sort_width(sort), type->kind == AZ_T_INT && type->is_signed);
  eq_emit_add(a, var, AZ_NO_TERM);
  eq_bind(a, s->result, eq_variable_term(a, var));
}

static void input(az_abstract *a, const az_stmt *s) {
  if (s->input == AZ_IN_APPROX || s->input == AZ_IN_UNKNOWN)
    eq_note_cause(a, s->text ? s->text : "input");
  any_value(a, s);
}

/* Makes the register unknown; it may be a pointer to anything. */
static void made_pointer(az_abstract *a, const az_stmt *s) {
  pointees set = {.anything = true, .inside = true};
  az_term offset = az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
  eq_bind(a, s->result, eq_pointer_to(a, &set, offset));
}

static void havoc(az_abstract *a, const az_stmt *s) {
  eq_note_cause(a, s->text ? s->text : "unknown function");
  az_term *pointers = NULL;
  for (uint32_t i = 0; i < s->arg_count; i++)
    if (az_sort_of(a->s, s->args[i]) == az_sort_bv(az_pointer_width(a->p)))
      arrput(pointers, eq_translated(a, s->args[i]));
  for (size_t i = 0; i < arrlenu(pointers); i++) {
    pointees set = eq_pointees_of(a, pointers[i]);
    uint32_t *all = eq_pointees_closure(a, &set);
    for (size_t k = 0; k < arrlenu(all); k++) eq_havoc_object(a, all[k]);
    arrfree(all);
    eq_pointees_free(&set);
  }
  arrfree(pointers);
  eq_statement_done(a);
}

/* Marks targets of a pointer that becomes a number as exposed: their addresses may be guessed. */
static void give_away(az_abstract *a, az_term pointer) {
  pointees set = eq_pointees_of(a, pointer);
  eq_expose(a, &set);
  eq_pointees_free(&set);
}

/* Notes the freed objects in every pass, since later passes may find more targets of a pointer. */
static void note_freed(az_abstract *a, az_term pointer) {
  pointees set = eq_pointees_of(a, pointer);
  uint32_t *exposed = set.anything ? eq_exposed_objects(a) : NULL;
  for (size_t i = 0; i < arrlenu(set.objects); i++) a->memory.objects[set.objects[i]]->freed = true;
  for (size_t i = 0; i < arrlenu(exposed); i++) a->memory.objects[exposed[i]]->freed = true;
  arrfree(exposed);
  eq_pointees_free(&set);
}

/* ---- allocation ------------------------------------------------------------------------------ */

/* Returns the type that the program uses for the target of the frame's results. */
static az_type pointee_of_frame(const az_abstract *a, uint32_t f) {
  for (; f != AZ_NONE; f = a->calls.frames[f].info.parent)
    if (a->calls.frames[f].info.call && a->calls.frames[f].info.call->pointee)
      return a->calls.frames[f].info.call->pointee;
  return 0;
}

static uint32_t allocation(az_abstract *a, const az_stmt *s, az_term size) {
  const block_state *b = a->now.b;
  bool in_loop = a->calls.frames[b->frame].in_loop || b->block->loop != AZ_NONE;
  uint64_t bytes;
  /* The key has the frame: a size that is constant in one activation may differ in the next. */
  site_key key = {b->frame, az_const_u64(a->s, size, &bytes), s};
  ptrdiff_t at = hmgeti(a->memory.allocated, key);
  if (at >= 0) return a->memory.allocated[at].value;
  az_type type = s->type ? s->type : pointee_of_frame(a, b->frame);
  const az_layout *layout = az_layout_of_allocation(a->p, a->arena, &type, size, !key.what);
  if (!layout) return AZ_NONE;
  az_abstract_object info = {AZ_NONE, b->frame, s, in_loop, key.what ? bytes : 0, layout};
  /* A variable length array has its variable's name. */
  const char *name = s->text ? s->text : az_arena_printf(a->arena, "dyn%u", s->loc.line);
  const site_key line = {AZ_NONE, s->loc.line, NULL}; /* its value: number of sites in the line */
  const uint32_t same = s->text ? 0 : hmget(a->memory.allocated, line) + 1;
  if (same) hmput(a->memory.allocated, line, same);
  if (same > 1) name = az_arena_printf(a->arena, "%s~%u", name, same);
  uint32_t number = eq_object_new(a, info, name, type);
  a->memory.objects[number]->path = NULL;
  hmput(a->memory.allocated, key, number);
  a->now.grew = true;
  return number;
}

static void begin_allocated(az_abstract *a, const az_stmt *s, uint32_t number, az_term size,
                            bool zeroed) {
  const az_abstract_object *info = &a->memory.objects[number]->info;
  if (!info->several) {
    eq_begin_object(a, number, size, zeroed);
    eq_declared(a, number);
    return;
  }
  bool *written = NULL;
  if (!a->now.dry && s->alloc != AZ_ALLOC_REALLOC) written = eq_written_first(a, s, info->layout);
  eq_begin_another(a, number, written, zeroed);
  free(written);
}

static void allocate(az_abstract *a, const az_stmt *s) {
  az_term size = az_resize(a->s, eq_translated(a, s->size), a->p->pointer_bits, false);
  az_term old = s->alloc == AZ_ALLOC_REALLOC ? eq_translated(a, s->ptr) : AZ_NO_TERM;
  az_term fails = s->value ? eq_translated(a, s->value) : AZ_NO_TERM;
  uint32_t number = allocation(a, s, size);
  if (number == AZ_NONE) {
    made_pointer(a, s);
    return;
  }
  bool zeroed = s->alloc == AZ_ALLOC_CALLOC;
  begin_allocated(a, s, number, size, zeroed);
  const az_term start = az_bv(a->s, a->p->pointer_bits, 0);
  az_term pointer = az_pointer(a->p, eq_object_part(a, number), start);
  if (old) {
    az_term all = az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
    eq_copy_memory(a, pointer, old, all);
    note_freed(a, old);
  }
  if (fails) pointer = az_ite(a->s, fails, az_null(a->p), pointer);
  eq_bind(a, s->result, pointer);
  eq_statement_done(a);
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* Returns whether the pointer points to starts of objects that never end. Two such pointers are
 * equal if and only if they point to the same object. */
static bool is_certain(az_abstract *a, az_term pointer) {
  pointees set = eq_pointees_of(a, pointer);
  bool certain = !set.anything && !set.inside;
  for (size_t i = 0; i < arrlenu(set.objects); i++) certain &= eq_never_ends(a, set.objects[i]);
  eq_pointees_free(&set);
  return certain;
}

/* Compares pointers. Where C leaves the result open, the register becomes unknown. */
static void same(az_abstract *a, const az_stmt *s) {
  if (a->now.dry) return;
  az_term x = eq_translated(a, s->ptr), y = eq_translated(a, s->value);
  if (!is_certain(a, x) || !is_certain(a, y)) return;
  const az_term part_y = eq_part_of(a, y);
  eq_bind(a, s->result, az_eq(a->s, eq_part_of(a, x), part_y));
}

/* ---- all ------------------------------------------------------------------------------------- */

static void check(az_abstract *a, const az_stmt *s) {
  az_class cls = a->p->checks[s->check].cls;
  bool ends = a->config.classes >> cls & 1u;
  ends |= cls == AZ_C_OVERFLOW && a->config.overflow_assumed;
  if (ends && !a->now.dry) eq_emit_assume(a, eq_translated(a, s->value));
}

static void leave(az_abstract *a, const az_stmt *s) {
  eq_note_cause(a, s->text ? s->text : "unsupported");
  az_term leaves = s->value ? eq_translated(a, s->value) : az_true(a->s);
  eq_emit_assume(a, az_not(a->s, leaves));
}

void eq_translate_statement(az_abstract *a, const az_stmt *s) {
  a->now.loc = s->loc;
  switch (s->kind) {
  case AZ_S_LIVE:
  case AZ_S_DEAD:
    if (s->object == AZ_NONE) break;
    uint32_t number = s->object;
    if (a->p->objects[s->object].function != AZ_NONE)
      number = eq_object_of_local(a, a->now.b->frame, s->object);
    if (s->kind == AZ_S_DEAD)
      eq_end_object(a, number);
    else
      eq_begin_object(a, number, AZ_NO_TERM, false), eq_declared(a, number);
    break;
  case AZ_S_LOAD: load(a, s); break;
  case AZ_S_STORE: store(a, s); break;
  case AZ_S_COPY: {
    if (s->only_reads) break;
    const az_term size = eq_translated(a, s->size), source = eq_translated(a, s->value);
    eq_copy_memory(a, eq_translated(a, s->ptr), source, size);
    eq_statement_done(a);
    break;
  }
  case AZ_S_SET: {
    az_term size = az_resize(a->s, eq_translated(a, s->size), a->p->pointer_bits, false);
    const az_term value = eq_translated(a, s->value);
    eq_set_memory(a, eq_translated(a, s->ptr), value, size);
    eq_statement_done(a);
    break;
  }
  case AZ_S_INPUT:
    if (a->p->types[s->type].kind == AZ_T_POINTER)
      made_pointer(a, s);
    else
      input(a, s);
    break;
  case AZ_S_HAVOC: havoc(a, s); break;
  case AZ_S_PTR_TO_INT:
    give_away(a, eq_translated(a, s->ptr));
    any_value(a, s);
    break;
  case AZ_S_INT_TO_PTR: made_pointer(a, s); break;
  case AZ_S_SAME: same(a, s); break;
  case AZ_S_ALLOC: allocate(a, s); break;
  case AZ_S_FREE: note_freed(a, eq_translated(a, s->ptr)); break;
  case AZ_S_ASSUME:
    if (!a->now.dry) eq_emit_assume(a, eq_translated(a, s->value));
    break;
  case AZ_S_CHECK: check(a, s); break;
  case AZ_S_LEAK: break;
  case AZ_S_CALL: eq_translate_call(a, s); break;
  case AZ_S_UNSUPPORTED:
    if (!a->now.dry) leave(a, s);
    break;
  }
}
