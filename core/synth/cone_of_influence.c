/* Which loops what is open depends on: those whose loop-select is in the cone of an open check, of
 * an escape, or of a round of a loop that is. A loop behind the last open check has none of its
 * states there, so that its rows could prove nothing. */
#include "synth/cone_of_influence.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct walker {
  const az_cuts *cuts;
  const az_ssa *ssa;
  bool *relevant; /* by view */
  uint8_t *seen;  /* by term */
  az_term *stack; /* stb_ds */
  struct {
    az_term key;
    uint32_t value;
  } *loops; /* loop-selects and what leaves a loop -> loop instance */
  struct {
    az_term key, value;
  } *definitions;
} walker;

static void push(walker *w, az_term t) {
  if (t) arrput(w->stack, t);
}

/* What a loop's states are made of. */
static void push_loop(walker *w, uint32_t loop) {
  const az_loop_instance *l = &w->ssa->loops[loop];
  const az_cut_instance *c = az_cuts_loop(w->cuts, loop);
  w->relevant[c->site] = true;
  push(w, l->guard);
  for (size_t i = 0; i < arrlenu(w->ssa->heads[l->head].effect->slots); i++) {
    uint32_t slot = w->ssa->heads[l->head].effect->slots[i];
    az_term lb = az_mem_get(l->lb, slot), entry = az_mem_get(l->entry, slot);
    if (lb != entry) push(w, entry);
    for (size_t j = 0; j < arrlenu(l->rounds); j++) {
      az_term end = l->rounds[j].end ? az_mem_get(l->rounds[j].end, slot) : AZ_NO_TERM;
      if (lb != end) push(w, end);
    }
  }
  for (size_t j = 0; j < arrlenu(l->rounds); j++) push(w, l->rounds[j].back);
}

static void walk(walker *w) {
  while (arrlenu(w->stack)) {
    az_term t = arrpop(w->stack);
    if (w->seen[t]) continue;
    w->seen[t] = 1;
    for (uint32_t i = 0, n = az_arity(w->ssa->s, t); i < n; i++)
      push(w, az_operand(w->ssa->s, t, i));
    ptrdiff_t at = hmgeti(w->loops, t), defined = hmgeti(w->definitions, t);
    if (at >= 0) push_loop(w, w->loops[at].value);
    if (defined >= 0) push(w, w->definitions[defined].value);
  }
}

bool *az_relevant_sites(const az_cuts *cuts, const bool *open) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  uint32_t sites;
  (void)az_cuts_views(cuts, &sites);
  size_t terms = az_store_statistics(ssa->s).terms;
  walker w = {.cuts = cuts,
              .ssa = ssa,
              .relevant = calloc(sites + 1, sizeof *w.relevant),
              .seen = calloc(terms + 1, sizeof *w.seen)};
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) {
    hmput(w.loops, ssa->loops[i].ls, i);
    const struct az_ssa_resume *r = ssa->resumes[i];
    for (size_t h = 0; r && h < arrlenu(r->holes); h++) {
      hmput(w.loops, r->holes[h].guard, i);
      for (size_t k = 0; k < arrlenu(r->holes[h].slots); k++)
        hmput(w.loops, r->holes[h].slots[k].var, i);
    }
  }
  for (size_t i = 0; i < arrlenu(ssa->definitions); i++)
    hmput(w.definitions, ssa->definitions[i].var, ssa->definitions[i].term);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
    if (!open[ssa->checks[i].check]) continue;
    push(&w, ssa->checks[i].guard);
    push(&w, ssa->checks[i].holds);
    push(&w, ssa->checks[i].in_order);
  }
  for (size_t i = 0; i < arrlenu(ssa->escapes); i++) push(&w, ssa->escapes[i].guard);
  walk(&w);
  for (uint32_t i = 0; i < sites; i++) w.relevant[i] = w.relevant[az_cuts_view_of_all(cuts, i)];
  free(w.seen);
  arrfree(w.stack);
  hmfree(w.loops);
  hmfree(w.definitions);
  return w.relevant;
}
