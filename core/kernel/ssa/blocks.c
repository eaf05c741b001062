/* Control flow: blocks in reverse post-order, a guard and a state for each block; joins; loops as
 * units; calls as nested activations. */
#include "ansatz/solver.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static void point_push(executor *x, point **to, az_term guard, const az_mem *mem) {
  if (az_is_false(x->s, guard)) return;
  arrput(*to, ((point){guard, az_mem_copy(mem)}));
}

/* Follows an edge of the activation's control flow. An edge out of a loop requires the condition to
 * leave this copy (docs/soundness.md 2: exits of earlier copies are blocked under ls). */
static void follow(executor *x, activation *a, uint32_t target, az_term guard, const az_mem *mem) {
  const az_block *b = &a->f->blocks[target];
  assert(target < a->f->block_count && b->order != AZ_NONE);
  bool possible = !az_is_false(x->s, guard);
  if (a->run && a->f->loops[a->run->loop].head == target) {
    point_push(x, &a->run->latches, guard, mem);
    return;
  }
  for (loop_run *r = a->run; r; r = r->outer) {
    bool inside = false;
    for (uint32_t l = b->loop; l != AZ_NONE && !inside; l = a->f->loops[l].parent)
      inside = l == r->loop;
    if (inside) {
      if (a->f->loops[r->loop].head == target) { /* from an inner loop to the head of this loop */
        point_push(x, &r->latches, guard, mem);
        return;
      }
      break;
    }
    if (!possible) {
      r->refused = true;
      continue;
    }
    if (r->leaves) guard = guard_and(x, guard, r->leaves);
    if (az_is_false(x->s, guard)) return;
    r->left = true;
  }
  point_push(x, &a->pending[target], guard, mem);
}

static void leave_function(executor *x, activation *a, az_term guard, const az_mem *mem,
                           az_term value) {
  for (loop_run *r = a->run; r; r = r->outer) {
    if (r->leaves) guard = guard_and(x, guard, r->leaves);
    r->left = true;
  }
  if (az_is_false(x->s, guard)) return;
  point_push(x, &a->returns, guard, mem);
  arrput(a->values, value);
  assert(arrlenu(a->values) == arrlenu(a->returns)); /* parallel vectors */
}

typedef struct used_ctx {
  const az_program *p;
  const az_function *f;
  block_locals *out;
} used_ctx;
static void note_local(void *ctx, az_term var) {
  used_ctx *u = ctx;
  for (uint32_t i = 0; i < u->f->local_count; i++) {
    if (u->p->objects[u->f->locals[i]].address == var) arrput(u->out->locals, i);
  }
}

static void bind_locals(executor *x, activation *a, uint32_t block) {
  uint32_t function = x->shared->frames[a->frame].function;
  block_locals **of = &x->shared->locals[function];
  if (!*of) *of = AZ_NEWN(x->shared->arena, block_locals, a->f->block_count);
  block_locals *used = &(*of)[block];
  if (!used->known) {
    used->known = true;
    const az_block *b = &a->f->blocks[block];
    az_term *terms = NULL;
    for (uint32_t i = 0; i < b->stmt_count; i++) {
      const az_stmt *t = &b->stmts[i];
      if (t->ptr) arrput(terms, t->ptr);
      if (t->value) arrput(terms, t->value);
      if (t->size) arrput(terms, t->size);
      for (uint32_t k = 0; k < t->arg_count; k++) arrput(terms, t->args[k]);
    }
    if (b->condition) arrput(terms, b->condition);
    if (b->value) arrput(terms, b->value);
    used_ctx u = {x->p, a->f, used};
    az_free_vars(x->s, terms, arrlenu(terms), note_local, &u);
    arrfree(terms);
  }
  az_subst_reset(a->subst);
  const frame *f = &x->shared->frames[a->frame];
  for (size_t i = 0; i < arrlenu(used->locals); i++) {
    uint32_t l = used->locals[i];
    az_subst_bind(a->subst, x->p->objects[a->f->locals[l]].address,
                  az_memory_id(x->memory, f->instances[l]));
  }
}

static void execute_block(executor *x, activation *a, uint32_t block) {
  point at = points_merge(x, &a->pending[block], NULL, NULL);
  if (!at.mem) return;
  const az_block *b = &a->f->blocks[block];
  az_ssa *ssa = x->ssa;
  assert(!a->run || a->f->blocks[block].loop == a->run->loop); /* the innermost loop is executed */
  ssa->executed += b->stmt_count + 1;
  az_work_add(az_store_work(ssa->s), (b->stmt_count + 1) * (uint64_t)AZ_WORK_UNIT);
  if (ssa->config.limit && ssa->executed > ssa->config.limit)
    ssa_give_up(x, AZ_ERR_RESOURCE, "formula too large");
  if ((ssa->executed & 63) < b->stmt_count + 1 && ssa->config.deadline > 0 &&
      az_clock(az_store_work(ssa->s)) > ssa->config.deadline)
    ssa_give_up(x, AZ_ERR_RESOURCE, "timeout");
  bind_locals(x, a, block);
  for (uint32_t i = 0; i < b->stmt_count && !x->failed && at.mem && !az_is_false(x->s, at.guard);
       i++) {
    x->guard = at.guard;
    if (b->stmts[i].loc.line) x->loc = b->stmts[i].loc; /* else: still the call's location */
    execute_statement(x, a, &b->stmts[i], &at);
  }
  if (x->failed || !at.mem || az_is_false(x->s, at.guard)) {
    az_mem_free(at.mem);
    return;
  }
  switch (b->end) {
  case AZ_END_GOTO: follow(x, a, b->successors[0], at.guard, at.mem); break;
  case AZ_END_IF: {
    az_term c = az_subst_apply(a->subst, b->condition);
    follow(x, a, b->successors[0], guard_and(x, at.guard, c), at.mem);
    follow(x, a, b->successors[1], guard_and(x, at.guard, az_not(x->s, c)), at.mem);
    break;
  }
  case AZ_END_SWITCH: {
    az_term value = az_subst_apply(a->subst, b->condition), rest = at.guard;
    for (uint32_t i = 0; i + 1 < b->successor_count; i++) {
      az_term is = az_eq(x->s, value, b->cases[i]);
      follow(x, a, b->successors[i], guard_and(x, rest, is), at.mem);
      rest = guard_and(x, rest, az_not(x->s, is));
    }
    follow(x, a, b->successors[b->successor_count - 1], rest, at.mem);
    break;
  }
  case AZ_END_RETURN:
    leave_function(x, a, at.guard, at.mem,
                   b->value ? az_subst_apply(a->subst, b->value) : AZ_NO_TERM);
    break;
  case AZ_END_STOP: break;
  }
  az_mem_free(at.mem);
}

void execute_region(executor *x, activation *a, uint32_t loop) {
  const az_function *f = a->f;
  const uint32_t *list = loop == AZ_NONE ? f->order : f->loops[loop].blocks;
  uint32_t n = loop == AZ_NONE ? f->order_count : f->loops[loop].block_count;
  for (uint32_t i = 0; i < n && !x->failed; i++) {
    uint32_t b = list[i], l = f->blocks[b].loop;
    if (l == loop)
      execute_block(x, a, b);
    else if (f->loops[l].head == b && f->loops[l].parent == loop)
      execute_loop(x, a, l);
  }
}

/* Returns whether a parameter of this type receives the argument. It may not, in a call through a
 * pointer of another type: floats are passed in other registers than integers. */
static bool passes(executor *x, az_term v, const az_type_info *type) {
  az_sort sort = az_sort_of(x->s, v);
  bool is_float = az_sort_kind_of(sort) == AZ_SORT_FLOAT, fits = true;
  if (type->kind == AZ_T_POINTER)
    fits = sort == az_sort_bv(az_pointer_width(x->p));
  else if (type->kind == AZ_T_INT)
    fits = sort == type->sort || (!is_float && (az_sort_width(sort) + 7) / 8 == type->bytes);
  else if (type->kind == AZ_T_FLOAT && type->bytes <= 8) /* x87 floats are passed as bits */
    fits = is_float && sort == type->sort;
  if (!fits) note_cause(x, "call through another type");
  return fits;
}

point execute_function(executor *x, uint32_t fr, point at, const az_term *args, uint32_t count,
                       az_term *value) {
  assert(fr < arrlenu(x->shared->frames) && at.mem);
  const az_function *f = &x->p->functions[x->shared->frames[fr].function];
  uint32_t depth = x->shared->frames[fr].depth;
  while (arrlenu(x->substs) <= depth) arrput(x->substs, az_subst_new(x->s));
  activation a = {.frame = fr, .f = f, .subst = x->substs[depth]};
  a.pending = az_calloc(f->block_count, sizeof *a.pending);
  for (uint32_t i = 0; i < f->local_count; i++)
    az_mem_kill(at.mem, x->shared->frames[fr].instances[i]);
  enter_lives(x, at.mem, fr);
  az_memory_report report = memory_report(x);
  for (uint32_t i = 0; i < f->param_count; i++) {
    const az_object *o = &x->p->objects[f->params[i]];
    const az_type_info *type = &x->p->types[o->type];
    uint32_t id = 0;
    for (uint32_t l = 0; l < f->local_count; l++) {
      if (f->locals[l] == f->params[i]) id = x->shared->frames[fr].instances[l];
    }
    if (i >= count || !args[i]) continue; /* content unknown */
    az_term v = args[i];
    if (!passes(x, v, type)) continue; /* not received: content unknown */
    if (az_sort_kind_of(az_sort_of(x->s, v)) == AZ_SORT_FLOAT)
      v = az_memory_float_bits(x->memory, v);
    az_term to = az_memory_pointer(x->memory, id, 0);
    bool is_pointer = type->kind == AZ_T_POINTER;
    uint32_t bytes =
        is_pointer ? x->p->pointer_bits / 8 : (az_sort_width(az_sort_of(x->s, v)) + 7) / 8;
    if (!is_pointer) v = az_resize(x->s, v, 8 * bytes, false);
    az_mem_write(at.mem, to, bytes, is_pointer, v, &report);
  }
  arrput(a.pending[0], at);
  execute_region(x, &a, AZ_NONE);
  assert(!a.run); /* all loops have ended */
  az_term result = AZ_NO_TERM;
  point end = points_merge(x, &a.returns, &a.values, &result);
  if (end.mem) {
    for (uint32_t i = 0; i < f->local_count; i++)
      az_mem_kill(end.mem, x->shared->frames[fr].instances[i]);
    leave_lives(x, &a, end.mem);
  }
  if (value) *value = result;
  for (uint32_t b = 0; b < f->block_count; b++) {
    for (size_t i = 0; i < arrlenu(a.pending[b]); i++) az_mem_free(a.pending[b][i].mem);
    arrfree(a.pending[b]);
  }
  free(a.pending);
  arrfree(a.values);
  arrfree(a.allocated);
  return end;
}
