/* Records proofs when they are found, since a formula that is rebuilt loses its rows. */
#include "certify/proof.h"
#include "ansatz/ranking.h"
#include "certify/claims.h"
#include "certify/state_names.h"
#include "kiki/run.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_group(az_proof_group *group) {
  for (size_t i = 0; i < arrlenu(group->rankings); i++) arrfree(group->rankings[i].components);
  arrfree(group->observations);
  arrfree(group->rows);
  arrfree(group->rankings);
}

static void free_groups(az_proof_part *part) {
  for (size_t g = 0; g < arrlenu(part->groups); g++) free_group(&part->groups[g]);
  arrfree(part->groups);
  arrfree(part->left_out);
}

void az_proof_free(az_proof_part *parts) {
  for (size_t i = 0; i < arrlenu(parts); i++) {
    free_groups(&parts[i]);
    arrfree(parts[i].checks);
    arrfree(parts[i].claims);
  }
  arrfree(parts);
}

/* ---- rows as text ---------------------------------------------------------------------------- */

typedef struct writer {
  kiki_run *r;
  az_proof_part *part;
  az_state_names **names; /* stb_ds, by view of all states; created on demand */
} writer;

static az_state_names *names_of(writer *w, uint32_t view) {
  while (arrlenu(w->names) <= view) arrput(w->names, NULL);
  if (!w->names[view]) w->names[view] = az_state_names_new(w->r->step.cuts, view);
  return w->names[view];
}

static const char *smt2(kiki_run *r, az_term t) {
  return az_proof_text(r->result->arena, r->s, t);
}

static void leave_out(writer *w, const char *what, const char *loop, const char *other) {
  arrput(w->part->left_out,
         run_text(w->r, "%s of loop %s mentions '%s', which has no name outside this run", what,
                  loop, other));
}

/* `claim` is over the canonical state of the view's cut point. */
static void write_row(writer *w, az_proof_group *group, uint32_t view, az_term claim) {
  kiki_run *r = w->r;
  const az_cuts *cuts = r->step.cuts;
  if (az_is_true(r->s, claim)) return;
  uint32_t count, all = az_cuts_view_of_all(cuts, view);
  const az_view *views = az_cuts_views(cuts, &count);
  az_state_names *names = names_of(w, all);
  az_term guard = az_cuts_concerns(cuts, view, az_state_names_formals(names));
  const char *other = NULL;
  az_term named_guard = az_state_names_write(names, guard, &other);
  az_term named_claim = named_guard ? az_state_names_write(names, claim, &other) : AZ_NO_TERM;
  if (!named_claim) {
    leave_out(w, "a row", views[view].name, other);
    return;
  }
  az_proof_row row = {.loop = az_arena_strdup(r->result->arena, views[all].name),
                      .guard = smt2(r, named_guard),
                      .claim = smt2(r, named_claim)};
  if (row.guard && row.claim) arrput(group->rows, row);
}

/* Writes the tuple by which the loop was proved to terminate. */
static void write_ranking(writer *w, az_proof_group *group, const kiki_ranked_loop *of) {
  kiki_run *r = w->r;
  const az_domain *d = of->domain;
  const az_measure_facet *measure = az_domain_facets(d).measure;
  az_state_names *names =
      names_of(w, az_cuts_view_of_all(r->step.cuts, d->ops->row(d->self, of->row).view));
  const az_term *state = az_state_names_formals(names);
  uint32_t n = measure->tuple.length(d->self, of->row, of->value);
  az_row about = d->ops->row(d->self, of->row);
  az_proof_ranking ranking = {.loop = of->name,
                              .step = about.step ? about.step : 1,
                              .after_first = about.after_first,
                              .text = ""};
  for (uint32_t i = 0; i < n; i++) {
    const char *other = NULL;
    az_descent descent;
    az_proof_component component = {.order = AZ_PROOF_NUMBER};
    az_term e;
    if (measure->tuple.descent &&
        measure->tuple.descent(d->self, of->row, of->value, i, &descent)) {
      component.order = descent.younger ? AZ_PROOF_LATER : AZ_PROOF_EARLIER;
      e = state[descent.pointer->at];
    } else {
      e = az_ranking_component(r->s, d, of->row, of->value, i, state);
    }
    az_term named = az_state_names_write(names, e, &other);
    if (!named) {
      leave_out(w, "the ranking", of->name, other);
      arrfree(ranking.components);
      return;
    }
    component.expression = smt2(r, named);
    arrput(ranking.components, component);
  }
  char *text = d->ops->print(d->self, of->row, of->value);
  if (text) ranking.text = az_arena_strdup(r->result->arena, text);
  free(text);
  arrput(group->rankings, ranking);
}

static az_proof_group new_group(kiki_run *r, const az_desc *domain) {
  az_proof_group group = {0};
  az_observer_set set = az_observers_of(r->observers, domain);
  for (size_t i = 0; i < arrlenu(set.of); i++) {
    char *text = az_desc_to_json(az_observers_desc(r->observers, set.of[i]));
    arrput(group.observations, az_arena_strdup(r->result->arena, text));
    free(text);
  }
  az_observer_set_free(&set);
  return group;
}

static void put_group(writer *w, az_proof_group group) {
  if (arrlenu(group.rows) || arrlenu(group.rankings))
    arrput(w->part->groups, group);
  else
    free_group(&group);
}

static void write_found(writer *w, const kiki_finding *f, size_t first_fact) {
  kiki_run *r = w->r;
  size_t facts;
  const az_houdini_fact *all = az_houdini_found(r->houdini, &facts);
  az_proof_group group = new_group(r, f->domain);
  for (size_t i = first_fact; i < f->facts; i++) write_row(w, &group, all[i].view, all[i].claim);
  put_group(w, group);
  if (!f->rows) return;
  group = new_group(r, f->domain);
  const az_domain *d = &f->rows->domain;
  for (uint32_t i = 0, n = az_invariants_rows(f->rows); i < n; i++) {
    az_row row = d->ops->row(d->self, i);
    uint32_t view = row.view;
    if (row.is_transition) continue;
    az_state_names *names = names_of(w, az_cuts_view_of_all(r->step.cuts, view));
    az_state state = {view, az_state_names_formals(names), NULL};
    write_row(w, &group, view, az_domain_claim(r->s, d, i, f->rows->value, &state));
  }
  for (size_t i = 0; i < arrlenu(r->known.ranked); i++)
    if (r->known.ranked[i].by == f->rows) write_ranking(w, &group, &r->known.ranked[i]);
  put_group(w, group);
}

static void write_rows(kiki_run *r, az_proof_part *part) {
  writer w = {.r = r, .part = part};
  size_t fact = r->known.facts_before;
  for (size_t i = 0; i < arrlenu(r->known.findings); i++) {
    write_found(&w, &r->known.findings[i], fact);
    fact = r->known.findings[i].facts;
  }
  for (size_t i = 0; i < arrlenu(r->known.ranked); i++)
    if (!r->known.ranked[i].by)
      arrput(part->left_out, run_text(r, "the ranking of loop %s is of an earlier formula",
                                      r->known.ranked[i].name));
  for (size_t i = 0; i < arrlenu(w.names); i++) az_state_names_free(w.names[i]);
  arrfree(w.names);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* A proof by k-induction remains a proof if k grows and rows are added. */
static az_proof_part *part_for(kiki_run *r, const kiki_formula *f) {
  az_proof_part **parts = &r->result->proof;
  bool is_step = f == &r->step;
  if (is_step && arrlenu(*parts) && arrlast(*parts).is_step && r->known.proof_goes_on) {
    free_groups(&arrlast(*parts));
    arrfree(arrlast(*parts).claims);
  } else {
    arrput(*parts, ((az_proof_part){.is_step = is_step}));
  }
  r->known.proof_goes_on = is_step;
  return &arrlast(*parts);
}

void az_proof_record(kiki_run *r, const kiki_formula *f, const bool *which) {
  if (!r->config->certify) return;
  r->result->free_proof = az_proof_free;
  az_proof_part *part = part_for(r, f);
  /* If loops were unwound one by one, the maximum number of copies is recorded for all loops. */
  part->k = formula_copies(f, f->ssa->config.k);
  part->built = formula_copies(f, f->built);
  part->recursion = f->ssa->config.recursion;
  part->recursion_loops = part->is_step && r->step_p != r->p;
  part->lemmas = r->config->lemmas;
  part->strict = r->config->overflow == AZ_SO_STATED;
  part->solver = az_arena_strdup(r->result->arena, az_solver_backend(f->solver));
  if (f->has_axioms) part->axioms = az_observers_with_axioms(r->observers)->name;
  for (uint32_t c = 0; c < r->p->check_count; c++)
    if (r->open[c] && (!which || which[c]))
      arrput(part->checks, az_arena_strdup(r->result->arena, r->p->checks[c].id));
  if (part->is_step) az_proof_claims(r, part);
  if (part->is_step) write_rows(r, part);
}
