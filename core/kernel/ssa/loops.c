/* Loops: to find their effect, one copy of the body is executed from an arbitrary loop-back state,
 * again and again until no further slot changes (this fixed point also yields the points-to sets of
 * loop-back pointers); then k copies are made. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef ANSATZ_CHECK
static bool is_ascending(const uint32_t *ids) {
  for (size_t i = 1; i < arrlenu(ids); i++)
    if (ids[i - 1] >= ids[i]) return false;
  return true;
}
#endif

static az_loop_effect *effect_of(executor *x, uint32_t frame_index, uint32_t loop, bool *known) {
  name_key key = {frame_index, loop, 0};
  ptrdiff_t at = hmgeti(x->shared->effects, key);
  *known = at >= 0;
  if (at >= 0) return x->shared->effects[at].value;
  az_loop_effect *effect = AZ_NEW(x->shared->arena, az_loop_effect);
  hmput(x->shared->effects, key, effect);
  return effect;
}

static bool points_add(executor *x, az_points_to *into, az_term value, bool on_entry) {
  az_points_to set = az_memory_targets(x->memory, value);
  /* In a loop-back state, a pointer is uninitialised only if it was before the loop and an
   * iteration keeps it so. In that case, the points-to set at the back edge has the flag, too. */
  if (on_entry) set.flags &= ~(uint32_t)AZ_PTS_INVALID;
  bool grew = (set.flags & ~into->flags) != 0 || (set.inside && !into->inside);
  into->flags |= set.flags;
  into->inside |= set.inside;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    ptrdiff_t at = az_slot_position(into->ids, set.ids[i]);
    if (at < (ptrdiff_t)arrlenu(into->ids) && into->ids[at] == set.ids[i]) continue;
    arrins(into->ids, at, set.ids[i]);
    grew = true;
  }
  arrfree(set.ids);
  return grew;
}

typedef struct growth {
  executor *x;
  az_loop_effect *effect;
  bool grew;
} growth;

static void on_difference(void *ctx, uint32_t slot, az_term at_head, az_term at_end) {
  growth *g = ctx;
  if (!at_head) return;
  az_loop_effect *e = g->effect;
  ptrdiff_t i = az_slot_position(e->slots, slot);
  bool here = i < (ptrdiff_t)arrlenu(e->slots) && e->slots[i] == slot;
  if (!at_end) {
    /* Computed before arrins, a macro that evaluates its argument again after making room. */
    ptrdiff_t at = az_slot_position(e->dead, slot);
    arrins(e->dead, at, slot);
    if (here) {
      arrdel(e->slots, i);
      arrfree(e->points[i].ids);
      arrdel(e->points, i);
    }
    g->grew = true;
    return;
  }
  const az_leaf *leaf;
  az_memory_slot(g->x->memory, slot, &leaf, NULL);
  if (!here) {
    az_points_to empty = {0};
    arrins(e->slots, i, slot);
    arrins(e->points, i, empty);
    if (leaf->is_pointer) points_add(g->x, &e->points[i], at_head, true);
    g->grew = true;
  }
}

/* Adds the effect of one iteration: the slots that differ at the back edge, and the targets of
 * their pointers there. */
static void note_iteration(growth *g, const az_mem *head, const az_mem *end) {
  az_mem_diff(head, end, on_difference, g);
  az_loop_effect *e = g->effect;
  /* Also slots that this iteration leaves unchanged: their pointers have targets, too. */
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    az_memory_slot(g->x->memory, e->slots[i], &leaf, NULL);
    az_term v = leaf->is_pointer ? az_mem_get(end, e->slots[i]) : AZ_NO_TERM;
    if (v) g->grew |= points_add(g->x, &e->points[i], v, false);
  }
}

/* Returns the loop-back variable of a slot; pointers are a pair, so that object and offset are
 * separate variables. Records the points-to set of a pointer as a fact about it, which holds since
 * the effect of the loop is a fixed point: this is trusted. */
static az_term loop_back(executor *x, uint32_t slot, uint32_t loop, const az_points_to *points) {
  const az_leaf *leaf;
  const az_instance *inst = az_memory_slot(x->memory, slot, &leaf, NULL);
  char name[256];
  az_sort sort = az_leaf_sort(x->p, leaf);
  /* The name includes the sort: another stage of the same program may have other slots. */
  snprintf(name, sizeof name, "%.180s#lb%u!%u.%u:%x", inst->name, loop, x->name, slot, sort);
  if (!leaf->is_pointer) return az_var(x->s, sort, name);
  if (az_leaf_is_array(leaf)) {
    az_term v = az_var(x->s, sort, name);
    az_memory_points_to(x->memory, v, points);
    return v;
  }
  size_t n = strlen(name);
  snprintf(name + n, sizeof name - n, ".object");
  az_term object = az_var(x->s, az_sort_bv(AZ_OBJECT_BITS), name);
  snprintf(name + n, sizeof name - n, ".offset");
  /* A pointer that was never set may have any offset. */
  az_term offset = az_bv(x->s, x->p->pointer_bits, 0);
  if (points->inside || points->flags) {
    az_points_to where = {.inside = points->inside};
    offset = az_var(x->s, az_sort_bv(x->p->pointer_bits), name);
    az_memory_points_to(x->memory, offset, &where);
  }
  az_memory_points_to(x->memory, object, points);
  if (!x->dry && !points->flags && arrlenu(points->ids)) {
    az_term in = az_false(x->s);
    for (size_t i = 0; i < arrlenu(points->ids); i++)
      in = az_or(x->s, in, az_memory_is(x->memory, object, points->ids[i]));
    arrput(x->ssa->facts, in);
  }
  return az_concat(x->s, object, offset);
}

/* Returns h_1 = ls ? lb : pre for the slots that change. */
static az_mem *head_state(executor *x, const az_loop_effect *e, uint32_t frame_index, uint32_t loop,
                          const az_mem *pre, az_term ls, az_term **lb) {
  az_mem *h = az_mem_copy(pre);
  assert(arrlenu(e->slots) == arrlenu(e->points) && az_sort_of(x->s, ls) == az_sort_bool());
  AZ_CHECK(is_ascending(e->slots) && is_ascending(e->dead));
  for (size_t i = 0; i < arrlenu(e->dead); i++) az_mem_set(h, e->dead[i], AZ_NO_TERM);
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_term before = az_mem_get(pre, e->slots[i]);
    az_term v = ghost_at_loop_back(x, frame_index, loop, e->slots[i]);
    if (!v) v = loop_back(x, e->slots[i], loop, &e->points[i]);
    if (lb) arrput(*lb, v);
    if (before)
      az_mem_set(h, e->slots[i], az_ite(x->s, ls, pointer_at_start(x, e->slots[i], v), before));
  }
  return h;
}

static void entry_points(executor *x, az_loop_effect *e, const az_mem *pre, bool *grew) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, e->slots[i], &leaf, NULL);
    az_term before = az_mem_get(pre, e->slots[i]);
    if (leaf->is_pointer && before) *grew |= points_add(x, &e->points[i], before, true);
  }
}

/* ---- execution ------------------------------------------------------------------------------- */

/* Executes one copy of the body; returns the merged states at its back edges. */
static point run_copy(executor *x, activation *a, uint32_t loop, loop_run *run, point head) {
  uint32_t copies = x->copies, name = x->name;
  az_copy c = {copies, x->dry ? AZ_NONE : run->instance, run->copy};
  if (x->dry || run->instance != AZ_NONE) {
    arrput(x->ssa->copies, c);
    x->copies = (uint32_t)arrlenu(x->ssa->copies) - 1;
  }
  x->name = name_of(x, name, UINT32_MAX - loop, run->copy);
  run->outer = a->run;
  run->loop = loop;
  run->left = run->refused = false;
  a->run = run;
  arrput(a->pending[a->f->loops[loop].head], head);
  execute_region(x, a, loop);
  assert(a->run == run); /* inner loops have ended */
  a->run = run->outer;
  x->copies = copies;
  x->name = name;
  point back = points_merge(x, &run->latches, NULL, NULL);
  if (back.mem) ghosts_loop_event(x, back.mem, AZ_ON_BACK, a, loop);
  return back;
}

/* Returns the number of exits to each target so far. */
static exit_counts mark_exits(const activation *a) {
  exit_counts m = {.returns = arrlenu(a->returns)};
  for (uint32_t b = 0; b < a->f->block_count; b++) arrput(m.pending, arrlenu(a->pending[b]));
  for (const loop_run *r = a->run; r; r = r->outer) arrput(m.latches, arrlenu(r->latches));
  return m;
}

static void mark_free(exit_counts *m) {
  arrfree(m->pending);
  arrfree(m->latches);
}

static void drop_points(point **points, size_t keep) {
  for (size_t i = keep; i < arrlenu(*points); i++) az_mem_free((*points)[i].mem);
  if (arrlenu(*points) > keep) arrsetlen(*points, keep);
}

static void drop_exits(activation *a, exit_counts *m) {
  for (uint32_t b = 0; b < a->f->block_count; b++) drop_points(&a->pending[b], m->pending[b]);
  size_t i = 0;
  for (loop_run *r = a->run; r; r = r->outer) drop_points(&r->latches, m->latches[i++]);
  drop_points(&a->returns, m->returns);
  if (arrlenu(a->values) > m->returns) arrsetlen(a->values, m->returns);
}

/* Executes one copy from an arbitrary loop-back state until the loop's effect is stable; keeps the
 * exits of the last iteration if `keep`. */
static void discover(executor *x, activation *a, uint32_t loop, az_loop_effect *e, const point *pre,
                     bool keep) {
  x->dry++;
  exit_counts m = mark_exits(a);
  uint32_t *reads = NULL, **watched = az_memory_watch(x->memory, &reads);
  az_term ls = az_var(x->s, az_sort_bool(), "ls#any");
  while (!x->failed) {
    bool grew = false;
    entry_points(x, e, pre->mem, &grew);
    az_mem *h = head_state(x, e, a->frame, loop, pre->mem, ls, NULL);
    loop_run run = {.copy = 1};
    point head = {pre->guard, az_mem_copy(h)};
    point back = run_copy(x, a, loop, &run, head);
    growth g = {x, e, grew};
    if (back.mem) note_iteration(&g, h, back.mem);
    az_mem_free(back.mem);
    az_mem_free(h);
    AZ_CHECK(is_ascending(e->slots) && is_ascending(e->dead));
    if (!g.grew) break;
    drop_exits(a, &m);
  }
  az_memory_watch(x->memory, watched);
  for (size_t i = 0; watched && i < arrlenu(reads); i++) arrput(*watched, reads[i]);
  note_unchanged(x, e, reads, pre->mem);
  note_origins(x, e, pre);
  arrfree(reads);
  if (!keep) drop_exits(a, &m);
  mark_free(&m);
  x->dry--;
}

/* Executes copy j of a loop, not dry; returns the state at its back edge. */
static point step_copy(executor *x, activation *a, uint32_t loop, az_loop_effect *e, uint32_t at,
                       uint32_t j, point head) {
  az_ssa *ssa = x->ssa;
  az_term not_ls = az_not(x->s, ssa->loops[at].ls);
  assert(!x->dry && j <= ssa->config.k && arrlenu(ssa->loops[at].bodies) == j - 1);
  loop_run run = {.instance = at,
                  .copy = j,
                  .leaves = j == ssa->config.k ? az_or(x->s, not_ls, last_copy(x->ssa)) : not_ls};
  az_mem *before = az_mem_copy(head.mem);
  az_memory_choose(x->memory, 0);
  az_loop_copy body = {.head = head.guard};
  point back = run_copy(x, a, loop, &run, head);
  body.back = back.guard;
  if (back.mem && !x->failed) {
    growth g = {x, e, false};
    /* The first copy begins in any state that earlier iterations may leave. */
    if (j == 1) note_iteration(&g, before, back.mem);
    x->grown |= g.grew;
    if (!x->grown) body.end = az_mem_copy(back.mem);
  }
  az_mem_free(before);
  arrput(ssa->loops[at].bodies, body);
  return back;
}

static point base_copies(executor *x, activation *a, uint32_t loop, uint32_t at, uint32_t *copy,
                         point head);

bool extend_loop(executor *x, uint32_t instance) {
  az_ssa *ssa = x->ssa;
  assert(instance < arrlenu(ssa->loops) && arrlenu(ssa->resumes) == arrlenu(ssa->loops));
  struct az_ssa_resume *r = ssa->resumes[instance];
  if (!r->end.mem) {
    for (size_t i = 0; i < arrlenu(r->cutoffs); i++) close_cutoff(x, &r->cutoffs[i]);
    arrfree(r->cutoffs);
    return true;
  }
  bool known;
  az_loop_effect *e =
      ssa->config.mode == AZ_SSA_STEP ? effect_of(x, r->frame, r->loop, &known) : NULL;
  activation a = {.frame = r->frame, .f = &x->p->functions[x->shared->frames[r->frame].function]};
  uint32_t depth = x->shared->frames[r->frame].depth;
  while (arrlenu(x->substs) <= depth) arrput(x->substs, az_subst_new(x->s));
  a.subst = x->substs[depth];
  a.pending = az_calloc(a.f->block_count, sizeof *a.pending);
  size_t n = arrlenu(r->outer);
  loop_run *around = az_calloc(n + 1, sizeof *around);
  for (size_t i = 0; i < n; i++) {
    const enclosing *o = &r->outer[i];
    around[i] = (loop_run){.instance = o->instance,
                           .copy = o->copy,
                           .leaves = o->leaves,
                           .loop = o->loop,
                           .outer = i + 1 < n ? &around[i + 1] : NULL};
  }
  a.run = n ? &around[0] : NULL;
  x->copies = r->copies;
  x->name = r->name;
  move_bound(x, r);
  az_mem *before = az_mem_copy(r->end.mem);
  x->record = r->record;
  r->end = e ? step_copy(x, &a, r->loop, e, instance, ++r->copy, r->end)
             : base_copies(x, &a, r->loop, instance, &r->copy, r->end);
  r->record = x->record;
  bool fits = !x->failed && !x->grown;
  /* Base: cut-offs have variables only for slots that earlier copies changed. A slot that this copy
   * is the first to change would have its entry value at the exits of later copies. */
  for (size_t i = 0; fits && !e && r->end.mem && i < arrlenu(r->cutoffs); i++) {
    fits = cutoff_has_room(&r->cutoffs[i], before, r->end.mem);
  }
  for (size_t i = 0; fits && i < arrlenu(r->cutoffs); i++) {
    az_cutoff *h = &r->cutoffs[i];
    point **points = h->target == AZ_NONE ? &a.returns : &a.pending[h->target];
    for (size_t o = 0; o < n; o++) {
      if (h->target != AZ_NONE && a.f->loops[around[o].loop].head == h->target)
        points = &around[o].latches;
    }
    fits = define_cutoff(x, r, h, points, h->target == AZ_NONE ? &a.values : NULL, before);
  }
  /* The remaining exits go to targets that no earlier copy reaches: these have no cut-off. */
  for (uint32_t b = 0; b < a.f->block_count; b++) {
    fits &= arrlenu(a.pending[b]) == 0;
    drop_points(&a.pending[b], 0);
    arrfree(a.pending[b]);
  }
  for (size_t o = 0; o < n; o++) {
    fits &= arrlenu(around[o].latches) == 0;
    drop_points(&around[o].latches, 0);
    arrfree(around[o].latches);
  }
  fits &= arrlenu(a.returns) == 0;
  drop_points(&a.returns, 0);
  arrfree(a.returns);
  arrfree(a.values);
  arrfree(a.allocated);
  free(a.pending);
  free(around);
  az_mem_free(before);
  return fits;
}

/* Returns the index of the loop's head in its frame; adds the head at the first visit. */
static uint32_t head_of(executor *x, const activation *a, uint32_t loop, const az_loop_effect *e) {
  az_ssa *ssa = x->ssa;
  for (size_t i = 0; i < arrlenu(ssa->heads); i++)
    if (ssa->heads[i].frame == a->frame && ssa->heads[i].loop == loop) return (uint32_t)i;
  const frame *f = &x->shared->frames[a->frame];
  az_loop_head head = {.function = f->function,
                       .loop = loop,
                       .frame = a->frame,
                       .name = az_arena_printf(ssa->arena, "%s.%u", f->path, loop),
                       .loc = a->f->loops[loop].loc,
                       .effect = e};
  arrput(ssa->heads, head);
  return (uint32_t)arrlenu(ssa->heads) - 1;
}

/* Executes copies as long as the next iteration is certain and fewer than `end` statements were
 * executed. Returns whether the loop has ended. */
static bool certain_copies(executor *x, activation *a, uint32_t loop, point head, uint64_t end) {
  bool certain = true;
  for (uint32_t copy = 1; head.mem && certain && !x->failed; copy++) {
    loop_run run = {.instance = AZ_NONE, .copy = copy};
    head = run_copy(x, a, loop, &run, head);
    certain = run.refused && !run.left && x->ssa->executed < end;
  }
  const bool ended = !head.mem;
  az_mem_free(head.mem);
  return ended;
}

/* Executes an inner loop with few iterations, all of which are certain, such as a loop over a
 * table, as part of the outer loop's body, without states of its own. Returns false for any other
 * loop; once an instance did not fit, later ones are not tried. */
static bool loop_in_line(executor *x, activation *a, uint32_t loop, az_loop_effect *e,
                         const point *pre) {
  if (!x->copies || !x->ssa->config.in_line || e->long_or_uncertain ||
      x->ssa->config.classes >> AZ_C_TERMINATION & 1u)
    return false;
  exit_counts m = mark_exits(a);
  const uint64_t end = x->ssa->executed + x->ssa->config.in_line;
  x->dry++;
  const point tried = {pre->guard, az_mem_copy(pre->mem)};
  e->long_or_uncertain = !certain_copies(x, a, loop, tried, end) || x->failed;
  x->dry--;
  drop_exits(a, &m);
  mark_free(&m);
  if (e->long_or_uncertain) return false;
  const point head = {pre->guard, az_mem_copy(pre->mem)};
  if (!certain_copies(x, a, loop, head, UINT64_MAX))
    add_unwinding_assertion(x, pre->guard, "a loop that does not end", a->f->loops[loop].loc,
                            false);
  return true;
}

static void loop_step(executor *x, activation *a, uint32_t loop, point pre) {
  bool known;
  ghosts_loop_event(x, pre.mem, AZ_ON_ENTER, a, loop);
  az_loop_effect *e = effect_of(x, a->frame, loop, &known);
  if (x->dry || !known) discover(x, a, loop, e, &pre, x->dry > 0);
  if (x->dry || x->failed || loop_in_line(x, a, loop, e, &pre)) {
    az_mem_free(pre.mem);
    return;
  }
  entry_points(x, e, pre.mem, &x->grown);
  az_ssa *ssa = x->ssa;
  char name[64];
  snprintf(name, sizeof name, "ls#%u!%u.%u", loop, x->name, a->frame);
  az_loop_instance inst = {.function = x->shared->frames[a->frame].function,
                           .loop = loop,
                           .copies = x->copies,
                           .guard = pre.guard};
  inst.ls = az_var(x->s, az_sort_bool(), name);
  inst.head = head_of(x, a, loop, e);
  az_term *lb = NULL;
  az_mem *h = head_state(x, e, a->frame, loop, pre.mem, inst.ls, &lb);
  inst.entry = az_mem_copy(pre.mem);
  inst.lb = az_mem_copy(pre.mem);
  assert(arrlenu(lb) == arrlenu(e->slots));
  for (size_t i = 0; i < arrlenu(lb); i++) az_mem_set(inst.lb, e->slots[i], lb[i]);
  arrfree(lb);
  uint32_t at = (uint32_t)arrlenu(ssa->loops);
  arrput(ssa->loops, inst);
  arrput(ssa->resumes, NULL);
  x->guard = pre.guard;
  ssa_record(x, (az_record){.kind = AZ_REC_LOOP, .index = at});
  point head = {pre.guard, h};
  exit_counts m = mark_exits(a);
  for (uint32_t j = 1; j <= ssa->config.k && head.mem && !x->failed; j++)
    head = step_copy(x, a, loop, e, at, j, head);
  if (!x->failed)
    ssa->resumes[at] = add_cutoffs(x, a, &(cut_loop){loop, e, &pre, &m, head, ssa->config.k});
  else
    az_mem_free(head.mem);
  mark_free(&m);
  az_mem_free(pre.mem);
}

static void on_any_difference(void *ctx, uint32_t slot, az_term before, az_term after) {
  (void)slot, (void)before, (void)after;
  *(bool *)ctx = true;
}

static bool same_state(const point *a, const point *b) {
  bool differs = !a->mem || !b->mem || a->guard != b->guard;
  if (!differs) az_mem_diff(a->mem, b->mem, on_any_difference, &differs);
  return !differs;
}

/* Executes the base formula's copies from *copy + 1 to k, at least one, and further ones as long as
 * the next iteration is certain. Returns the state at the last back edge. */
static point base_copies(executor *x, activation *a, uint32_t loop, uint32_t at, uint32_t *copy,
                         point head) {
  az_ssa *ssa = x->ssa;
  bool certain = true;   /* at least one copy */
  point old = {0, NULL}; /* the state before an earlier copy, chosen as in [brent1980] */
  uint32_t marked = 0, most = copies_of(x, a->frame, loop);
  while (head.mem && !x->failed && (*copy < most || certain)) {
    loop_run run = {.instance = at, .copy = ++*copy};
    if (*copy >= 2 * marked) {
      az_mem_free(old.mem);
      old = (point){head.guard, az_mem_copy(head.mem)};
      marked = *copy;
    }
    point before = {head.guard, az_mem_copy(head.mem)};
    head = run_copy(x, a, loop, &run, head);
    certain =
        run.refused && !run.left && ssa->executed < ssa->config.budget &&
        az_limits_room(x->shared->limits, AZ_LIMIT_unwound_objects, az_memory_instances(x->memory));
    bool repeats = same_state(&head, &before) || same_state(&head, &old);
    az_mem_free(before.mem);
    /* Further copies would repeat the copies since the equal state, with other names for inputs.
     * They violate no further check, but the loop may run forever. */
    if (repeats && !(ssa->config.classes >> AZ_C_TERMINATION & 1u)) {
      az_mem_free(head.mem);
      head.mem = NULL;
    }
    certain &= !repeats;
  }
  az_mem_free(old.mem);
  return head;
}

static void on_base_change(void *ctx, uint32_t slot, az_term before, az_term after) {
  az_loop_effect *e = ctx;
  if (before && after) arrput(e->slots, slot);
}

static void loop_base(executor *x, activation *a, uint32_t loop, point pre) {
  az_ssa *ssa = x->ssa;
  az_loop_instance inst = {.function = x->shared->frames[a->frame].function,
                           .loop = loop,
                           .copies = x->copies,
                           .guard = pre.guard,
                           .ls = az_false(x->s)};
  uint32_t at = (uint32_t)arrlenu(ssa->loops), copy = 0;
  arrput(ssa->loops, inst);
  arrput(ssa->resumes, NULL);
  exit_counts m = mark_exits(a);
  point entry = {pre.guard, az_mem_copy(pre.mem)};
  point end = base_copies(x, a, loop, at, &copy, pre);
  az_loop_effect changed = {0}; /* changed by these copies; later changes do not fit */
  if (end.mem) az_mem_diff(entry.mem, end.mem, on_base_change, &changed);
  if (!x->failed)
    ssa->resumes[at] = add_cutoffs(x, a, &(cut_loop){loop, &changed, &entry, &m, end, copy});
  else
    az_mem_free(end.mem);
  /* Records of later copies are inserted after the last record so far, and before the records of an
   * enclosing loop whose copy may end here. */
  x->guard = entry.guard;
  ssa_record(x, (az_record){.kind = AZ_REC_LOOP, .index = at});
  arrfree(changed.slots);
  mark_free(&m);
  az_mem_free(entry.mem);
}

void execute_loop(executor *x, activation *a, uint32_t loop) {
  point pre = points_merge(x, &a->pending[a->f->loops[loop].head], NULL, NULL);
  if (!pre.mem) return;
  if (x->ssa->config.mode == AZ_SSA_STEP)
    loop_step(x, a, loop, pre);
  else
    loop_base(x, a, loop, pre);
}
