/* States of a loop as a segment of the array domain sees them: arrays are replaced by their
 * elements at the rigid index, or at indices that the loop has written. */
#include "array_segments.h"
#include <stdlib.h>
#include <string.h>

bool array_writes(writes *w, az_term array) {
  while (++w->steps < 48) {
    az_kind kind = az_kind_of(w->s, array);
    if (kind == AZ_K_ITE) {
      if (!array_writes(w, az_operand(w->s, array, 1))) return false;
      array = az_operand(w->s, array, 2);
    } else if (kind == AZ_K_STORE) {
      az_term t = az_extract(w->s, az_operand(w->s, array, 1), w->width - 1, 0);
      uint32_t i = 0;
      while (i < w->n && w->at[i] != t) i++;
      if (i == MOST_WRITES) return false;
      if (i == w->n) w->at[w->n++] = t;
      array = az_operand(w->s, array, 0);
    } else {
      return true;
    }
  }
  return false;
}

static az_term before_stores(void *ctx, az_term array) {
  const az_store *s = ctx;
  while (az_kind_of(s, array) == AZ_K_STORE) array = az_operand(s, array, 0);
  return array;
}

/* Returns the array before all writes. */
static az_term before_writes(az_store *s, az_term array) {
  for (;;) {
    az_term before = az_map_choices(s, array, before_stores, s);
    if (before == array) return array;
    array = before;
  }
}

typedef struct needs {
  const segment *g;
  const az_term *state;
  az_subst *subst;
  bool missing;
} needs;
static void bind_used(void *ctx, az_term var) {
  needs *n = ctx;
  for (uint32_t i = 0; i < n->g->use->state_count; i++) {
    if (n->g->use->state[i] != var) continue;
    if (n->state[i])
      az_subst_bind(n->subst, var, n->state[i]);
    else
      n->missing = true;
  }
}

/* Translates a term over `use->state` to a term over this state; AZ_NO_TERM if part of the state is
 * unknown. */
static az_term over_state(const frame *f, const segment *g, az_term t, const az_term *state) {
  az_subst_reset(f->subst);
  needs need = {g, state, f->subst, false};
  az_free_vars(f->outer.store, &t, 1, bind_used, &need);
  return need.missing ? AZ_NO_TERM : az_subst_apply(f->subst, t);
}

az_term array_source(const frame *f, const segment *g, const source *from, const az_term *state,
                     const segment_state *v) {
  az_store *s = f->outer.store;
  az_term at = v ? v->index : g->index, index = from->index;
  az_term t = from->kind == INDEX ? at : state[from->at];
  if (t && from->kind == ELSEWHERE) {
    index = over_state(f, g, index, state);
    if (at != g->index) {
      az_subst_reset(f->subst);
      az_subst_bind(f->subst, g->index, at);
      index = index ? az_subst_apply(f->subst, index) : index;
    }
    return index ? az_select(s, t, index) : AZ_NO_TERM;
  }
  if (!t || from->kind != ELEMENT) return t;
  if (at != g->index) index = index == g->index ? at : az_concat(s, az_operand(s, index, 0), at);
  if (v && v->unwritten) t = before_writes(s, t);
  az_term e = az_select(s, t, index);
  if (from->part < 0) return e;
  return from->part ? az_pointer_offset(f->outer.program, e)
                    : az_pointer_object(f->outer.program, e);
}

static az_term guard_of(frame *f, const segment *g, const az_term *state, az_term at) {
  az_store *s = f->outer.store;
  uint32_t width = az_sort_width(az_sort_of(s, g->index)) + 1;
  az_term index = az_zext(s, at, width), guard = az_true(s);
  az_term lower = over_state(f, g, g->lower.at, state);
  az_term upper = g->upper.at ? over_state(f, g, g->upper.at, state) : AZ_NO_TERM;
  if (!lower || (g->upper.at && !upper)) return AZ_NO_TERM;
  if (g->lower.at != g->use->first.at) guard = az_bv_sle(s, lower, index);
  if (upper && g->upper.at != g->use->last.at) guard = az_and(s, guard, az_bv_slt(s, index, upper));
  if (g->size) guard = az_and(s, guard, az_bv_ult(s, at, g->size));
  az_term when = g->when ? over_state(f, g, g->when, state) : az_true(s);
  if (!when) return AZ_NO_TERM;
  guard = az_and(s, guard, when);
  az_term from = g->stride ? over_state(f, g, g->from.at, state) : AZ_NO_TERM;
  if (g->stride && !from) return AZ_NO_TERM;
  if (from) guard = az_and(s, guard, az_segmentation_reached(s, at, from, g->stride, g->rest));
  return guard;
}

const segment_state *array_segment_state(frame *f, segment *g, const az_term *state, az_term index,
                                         bool unwritten) {
  /* The slot does not depend on addresses, so that all runs are the same. */
  uint32_t slot = 5 * (index != g->index) + 11 * unwritten;
  for (uint32_t i = 0; i < g->outer; i++) slot = slot * 31 + state[i];
  segment_state *v = &g->states[slot % CACHED];
  if (!v->copy) {
    v->copy = AZ_NEWN(f->arena, az_term, g->outer + 1);
    v->values = AZ_NEWN(f->arena, az_term, g->width + 1);
  } else if (v->index == index && v->unwritten == unwritten &&
             !memcmp(v->copy, state, g->outer * sizeof *state)) {
    return v;
  }
  v->index = index;
  v->unwritten = unwritten;
  memcpy(v->copy, state, g->outer * sizeof *state);
  for (uint32_t i = 0; i < g->width; i++)
    v->values[i] = array_source(f, g, &g->sources[i], state, v);
  v->guard = guard_of(f, g, state, index);
  return v;
}
