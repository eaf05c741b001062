/* Cut points made by hand over a formula made by hand: each loop is a cut point of its own, with
 * one view, and its states are given as terms. */
#ifndef MADE_CUTS_H
#define MADE_CUTS_H

#include "cutpoint/internal.h"
#include <stdlib.h>
#include <string.h>

static inline az_cuts *made_cuts_new(const az_ssa *ssa) {
  az_cuts *c = calloc(1, sizeof *c);
  c->ssa = ssa;
  c->s = ssa->s;
  c->subst = az_subst_new(ssa->s);
  return c;
}

/* The view, and the only loop instance, of the next cut point. */
static inline az_cut_instance *made_cuts_add(az_cuts *c, const char *name) {
  uint32_t number = (uint32_t)arrlenu(c->views);
  az_cut *cut = calloc(1, sizeof *cut);
  cut->cuts = c;
  cut->id = cut->view = number;
  arrput(c->cuts, cut);
  arrput(c->views, ((az_view){.kind = AZ_CUTPOINT_LOOP, .name = strdup(name), .of = number}));
  arrput(c->view_infos, ((view_info){number, az_true(c->s), AZ_NONE}));
  arrput(c->loops, ((az_cut_instance){.view = number}));
  return &arrlast(c->loops);
}

static inline void made_cuts_iteration(az_cut_instance *loop, const az_term *values, uint32_t n) {
  az_term *round = NULL;
  for (uint32_t i = 0; i < n; i++) arrput(round, values[i]);
  arrput(loop->ends, round);
}

static inline void made_cuts_free(az_cuts *c) {
  for (size_t i = 0; i < arrlenu(c->loops); i++) {
    arrfree(c->loops[i].lb);
    for (size_t j = 0; j < arrlenu(c->loops[i].ends); j++) arrfree(c->loops[i].ends[j]);
    arrfree(c->loops[i].ends);
    free((char *)(uintptr_t)c->views[i].name);
    free(c->cuts[i]);
  }
  arrfree(c->loops);
  arrfree(c->cuts);
  arrfree(c->views);
  arrfree(c->view_infos);
  arrfree(c->rigids);
  az_subst_free(c->subst);
  free(c);
}

#endif
