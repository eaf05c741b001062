/* Rankings [kroening2023, sec. 3.3, 6.2]: a loop ends if a tuple of bit-vectors over the state at
 * its head decreases lexicographically in every iteration, as there are finitely many tuples. The
 * core itself checks this for the tuples of a domain's transition rows, so that domains are not
 * trusted. An iteration of a loop includes the iterations of inner loops in it. If each loop ends
 * whenever it is entered, and the nesting of calls is bounded, all executions end. */
#include "ansatz/ranking.h"
#include "termination/termination.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

/* Returns whether the loop has a ranking on this call path. */
static bool is_known(const kiki_run *r, const az_loop_head *head) {
  for (size_t i = 0; i < arrlenu(r->known.ranked); i++)
    if (r->known.ranked[i].frame == head->frame && r->known.ranked[i].loop == head->loop)
      return true;
  return false;
}

/* A transition row with its parameter, and its domain. */
typedef struct measured {
  kiki_run *r;
  az_invariants *found;
  const az_domain *domain;
  const az_measure_facet *measure;
  uint32_t row;
  az_row about;
  const void *value;
} measured;

/* A component of the tuple. A domain that is not compiled in might return a different expression
 * for every state. Its components are therefore requested once, over formals, and must be numbers
 * over these (docs/soundness.md, what is trusted). */
typedef struct component {
  bool descends;
  az_descent descent;
  az_term over_formals; /* AZ_NO_TERM: a compiled-in domain computes it for each state */
} component;

static bool component_of(const measured *m, uint32_t i, component *c) {
  const az_domain *d = m->domain;
  *c = (component){.over_formals = AZ_NO_TERM};
  c->descends = m->measure->tuple.descent &&
                m->measure->tuple.descent(d->self, m->row, m->value, i, &c->descent);
  if (!az_frozen_needed(m->r->registry, m->found->domain.desc)) return true;
  if (c->descends) return false;
  az_term *formals = az_frozen_formals(m->found->cuts, m->about.view);
  az_term e = az_ranking_component(m->r->s, d, m->row, m->value, i, formals);
  free(formals);
  c->over_formals = e;
  return az_frozen_admits(m->found->cuts, &m->found->context, m->about.view, e);
}

static az_term in_state(const measured *m, const component *c, uint32_t i, const az_term *values) {
  if (c->over_formals)
    return az_cuts_in_state(m->found->cuts, m->about.view, c->over_formals, values);
  return az_ranking_component(m->r->s, m->domain, m->row, m->value, i, values);
}

/* Compares the component before and after an iteration. */
static void compare(const measured *m, const component *c, uint32_t i, const az_state *iteration,
                    bool bounded, az_term *less, az_term *not_more) {
  az_store *s = m->r->s;
  if (c->descends) {
    az_ranking_descends(s, &c->descent, iteration->values, iteration->next, less, not_more);
    return;
  }
  az_term before = in_state(m, c, i, iteration->values), after = in_state(m, c, i, iteration->next);
  if (bounded) {
    before = az_ranking_bounded(s, before);
    after = az_ranking_bounded(s, after);
  }
  *less = az_bv_slt(s, after, before);
  *not_more = az_bv_sle(s, after, before);
}

/* Returns whether the tuple decreases in every iteration of the view's loop. */
static bool decreases(const measured *m, double deadline) {
  kiki_run *r = m->r;
  az_synthesis *synthesis = m->found->synthesis;
  const uint32_t n = m->measure->tuple.length(m->domain->self, m->row, m->value);
  size_t count;
  bool bounded = az_synthesis_bounds_rankings(synthesis);
  /* An iteration may look impossible just because it would overflow. */
  if (bounded && !n) return false;
  /* Iterations that were not collected would be considered impossible. */
  if (!az_synthesis_has_iterations(synthesis, m->about)) return false;
  /* The formula has fewer iterations than the row is about. */
  if (m->about.step > r->step.ssa->config.k) return false;
  assert(m->about.step <= r->step.ssa->config.k); /* the iterations below are all iterations */
  component *components = AZ_NEWN(r->result->arena, component, n + 1);
  for (uint32_t c = 0; c < n; c++)
    if (!component_of(m, c, &components[c])) return false;
  const az_obligation *iterations = az_synthesis_iterations(synthesis, m->about, &count);
  az_term *less = AZ_NEWN(r->result->arena, az_term, n + 1),
          *not_more = AZ_NEWN(r->result->arena, az_term, n + 1), any = az_false(r->s);
  for (size_t i = 0; i < count; i++) {
    for (uint32_t c = 0; c < n; c++)
      compare(m, &components[c], c, &iterations[i].state, bounded, &less[c], &not_more[c]);
    az_term decreases = az_ranking_lexicographic(r->s, less, not_more, n);
    any = az_or(r->s, any, az_and(r->s, iterations[i].condition, az_not(r->s, decreases)));
  }
  assert(az_sort_of(r->s, any) == az_sort_bool());
  if (az_is_false(r->s, any))
    return true; /* without components, `any` states that an iteration is possible */
  return az_synthesis_check(synthesis, &any, 1, deadline) == AZ_UNSAT;
}

static void note_rows(kiki_run *r, az_invariants *found, const az_domain *d, const void *value,
                      double deadline) {
  const az_inner_facet *inner = az_domain_facets(d).inner;
  for (uint32_t i = 0; inner && i < inner->count(d->self); i++)
    note_rows(r, found, inner->component(d->self, i),
              *inner->slot(d->self, (void *)(uintptr_t)value, i), deadline);
  const az_measure_facet *measure = az_domain_facets(d).measure;
  for (uint32_t row = 0; measure && row < d->ops->row_count(d->self); row++) {
    const measured m = {r, found, d, measure, row, d->ops->row(d->self, row), value};
    const uint32_t view = m.about.view;
    const az_loop_head *head =
        &az_cuts_ssa(found->cuts)->heads[az_cuts_head_of_view(found->cuts, view)];
    /* A ranking that covers only some iterations proves nothing. */
    if (az_cuts_view_of_all(found->cuts, view) != view || is_known(r, head)) continue;
    if (!decreases(&m, deadline)) continue;
    assert(m.about.is_transition); /* the row is about iterations, not about states */
    const char *name = az_arena_strdup(r->result->arena, head->name);
    arrput(r->known.ranked,
           ((kiki_ranked_loop){head->frame, head->loop, name, found, d, value, row}));
  }
}

void az_rankings_note(kiki_run *r, az_invariants *found, double deadline) {
  if (r->classes >> AZ_C_TERMINATION & 1u)
    note_rows(r, found, &found->domain, found->value, deadline);
}

/* Returns whether every instance of the loop in the formula ends. */
static bool loop_ends(const kiki_run *r, uint32_t function, uint32_t loop) {
  const az_ssa *ssa = r->step.ssa;
  for (size_t h = 0; h < arrlenu(ssa->heads); h++)
    if (ssa->heads[h].function == function && ssa->heads[h].loop == loop &&
        !is_known(r, &ssa->heads[h]))
      return false;
  return true;
}

bool *az_rankings_checks(const kiki_run *r) {
  bool *ends = AZ_NEWN(r->result->arena, bool, r->p->check_count + 1);
  for (uint32_t c = 0; c < r->p->check_count; c++)
    ends[c] = r->p->checks[c].cls == AZ_C_TERMINATION;
  /* Calls nest no deeper than in the formula, except calls that became loops. Several loops may
   * share a check, and all of them must end. */
  for (uint32_t f = 0; f < r->step_p->function_count; f++) {
    const az_function *fn = &r->step_p->functions[f];
    for (uint32_t l = 0; l < fn->loop_count; l++)
      if (fn->loops[l].check != AZ_NONE && !loop_ends(r, f, l)) ends[fn->loops[l].check] = false;
  }
  return ends;
}

bool az_rankings_prove(kiki_run *r, uint32_t k) {
  bool *ends = az_rankings_checks(r), some = false;
  for (uint32_t c = 0; c < r->p->check_count; c++) some |= r->open[c] && ends[c];
  if (some) run_prove(r, &r->step, ends, k);
  if (some && r->step.has_axioms)
    r->result->rests_on = az_observers_with_axioms(r->observers)->name;
  if (r->open_count) return false;
  r->result->k = k;
  r->result->method = arrlenu(r->known.ranked) ? "ranking functions" : "no loop iterates";
  return true;
}
