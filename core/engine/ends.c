/* Which loops end [kroening2023, sec. 3.3, 6.2]: those for which a tuple of bit-vectors over the
 * state at the head decreases lexicographically in every round, as there are finitely many tuples.
 * The core asks this itself of the tuples that a domain's rows of rounds give, so that no domain
 * has to be believed. Rounds of inner loops are part of one round of the loop around them; if each
 * loop ends whenever it is entered, and calls nest only so deep, executions end. */
#include "ansatz/ranking.h"
#include "engine/run.h"
#include <stb/stb_ds.h>

typedef struct ranked_value { /* a row of rounds, with its parameter */
  uint32_t row;
  const void *value;
} ranked_value;

static const void *facet_of(const az_domain *d, const char *name) {
  return d->ops->facet ? d->ops->facet(d->self, name) : NULL;
}

bool ends_is_ranked(const run *r, const az_loop_head *head) {
  for (size_t i = 0; i < arrlenu(r->ranked); i++)
    if (r->ranked[i].frame == head->frame && r->ranked[i].loop == head->loop) return true;
  return false;
}

/* What the component does in a round. */
static void compare(const run *r, const az_domain *d, const az_measure_facet *measure,
                    const ranked_value *of, uint32_t i, const az_state *round, bool bounded,
                    az_term *less, az_term *not_more) {
  az_descent descent;
  if (measure->component_descent &&
      measure->component_descent(d->self, of->row, of->value, i, &descent)) {
    az_ranking_descends(r->s, &descent, round->values, round->next, less, not_more);
    return;
  }
  az_term before = measure->component(d->self, of->row, of->value, i, round->values);
  az_term after = measure->component(d->self, of->row, of->value, i, round->next);
  if (bounded) {
    before = az_ranking_bounded(r->s, before);
    after = az_ranking_bounded(r->s, after);
  }
  *less = az_bv_slt(r->s, after, before);
  *not_more = az_bv_sle(r->s, after, before);
}

/* Does the tuple decrease in every round of the view's loop? */
static bool decreases(run *r, az_invariants *found, const az_domain *d,
                      const az_measure_facet *measure, uint32_t row, const void *value,
                      double deadline) {
  uint32_t n = measure->length(d->self, row, value);
  size_t count;
  bool bounded = az_synthesis_bounds_rankings(found->synthesis);
  /* That no round is possible may be due to overflow alone. */
  if (bounded && !n) return false;
  const az_row about = d->ops->row(d->self, row);
  /* The formula has too few rounds to say anything of so many. */
  if (about.step > r->step.ssa->config.k) return false;
  const az_place *rounds = az_synthesis_rounds(found->synthesis, about, &count);
  az_term *less = AZ_NEWN(r->result->arena, az_term, n + 1),
          *not_more = AZ_NEWN(r->result->arena, az_term, n + 1), any = az_false(r->s);
  const ranked_value of = {row, value};
  for (size_t i = 0; i < count; i++) {
    for (uint32_t c = 0; c < n; c++)
      compare(r, d, measure, &of, c, &rounds[i].state, bounded, &less[c], &not_more[c]);
    az_term decreases = az_ranking_lexicographic(r->s, less, not_more, n);
    any = az_or(r->s, any, az_and(r->s, rounds[i].condition, az_not(r->s, decreases)));
  }
  if (az_is_false(r->s, any)) return true; /* without a tuple: no round is there? */
  return az_synthesis_check(found->synthesis, &any, 1, deadline) == AZ_UNSAT;
}

static void note_rows(run *r, az_invariants *found, const az_domain *d, const void *value,
                      double deadline) {
  const az_inner_facet *inner = facet_of(d, "inner");
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    note_rows(r, found, inner->component(d->self, i),
              *inner->slot(d->self, (void *)(uintptr_t)value, i), deadline);
  const az_measure_facet *measure = facet_of(d, "measure");
  for (uint32_t row = 0; measure && row < d->ops->row_count(d->self); row++) {
    uint32_t view = d->ops->row(d->self, row).view;
    const az_loop_head *head =
        &az_cuts_ssa(found->cuts)->heads[az_cuts_head_of_view(found->cuts, view)];
    /* Of some rounds only, nothing follows. */
    if (az_cuts_view_of_all(found->cuts, view) != view || ends_is_ranked(r, head)) continue;
    if (!decreases(r, found, d, measure, row, value, deadline)) continue;
    const char *name = az_arena_strdup(r->result->arena, head->name);
    arrput(r->ranked, ((ranked_loop){head->frame, head->loop, name, found, d, value, row}));
  }
}

void ends_note(run *r, az_invariants *found, double deadline) {
  if (r->classes >> AZ_C_TERMINATION & 1u)
    note_rows(r, found, &found->domain, found->value, deadline);
}

/* Every instance of the loop in the formula. */
static bool loop_ends(const run *r, uint32_t function, uint32_t loop) {
  const az_ssa *ssa = r->step.ssa;
  for (size_t h = 0; h < arrlenu(ssa->heads); h++)
    if (ssa->heads[h].function == function && ssa->heads[h].loop == loop &&
        !ends_is_ranked(r, &ssa->heads[h]))
      return false;
  return true;
}

bool *ends_checks(const run *r) {
  bool *ends = AZ_NEWN(r->result->arena, bool, r->p->check_count + 1);
  for (uint32_t c = 0; c < r->p->check_count; c++)
    ends[c] = r->p->checks[c].cls == AZ_C_TERMINATION;
  /* Calls do not nest deeper than the formula has them, but for those that are loops. These may be
   * several of one check. */
  for (uint32_t f = 0; f < r->step_p->function_count; f++) {
    const az_function *fn = &r->step_p->functions[f];
    for (uint32_t l = 0; l < fn->loop_count; l++)
      if (fn->loops[l].check != AZ_NONE && !loop_ends(r, f, l)) ends[fn->loops[l].check] = false;
  }
  return ends;
}

bool ends_prove(run *r, uint32_t k) {
  bool *ends = ends_checks(r), some = false;
  for (uint32_t c = 0; c < r->p->check_count; c++) some |= r->open[c] && ends[c];
  if (some) run_prove(r, &r->step, ends, k);
  if (some && r->step.believes) r->result->rests_on = az_observers_believed(r->observers)->name;
  if (r->open_count) return false;
  r->result->k = k;
  r->result->method = arrlenu(r->ranked) ? "ranking functions" : "no loop is entered again";
  return true;
}
