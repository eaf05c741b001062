/* Calls. Calls are expanded, except recursive ones. If this would give too many statements, no call
 * is expanded: a function's equations then stand for all its calls, and the state at its entry
 * includes the state of each call. The state at its end is its summary [sharir1981]. The summary is
 * recomputed only for a call whose state is not included in the state at the entry. */
#include "abstract/internal.h"
#include <stdlib.h>
#include <string.h>

static void havoc_call(az_abstract *a, const char *cause) {
  eq_note_cause(a, cause);
  eq_havoc_exposed(a);
}

/* Returns the arguments, over the caller's variables; stb_ds. */
static az_term *arguments_of(az_abstract *a, const az_stmt *s) {
  az_term *args = NULL;
  for (uint32_t i = 0; i < s->arg_count; i++) arrput(args, eq_translated(a, s->args[i]));
  return args;
}

void eq_pass_arguments(az_abstract *a, const az_term *args, uint32_t fr) {
  const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &a->p->objects[f->params[i]];
    uint32_t number = a->calls.frames[fr].locals[a->text.position[f->params[i]]];
    eq_begin_object(a, number, AZ_NO_TERM, false);
    if (i >= arrlenu(args)) continue;
    az_sort sort = az_sort_of(a->s, args[i]);
    az_term value = args[i];
    bool is_pointer = a->p->types[o->type].kind == AZ_T_POINTER;
    bool was_pointer = sort == az_sort_bv(az_pointer_width(a->p));
    if (az_sort_kind_of(sort) != AZ_SORT_BV || is_pointer != was_pointer) value = AZ_NO_TERM;
    if (value && !is_pointer) value = az_resize(a->s, value, 8 * (uint32_t)o->bytes, false);
    az_term start = az_bv(a->s, a->p->pointer_bits, 0);
    eq_write_memory(a, az_pointer(a->p, eq_object_part(a, number), start), (uint32_t)o->bytes,
                    is_pointer, value);
  }
}

/* Returns the array at the start of the pointer's target if there is only one, or AZ_NONE. */
static uint32_t array_behind(az_abstract *a, az_term pointer) {
  uint32_t var = AZ_NONE;
  uint64_t offset;
  if (az_sort_of(a->s, pointer) != az_sort_bv(az_pointer_width(a->p))) return var;
  pointees set = eq_pointees_of(a, pointer);
  if (arrlenu(set.objects) == 1 && !set.null && !set.anything &&
      az_const_u64(a->s, az_pointer_offset(a->p, pointer), &offset) && !offset) {
    const object *o = a->memory.objects[set.objects[0]];
    for (uint32_t l = 0; o->cells && var == AZ_NONE && l < o->info.layout->leaf_count; l++)
      if (o->info.layout->leaves[l].dimension_count == 1 && !o->info.layout->leaves[l].offset)
        var = eq_cell_variable(a, set.objects[0], l);
  }
  eq_pointees_free(&set);
  return var;
}

void eq_enter_function(az_abstract *a, const az_term *args, uint32_t fr, bool first) {
  const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
  if (a->now.dry) return;
  az_entered e = {.function = f->name, .first = first};
  if (a->calls.frames[fr].depth > 1) e.path = a->calls.frames[fr].info.path;
  az_named_array *arrays = AZ_NEWN(a->arena, az_named_array, f->param_count + 1);
  for (uint32_t i = 0; i < f->param_count && i < arrlenu(args); i++) {
    uint32_t var = array_behind(a, args[i]);
    if (var != AZ_NONE)
      arrays[e.array_count++] = (az_named_array){a->p->objects[f->params[i]].name, var};
  }
  e.arrays = arrays;
  eq_emit_entered(a, e);
}

/* Returns the target of the pointer that the frame returned; AZ_NO_TERM if it is unknown. */
static az_term result_part_read(az_abstract *a, uint32_t fr, bool used) {
  uint32_t var = a->now.dry ? AZ_NONE : a->calls.frames[fr].result_part, copy;
  if (var == AZ_NONE) return AZ_NO_TERM;
  az_term part = AZ_NO_TERM;
  if (used) {
    copy = eq_pointer_temporary(a, false);
    eq_emit_add(a, copy, AZ_NO_TERM);
    eq_emit_assign(a, copy, eq_variable_term(a, var), false);
    part = eq_variable_term(a, copy);
  }
  eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = var});
  return part;
}

/* Returns the result of a frame's call as a value of this block, if it is used; AZ_NO_TERM if it is
 * unknown. A pointer gets the targets in the frame's set. */
static az_term result_of(az_abstract *a, uint32_t fr, az_sort sort, bool used) {
  const frame *f = &a->calls.frames[fr];
  uint32_t w = a->p->pointer_bits, var = a->now.dry ? AZ_NONE : f->result;
  az_term number = AZ_NO_TERM;
  if (var != AZ_NONE && used) {
    uint32_t copy = eq_temporary(a, a->variables.all[var].bits, a->variables.all[var].is_signed);
    eq_emit_add(a, copy, AZ_NO_TERM);
    eq_emit_assign(a, copy, eq_variable_term(a, var), false);
    number = eq_variable_term(a, copy);
  }
  if (var != AZ_NONE) eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = var});
  if (sort != az_sort_bv(az_pointer_width(a->p))) return number;
  az_term offset = az_bv(a->s, w, 0), part = result_part_read(a, fr, used);
  if (a->calls.frames[fr].result_to.inside)
    offset = number ? number : az_fresh(a->s, az_sort_bv(w), "unknown");
  return eq_pointer_with(a, &a->calls.frames[fr].result_to, part, offset);
}

/* Returns the point after the call, or AZ_NONE if the call does not return; sets *fr. */
static uint32_t enter(az_abstract *a, const az_stmt *s, uint32_t function, const az_term *args,
                      uint32_t *fr) {
  block_state *b = a->now.b;
  bool in_loop = a->calls.frames[b->frame].in_loop || b->block->loop != AZ_NONE;
  *fr = eq_frame_of(a, b->frame, function, s, in_loop);
  eq_pass_arguments(a, args, *fr);
  eq_enter_function(a, args, *fr, eq_is_entry(a, *fr));
  const az_function *f = &a->p->functions[function];
  az_loc loc = f->block_count && f->blocks[0].stmt_count ? f->blocks[0].stmts[0].loc : f->loc;
  uint32_t entry = eq_point_new(a, loc, NULL);
  eq_edge_to(a, entry);
  return eq_translate_function(a, *fr, entry);
}

static bool is_used(const az_abstract *a, const az_stmt *s) {
  return s->result && s->result < a->text.last_use_terms && a->text.last_use[s->result];
}

static void call_direct(az_abstract *a, const az_stmt *s, const az_term *args) {
  uint32_t fr;
  const uint32_t reached = enter(a, s, s->callee, args, &fr);
  a->now.b->current = reached;
  if (reached == AZ_NONE || !s->result) return;
  az_term value = result_of(a, fr, az_sort_of(a->s, s->result), is_used(a, s));
  if (value) eq_bind(a, s->result, value);
}

/* Returns variables of the activations from the current one up to the waiting one, or to one
 * without a parent: temporaries, and the variables of locals that no pointer points to. */
static uint32_t *own_variables(az_abstract *a, uint32_t waiting) {
  uint32_t *all = NULL;
  for (uint32_t fr = a->now.b->frame;; fr = a->calls.frames[fr].info.parent) {
    const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
    for (uint32_t i = 0; i < f->local_count; i++) {
      const object *o = a->memory.objects[a->calls.frames[fr].locals[i]];
      for (uint32_t l = 0; !o->exposed && o->cells && l < o->info.layout->leaf_count; l++) {
        if (o->cells[l].var != AZ_NONE) arrput(all, o->cells[l].var);
        if (o->cells[l].part != AZ_NONE) arrput(all, o->cells[l].part);
      }
    }
    for (const block_state *b = a->now.b; b; b = b->outer)
      for (size_t i = 0; b->frame == fr && i < arrlenu(b->temps); i++) arrput(all, b->temps[i]);
    if (fr == waiting || a->calls.frames[fr].info.parent == AZ_NONE) return all;
  }
}

/* Adds the edge from the function's end to the point after the call; `call` is the point before. */
static uint32_t leave_waiting(az_abstract *a, uint32_t waiting, uint32_t call) {
  uint32_t behind = eq_point_new(a, a->now.loc, NULL);
  if (a->now.dry) return behind;
  uint32_t *own = own_variables(a, waiting), count = (uint32_t)arrlenu(own);
  uint32_t *kept = AZ_NEWN(a->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) kept[i] = own[i];
  arrfree(own);
  arrput(a->now.edges, ((raw_edge){.from = a->calls.frames[waiting].end,
                                   .to = behind,
                                   .call = call,
                                   .kept = kept,
                                   .kept_count = count}));
  arrput(a->now.edges,
         ((raw_edge){.from = call, .to = behind, .call = AZ_NONE, .only_orders = true}));
  return behind;
}

/* Translates the function's body once for all calls, unless this pass has already done so. */
static void translate_once(az_abstract *a, uint32_t fr) {
  if (a->calls.frames[fr].pass == a->now.pass) return;
  a->calls.frames[fr].pass = a->now.pass;
  az_loc loc = a->now.loc;
  (void)eq_translate_function(
      a, fr, eq_point_new(a, a->p->functions[a->calls.frames[fr].info.function].loc, NULL));
  a->now.loc = loc;
}

/* Translates a call of a function whose equations stand for all its activations, or for all
 * activations from the waiting one on. */
static void call_waiting(az_abstract *a, const az_stmt *s, az_term *args, uint32_t waiting) {
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  hmput(a->calls.frame_of, ((site_key){a->now.b->frame, s->callee, s}), waiting);
  for (size_t i = 0; !a->now.dry && i < arrlenu(args); i++) args[i] = eq_kept(a, args[i]);
  uint32_t call = eq_point_new(a, s->loc, NULL);
  eq_edge_to(a, call);
  if (a->calls.once) translate_once(a, waiting);
  a->now.b->current = call;
  eq_pass_arguments(a, args, waiting);
  eq_enter_function(a, args, waiting, false);
  eq_edge_to(a, a->calls.frames[waiting].entry);
  a->now.b->current = leave_waiting(a, waiting, call);
  bool is_pointer = sort == az_sort_bv(az_pointer_width(a->p));
  if (!s->result || az_sort_kind_of(sort) != AZ_SORT_BV) return;
  uint32_t width = is_pointer ? a->p->pointer_bits : az_sort_width(sort);
  if (!a->now.dry && width <= 64 && (!is_pointer || a->calls.frames[waiting].result_to.inside))
    (void)eq_result_variable(a, waiting, width);
  if (!a->now.dry && is_pointer) (void)eq_result_part_of(a, waiting);
  az_term value = result_of(a, waiting, sort, is_used(a, s));
  if (value) eq_bind(a, s->result, value);
}

/* Makes the result unknown; it may be a pointer to anything. */
static void unknown_result(az_abstract *a, const az_stmt *s) {
  if (!s->result || az_sort_of(a->s, s->result) != az_sort_bv(az_pointer_width(a->p))) return;
  pointees set = {.anything = true, .inside = true};
  az_term offset = az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
  eq_bind(a, s->result, eq_pointer_to(a, &set, offset));
}

/* A call through a pointer: one branch for each function that the call may reach. */
typedef struct branches {
  uint32_t start, behind; /* points: before and after the call */
  uint32_t number;        /* temporary for the result, or AZ_NONE */
  pointees result;        /* targets, if it is a pointer */
  bool returns;
} branches;

/* Ends a branch; the result is arbitrary if `value` is AZ_NO_TERM. */
static void join_branch(az_abstract *a, branches *c, az_term value) {
  if (c->number != AZ_NONE) eq_emit_add(a, c->number, AZ_NO_TERM);
  if (c->number != AZ_NONE) eq_emit_assign(a, c->number, value, false);
  c->returns = true;
  eq_edge_to(a, c->behind);
}

static void call_branch(az_abstract *a, const az_stmt *s, const az_term *args, uint32_t function,
                        branches *c) {
  a->now.b->current = c->start;
  if (!a->p->functions[function].has_body ||
      eq_active_frame(a, a->now.b->frame, function) != AZ_NONE) {
    havoc_call(a, "recursion through a pointer");
    c->result.anything = c->result.inside = true;
    join_branch(a, c, AZ_NO_TERM);
    return;
  }
  uint32_t fr;
  const uint32_t reached = enter(a, s, function, args, &fr);
  a->now.b->current = reached;
  if (reached == AZ_NONE) return;
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  az_term value = s->result ? result_of(a, fr, sort, c->number != AZ_NONE) : AZ_NO_TERM;
  if (value && az_sort_of(a->s, value) != sort) value = AZ_NO_TERM; /* the type differs */
  bool grew = a->now.grew; /* this set may grow without another pass */
  eq_pointees_join(a, &c->result, &a->calls.frames[fr].result_to);
  a->now.grew = grew;
  join_branch(a, c, value);
}

static void call_pointer(az_abstract *a, const az_stmt *s, const az_term *args, az_term pointer) {
  pointees set = eq_pointees_of(a, pointer);
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  bool is_pointer = s->result && sort == az_sort_bv(az_pointer_width(a->p));
  bool number = s->result && !is_pointer && az_sort_kind_of(sort) == AZ_SORT_BV &&
                az_sort_width(sort) <= 64 && !a->now.dry && is_used(a, s);
  branches c = {eq_point_new(a, s->loc, NULL), eq_point_new(a, s->loc, NULL), AZ_NONE, {0}, false};
  if (number) c.number = eq_temporary(a, az_sort_width(sort), true);
  eq_edge_to(a, c.start);
  for (size_t i = 0; i < arrlenu(set.objects); i++) {
    const az_abstract_object *info = &a->memory.objects[set.objects[i]]->info;
    if (info->object != AZ_NONE && a->p->objects[info->object].kind == AZ_OBJ_FUNCTION)
      call_branch(a, s, args, a->p->objects[info->object].function, &c);
  }
  if (set.anything) {
    a->now.b->current = c.start;
    havoc_call(a, "call through an unknown pointer");
    c.result.anything = c.result.inside = true;
    join_branch(a, &c, AZ_NO_TERM);
  }
  a->now.b->current = c.returns ? c.behind : AZ_NONE;
  if (c.number != AZ_NONE) eq_bind(a, s->result, eq_variable_term(a, c.number));
  if (is_pointer) {
    uint32_t w = a->p->pointer_bits;
    az_term offset = c.result.inside ? az_fresh(a->s, az_sort_bv(w), "unknown") : az_bv(a->s, w, 0);
    eq_bind(a, s->result, eq_pointer_to(a, &c.result, offset));
  }
  eq_pointees_free(&c.result);
  eq_pointees_free(&set);
}

void eq_translate_call(az_abstract *a, const az_stmt *s) {
  az_term *args = arguments_of(a, s), pointer = eq_translated(a, s->ptr);
  uint32_t waiting =
      s->callee == AZ_NONE ? AZ_NONE : eq_active_frame(a, a->now.b->frame, s->callee);
  eq_keep_all(a);
  if (s->callee == AZ_NONE) {
    call_pointer(a, s, args, pointer);
  } else if (!a->p->functions[s->callee].has_body) {
    havoc_call(a, "function without a body");
    unknown_result(a, s);
  } else if (waiting != AZ_NONE || a->calls.once) {
    if (waiting == AZ_NONE) waiting = eq_frame_of(a, AZ_NONE, s->callee, NULL, true);
    call_waiting(a, s, args, waiting);
  } else {
    call_direct(a, s, args);
  }
  arrfree(args);
}
