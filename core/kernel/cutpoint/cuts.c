/* The cut points of a formula: one for each loop head, with a layout, and its instances. */
#include "cutpoint/internal.h"
#include <stdio.h>
#include <stdlib.h>

static az_cut *new_cut(az_cuts *cuts, uint32_t head, uint32_t loop) {
  az_cut *cut = AZ_NEW(cuts->arena, az_cut);
  cut->cuts = cuts;
  cut->id = head;
  cut->first = loop;
  const az_loop_head *h = &cuts->ssa->heads[head];
  cut->view = add_view(cuts, &(az_view){.kind = AZ_CUTPOINT_LOOP, .name = h->name, .loc = h->loc},
                       head, AZ_NONE, az_true(cuts->s));
  return cut;
}

void az_cuts_update(az_cuts *cuts) {
  const az_ssa *ssa = cuts->ssa;
  size_t known = arrlenu(cuts->loops);
  assert(known <= arrlenu(ssa->loops)); /* a formula that is extended loses no loop */
  for (uint32_t i = (uint32_t)known; i < arrlenu(ssa->loops); i++) {
    uint32_t head = ssa->loops[i].head;
    assert(head < arrlenu(ssa->heads));
    while (arrlenu(cuts->cuts) <= head) arrput(cuts->cuts, NULL);
    if (!cuts->cuts[head]) cuts->cuts[head] = new_cut(cuts, head, i);
    arrput(cuts->loops, ((az_cut_instance){.view = cuts->cuts[head]->view}));
    add_rigids(cuts, i);
    if (!arrlenu(cuts->cuts[head]->program)) add_program_section(cuts->cuts[head]);
  }
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) cut_values(cuts->cuts[ssa->loops[i].head], i);
}

az_cuts *az_cuts_new(const az_ssa *ssa, az_observers *observers) {
  az_arena *arena = az_arena_new();
  az_cuts *cuts = AZ_NEW(arena, az_cuts);
  assert(ssa->config.mode == AZ_SSA_STEP);
  cuts->ssa = ssa;
  cuts->s = ssa->s;
  cuts->memory = az_ssa_memory(ssa->shared);
  cuts->observers = observers;
  cuts->arena = arena;
  cuts->subst = az_subst_new(ssa->s);
  az_cuts_update(cuts);
  return cuts;
}

void az_cuts_free(az_cuts *cuts) {
  if (!cuts) return;
  for (size_t i = 0; i < arrlenu(cuts->cuts); i++) {
    az_cut *cut = cuts->cuts[i];
    arrfree(cut->layout);
    arrfree(cut->paths);
    arrfree(cut->sites);
    arrfree(cut->targets);
    arrfree(cut->around);
    arrfree(cut->program);
    arrfree(cut->vars);
  }
  for (size_t i = 0; i < arrlenu(cuts->loops); i++) {
    arrfree(cuts->loops[i].lb);
    arrfree(cuts->loops[i].entry);
    for (size_t j = 0; j < arrlenu(cuts->loops[i].ends); j++) arrfree(cuts->loops[i].ends[j]);
    arrfree(cuts->loops[i].ends);
  }
  for (size_t i = 0; i < arrlenu(cuts->shown); i++) arrfree(cuts->shown[i]->set);
  arrfree(cuts->shown);
  arrfree(cuts->cuts);
  arrfree(cuts->loops);
  arrfree(cuts->views);
  arrfree(cuts->view_infos);
  arrfree(cuts->rigids);
  arrfree(cuts->second);
  az_subst_free(cuts->subst);
  az_arena_free(cuts->arena);
}

const az_ssa *az_cuts_ssa(const az_cuts *cuts) {
  return cuts->ssa;
}

const az_cut_instance *az_cuts_loop(const az_cuts *cuts, uint32_t loop) {
  assert(loop < arrlenu(cuts->loops)); /* az_cuts_update has added it */
  return &cuts->loops[loop];
}

const az_rigid *az_cuts_rigids(const az_cuts *cuts, size_t *count) {
  *count = arrlenu(cuts->rigids);
  return cuts->rigids;
}

static const az_cut *cut_of(const az_cuts *cuts, uint32_t view) {
  assert(view < arrlenu(cuts->view_infos));
  return cuts->cuts[cuts->view_infos[view].cut];
}

bool az_cuts_reads(const az_cuts *cuts, uint32_t view, uint32_t at) {
  return cut_of(cuts, view)->layout[at].reads;
}

uint32_t az_cuts_slot(const az_cuts *cuts, uint32_t view, uint32_t at) {
  const position *p = &cut_of(cuts, view)->layout[at];
  bool scalar = p->kind == POSITION_SLOT && !p->owner->is_pointer && !p->owner->is_array;
  return scalar ? p->slot : AZ_NONE;
}

uint32_t az_cuts_array_slot(const az_cuts *cuts, uint32_t view, uint32_t at) {
  const position *p = &cut_of(cuts, view)->layout[at];
  return p->kind == POSITION_SLOT && p->owner->is_array ? p->slot : AZ_NONE;
}

uint32_t az_cuts_head_of_view(const az_cuts *cuts, uint32_t view) {
  return cuts->view_infos[view].cut;
}

uint32_t az_cuts_view_of_head(const az_cuts *cuts, uint32_t head) {
  return cuts->cuts[head]->view;
}

uint32_t az_cuts_width(const az_cuts *cuts, uint32_t view) {
  return (uint32_t)arrlenu(cut_of(cuts, view)->layout);
}

const char *az_cuts_name(const az_cuts *cuts, uint32_t view, uint32_t at) {
  const path_info *owner = cut_of(cuts, view)->layout[at].owner;
  return owner && !owner->is_pointer ? owner->name : NULL;
}

az_term az_cuts_formal(const az_cuts *cuts, uint32_t view, uint32_t at) {
  assert(at < az_cuts_width(cuts, view));
  return cut_of(cuts, view)->layout[at].formal;
}

void az_cuts_changed(const az_cuts *cuts, uint32_t loop,
                     void (*see)(void *ctx, const char *name, az_term head), void *ctx) {
  const az_loop_instance *l = &cuts->ssa->loops[loop];
  const az_cut *cut = cuts->cuts[l->head];
  const az_cut_instance *c = &cuts->loops[loop];
  for (size_t v = 0; v < arrlenu(cut->program); v++) {
    const az_tvar *var = &cut->program[v];
    if (var->kind != AZ_TV_POINTER && var->changes)
      see(ctx, var->name, az_ite(cuts->s, l->ls, c->lb[var->at], c->entry[var->at]));
  }
}
