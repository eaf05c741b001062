/* Functions: the control flow of one activation as points and edges. */
#include "abstract/internal.h"
#include <stdlib.h>
#include <string.h>

uint32_t eq_translate_function(az_abstract *a, uint32_t fr, uint32_t entry);

static block_state begin_block(az_abstract *a, uint32_t fr, const az_block *block,
                               block_state *outer, uint32_t current) {
  uint32_t depth = outer->depth + 1;
  /* Each open block has its substitution; eq_translate_function bounds their number. */
  assert(depth <= AZ_MOST_NESTED_CALLS);
  while (arrlenu(a->now.substs) <= depth) arrput(a->now.substs, az_subst_new(a->s));
  az_subst_reset(a->now.substs[depth]);
  return (block_state){.outer = outer,
                       .depth = depth,
                       .frame = fr,
                       .block = block,
                       .stamp = ++a->now.stamp,
                       .subst = a->now.substs[depth],
                       .current = current};
}

void eq_end_block(az_abstract *a, block_state *b) {
  for (size_t i = 0; i < arrlenu(b->temps); i++) arrput(a->variables.pool, b->temps[i]);
  arrfree(b->temps);
  arrfree(b->live);
}

/* Removes the block's temporaries, which are not needed after the block. */
static void drop_temporaries(az_abstract *a) {
  for (size_t i = 0; i < arrlenu(a->now.b->temps); i++)
    eq_emit(a, (az_action){.kind = AZ_ACTION_REMOVE, .var = a->now.b->temps[i]});
}

static void leave_to(az_abstract *a, az_term condition, uint32_t point) {
  if (az_is_false(a->s, condition)) return;
  eq_emit_assume(a, condition);
  drop_temporaries(a);
  eq_edge_to(a, point);
}

/* Adds a point that has several outgoing edges at the end of the block. */
static void fork_here(az_abstract *a) {
  if (a->now.dry || arrlenu(a->now.actions) == a->now.pending) return;
  uint32_t fork = eq_point_new(a, a->now.loc, NULL);
  eq_edge_to(a, fork);
  a->now.b->current = fork;
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

/* Returns the variable of the frame's result; the variable outlives the frame's locals. */
uint32_t eq_result_variable(az_abstract *a, uint32_t number, uint32_t width) {
  frame *fr = &a->calls.frames[number];
  if (fr->result != AZ_NONE) return fr->result;
  const az_type_info *type = &a->p->types[a->p->functions[fr->info.function].result_type];
  az_abstract_variable v = {
      .kind = AZ_ABSTRACT_NUMBER, .bits = width, .is_signed = true, .made = true};
  if (type->kind == AZ_T_INT) v.is_signed = type->is_signed;
  v.name = az_arena_printf(a->arena, "%s()", fr->info.path);
  v.term = az_fresh(a->s, az_sort_bv(width), v.name);
  return fr->result = eq_variable_new(a, v);
}

/* Returns the variable of a returned pointer's target; it outlives the frame's locals, too. */
uint32_t eq_result_part_of(az_abstract *a, uint32_t number) {
  frame *fr = &a->calls.frames[number];
  az_abstract_variable v = {.made = true};
  if (fr->result_part != AZ_NONE) return fr->result_part;
  v.name = az_arena_printf(a->arena, "%s()", fr->info.path);
  return fr->result_part = eq_pointer_new(a, v, &fr->result_to);
}

static void return_pointer(az_abstract *a, az_term value) {
  uint32_t result = a->now.dry ? AZ_NONE : eq_result_part_of(a, a->now.b->frame);
  eq_emit_add(a, result, AZ_NO_TERM);
  if (result != AZ_NONE) eq_emit_assign(a, result, eq_part_of(a, value), false);
}

static void return_value(az_abstract *a, const az_block *block) {
  frame *fr = &a->calls.frames[a->now.b->frame];
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
  if (az_sort_kind_of(sort) != AZ_SORT_BV || a->now.dry) return;
  uint32_t width = az_sort_width(az_sort_of(a->s, value));
  if (width > 64) return;
  uint32_t result = eq_result_variable(a, a->now.b->frame, width);
  eq_emit_add(a, result, AZ_NO_TERM);
  eq_emit_assign(a, result, value, false);
}

static void end_locals(az_abstract *a, uint32_t fr) {
  const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
  for (uint32_t i = 0; i < f->local_count; i++) eq_end_object(a, a->calls.frames[fr].locals[i]);
}

static void terminator(az_abstract *a, const az_block *block, const uint32_t *points, uint32_t end,
                       bool *returns) {
  a->now.loc = block->end_loc;
  a->now.b->at = UINT32_MAX - 1;
  switch (block->end) {
  case AZ_END_GOTO: leave_to(a, az_true(a->s), points[block->successors[0]]); break;
  case AZ_END_IF: {
    if (a->now.dry) break;
    az_term condition = eq_translated(a, block->condition);
    fork_here(a);
    leave_to(a, condition, points[block->successors[0]]);
    leave_to(a, az_not(a->s, condition), points[block->successors[1]]);
    break;
  }
  case AZ_END_SWITCH:
    if (!a->now.dry) end_switch(a, block, points);
    break;
  case AZ_END_RETURN:
    *returns = true;
    return_value(a, block);
    drop_temporaries(a);
    end_locals(a, a->now.b->frame);
    eq_edge_to(a, end);
    break;
  case AZ_END_STOP:
    if (a->now.actions) arrsetlen(a->now.actions, a->now.pending);
    break;
  }
}

static bool has_room(az_abstract *a, const az_block *block) {
  a->now.statements += block->stmt_count + 1;
  if (a->now.statements > a->most_statements) a->now.failed = true;
  return !a->now.failed;
}

static void declare(az_abstract *a, uint32_t fr) {
  const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
  for (uint32_t i = 0; i < f->local_count; i++) {
    if (a->text.has_live[f->locals[i]] || a->p->objects[f->locals[i]].kind == AZ_OBJ_PARAM)
      continue;
    eq_begin_object(a, a->calls.frames[fr].locals[i], AZ_NO_TERM, false);
    eq_declared(a, a->calls.frames[fr].locals[i]);
  }
}

/* Returns the point after the call; AZ_NONE if the function never returns. */
uint32_t eq_translate_function(az_abstract *a, uint32_t fr, uint32_t entry) {
  const az_function *f = &a->p->functions[a->calls.frames[fr].info.function];
  block_state *outer = a->now.b;
  if (outer->depth >= AZ_MOST_NESTED_CALLS) {
    a->now.failed = a->now.too_deep = true;
    return AZ_NONE;
  }
  uint32_t *points = az_array_new(f->block_count, sizeof *points);
  bool returns = false;
  for (uint32_t i = 0; i < f->order_count; i++) {
    uint32_t number = f->order[i];
    const az_block *block = &f->blocks[number];
    bool head = block->loop != AZ_NONE && f->loops[block->loop].head == number;
    const char *name =
        head && !a->now.dry
            ? az_arena_printf(a->arena, "%s.%u", a->calls.frames[fr].info.path, block->loop)
            : NULL;
    az_loc loc = block->stmt_count ? block->stmts[0].loc : block->end_loc;
    points[number] = number ? eq_point_new(a, head ? f->loops[block->loop].loc : loc, name) : entry;
    if (name) arrput(a->found.heads, ((az_abstract_head){fr, block->loop, points[number]}));
  }
  uint32_t end = eq_point_new(a, f->loc, NULL);
  a->calls.frames[fr].entry = entry;
  a->calls.frames[fr].end = end;
  for (uint32_t i = 0; i < f->order_count; i++) {
    const az_block *block = &f->blocks[f->order[i]];
    if (!has_room(a, block)) break;
    block_state b = begin_block(a, fr, block, outer, points[f->order[i]]);
    a->now.b = &b;
    if (!f->order[i]) declare(a, fr);
    for (b.at = 0; b.at < block->stmt_count && b.current != AZ_NONE && !a->now.failed; b.at++)
      eq_translate_statement(a, &block->stmts[b.at]);
    if (b.current != AZ_NONE && !a->now.failed) terminator(a, block, points, end, &returns);
    eq_end_block(a, &b);
  }
  a->now.b = outer;
  free(points);
  return returns ? end : AZ_NONE;
}
