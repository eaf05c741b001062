/* Frames, blocks and calls: the control flow of all activations as points and edges. Calls are
 * expanded, but recursive ones, and all where they would be too many: then a function's equations
 * stand once for all its calls, and the state at its entry contains that of each. What is found at
 * its end is its summary [sharir1981]: it is computed again only where a call brings a state that
 * is not included in the one it was computed for. */
#include "abstract/internal.h"
#include <stdlib.h>
#include <string.h>

/* ---- frames -----------------------------------------------------------------------------------
 */

static uint32_t frame_at_call(az_abstract *a, uint32_t parent, uint32_t function,
                              const az_stmt *call, bool in_loop) {
  site_key key = {parent, function, call};
  ptrdiff_t at = hmgeti(a->frame_of, key);
  if (at >= 0) return a->frame_of[at].value;
  const az_function *f = &a->p->functions[function];
  frame fr = {.info = {function, parent, call, f->name},
              .in_loop = in_loop || f->recursive,
              .repeats = f->recursive,
              .result = AZ_NONE,
              .result_part = AZ_NONE};
  if (parent != AZ_NONE) {
    fr.depth = a->frames[parent].depth + 1;
    if (a->frames[parent].info.parent != AZ_NONE)
      fr.info.path = az_arena_printf(a->arena, "%s/%s", a->frames[parent].info.path, f->name);
  }
  if (parent == AZ_NONE && a->b) fr.depth = a->frames[a->b->frame].depth + 1;
  fr.locals = AZ_NEWN(a->arena, uint32_t, f->local_count + 1);
  uint32_t number = (uint32_t)arrlenu(a->frames);
  arrput(a->frames, fr);
  hmput(a->frame_of, key, number);
  for (uint32_t i = 0; i < f->local_count; i++) {
    const az_object *o = &a->p->objects[f->locals[i]];
    const az_layout *layout = az_layout_of(a->p, a->arena, o->type, o->bytes, 1);
    az_abstract_object info = {f->locals[i], number, NULL, false, 0, layout};
    fr.locals[i] = eq_object_new(a, info, o->name, o->type);
  }
  return number;
}

bool eq_is_entry(const az_abstract *a, uint32_t f) {
  const az_abstract_frame *info = &a->frames[f].info;
  bool below = a->program_entry != a->p->entry;
  if (below && info->parent == AZ_NONE) return false;
  return info->function == a->program_entry &&
         (below ? a->frames[info->parent].info.parent : info->parent) == AZ_NONE;
}

/* The activation of the function that waits for this one; AZ_NONE. */
static uint32_t active(const az_abstract *a, uint32_t f, uint32_t function) {
  while (f != AZ_NONE && a->frames[f].info.function != function) f = a->frames[f].info.parent;
  return f;
}

/* ---- blocks -----------------------------------------------------------------------------------
 */

static uint32_t translate_function(az_abstract *a, uint32_t fr, uint32_t entry);

static block_state begin_block(az_abstract *a, uint32_t fr, const az_block *block,
                               uint32_t current) {
  uint32_t depth = a->frames[fr].depth;
  while (arrlenu(a->substs) <= depth) arrput(a->substs, az_subst_new(a->s));
  az_subst_reset(a->substs[depth]);
  return (block_state){.frame = fr,
                       .block = block,
                       .stamp = ++a->stamp,
                       .subst = a->substs[depth],
                       .current = current};
}

static void end_block(az_abstract *a, block_state *b) {
  for (size_t i = 0; i < arrlenu(b->temps); i++) arrput(a->pool, b->temps[i]);
  arrfree(b->temps);
  arrfree(b->live);
}

/* What was held in the block is not needed behind it. */
static void drop_temporaries(az_abstract *a) {
  for (size_t i = 0; i < arrlenu(a->b->temps); i++)
    eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = a->b->temps[i]});
}

static void leave_to(az_abstract *a, az_term condition, uint32_t point) {
  if (az_is_false(a->s, condition)) return;
  eq_emit_assume(a, condition);
  drop_temporaries(a);
  eq_edge_to(a, point);
}

/* A point at the end of the block, from which several edges leave. */
static void fork_here(az_abstract *a) {
  if (a->dry || arrlenu(a->actions) == a->pending) return;
  uint32_t fork = eq_point_new(a, a->loc, NULL);
  eq_edge_to(a, fork);
  a->b->current = fork;
}

static void end_switch(az_abstract *a, const az_block *block, const uint32_t *points) {
  az_term value = eq_translated(a, block->condition), none = az_true(a->s);
  uint32_t n = block->successor_count;
  fork_here(a);
  for (uint32_t i = 0; i + 1 < n; i++) {
    az_term is = az_eq(a->s, value, block->cases[i]);
    none = az_and(a->s, none, az_not(a->s, is));
    leave_to(a, is, points[block->successors[i]]);
  }
  leave_to(a, none, points[block->successors[n - 1]]);
}

/* The frame's result is a variable of its own, which outlives its locals. */
static uint32_t result_variable(az_abstract *a, uint32_t number, uint32_t width) {
  frame *fr = &a->frames[number];
  if (fr->result != AZ_NONE) return fr->result;
  const az_type_info *type = &a->p->types[a->p->functions[fr->info.function].result_type];
  az_abstract_variable v = {
      .kind = AZ_ABSTRACT_NUMBER, .bits = width, .is_signed = true, .made = true};
  if (type->kind == AZ_T_INT) v.is_signed = type->is_signed;
  v.name = az_arena_printf(a->arena, "%s()", fr->info.path);
  v.term = az_fresh(a->s, az_sort_bv(width), v.name);
  return fr->result = eq_variable_new(a, v);
}

/* What a pointer that the frame returns leads to, likewise. */
static uint32_t result_part_of(az_abstract *a, uint32_t number) {
  frame *fr = &a->frames[number];
  az_abstract_variable v = {.made = true};
  if (fr->result_part != AZ_NONE) return fr->result_part;
  v.name = az_arena_printf(a->arena, "%s()", fr->info.path);
  return fr->result_part = eq_pointer_new(a, v, &fr->result_to);
}

static void return_pointer(az_abstract *a, az_term value) {
  uint32_t result = a->dry ? AZ_NONE : result_part_of(a, a->b->frame);
  eq_emit_add(a, result, AZ_NO_TERM);
  if (result != AZ_NONE) eq_emit_assign(a, result, eq_part_of(a, value), false);
}

static void return_value(az_abstract *a, const az_block *block) {
  frame *fr = &a->frames[a->b->frame];
  az_term value = eq_translated(a, block->value);
  if (!value) return;
  az_sort sort = az_sort_of(a->s, value);
  if (sort == az_sort_bv(az_pointer_width(a->p))) {
    pointees set = eq_pointees_of(a, value);
    eq_pointees_join(a, &fr->result_to, &set);
    eq_pointees_free(&set);
    return_pointer(a, value);
    value = az_pointer_offset(a->p, value);
    if (!fr->result_to.inside) return;
  }
  if (az_sort_kind_of(sort) != AZ_SORT_BV || a->dry) return;
  uint32_t width = az_sort_width(az_sort_of(a->s, value));
  if (width > 64) return;
  uint32_t result = result_variable(a, a->b->frame, width);
  eq_emit_add(a, result, AZ_NO_TERM);
  eq_emit_assign(a, result, value, false);
}

static void end_locals(az_abstract *a, uint32_t fr) {
  const az_function *f = &a->p->functions[a->frames[fr].info.function];
  for (uint32_t i = 0; i < f->local_count; i++) eq_end_object(a, a->frames[fr].locals[i]);
}

static void terminator(az_abstract *a, const az_block *block, const uint32_t *points, uint32_t end,
                       bool *returns) {
  a->loc = block->end_loc;
  a->b->at = UINT32_MAX - 1;
  switch (block->end) {
  case AZ_END_GOTO: leave_to(a, az_true(a->s), points[block->successors[0]]); break;
  case AZ_END_IF: {
    if (a->dry) break;
    az_term condition = eq_translated(a, block->condition);
    fork_here(a);
    leave_to(a, condition, points[block->successors[0]]);
    leave_to(a, az_not(a->s, condition), points[block->successors[1]]);
    break;
  }
  case AZ_END_SWITCH:
    if (!a->dry) end_switch(a, block, points);
    break;
  case AZ_END_RETURN:
    *returns = true;
    return_value(a, block);
    drop_temporaries(a);
    end_locals(a, a->b->frame);
    eq_edge_to(a, end);
    break;
  case AZ_END_STOP:
    if (a->actions) arrsetlen(a->actions, a->pending);
    break;
  }
}

static bool has_room(az_abstract *a, const az_block *block) {
  a->statements += block->stmt_count + 1;
  if (a->statements > a->most_statements) a->failed = true;
  return !a->failed;
}

static void declare(az_abstract *a, uint32_t fr) {
  const az_function *f = &a->p->functions[a->frames[fr].info.function];
  for (uint32_t i = 0; i < f->local_count; i++) {
    if (a->has_live[f->locals[i]] || a->p->objects[f->locals[i]].kind == AZ_OBJ_PARAM) continue;
    eq_begin_object(a, a->frames[fr].locals[i], AZ_NO_TERM, false);
    eq_declared(a, a->frames[fr].locals[i]);
  }
}

/* Behind the call; AZ_NONE: it never returns. */
static uint32_t translate_function(az_abstract *a, uint32_t fr, uint32_t entry) {
  const az_function *f = &a->p->functions[a->frames[fr].info.function];
  uint32_t *points = az_array_new(f->block_count, sizeof *points);
  bool returns = false;
  for (uint32_t i = 0; i < f->order_count; i++) {
    uint32_t number = f->order[i];
    const az_block *block = &f->blocks[number];
    bool head = block->loop != AZ_NONE && f->loops[block->loop].head == number;
    const char *name =
        head && !a->dry ? az_arena_printf(a->arena, "%s.%u", a->frames[fr].info.path, block->loop)
                        : NULL;
    az_loc loc = block->stmt_count ? block->stmts[0].loc : block->end_loc;
    points[number] = number ? eq_point_new(a, head ? f->loops[block->loop].loc : loc, name) : entry;
    if (name) arrput(a->heads, ((az_abstract_head){fr, block->loop, points[number]}));
  }
  uint32_t end = eq_point_new(a, f->loc, NULL);
  a->frames[fr].entry = entry;
  a->frames[fr].end = end;
  block_state *outer = a->b;
  for (uint32_t i = 0; i < f->order_count; i++) {
    const az_block *block = &f->blocks[f->order[i]];
    if (!has_room(a, block)) break;
    block_state b = begin_block(a, fr, block, points[f->order[i]]);
    b.outer = outer;
    a->b = &b;
    if (!f->order[i]) declare(a, fr);
    for (b.at = 0; b.at < block->stmt_count && b.current != AZ_NONE && !a->failed; b.at++)
      eq_translate_statement(a, &block->stmts[b.at]);
    if (b.current != AZ_NONE && !a->failed) terminator(a, block, points, end, &returns);
    end_block(a, &b);
  }
  a->b = outer;
  free(points);
  return returns ? end : AZ_NONE;
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static void havoc_call(az_abstract *a, const char *cause) {
  eq_note_cause(a, cause);
  eq_havoc_exposed(a);
}

/* The arguments, over the caller's variables; stb_ds. */
static az_term *arguments_of(az_abstract *a, const az_stmt *s) {
  az_term *args = NULL;
  for (uint32_t i = 0; i < s->arg_count; i++) arrput(args, eq_translated(a, s->args[i]));
  return args;
}

static void pass_arguments(az_abstract *a, const az_term *args, uint32_t fr) {
  const az_function *f = &a->p->functions[a->frames[fr].info.function];
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &a->p->objects[f->params[i]];
    uint32_t number = a->frames[fr].locals[a->position[f->params[i]]];
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

/* The array at the start of the one object that the pointer leads to; AZ_NONE. */
static uint32_t array_behind(az_abstract *a, az_term pointer) {
  uint32_t var = AZ_NONE;
  uint64_t offset;
  if (az_sort_of(a->s, pointer) != az_sort_bv(az_pointer_width(a->p))) return var;
  pointees set = eq_pointees_of(a, pointer);
  if (arrlenu(set.objects) == 1 && !set.null && !set.anything &&
      az_const_u64(a->s, az_pointer_offset(a->p, pointer), &offset) && !offset) {
    const object *o = a->objects[set.objects[0]];
    for (uint32_t l = 0; o->cells && var == AZ_NONE && l < o->info.layout->leaf_count; l++)
      if (o->info.layout->leaves[l].dimension_count == 1 && !o->info.layout->leaves[l].offset)
        var = eq_cell_variable(a, set.objects[0], l);
  }
  eq_pointees_free(&set);
  return var;
}

static void emit_entered(az_abstract *a, az_entered entered) {
  az_entered *kept = AZ_NEW(a->arena, az_entered);
  *kept = entered;
  arrput(a->entered, kept);
  eq_emit(a, (az_action){.kind = AZ_ACTION_ENTER, .entered = kept});
}

/* The function of the frame begins; `args` as they were passed. */
static void enter_function(az_abstract *a, const az_term *args, uint32_t fr, bool first) {
  const az_function *f = &a->p->functions[a->frames[fr].info.function];
  if (a->dry) return;
  az_entered e = {.function = f->name, .first = first};
  if (a->frames[fr].depth > 1) e.path = a->frames[fr].info.path;
  az_named_array *arrays = AZ_NEWN(a->arena, az_named_array, f->param_count + 1);
  for (uint32_t i = 0; i < f->param_count && i < arrlenu(args); i++) {
    uint32_t var = array_behind(a, args[i]);
    if (var != AZ_NONE)
      arrays[e.array_count++] = (az_named_array){a->p->objects[f->params[i]].name, var};
  }
  e.arrays = arrays;
  emit_entered(a, e);
}

void eq_declared(az_abstract *a, uint32_t number) {
  const object *o = a->objects[number];
  uint32_t fr = o->info.frame, local = o->info.object;
  bool of_entry = fr != AZ_NONE && eq_is_entry(a, fr) && !a->frames[fr].repeats;
  if (a->dry || !of_entry || (local != AZ_NONE && a->begins_again[local])) return;
  for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++) {
    uint32_t var = o->cells[l].var;
    if (var == AZ_NONE || a->vars[var].kind != AZ_ABSTRACT_ARRAY) continue;
    az_named_array *array = AZ_NEW(a->arena, az_named_array);
    *array = (az_named_array){a->vars[var].name, var};
    emit_entered(a, (az_entered){.function = a->p->functions[a->program_entry].name,
                                 .first = true,
                                 .declares = true,
                                 .arrays = array,
                                 .array_count = 1});
  }
}

/* The object that a pointer which the frame returned leads to; AZ_NO_TERM: not known. */
static az_term result_part_read(az_abstract *a, uint32_t fr, bool used) {
  uint32_t var = a->dry ? AZ_NONE : a->frames[fr].result_part, copy;
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

/* The result of a frame's call as a value of this block, where it is used. Pointers are of the sort
 * that the frame's set says. AZ_NO_TERM: not known. */
static az_term result_of(az_abstract *a, uint32_t fr, az_sort sort, bool used) {
  const frame *f = &a->frames[fr];
  uint32_t w = a->p->pointer_bits, var = a->dry ? AZ_NONE : f->result;
  az_term number = AZ_NO_TERM;
  if (var != AZ_NONE && used) {
    uint32_t copy = eq_temporary(a, a->vars[var].bits, a->vars[var].is_signed);
    eq_emit_add(a, copy, AZ_NO_TERM);
    eq_emit_assign(a, copy, eq_variable_term(a, var), false);
    number = eq_variable_term(a, copy);
  }
  if (var != AZ_NONE) eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = var});
  if (sort != az_sort_bv(az_pointer_width(a->p))) return number;
  az_term offset = az_bv(a->s, w, 0), part = result_part_read(a, fr, used);
  if (a->frames[fr].result_to.inside)
    offset = number ? number : az_fresh(a->s, az_sort_bv(w), "unknown");
  return eq_pointer_with(a, &a->frames[fr].result_to, part, offset);
}

/* The point behind the call, and the frame. AZ_NONE: it does not return. */
static uint32_t enter(az_abstract *a, const az_stmt *s, uint32_t function, const az_term *args,
                      uint32_t *fr) {
  block_state *b = a->b;
  bool in_loop = a->frames[b->frame].in_loop || b->block->loop != AZ_NONE;
  *fr = frame_at_call(a, b->frame, function, s, in_loop);
  pass_arguments(a, args, *fr);
  enter_function(a, args, *fr, eq_is_entry(a, *fr));
  const az_function *f = &a->p->functions[function];
  az_loc loc = f->block_count && f->blocks[0].stmt_count ? f->blocks[0].stmts[0].loc : f->loc;
  uint32_t entry = eq_point_new(a, loc, NULL);
  eq_edge_to(a, entry);
  return translate_function(a, *fr, entry);
}

static bool is_used(const az_abstract *a, const az_stmt *s) {
  return s->result && s->result < a->last_use_terms && a->last_use[s->result];
}

static void call_direct(az_abstract *a, const az_stmt *s, const az_term *args) {
  uint32_t fr;
  a->b->current = enter(a, s, s->callee, args, &fr);
  if (a->b->current == AZ_NONE || !s->result) return;
  az_term value = result_of(a, fr, az_sort_of(a->s, s->result), is_used(a, s));
  if (value) eq_bind(a, s->result, value);
}

/* What the activations from the waiting one (or the first whose equations stand for several) to
 * this one have for themselves: what their statements hold, and locals that no pointer leads to. */
static uint32_t *own_variables(az_abstract *a, uint32_t waiting) {
  uint32_t *all = NULL;
  for (uint32_t fr = a->b->frame;; fr = a->frames[fr].info.parent) {
    const az_function *f = &a->p->functions[a->frames[fr].info.function];
    for (uint32_t i = 0; i < f->local_count; i++) {
      const object *o = a->objects[a->frames[fr].locals[i]];
      for (uint32_t l = 0; !o->exposed && o->cells && l < o->info.layout->leaf_count; l++) {
        if (o->cells[l].var != AZ_NONE) arrput(all, o->cells[l].var);
        if (o->cells[l].part != AZ_NONE) arrput(all, o->cells[l].part);
      }
    }
    for (const block_state *b = a->b; b; b = b->outer)
      for (size_t i = 0; b->frame == fr && i < arrlenu(b->temps); i++) arrput(all, b->temps[i]);
    if (fr == waiting || a->frames[fr].info.parent == AZ_NONE) return all;
  }
}

/* From the function's end to the point behind the call; in `call` the caller was. */
static uint32_t leave_waiting(az_abstract *a, uint32_t waiting, uint32_t call) {
  uint32_t behind = eq_point_new(a, a->loc, NULL);
  if (a->dry) return behind;
  uint32_t *own = own_variables(a, waiting), count = (uint32_t)arrlenu(own);
  uint32_t *kept = AZ_NEWN(a->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) kept[i] = own[i];
  arrfree(own);
  arrput(a->edges, ((raw_edge){.from = a->frames[waiting].end,
                               .to = behind,
                               .call = call,
                               .kept = kept,
                               .kept_count = count}));
  arrput(a->edges, ((raw_edge){.from = call, .to = behind, .call = AZ_NONE, .only_orders = true}));
  return behind;
}

/* Translates the function's body where it was not yet, once for all calls. */
static void translate_once(az_abstract *a, uint32_t fr) {
  if (a->frames[fr].pass == a->pass) return;
  a->frames[fr].pass = a->pass;
  az_loc loc = a->loc;
  (void)translate_function(a, fr,
                           eq_point_new(a, a->p->functions[a->frames[fr].info.function].loc, NULL));
  a->loc = loc;
}

/* A call of a function whose equations are those of all its activations, or of those from the one
 * that waits for this one. */
static void call_waiting(az_abstract *a, const az_stmt *s, az_term *args, uint32_t waiting) {
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  hmput(a->frame_of, ((site_key){a->b->frame, s->callee, s}), waiting);
  for (size_t i = 0; !a->dry && i < arrlenu(args); i++) args[i] = eq_kept(a, args[i]);
  uint32_t call = eq_point_new(a, s->loc, NULL);
  eq_edge_to(a, call);
  if (a->summaries) translate_once(a, waiting);
  a->b->current = call;
  pass_arguments(a, args, waiting);
  enter_function(a, args, waiting, false);
  eq_edge_to(a, a->frames[waiting].entry);
  a->b->current = leave_waiting(a, waiting, call);
  bool is_pointer = sort == az_sort_bv(az_pointer_width(a->p));
  if (!s->result || az_sort_kind_of(sort) != AZ_SORT_BV) return;
  uint32_t width = is_pointer ? a->p->pointer_bits : az_sort_width(sort);
  if (!a->dry && width <= 64 && (!is_pointer || a->frames[waiting].result_to.inside))
    (void)result_variable(a, waiting, width);
  if (!a->dry && is_pointer) (void)result_part_of(a, waiting);
  az_term value = result_of(a, waiting, sort, is_used(a, s));
  if (value) eq_bind(a, s->result, value);
}

/* It may be a pointer to anything. */
static void unknown_result(az_abstract *a, const az_stmt *s) {
  if (!s->result || az_sort_of(a->s, s->result) != az_sort_bv(az_pointer_width(a->p))) return;
  pointees set = {.anything = true, .inside = true};
  az_term offset = az_fresh(a->s, az_sort_bv(a->p->pointer_bits), "unknown");
  eq_bind(a, s->result, eq_pointer_to(a, &set, offset));
}

/* A call through a pointer: one branch for each function that it may lead to. */
typedef struct branches {
  uint32_t start, behind; /* points */
  uint32_t number;        /* temporary for the result, AZ_NONE */
  pointees result;        /* of a pointer */
  bool returns;
} branches;

/* `value` AZ_NO_TERM: any. */
static void join_branch(az_abstract *a, branches *c, az_term value) {
  if (c->number != AZ_NONE) eq_emit_add(a, c->number, AZ_NO_TERM);
  if (c->number != AZ_NONE) eq_emit_assign(a, c->number, value, false);
  c->returns = true;
  eq_edge_to(a, c->behind);
}

static void call_branch(az_abstract *a, const az_stmt *s, const az_term *args, uint32_t function,
                        branches *c) {
  a->b->current = c->start;
  if (!a->p->functions[function].has_body || active(a, a->b->frame, function) != AZ_NONE) {
    havoc_call(a, "recursion through a pointer");
    c->result.anything = c->result.inside = true;
    join_branch(a, c, AZ_NO_TERM);
    return;
  }
  uint32_t fr;
  a->b->current = enter(a, s, function, args, &fr);
  if (a->b->current == AZ_NONE) return;
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  az_term value = s->result ? result_of(a, fr, sort, c->number != AZ_NONE) : AZ_NO_TERM;
  if (value && az_sort_of(a->s, value) != sort) value = AZ_NO_TERM; /* of another type */
  bool grew = a->grew; /* the set is none of the program's */
  eq_pointees_join(a, &c->result, &a->frames[fr].result_to);
  a->grew = grew;
  join_branch(a, c, value);
}

static void call_pointer(az_abstract *a, const az_stmt *s, const az_term *args, az_term pointer) {
  pointees set = eq_pointees_of(a, pointer);
  az_sort sort = s->result ? az_sort_of(a->s, s->result) : 0;
  bool is_pointer = s->result && sort == az_sort_bv(az_pointer_width(a->p));
  bool number = s->result && !is_pointer && az_sort_kind_of(sort) == AZ_SORT_BV &&
                az_sort_width(sort) <= 64 && !a->dry && is_used(a, s);
  branches c = {eq_point_new(a, s->loc, NULL), eq_point_new(a, s->loc, NULL), AZ_NONE, {0}, false};
  if (number) c.number = eq_temporary(a, az_sort_width(sort), true);
  eq_edge_to(a, c.start);
  for (size_t i = 0; i < arrlenu(set.objects); i++) {
    const az_abstract_object *info = &a->objects[set.objects[i]]->info;
    if (info->object != AZ_NONE && a->p->objects[info->object].kind == AZ_OBJ_FUNCTION)
      call_branch(a, s, args, a->p->objects[info->object].function, &c);
  }
  if (set.anything) {
    a->b->current = c.start;
    havoc_call(a, "call through an unknown pointer");
    c.result.anything = c.result.inside = true;
    join_branch(a, &c, AZ_NO_TERM);
  }
  a->b->current = c.returns ? c.behind : AZ_NONE;
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
  uint32_t waiting = s->callee == AZ_NONE ? AZ_NONE : active(a, a->b->frame, s->callee);
  eq_keep_all(a);
  if (s->callee == AZ_NONE) {
    call_pointer(a, s, args, pointer);
  } else if (!a->p->functions[s->callee].has_body) {
    havoc_call(a, "function without a body");
    unknown_result(a, s);
  } else if (waiting != AZ_NONE || a->summaries) {
    if (waiting == AZ_NONE) waiting = frame_at_call(a, AZ_NONE, s->callee, NULL, true);
    call_waiting(a, s, args, waiting);
  } else {
    call_direct(a, s, args);
  }
  arrfree(args);
}

/* ---- all --------------------------------------------------------------------------------------
 */

static void note_use(az_abstract *a, az_term t, uint32_t at) {
  if (!t) return;
  az_visit_forget(a->cone);
  az_visit_add(a->cone, t);
  for (az_term v; (v = az_visit_next(a->cone));) {
    if (az_kind_of(a->s, v) != AZ_K_VAR) continue;
    a->last_use = az_by_term(a->last_use, &a->last_use_terms, v, sizeof *a->last_use);
    a->last_use[v] = at + 1;
  }
}

static void note_uses(az_abstract *a, const az_block *block) {
  for (uint32_t i = 0; i < block->stmt_count; i++) {
    const az_stmt *s = &block->stmts[i];
    note_use(a, s->ptr, i);
    note_use(a, s->value, i);
    note_use(a, s->size, i);
    for (uint32_t k = 0; k < s->arg_count; k++) note_use(a, s->args[k], i);
    if (s->kind == AZ_S_LIVE && s->object != AZ_NONE) a->has_live[s->object] = true;
    bool again = s->kind == AZ_S_LIVE && block->loop != AZ_NONE;
    if (again && s->object != AZ_NONE) a->begins_again[s->object] = true;
    bool early = s->kind == AZ_S_DEAD && block->end != AZ_END_RETURN;
    if ((again || early) && s->object != AZ_NONE) a->ends_early[s->object] = true;
  }
  note_use(a, block->condition, UINT32_MAX - 1);
  note_use(a, block->value, UINT32_MAX - 1);
}

/* The start function that is made for each program calls constructors, then the entry function,
 * then what is made to call others at the end. */
static uint32_t called_by_start(const az_program *p) {
  uint32_t entry = p->entry;
  const az_function *start = &p->functions[p->entry];
  for (uint32_t b = 0; !strncmp(start->name, "__ansatz_", 9) && b < start->block_count; b++)
    for (uint32_t i = 0; i < start->blocks[b].stmt_count; i++) {
      const az_stmt *s = &start->blocks[b].stmts[i];
      bool made = s->kind != AZ_S_CALL || s->callee == AZ_NONE ||
                  !strncmp(p->functions[s->callee].name, "__ansatz_", 9);
      if (!made) entry = s->callee;
    }
  return entry;
}

static void survey(az_abstract *a) {
  const az_program *p = a->p;
  a->program_entry = called_by_start(p);
  for (uint32_t i = 0; i < p->object_count; i++) {
    const az_object *o = &p->objects[i];
    az_abstract_object info = {.object = i, .frame = AZ_NONE};
    bool content = o->kind == AZ_OBJ_GLOBAL || o->kind == AZ_OBJ_STRING;
    if (content) info.layout = az_layout_of(p, a->arena, o->type, o->bytes, 1);
    (void)eq_object_new(a, info, o->name, o->type);
    if (o->kind >= AZ_OBJ_LOCAL) hmput(a->address_of, o->address, ((local_address){i, 0}));
  }
  for (uint32_t f = 0; f < p->function_count; f++) {
    const az_function *fn = &p->functions[f];
    for (uint32_t l = 0; l < fn->local_count; l++) a->position[fn->locals[l]] = l;
    for (uint32_t b = 0; b < fn->block_count; b++) note_uses(a, &fn->blocks[b]);
  }
}

/* Once over the whole program. */
static void translate(az_abstract *a, bool dry) {
  a->dry = dry;
  a->pass++;
  a->grew = false;
  a->statements = 0;
  uint32_t fr = frame_at_call(a, AZ_NONE, a->p->entry, NULL, false);
  const az_function *f = &a->p->functions[a->p->entry];
  block_state b = {.frame = fr, .block = &f->blocks[0]};
  while (!arrlenu(a->substs)) arrput(a->substs, az_subst_new(a->s));
  b.subst = a->substs[0];
  a->frames[fr].pass = a->pass;
  uint32_t start = eq_point_new(a, f->loc, NULL), entry = eq_point_new(a, f->loc, NULL);
  a->b = &b;
  if (dry) eq_initialise_globals(a);
  (void)translate_function(a, fr, entry);
  a->b = &b;
  b.current = start;
  /* Last, as only now it is known which variables there are. */
  a->loc = f->loc;
  if (!dry) eq_initialise_globals(a);
  if (!dry) pass_arguments(a, NULL, fr);
  if (eq_is_entry(a, fr)) enter_function(a, NULL, fr, true);
  eq_edge_to(a, entry);
  end_block(a, &b);
  a->b = NULL;
}

static az_abstract *translated(const az_program *p, az_registry *registry,
                               const az_abstract_config *config, bool summaries) {
  az_abstract *a = az_calloc(1, sizeof *a);
  a->p = p;
  a->s = p->store;
  a->arena = az_arena_new();
  a->config = *config;
  a->summaries = summaries;
  a->most_statements = az_limits_or_default(config->limits)->equation_statements;
  a->cone = az_visit_new(a->s, AZ_VISIT_ANY);
  a->position = AZ_NEWN(a->arena, uint32_t, p->object_count + 1);
  a->has_live = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->begins_again = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->ends_early = AZ_NEWN(a->arena, bool, p->object_count + 1);
  a->equations.program = p;
  a->equations.context = (az_transfer_context){.store = p->store, .registry = registry};
  survey(a);
  do {
    translate(a, true);
  } while (a->grew && !a->failed);
  if (!a->failed) translate(a, false);
  return a;
}

az_abstract *az_abstract_new(const az_program *p, az_registry *registry,
                             const az_abstract_config *config, az_error *err) {
  bool once = config->once_a_function ||
              eq_too_many_expanded(p, az_limits_or_default(config->limits)->equation_statements);
  az_abstract *a = translated(p, registry, config, once);
  if (a->failed && !a->summaries) { /* calls through pointers were expanded, too */
    az_abstract_free(a);
    a = translated(p, registry, config, true);
  }
  if (a->failed) {
    az_limits_hit(config->limits, AZ_LIMIT_equation_statements);
    az_fail(err, AZ_ERR_RESOURCE,
            "abstract interpretation: more than %llu statements (limit equation_statements)",
            (unsigned long long)a->most_statements);
    az_abstract_free(a);
    return NULL;
  }
  eq_finish_equations(a);
  return a;
}

void az_abstract_free(az_abstract *a) {
  if (!a) return;
  for (size_t i = 0; i < arrlenu(a->frames); i++) eq_pointees_free(&a->frames[i].result_to);
  for (size_t i = 0; i < arrlenu(a->objects); i++) {
    const object *o = a->objects[i];
    for (uint32_t l = 0; o->cells && l < o->info.layout->leaf_count; l++)
      eq_pointees_free(&o->cells[l].points);
  }
  for (ptrdiff_t i = 0; i < hmlen(a->object_parts); i++)
    eq_pointees_free(&a->object_parts[i].value);
  for (size_t i = 0; i < arrlenu(a->substs); i++) az_subst_free(a->substs[i]);
  arrfree(a->substs);
  arrfree(a->frames);
  arrfree(a->objects);
  arrfree(a->vars);
  arrfree(a->pool);
  arrfree(a->globals);
  arrfree(a->heads);
  arrfree(a->causes);
  arrfree(a->entered);
  arrfree(a->points);
  arrfree(a->edges);
  arrfree(a->actions);
  hmfree(a->frame_of);
  hmfree(a->allocated);
  hmfree(a->address_of);
  hmfree(a->object_parts);
  hmfree(a->steps);
  hmfree(a->var_of);
  free(a->last_use);
  free(a->constants);
  az_visit_free(a->cone);
  az_arena_free(a->arena);
  free(a);
}

const az_equations *az_abstract_equations(const az_abstract *a) {
  return &a->equations;
}

uint32_t az_abstract_frames(const az_abstract *a) {
  return (uint32_t)arrlenu(a->frames);
}

const az_abstract_frame *az_abstract_frame_at(const az_abstract *a, uint32_t number) {
  return &a->frames[number].info;
}

uint32_t az_abstract_called_frame(const az_abstract *a, uint32_t caller, uint32_t function,
                                  const az_stmt *call) {
  site_key key = {caller, function, call};
  ptrdiff_t at = hmgeti(((az_abstract *)(uintptr_t)a)->frame_of, key);
  return at < 0 ? AZ_NONE : a->frame_of[at].value;
}

const az_abstract_head *az_abstract_heads(const az_abstract *a, uint32_t *count) {
  *count = (uint32_t)arrlenu(a->heads);
  return a->heads;
}

uint32_t az_abstract_objects(const az_abstract *a) {
  return (uint32_t)arrlenu(a->objects);
}

const az_abstract_object *az_abstract_object_at(const az_abstract *a, uint32_t number) {
  return &a->objects[number]->info;
}

uint32_t az_abstract_variable_of(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->objects[number]->cells;
  return cells ? cells[leaf].var : AZ_NONE;
}

uint32_t az_abstract_part_of(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->objects[number]->cells;
  return cells ? cells[leaf].part : AZ_NONE;
}

bool az_abstract_at_start(const az_abstract *a, uint32_t number, uint32_t leaf) {
  const cell *cells = a->objects[number]->cells;
  return cells && a->objects[number]->info.layout->leaves[leaf].is_pointer &&
         !cells[leaf].points.inside;
}
