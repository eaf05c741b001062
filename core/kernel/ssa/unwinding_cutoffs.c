/* Unwinding cut-offs: the values that leave a loop after the last copy are free variables until the
 * next copy defines them, so that formulas only grow with k. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns the value; if it is a pointer that can only lead to starts of objects, with the offset
 * written as 0, so that sums have known offsets. */
az_term pointer_at_start(executor *x, uint32_t slot, az_term v) {
  const az_leaf *leaf;
  az_memory_slot(x->memory, slot, &leaf, NULL);
  return leaf->is_pointer && !az_leaf_is_array(leaf) ? az_memory_at_start(x->memory, v) : v;
}

static az_term new_bound(executor *x) {
  return x->ssa->config.unwinding ? az_fresh(x->s, az_sort_bool(), "cutoff") : last_cutoff(x->ssa);
}

static void define(executor *x, az_term var, az_term term) {
  az_definition d = {var, term};
  assert(az_kind_of(x->s, var) == AZ_K_VAR && var != term);
  assert(az_sort_of(x->s, var) == az_sort_of(x->s, term));
  arrput(x->ssa->definitions, d);
}

void move_bound(executor *x, struct az_ssa_resume *r) {
  if (x->ssa->config.unwinding && r->cutoff) define(x, r->cutoff, az_true(x->s));
  r->cutoff = new_bound(x);
}

typedef struct cutoff_ctx {
  executor *x;
  az_cutoff *h;
  const az_loop_effect *e;
  const az_mem *exits; /* the merged exits to the target */
} cutoff_ctx;

static bool has_slot(const az_cutoff *h, uint32_t slot) {
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    if (h->slots[i].slot == slot) return true;
  }
  return false;
}

static void add_cutoff_slot(cutoff_ctx *c, uint32_t slot) {
  executor *x = c->x;
  az_term now = az_mem_get(c->exits, slot);
  if (!now) return; /* the content is unknown anyway */
  const az_leaf *leaf;
  az_memory_slot(x->memory, slot, &leaf, NULL);
  az_cutoff_slot s = {slot, az_fresh(x->s, az_leaf_sort(x->p, leaf), "cutoff")};
  if (leaf->is_pointer) {
    az_points_to set = az_memory_targets(x->memory, now);
    az_memory_points_to(x->memory, s.var, &set);
    arrfree(set.ids);
    ptrdiff_t i = az_slot_position(c->e->slots, slot);
    if (c->e->points && i < (ptrdiff_t)arrlenu(c->e->slots) && c->e->slots[i] == slot)
      az_memory_points_to(x->memory, s.var, &c->e->points[i]);
  }
  assert(!has_slot(c->h, slot)); /* one variable for each slot */
  arrput(c->h->slots, s);
}

static void on_exit_difference(void *ctx, uint32_t slot, az_term before, az_term after) {
  (void)before, (void)after;
  cutoff_ctx *c = ctx;
  if (!has_slot(c->h, slot)) add_cutoff_slot(c, slot);
}

/* The exits to one target: a block, or AZ_NONE, the end of the function. */
typedef struct exit_points {
  uint32_t target;
  point **points;
  size_t first;     /* the first exit of this loop */
  az_term **values; /* returned values, parallel to the points; NULL: the target is a block */
} exit_points;

/* Adds the cut-off for one target as one more exit: free variables for the slots that the loop may
 * change until it exits. */
static void add_cutoff(executor *x, struct az_ssa_resume *r, const cut_loop *u, exit_points to) {
  point **points = to.points;
  const point *pre = u->entry;
  assert(arrlenu(*points) >= to.first); /* earlier exits are kept */
  if (arrlenu(*points) <= to.first) return;
  az_cutoff h = {.target = to.target, .guard = az_fresh(x->s, az_sort_bool(), "left")};
  point exit = {pre->guard, az_mem_copy((*points)[to.first].mem)};
  for (size_t i = to.first + 1; i < arrlenu(*points); i++)
    az_mem_merge(exit.mem, (*points)[i].mem,
                 h.guard); /* only the set of slots with content is used */
  cutoff_ctx c = {x, &h, u->effect, exit.mem};
  for (size_t i = 0; i < arrlenu(u->effect->slots); i++) add_cutoff_slot(&c, u->effect->slots[i]);
  for (size_t i = to.first; i < arrlenu(*points); i++)
    az_mem_diff(pre->mem, (*points)[i].mem, on_exit_difference, &c);
  for (size_t i = 0; i < arrlenu(h.slots); i++)
    az_mem_set(exit.mem, h.slots[i].slot, pointer_at_start(x, h.slots[i].slot, h.slots[i].var));
  exit.guard = guard_and(x, pre->guard, az_and(x->s, r->cutoff, h.guard));
  if (to.values) {
    az_term value = (*to.values)[to.first];
    if (value) h.value = az_fresh(x->s, az_sort_of(x->s, value), "cutoff");
    if (value && az_sort_of(x->s, value) == az_sort_bv(az_pointer_width(x->p)))
      az_memory_points_to(x->memory, h.value, &az_points_anywhere);
    arrput(*to.values, h.value);
  }
  arrput(*points, exit);
  arrput(r->cutoffs, h);
}

struct az_ssa_resume *add_cutoffs(executor *x, activation *a, const cut_loop *u) {
  const exit_counts *m = u->before;
  struct az_ssa_resume *r = AZ_NEW(x->ssa->arena, struct az_ssa_resume);
  *r = (struct az_ssa_resume){.frame = a->frame,
                              .loop = u->loop,
                              .copies = x->copies,
                              .name = x->name,
                              .end = u->end,
                              .copy = u->copy,
                              .record = x->record,
                              .cutoff = new_bound(x)};
  size_t i = 0;
  for (loop_run *o = a->run; o; o = o->outer) {
    arrput(r->outer, ((enclosing){o->loop, o->instance, o->copy, o->leaves}));
  }
  if (!u->end.mem) return r; /* no execution iterates again */
  for (uint32_t b = 0; b < a->f->block_count; b++)
    add_cutoff(x, r, u, (exit_points){b, &a->pending[b], m->pending[b], NULL});
  for (loop_run *o = a->run; o; o = o->outer)
    add_cutoff(x, r, u,
               (exit_points){a->f->loops[o->loop].head, &o->latches, m->latches[i++], NULL});
  add_cutoff(x, r, u, (exit_points){AZ_NONE, &a->returns, m->returns, &a->values});
  return r;
}

typedef struct fits_ctx {
  const az_cutoff *h;
  bool fits;
} fits_ctx;
static void on_exit_cut_off(void *ctx, uint32_t slot, az_term before, az_term after) {
  fits_ctx *c = ctx;
  if (before && after && !has_slot(c->h, slot)) c->fits = false;
}

bool cutoff_has_room(const az_cutoff *h, const az_mem *before, const az_mem *after) {
  fits_ctx fits = {h, true};
  az_mem_diff(before, after, on_exit_cut_off, &fits);
  return fits.fits;
}

/* Defines a cut-off by the new copy's exits to its target, and replaces it by the next cut-off.
 * Returns false if the exits do not fit. */
bool define_cutoff(executor *x, const struct az_ssa_resume *r, az_cutoff *h, point **points,
                   az_term **values, const az_mem *before) {
  az_term value = AZ_NO_TERM;
  assert(!h->value || values); /* only the end of the function has a value */
  point exit = points_merge(x, points, values, values ? &value : NULL);
  az_cutoff next = {.target = h->target, .guard = az_fresh(x->s, az_sort_bool(), "left")};
  bool fits = !exit.mem || cutoff_has_room(h, before, exit.mem);
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    az_cutoff_slot s = h->slots[i];
    const az_leaf *leaf;
    az_memory_slot(x->memory, s.slot, &leaf, NULL);
    s.var = az_fresh(x->s, az_leaf_sort(x->p, leaf), "cutoff");
    if (leaf->is_pointer) {
      az_points_to set = az_memory_targets(x->memory, h->slots[i].var);
      az_memory_points_to(x->memory, s.var, &set);
      arrfree(set.ids);
    }
    az_term v = exit.mem ? az_mem_get(exit.mem, s.slot) : AZ_NO_TERM;
    if (v && leaf->is_pointer) { /* uses rely on its targets: none may be added */
      az_points_to set = az_memory_targets(x->memory, v);
      if (az_memory_points_to(x->memory, h->slots[i].var, &set)) fits = false;
      arrfree(set.ids);
    }
    if (exit.mem && !v) v = az_fresh(x->s, az_leaf_sort(x->p, leaf), "any");
    define(x, h->slots[i].var, v ? az_ite(x->s, exit.guard, v, s.var) : s.var);
    arrput(next.slots, s);
  }
  if (h->value) {
    next.value = az_fresh(x->s, az_sort_of(x->s, h->value), "cutoff");
    if (az_sort_of(x->s, h->value) == az_sort_bv(az_pointer_width(x->p)))
      az_memory_points_to(x->memory, next.value, &az_points_anywhere);
    if (exit.mem && !value) fits = false;
    define(x, h->value, value ? az_ite(x->s, exit.guard, value, next.value) : next.value);
  }
  define(x, h->guard, az_or(x->s, exit.guard, az_and(x->s, r->cutoff, next.guard)));
  az_mem_free(exit.mem);
  arrfree(h->slots);
  *h = next;
  return fits;
}

bool close_cutoff(executor *x, az_cutoff *h) { /* no execution reaches a further copy */
  define(x, h->guard, az_false(x->s));
  arrfree(h->slots);
  return true;
}

const az_cutoff *az_ssa_cutoffs(const az_ssa *ssa, uint32_t loop) {
  return ssa->resumes[loop] ? ssa->resumes[loop]->cutoffs : NULL;
}
