/* Where a row's claim is assumed and where it may be violated, in the formula with k copies
 * (soundness.md 2): assumed:   g_head and ls => T(lb);   ls and G_j => T(b_j), j < k violated: some
 * instance with, for every enclosing loop p,  m_p = k or not ls_p,  has (not ls and some j < k: G_j
 * and not T(b_j))  or  (G_k and not T(b_k)). */
#include "engine/synthesis.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct row_fact {
  az_term fact;
  az_group group;
} row_fact;

struct az_synthesis {
  const az_ssa *ssa;
  az_store *store;
  az_solver *solver;
  const az_domain *domain;
  uint32_t rows;
  az_place **places;  /* by site: stb_ds */
  az_place **assumed; /* by site: stb_ds */
  row_fact *facts;    /* by row */
  az_model model;
  az_term bound[2];     /* assumed in every query: k is the bound */
  az_term *assumptions; /* stb_ds: scratch */
};

static az_term model_value(void *ctx, az_term t) {
  return az_solver_value(((az_synthesis *)ctx)->solver, t);
}

static void add_places(az_synthesis *s, const az_loop_instance *l) {
  const az_ssa *ssa = s->ssa;
  az_store *t = s->store;
  az_term around = az_ssa_checked(ssa, l->copies);
  az_place lb = {az_and(t, l->guard, l->ls), {l->site, l->lb, NULL}};
  arrput(s->assumed[l->site], lb);
  for (size_t j = 0; j < arrlenu(l->rounds); j++) {
    const az_loop_copy *round = &l->rounds[j];
    if (az_is_false(t, round->back) || !round->values) continue;
    bool last = j + 1 == ssa->config.k;
    az_place check = {az_and(t, around, round->back), {l->site, round->values, NULL}};
    if (!last) check.condition = az_and(t, check.condition, az_not(t, l->ls));
    arrput(s->places[l->site], check);
    if (last) continue;
    az_place past = {az_and(t, round->back, l->ls), {l->site, round->values, NULL}};
    arrput(s->assumed[l->site], past);
  }
}

az_synthesis *az_synthesis_new(const az_ssa *ssa, az_solver *solver, const az_domain *domain) {
  az_synthesis *s = calloc(1, sizeof *s);
  s->ssa = ssa;
  s->store = ssa->s;
  s->solver = solver;
  s->domain = domain;
  s->rows = domain->ops->row_count(domain->self);
  size_t sites = arrlenu(ssa->sites);
  s->places = calloc(sites + 1, sizeof *s->places);
  s->assumed = calloc(sites + 1, sizeof *s->assumed);
  s->facts = calloc(s->rows + 1, sizeof *s->facts);
  s->model = (az_model){model_value, s};
  az_ssa_bound(ssa, s->bound);
  for (size_t i = 0; i < arrlenu(ssa->loops); i++) add_places(s, &ssa->loops[i]);
  return s;
}

void az_synthesis_free(az_synthesis *s, bool keep) {
  if (!s) return;
  for (uint32_t r = 0; !keep && r < s->rows; r++) {
    if (s->facts[r].fact && !az_is_true(s->store, s->facts[r].fact))
      az_solver_retire(s->solver, s->facts[r].group);
  }
  for (size_t i = 0; i < arrlenu(s->ssa->sites); i++) {
    arrfree(s->places[i]);
    arrfree(s->assumed[i]);
  }
  free(s->places);
  free(s->assumed);
  free(s->facts);
  arrfree(s->assumptions);
  free(s);
}

az_store *az_synthesis_store(const az_synthesis *s) {
  return s->store;
}
const az_domain *az_synthesis_domain(const az_synthesis *s) {
  return s->domain;
}
const az_model *az_synthesis_model(const az_synthesis *s) {
  return &s->model;
}

const az_place *az_synthesis_places(const az_synthesis *s, uint32_t site, size_t *count) {
  *count = arrlenu(s->places[site]);
  return s->places[site];
}

const az_place *az_synthesis_assumed(const az_synthesis *s, uint32_t site, size_t *count) {
  *count = arrlenu(s->assumed[site]);
  return s->assumed[site];
}

az_term az_synthesis_defined(const az_synthesis *s, az_term var) {
  for (size_t i = 0; i < arrlenu(s->ssa->definitions); i++)
    if (s->ssa->definitions[i].var == var) return s->ssa->definitions[i].term;
  return AZ_NO_TERM;
}

void az_synthesis_assume(az_synthesis *s, const void *value) {
  const az_domain_ops *ops = s->domain->ops;
  for (uint32_t r = 0; r < s->rows; r++) {
    az_term fact = az_true(s->store);
    const az_place *places = s->assumed[ops->row(s->domain->self, r).site];
    for (size_t i = 0; i < arrlenu(places); i++) {
      az_term claim = ops->claim(s->domain->self, r, value, &places[i].state);
      fact = az_and(s->store, fact, az_implies(s->store, places[i].condition, claim));
    }
    row_fact *old = &s->facts[r];
    if (old->fact == fact) continue;
    if (old->fact && !az_is_true(s->store, old->fact)) az_solver_retire(s->solver, old->group);
    old->fact = fact;
    if (az_is_true(s->store, fact)) continue;
    old->group = az_solver_group(s->solver);
    az_solver_group_assert(s->solver, old->group, fact);
  }
}

az_answer az_synthesis_check(az_synthesis *s, const az_term *assumptions, size_t count,
                             double deadline) {
  arrsetlen(s->assumptions, 0);
  for (size_t i = 0; i < 2; i++) arrput(s->assumptions, s->bound[i]);
  for (size_t i = 0; i < count; i++) arrput(s->assumptions, assumptions[i]);
  return az_solver_check(s->solver, s->assumptions, arrlenu(s->assumptions), deadline);
}

az_term az_synthesis_violation(az_synthesis *s, uint32_t row, const void *value) {
  const az_domain_ops *ops = s->domain->ops;
  const az_place *places = s->places[ops->row(s->domain->self, row).site];
  az_term any = az_false(s->store);
  for (size_t i = 0; i < arrlenu(places); i++) {
    az_term claim = ops->claim(s->domain->self, row, value, &places[i].state);
    any = az_or(s->store, any, az_and(s->store, places[i].condition, az_not(s->store, claim)));
  }
  return any;
}

const az_place *az_synthesis_violated_place(az_synthesis *s, uint32_t row, const void *value) {
  const az_domain_ops *ops = s->domain->ops;
  const az_place *places = s->places[ops->row(s->domain->self, row).site];
  for (size_t i = 0; i < arrlenu(places); i++) {
    if (!az_solver_holds(s->solver, places[i].condition)) continue;
    if (!az_solver_holds(s->solver, ops->claim(s->domain->self, row, value, &places[i].state)))
      return &places[i];
  }
  return NULL;
}

az_step az_synthesis_run(az_synthesis *s, const az_strategy_ops *ops, const az_desc *options,
                         void *value, double deadline, uint64_t *steps, az_error *err) {
  void *self = ops->open(s, options, err);
  if (!self) return AZ_STEP_STOPPED;
  az_step step;
  do {
    step = ops->step(self, value, deadline);
    ++*steps;
  } while (step == AZ_STEP_IMPROVED && (deadline <= 0 || az_clock() < deadline));
  if (step == AZ_STEP_IMPROVED) step = AZ_STEP_STOPPED;
  if (ops->close) ops->close(self);
  return step;
}
