/* The step formula: proves by k-induction, then with the invariants of the next form. */
#include "synth/invariants.h"
#include "kiki/schedule.h"
#include "kiki/services.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns false if it is proved that no execution leaves what the formula describes. Otherwise,
 * sets the result's reason. */
static bool may_violate_unwinding_assertion(kiki_run *r, kiki_formula *f, double seconds) {
  const az_ssa *ssa = f->ssa;
  az_term violated = formula_incomplete(f);
  if (az_is_false(r->s, violated) ||
      formula_query(r, f, violated, seconds, "executions beyond the formula") == AZ_UNSAT)
    return false;
  if (r->result->reason) return true;
  if (az_is_true(r->s, violated) &&
      !az_memory_instance_numbers_suffice(az_ssa_memory(r->step_shared))) {
    r->result->reason = "the formula has more objects than there are instance numbers";
  } else if (arrlenu(ssa->unwinding_assertions)) {
    char where[128];
    r->result->reason =
        run_text(r, "%s at %s", ssa->unwinding_assertions[0].cause,
                 az_loc_text(r->p, ssa->unwinding_assertions[0].loc, where, sizeof where));
  }
  return true;
}

bool step_stays(kiki_run *r) {
  return !run_is_modular(r) && formula_at(r, &r->step, 1) &&
         !may_violate_unwinding_assertion(r, &r->step, r->clock.cpu_end - run_clock(r));
}

/* Decides the open checks that hold by the facts that the solver has, with or without invariants.
 * Returns true if no check stays open. `seconds` limits all queries together: each check may need a
 * query, as a model shows only the first violation. Test runs that become due take place between
 * queries. */
static bool ask_checks(kiki_run *r, uint32_t k, double seconds) {
  kiki_formula *f = &r->step;
  const az_ssa *ssa = f->ssa;
  double end = run_clock(r) + seconds;
  if (may_violate_unwinding_assertion(r, f, seconds)) return false;
  const az_termination_ops *ends = r->services->termination;
  bool loops_end = ends && ends->prove && r->classes >> AZ_C_TERMINATION & 1u && ends->prove(r, k);
  if (loops_end || r->classes == 1u << AZ_C_TERMINATION) return loops_end;
  bool *ask = az_malloc((r->p->check_count + 1) * sizeof *ask);
  /* Termination checks have no instances in the formula: these queries cannot decide them. */
  for (uint32_t c = 0; c < r->p->check_count; c++)
    ask[c] = r->open[c] && r->p->checks[c].cls != AZ_C_TERMINATION;
  az_answer answer = AZ_SAT;
  while (answer == AZ_SAT) {
    const double rest = end - run_clock(r);
    answer = formula_query(r, f, formula_violations(f, ask), rest, "violated checks");
    if (answer != AZ_SAT) break;
    if (r->err->status != AZ_OK) break;
    bool dropped = false;
    for (size_t i = 0; i < arrlenu(ssa->checks); i++) {
      const az_check_instance *c = &ssa->checks[i];
      if (!ask[c->check] || az_solver_holds(f->solver, formula_holds(f, c)) ||
          !az_solver_holds(f->solver, c->guard))
        continue;
      if (!az_solver_holds(f->solver, az_ssa_checked(ssa, c->copies))) continue;
      ask[c->check] = false;
      dropped = true;
    }
    if (!dropped || test_runs(r, f) || !run_count(r, ask)) break;
  }
  if (answer == AZ_UNKNOWN && !run_untried(r)) r->step_unknown++;
  if (answer == AZ_UNSAT) {
    bool some = false;
    for (uint32_t c = 0; c < r->p->check_count; c++) some |= r->open[c] && ask[c];
    if (some) run_prove(r, f, ask, k);
    if (some && f->has_axioms) r->result->rests_on = az_observers_with_axioms(r->observers)->name;
    if (!r->open_count)
      r->result->k = k, r->result->method = arrlenu(r->known.rows) ? "invariants" : "k-induction";
  }
  free(ask);
  return r->open_count == 0;
}

static void show_invariant(kiki_run *r, const az_view *view, const char *text) {
  az_invariant *all = r->result->invariants;
  for (size_t i = 0; i < arrlenu(all); i++)
    if (!strcmp(all[i].view, view->name) && !strcmp(all[i].text, text)) return;
  az_invariant inv = {.loc = view->loc,
                      .function = AZ_NONE,
                      .loop = AZ_NONE,
                      .view = az_arena_strdup(r->result->arena, view->name),
                      .text = az_arena_strdup(r->result->arena, text)};
  arrput(r->result->invariants, inv);
}

static void show_invariants(kiki_run *r, const az_invariants *got) {
  size_t facts;
  uint32_t views;
  const az_view *all = az_cuts_views(r->step.cuts, &views);
  const az_houdini_fact *found = az_houdini_found(r->houdini, &facts);
  for (size_t i = 0; i < facts; i++) show_invariant(r, &all[found[i].view], found[i].text);
  for (uint32_t i = 0, rows = az_invariants_rows(got); i < rows; i++) {
    const az_view *view;
    char *text = az_invariants_print(got, i, &view);
    if (text) show_invariant(r, view, text);
    free(text);
  }
}

/* Searches for rows of the form. Making its context adds positions and views, whose reads
 * az_instances_update collects after that. *ends is as for az_cone_of_influence. */
static az_invariants *find_rows(kiki_run *r, const az_form *form, bool *ends, double seconds) {
  kiki_formula *f = &r->step;
  az_domain_context context;
  az_form_place at = run_form_place(r);
  if (!az_form_context(&at, form->domain, &context, r->err)) return NULL;
  if (f->instances) {
    az_instances_update(f->instances);
    az_instances_assert(f->instances, f->solver);
  }
  /* Mode `ai` shows the invariants of all loops, and termination concerns all loops. */
  bool slicing = r->switches.slicing && r->config->mode != AZ_MODE_AI &&
                 !(r->classes >> AZ_C_TERMINATION & 1u);
  *ends &= slicing;
  bool *cone = slicing ? az_cone_of_influence(f->cuts, r->open, ends) : NULL;
  az_invariants_search search = {.at = at,
                                 .opened_on = &context,
                                 .cone = cone,
                                 .houdini = r->houdini,
                                 .instances = f->instances,
                                 .solver = f->solver,
                                 .switches = &r->switches,
                                 .deadline = run_clock(r) + seconds};
  az_invariants *got = az_invariants_find(&search, form, r->err);
  free(cone);
  return got;
}

/* Notes what ended a search, and how many of its rows are kept. */
static void note_cut(kiki_run *r, const az_form *form, const az_invariants *got, double spent) {
  const char *share = r->config->mode == AZ_MODE_AI ? "template_search_alone" : "template_search",
             *name = form->domain->module->name;
  const char *by =
      got->late ? run_text(r, "the share %s ended the search", share) : "the search stopped";
  const char *counts = run_text(r, "%llu steps; rows kept as inductive: %u, given up: %u",
                                (unsigned long long)got->steps, got->kept, got->given_up);
  run_note(r, &r->result->hints,
           run_text(r, "%s: %s after %.2f s and %s", name, by, spent, counts));
  if (got->late && !r->cut)
    r->cut = run_text(r, "the share %s ended the search for %s after %s", share, name, counts);
}

static void note_finding(kiki_run *r, const az_form *form, const az_invariants *got) {
  kiki_finding f = {form->domain, 0, got->inductive ? got : NULL};
  (void)az_houdini_found(r->houdini, &f.facts);
  assert(r->known.facts_before <= f.facts); /* houdini only adds facts */
  assert(!arrlenu(r->known.findings) || arrlast(r->known.findings).facts <= f.facts);
  arrput(r->known.findings, f);
}

/* Opens the form's templates over the cut points (*ends: as in find_rows); the form's strategy
 * finds parameters for which the templates are invariants, which become facts of the solver.
 * Returns whether all open checks then hold by k-induction. */
static bool find_and_prove(kiki_run *r, uint32_t k, const az_form *form, bool *ends) {
  double begin = run_clock(r), shown = run_stopwatch(r), left = run_left(r);
  const double seconds = schedule_search(r, form);
  bool proved = false;
  assert(form >= r->config->forms && form < r->config->forms + r->config->form_count);
  az_observer_set set = az_observers_of(r->observers, form->domain);
  if (az_observers_have_axioms(r->observers, &set)) formula_assert_axioms(&r->step);
  az_observer_set_free(&set);
  run_phase(r, "step formula, k = %u, rows of %s", k, form->domain->module->name);
  az_invariants *got = find_rows(r, form, ends, seconds);
  if (!got) return false;
  const double searched = run_stopwatch(r) - shown;
  r->result->domain.steps += got->steps;
  note_finding(r, form, got);
  const az_termination_ops *rankings = r->services->termination;
  if (got->inductive && rankings) rankings->note(r, got, run_clock(r) + seconds);
  size_t number = (size_t)(form - r->config->forms);
  AZ_LOG(az_store_log(r->s), kiki, "template", form->domain->module->name, AZ_COUNT("k", k),
         AZ_COUNT("rows", az_invariants_rows(got)), AZ_COUNT("steps", got->steps),
         AZ_TEXT("is", got->inductive ? "inductive" : "not inductive"),
         AZ_SECONDS("spent", run_stopwatch(r) - shown),
         AZ_SECONDS("share", seconds < 1e8 ? seconds : 0));
  if (schedule_was_cut(r, run_clock(r) - begin, seconds)) {
    AZ_LOG(az_store_log(r->s), limits, "share", form->domain->module->name,
           AZ_SECONDS("seconds", seconds));
    if (number < r->forms.first_cut) r->forms.first_cut = number;
  }
  const char *const *texts;
  const char **notes = NULL; /* for the result, after the notes about its rows */
  for (size_t i = 0, n = az_synthesis_notes(got->synthesis, &texts); i < n; i++)
    arrput(notes, run_text(r, "%s", texts[i]));
  az_invariants_freeze(got);
  if (got->inductive) {
    assert(!got->synthesis); /* rows are kept frozen, and keep their numbers */
    arrput(r->known.rows, got);
    az_houdini_again(r->houdini);
    show_invariants(r, got);
    run_phase(r, "step formula, k = %u, the checks with the rows of %s", k,
              form->domain->module->name);
    proved = ask_checks(r, k, schedule_proof(r, form));
    if (proved)
      r->result->by = (az_prover){r->config->first_stage + (uint32_t)number + 1,
                                  run_text(r, "%s", form->domain->module->name),
                                  az_strategies_names(got->strategies, r->result->arena)};
    if (!proved && r->services->record) r->services->record->weak_rows(r, got);
  }
  for (size_t i = 0; i < arrlenu(notes); i++) run_note(r, &r->result->hints, notes[i]);
  arrfree(notes);
  if (got->cut) note_cut(r, form, got, searched);
  if (!got->inductive) az_invariants_free(got);
  schedule_account(r, run_clock(r) - begin, seconds, left);
  r->result->domain.seconds += run_stopwatch(r) - shown;
  return proved;
}

/* First searches only rows that would help if all loops ended, which is a smaller cone. If that
 * leaves out loops and proves nothing, searches the whole cone of influence. */
static bool find_invariants(kiki_run *r, uint32_t k, const az_form *form) {
  bool ends = true;
  if (find_and_prove(r, k, form, &ends)) return true;
  if (!ends || run_left(r) <= 0 || r->err->status != AZ_OK) return false;
  ends = false;
  return find_and_prove(r, k, form, &ends);
}

/* Returns whether another template is to be tried at this k. */
static bool find_more(kiki_run *r, uint32_t k) {
  const az_engine_config *c = r->config;
  if (!c->form_count || c->mode == AZ_MODE_KINDUCTION || !arrlenu(r->step.ssa->heads)) return false;
  if (r->result->verdict == AZ_V_FALSE) return false;
  if (run_left(r) <= 0 || r->err->status != AZ_OK) return false;
  return schedule_next_template(r, k);
}

/* Goes back to k = 1, where most forms succeed or fail, and do so fastest; a formula with many
 * copies is rebuilt. Facts about loops stay; rows stay if the formula is extended. */
void step_resume(kiki_run *r) {
  enum { FEW = 2 };
  kiki_job *induction = &r->jobs[KIKI_INDUCTION];
  bool untried = run_untried(r) > 0, cut = r->forms.first_cut != SIZE_MAX;
  assert(!r->taking); /* jobs are changed between turns */
  assert(!cut || r->forms.first_cut < r->config->form_count);
  if (!r->config->form_count || !(cut || untried)) return;
  if (induction->k > FEW) {
    formula_close(r, &r->step);
    induction->k = 1;
    r->forms.next = 0;
  } else if (cut) {
    r->forms.next = r->forms.first_cut;
  }
  induction->on = true;
  r->jobs[KIKI_INVARIANTS].on = false;
  r->forms.first_cut = SIZE_MAX;
}

/* Returns the state after a turn of induction or of invariants. */
static az_job_state after_turn(kiki_run *r, uint32_t k, bool proved, double start) {
  bool ai = r->config->mode == AZ_MODE_AI, more = !proved && find_more(r, k);
  formula_count(r, &r->step, start);
  if (more) return AZ_JOB_MORE;
  if (!r->open_count || r->err->status != AZ_OK || ai) return AZ_JOB_DONE;
  if (r->result->verdict == AZ_V_FALSE) return AZ_JOB_DONE; /* refuted by a test run */
  /* A larger k is not tried if several turns went unanswered, or if the formula would not change.
   */
  return schedule_step_goes_on(r) ? AZ_JOB_NEXT_K : AZ_JOB_DONE;
}

az_job_state invariants_turn(kiki_run *r, uint32_t k, double seconds) {
  const az_engine_config *c = r->config;
  /* A short counterexample is found sooner than invariants, so base may have a turn in between. */
  bool one = !r->switches.lockstep && c->mode != AZ_MODE_AI, proved = false;
  double start = run_stopwatch(r);
  assert(c->form_count && k == r->jobs[KIKI_INDUCTION].k); /* forms are due at induction's k */
  (void)seconds; /* the share of the first form, which find_invariants computes for each form */
  if (!formula_at(r, &r->step, k)) return AZ_JOB_DONE;
  do {
    if (r->forms.next % c->form_count == 0) r->forms.k = k;
    const az_form *form = &c->forms[r->forms.next++ % c->form_count];
    proved = find_invariants(r, k, form);
  } while (!one && !proved && find_more(r, k));
  return after_turn(r, k, proved, start);
}

az_job_state induction_turn(kiki_run *r, uint32_t k, double seconds) {
  double start = run_stopwatch(r), left = run_left(r);
  /* SSA with k copies of each loop, cut points, and sources of rows. */
  if (!formula_at(r, &r->step, k)) return AZ_JOB_DONE;
  bool proved =
      r->config->mode != AZ_MODE_AI && ask_checks(r, k, schedule_induction(r, k, seconds, left));
  schedule_templates(r, left);
  return after_turn(r, k, proved, start);
}
