/* Opens a form's domain on the views and variables of a step formula and runs its strategy
 * [kroening2023, sec. 5.1]. */
#include "synth/invariants.h"
#include "module/builtin.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAST_QUESTION 0.1 /* of a search's time, for the core's own query at its end */
#define LATE 0.9          /* a search that takes more of its time may have run out of it */
#define KEEPING 0.1       /* of a search's time, to keep the inductive rows if it was cut */

/* Checks the form on no views: the facets of a domain do not depend on them. Errors of the domain
 * are ignored, as they may not occur on other views. */
az_status az_form_check(az_registry *registry, const az_form *form, const az_program *p,
                        az_error *err) {
  az_domain_context context = {.program = p, .store = p->store, .registry = registry};
  az_error ignored = {.status = AZ_OK};
  az_domain domain;
  if (az_domain_open(&context, form->domain, &domain, &ignored) != AZ_OK) return AZ_OK;
  az_strategies *s = az_strategies_resolve(registry, &domain, form->strategy, err);
  az_status status = s ? AZ_OK : AZ_ERR_INPUT;
  if (s && !form->is_default) status = az_strategies_fit(s, form->strategy, err);
  az_strategies_free(s);
  az_domain_close(&domain);
  return status;
}

bool az_form_context(const az_form_place *place, const az_desc *domain, az_domain_context *context,
                     az_error *err) {
  az_observer_set set = az_observers_of(place->observers, domain);
  const az_domain_context *shown = az_cuts_observe(place->cuts, &set, place->registry, err);
  if (shown) *context = az_sources_context(place->sources, shown, set.asks);
  az_observer_set_free(&set);
  return shown != NULL;
}

az_answer az_invariants_violated(az_invariants *found, double deadline) {
  assert(found->synthesis); /* not frozen yet */
  return az_synthesis_check_rows(found->synthesis, found->value, deadline);
}

/* Asks the solver whether the rows are inductive: strategies are not trusted. */
static bool is_inductive(az_invariants *found, const az_module *strategy, double deadline) {
  az_answer answer = az_invariants_violated(found, deadline);
  char text[256];
  snprintf(text, sizeof text, "%s: returned rows as inductive that are not: they are not used",
           strategy->name);
  if (answer == AZ_SAT) az_synthesis_note(found->synthesis, text);
  return answer == AZ_UNSAT;
}

/* Freezes the rows unless the whole domain is compiled in: the core then finds claims by
 * substitution. Returns false if a row is not a claim about states. */
static bool freeze_rows(az_invariants *found, const az_invariants_search *q, const az_form *form,
                        const az_domain_context *context) {
  if (!az_frozen_needed(q->at.registry, form->domain)) return true;
  uint32_t count;
  const az_row *rows = az_synthesis_opened(found->synthesis, &count);
  found->frozen = az_frozen_new(q->at.cuts, context, &found->domain, rows, count, found->value);
  if (found->frozen) {
    az_synthesis_freeze(found->synthesis, found->frozen);
    return true;
  }
  char text[256];
  snprintf(text, sizeof text,
           "%s: a claim contains more than state variables: its rows are not used",
           found->domain.module->name);
  az_synthesis_note(found->synthesis, text);
  return false;
}

/* Opens the domain with its rows, and chooses the strategies of its components. */
static az_status open_domain(az_invariants *found, az_domain_context *context,
                             const az_invariants_search *q, const az_form *form, az_error *err) {
  double now = az_clock(az_store_work(context->store));
  double share = az_limits_or_default(az_ssa_limits(az_cuts_ssa(q->at.cuts)))->template_questions;
  double until = now + share * (q->deadline - now);
  az_sources_update(q->at.sources, until);
  az_houdini_begin(q->houdini, context, q->solver, q->instances, until);
  az_status status = az_domain_open(context, form->domain, &found->domain, err);
  az_houdini_end(q->houdini);
  if (status == AZ_OK) status = az_misused(context->store, err);
  if (status != AZ_OK) return az_domain_close(&found->domain), status;
  found->strategies = az_strategies_resolve(q->at.registry, &found->domain, form->strategy, err);
  if (found->strategies) return AZ_OK;
  az_domain_close(&found->domain);
  return err->status ? err->status : AZ_ERR_INPUT;
}

static void prepare_synthesis(az_invariants *found, const az_invariants_search *q) {
  found->synthesis = az_synthesis_new(q->at.cuts, q->solver, &found->domain);
  az_synthesis_use(found->synthesis, found->strategies);
  az_synthesis_instantiate(found->synthesis, q->instances);
  az_synthesis_interpret(found->synthesis, q->opened_on->analyses);
  if (q->cone) az_synthesis_limit(found->synthesis, q->cone);
  if (az_switches_or_default(q->switches)->samples)
    az_synthesis_sample(found->synthesis, az_sources_ops(q->at.sources));
}

/* Runs the strategy. A module that is not compiled in gets copies of the proof obligations, so that
 * nothing it writes there is part of the core's last query. */
static az_step run_strategy(az_invariants *found, const az_invariants_search *q,
                            const az_form *form, const az_module **by, az_error *err) {
  const az_desc *strategy = az_strategies_of(found->strategies, &found->domain);
  const az_module *foreign = az_frozen_foreign(q->at.registry, strategy);
  if (!foreign && form->strategy) foreign = az_frozen_foreign(q->at.registry, form->strategy);
  if (!foreign) foreign = az_frozen_foreign(q->at.registry, form->domain);
  *by = foreign ? foreign : strategy->module;
  az_domain opened = found->domain;
  if (foreign) az_synthesis_show_copies(found->synthesis);
  az_step step =
      az_synthesis_run(found->synthesis, strategy, found->value, q->deadline, &found->steps, err);
  az_synthesis_show_originals(found->synthesis);
  found->domain = opened;
  if (!found->steps && err->status == AZ_OK)
    az_fail(err, AZ_ERR_INPUT, "%s: the strategy did not open, and gave no reason", (*by)->name);
  return step;
}

/* Notes that a strategy stopped early: the author of a module learns that this is why there are no
 * rows, and not a lack of time. */
static void note_early_stop(az_invariants *found, const az_invariants_search *q,
                            const az_module *by) {
  char text[256];
  if (az_registry_is_own(q->at.registry, by) || found->late) return;
  snprintf(text, sizeof text,
           "%s: the search made no progress: a state violates a row, but joining it changes "
           "nothing (does `improve` change the row?)",
           by->name);
  az_synthesis_note(found->synthesis, text);
}

static uint32_t claims_of(const az_invariants *found) {
  uint32_t claims = 0;
  const az_view *view;
  for (uint32_t r = 0, n = az_invariants_rows(found); r < n; r++) {
    char *text = az_invariants_print(found, r, &view);
    claims += text != NULL;
    free(text);
  }
  return claims;
}

/* Keeps the largest inductive subset of the rows of a search that was cut. */
static az_step keep_inductive(az_invariants *found, double deadline) {
  uint32_t before = claims_of(found);
  found->cut = true;
  if (az_synthesis_refute(found->synthesis, found->value, deadline, NULL, NULL) == AZ_UNSAT)
    found->kept = claims_of(found);
  found->given_up = before - found->kept;
  return found->kept ? AZ_STEP_INDUCTIVE : AZ_STEP_STOPPED;
}

az_invariants *az_invariants_find(const az_invariants_search *q, const az_form *form,
                                  az_error *err) {
  az_domain_context context = *q->opened_on;
  double now = az_clock(az_store_work(context.store));
  az_invariants *found = az_calloc(1, sizeof *found);
  found->cuts = q->at.cuts;
  if (open_domain(found, &context, q, form, err)) {
    free(found);
    return NULL;
  }
  found->context = context;
  prepare_synthesis(found, q);
  const az_domain_ops *ops = found->domain.ops;
  found->value = ops->value_new(found->domain.self);
  const az_module *by;
  az_step step = run_strategy(found, q, form, &by, err);
  if (az_misused(context.store, err)) step = AZ_STEP_STOPPED;
  found->late = az_clock(az_store_work(context.store)) > now + LATE * (q->deadline - now);
  if (step == AZ_STEP_STOPPED && err->status == AZ_OK) note_early_stop(found, q, by);
  for (uint32_t r = 0; q->cone && r < ops->row_count(found->domain.self); r++)
    if (!q->cone[ops->row(found->domain.self, r).view])
      ops->value_top(found->domain.self, found->value, r);
  if (step == AZ_STEP_STOPPED && err->status == AZ_OK)
    step = keep_inductive(found,
                          az_clock(az_store_work(context.store)) + KEEPING * (q->deadline - now));
  /* Repeats the strategy's last query. This is quick, but may need time after the deadline. */
  double end = az_clock(az_store_work(context.store)) + LAST_QUESTION * (q->deadline - now);
  found->inductive = step == AZ_STEP_INDUCTIVE && freeze_rows(found, q, form, &context) &&
                     is_inductive(found, by, end > q->deadline ? end : q->deadline);
  if (found->inductive) az_invariants_assert(found, q->instances, q->solver);
  return found;
}

typedef struct asserter {
  az_invariants *found;
  az_instances *instances;
  az_solver *solver;
} asserter;

static void assert_at(const asserter *t, uint32_t loop, az_term reached, const az_term *values) {
  const az_domain *d = &t->found->domain;
  const az_cuts *cuts = t->found->cuts;
  az_store *s = az_cuts_ssa(cuts)->s;
  uint32_t of = az_cuts_loop(cuts, loop)->view;
  const az_frozen_rows *frozen = t->found->frozen;
  for (uint32_t r = 0, n = frozen ? frozen->count : az_invariants_rows(t->found); r < n; r++) {
    az_row row = frozen ? frozen->rows[r] : d->ops->row(d->self, r);
    az_state state = {row.view, values, NULL};
    if (row.is_transition || az_cuts_view_of_all(cuts, state.view) != of) continue;
    az_term claim = frozen ? az_frozen_claim(frozen, r, values)
                           : az_domain_claim(s, d, r, t->found->value, &state);
    az_term concerns = az_cuts_concerns(cuts, state.view, values);
    assert(az_sort_of(s, claim) == az_sort_bool()); /* inductive rows have bool claims */
    az_term fact = az_implies(s, az_and(s, reached, concerns), claim);
    if (az_is_true(s, fact)) continue;
    az_solver_assert(t->solver, az_instances_close(t->instances, fact));
    az_instances_keep(t->instances, fact);
  }
}

void az_invariants_assert(az_invariants *found, az_instances *instances, az_solver *solver) {
  const az_ssa *ssa = az_cuts_ssa(found->cuts);
  assert(arrlenu(found->asserted) <= arrlenu(ssa->loops)); /* a formula loses no loop */
  asserter t = {found, instances, solver};
  for (uint32_t i = 0; i < arrlenu(ssa->loops); i++) {
    const az_loop_instance *l = &ssa->loops[i];
    const az_cut_instance *states = az_cuts_loop(found->cuts, i);
    if (i == arrlenu(found->asserted)) {
      assert_at(&t, i, az_and(ssa->s, l->guard, l->ls), states->lb);
      arrput(found->asserted, 0);
    }
    assert(found->asserted[i] <= arrlenu(l->bodies)); /* copies are added only */
    for (; found->asserted[i] < arrlenu(l->bodies); found->asserted[i]++) {
      uint32_t j = found->asserted[i];
      if (states->ends[j]) assert_at(&t, i, l->bodies[j].back, states->ends[j]);
    }
  }
}

uint32_t az_invariants_rows(const az_invariants *found) {
  return found->domain.ops->row_count(found->domain.self);
}

char *az_invariants_print(const az_invariants *found, uint32_t row, const az_view **view) {
  const az_domain *d = &found->domain;
  uint32_t count;
  *view = &az_cuts_views(found->cuts, &count)[d->ops->row(d->self, row).view];
  return d->ops->print(d->self, row, found->value);
}

void az_invariants_freeze(az_invariants *found) {
  az_synthesis_free(found->synthesis);
  found->synthesis = NULL;
}

void az_invariants_free(az_invariants *found) {
  if (!found) return;
  found->domain.ops->value_free(found->domain.self, found->value);
  az_invariants_freeze(found);
  az_frozen_free(found->frozen);
  arrfree(found->asserted);
  az_strategies_free(found->strategies);
  az_domain_close(&found->domain);
  free(found);
}

char *az_row_text(const az_domain *d, uint32_t row) {
  const az_numeric_facet *numeric = az_domain_facets(d).numeric;
  char *open = d->ops->row_text ? d->ops->row_text(d->self, row) : NULL;
  if (open || !numeric) return open;
  az_wide least, greatest;
  numeric->range(d->self, row, &least, &greatest);
  void *value = d->ops->value_new(d->self);
  numeric->set_bound(d->self, row, value, greatest - 1);
  char *text = d->ops->print(d->self, row, value);
  d->ops->value_free(d->self, value);
  char *end = text ? text + strlen(text) : NULL; /* the last comparison: guards come first */
  while (text && end > text && strncmp(end, " <= ", 4) && strncmp(end, " >= ", 4)) end--;
  if (end > text) return strcpy(end + strlen(" >= "), "d"), text; /* in place of the bound */
  free(text);
  return NULL;
}
