/* Computes the loops on which the open checks depend: each loop whose loop-select is in the cone of
 * an open check, of an unwinding assertion, or of an iteration of another such loop. The states of
 * a loop after the last open check occur in none of these, so rows of that loop could prove
 * nothing. If loops are assumed to end, an exit of a loop is reachable whenever the loop is, and a
 * loop before a check matters only because of what it changes [weiser1984]. */
#include "synth/invariants.h"
#include "base/check.h"
#include "ssa/ssa.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct walker {
  const az_cuts *cuts;
  const az_ssa *ssa;
  bool ends;        /* loops are assumed to end; the terms of this assumption are in `skipped` */
  az_term *skipped; /* stb_ds */
  bool *views;      /* in the cone */
  az_visit *terms;  /* in the cone */
  struct {
    az_term key;
    uint32_t value;
  } *loops; /* loop-select or unwinding cut-off -> loop instance */
  struct {
    az_term key, value;
  } *definitions;
} walker;

static void add(walker *w, az_term t) {
  if (t) az_visit_add(w->terms, t);
}

/* Adds the terms that the states of the loop consist of. */
static void add_loop(walker *w, uint32_t loop) {
  const az_loop_instance *l = &w->ssa->loops[loop];
  const az_cut_instance *c = az_cuts_loop(w->cuts, loop);
  w->views[c->view] = true;
  add(w, l->guard);
  for (size_t i = 0; i < arrlenu(w->ssa->heads[l->head].effect->slots); i++) {
    uint32_t slot = w->ssa->heads[l->head].effect->slots[i];
    az_term lb = az_mem_get(l->lb, slot), entry = az_mem_get(l->entry, slot);
    if (lb != entry) add(w, entry);
    for (size_t j = 0; j < arrlenu(l->bodies); j++) {
      az_term end = l->bodies[j].end ? az_mem_get(l->bodies[j].end, slot) : AZ_NO_TERM;
      if (lb != end) add(w, end);
    }
  }
  for (size_t j = 0; j < arrlenu(l->bodies); j++) add(w, l->bodies[j].back);
}

/* Returns whether the term is the disjunction of all exits of a loop that has a single exit target:
 * one operand is the unwinding cut-off, the exit after the last copy. */
static bool says_loop_ends(walker *w, az_term t) {
  const az_store *s = w->ssa->s;
  bool found = false;
  if (az_kind_of(s, t) != AZ_K_NOT) return false;
  az_term *exits = az_conjuncts(s, az_operand(s, t, 0));
  for (size_t i = 0; arrlenu(exits) > 1 && i < arrlenu(exits) && !found; i++) {
    if (az_kind_of(s, exits[i]) != AZ_K_NOT) continue;
    az_term *under = az_conjuncts(s, az_operand(s, exits[i], 0));
    for (size_t k = 0; arrlenu(under) > 1 && k < arrlenu(under); k++) {
      ptrdiff_t at = az_kind_of(s, under[k]) == AZ_K_VAR ? hmgeti(w->loops, under[k]) : -1;
      if (at < 0) continue;
      const az_cutoff *cutoffs = az_ssa_cutoffs(w->ssa, w->loops[at].value);
      found |= arrlenu(cutoffs) == 1 && cutoffs[0].guard == under[k];
    }
    arrfree(under);
  }
  arrfree(exits);
  return found;
}

static void walk(walker *w) {
  for (az_term t; (t = az_visit_next(w->terms));) {
    if (w->ends && says_loop_ends(w, t)) {
      az_visit_skip(w->terms);
      arrput(w->skipped, az_operand(w->ssa->s, t, 0));
      continue;
    }
    ptrdiff_t at = hmgeti(w->loops, t), defined = hmgeti(w->definitions, t);
    if (at >= 0) add_loop(w, w->loops[at].value);
    if (defined >= 0) add(w, w->definitions[defined].value);
  }
}

bool *az_cone_of_influence(const az_cuts *cuts, const bool *open, bool *ends) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  uint32_t views;
  (void)az_cuts_views(cuts, &views);
  walker w = {.cuts = cuts,
              .ssa = ssa,
              .ends = *ends,
              .views = az_calloc(views + 1, sizeof *w.views),
              .terms = az_visit_new(ssa->s, AZ_VISIT_ANY)};
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) {
    /* Each loop instance has a loop-select of its own. */
    assert(hmgeti(w.loops, ssa->loops[i].ls) < 0);
    hmput(w.loops, ssa->loops[i].ls, i);
    const az_cutoff *cutoffs = az_ssa_cutoffs(ssa, i);
    for (size_t h = 0; h < arrlenu(cutoffs); h++) {
      hmput(w.loops, cutoffs[h].guard, i);
      for (size_t k = 0; k < arrlenu(cutoffs[h].slots); k++)
        hmput(w.loops, cutoffs[h].slots[k].var, i);
    }
  }
  for (size_t i = 0; i < arrlenu(ssa->definitions); i++)
    hmput(w.definitions, ssa->definitions[i].var, ssa->definitions[i].term);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    if (!open[ssa->checks[i].check]) continue;
    add(&w, ssa->checks[i].guard);
    add(&w, ssa->checks[i].holds);
    add(&w, ssa->checks[i].supported);
  }
  for (size_t i = 0; i < arrlenu(ssa->unwinding_assertions); i++)
    add(&w, ssa->unwinding_assertions[i].guard);
  walk(&w);
  for (uint32_t i = 0; i < views; i++) w.views[i] = w.views[az_cuts_view_of_all(cuts, i)];
  bool *cone = w.views;
  if (*ends) { /* finds out whether the skipped terms would add views */
    w.views = az_calloc(views + 1, sizeof *w.views);
    memcpy(w.views, cone, views * sizeof *cone);
    w.ends = false;
    for (size_t i = 0; i < arrlenu(w.skipped); i++) add(&w, w.skipped[i]);
    walk(&w);
    *ends = memcmp(w.views, cone, views * sizeof *cone) != 0;
    free(w.views);
  }
  arrfree(w.skipped);
  az_visit_free(w.terms);
  hmfree(w.loops);
  hmfree(w.definitions);
  return cone;
}
