/* Step formulas made by hand, for tests of strategies: loops over integer variables, each with one
 * view, with the real synthesis, solver and domains. */
#ifndef STEP_FORMULA_H
#define STEP_FORMULA_H

#include "made_cuts.h"
#include "synth/synthesis.h"
#include "module/builtin.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct formula {
  az_store *store;
  az_work work; /* as in a run: without it, each look at the clock is a system call */
  az_registry *registry;
  az_ssa ssa;
  az_cuts *cuts;
  az_solver *solver;
  az_tvar *vars; /* stb_ds */
  az_domain domain;
} formula;

/* Loadable modules lie beside the program. */
static inline az_registry *open_registry(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s", ANSATZ_BINARY);
  char *slash = strrchr(path, '/');
  if (slash) snprintf(slash, sizeof path - (size_t)(slash - path), "/modules");
  setenv("ANSATZ_PATH", path, 0);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  ck_assert_msg(registry != NULL, "%s", err.message);
  return registry;
}

static inline formula *new_formula(az_registry *registry, uint32_t k) {
  formula *f = calloc(1, sizeof *f);
  az_error err = {.status = AZ_OK};
  f->registry = registry;
  f->store = az_store_new();
  az_store_set_work(f->store, &f->work);
  az_solver_config config = {.name = "step"};
  f->solver = az_solver_new(f->store, registry, &config, &err);
  ck_assert_msg(f->solver != NULL, "%s", err.message);
  f->ssa.s = f->store;
  f->ssa.config = (az_ssa_config){.mode = AZ_SSA_STEP, .k = k};
  arrput(f->ssa.copies, (az_copy){0});
  f->cuts = made_cuts_new(&f->ssa);
  return f;
}

static inline void free_formula(formula *f) {
  if (f->domain.ops) az_domain_close(&f->domain);
  az_solver_free(f->solver);
  for (size_t i = 0; i < arrlenu(f->ssa.loops); i++) arrfree(f->ssa.loops[i].bodies);
  made_cuts_free(f->cuts);
  arrfree(f->ssa.loops);
  arrfree(f->ssa.copies);
  arrfree(f->vars);
  az_store_free(f->store);
  free(f);
}

/* A variable of the next loop. */
static inline void add_variable(formula *f, const char *name, uint32_t bits, bool is_signed) {
  uint32_t view = (uint32_t)arrlenu(f->ssa.loops), at = 0;
  for (size_t i = 0; i < arrlenu(f->vars); i++) at += f->vars[i].view == view;
  az_tvar v = {.kind = AZ_TV_INT,
               .view = view,
               .name = name,
               .bits = bits,
               .is_signed = is_signed,
               .changes = true,
               .object = UINT32_MAX,
               .at = at};
  arrput(f->vars, v);
}

/* A loop over the variables added for it, entered under `guard` with `entry`; its head's values
 * into `head`. */
static inline void begin_loop(formula *f, az_term guard, const az_term *entry, az_term *head) {
  uint32_t view = (uint32_t)arrlenu(f->ssa.loops), n = 0;
  char name[64];
  snprintf(name, sizeof name, "main.%u", view);
  az_cut_instance *states = made_cuts_add(f->cuts, name);
  snprintf(name, sizeof name, "ls%u", view);
  az_loop_instance l = {.head = view, .guard = guard, .ls = az_var(f->store, az_sort_bool(), name)};
  for (size_t i = 0; i < arrlenu(f->vars); i++) {
    if (f->vars[i].view != view) continue;
    snprintf(name, sizeof name, "%s#lb%u", f->vars[i].name, view);
    az_term lb = az_var(f->store, az_sort_bv(f->vars[i].bits), name);
    arrput(states->lb, lb);
    head[n] = az_ite(f->store, l.ls, lb, entry[n]);
    n++;
  }
  arrput(f->ssa.loops, l);
}

/* A copy of the last loop's body: back edge under `back` with these values. */
static inline void add_iteration(formula *f, az_term back, const az_term *values, uint32_t n) {
  az_loop_copy round = {.back = back};
  made_cuts_iteration(&arrlast(f->cuts->loops), values, n);
  arrput(arrlast(f->ssa.loops).bodies, round);
}

static inline void open_domain(formula *f, const char *name) {
  az_error err = {.status = AZ_OK};
  az_desc desc = {.module = az_registry_find(f->registry, AZ_MODULE_DOMAIN, name, &err)};
  ck_assert_msg(desc.module != NULL, "%s", err.message);
  az_domain_context context = {.store = f->store,
                               .views = f->cuts->views,
                               .view_count = (uint32_t)arrlenu(f->cuts->views),
                               .vars = f->vars,
                               .var_count = (uint32_t)arrlenu(f->vars),
                               .registry = f->registry};
  ck_assert_msg(!az_domain_open(&context, &desc, &f->domain, &err), "%s", err.message);
}

/* Runs the strategy; its end, and its value, which the caller frees. */
static inline az_step run_strategy(formula *f, const az_desc *desc, void **value, double seconds) {
  const az_strategy_ops *ops = desc->module->operations;
  az_synthesis *synthesis = az_synthesis_new(f->cuts, f->solver, &f->domain);
  az_error err = {.status = AZ_OK};
  *value = f->domain.ops->value_new(f->domain.self);
  void *self = ops->open(synthesis, desc, &err);
  ck_assert_msg(self != NULL, "%s", err.message);
  double deadline = az_clock(&f->work) + seconds;
  az_step step;
  do step = ops->step(self, *value, deadline);
  while (step == AZ_STEP_IMPROVED && az_clock(&f->work) < deadline);
  ops->close(self);
  az_synthesis_free(synthesis);
  return step;
}

/* Does the domain have what the strategy needs? */
static inline bool suits(const formula *f, const az_module *strategy) {
  const az_strategy_ops *ops = strategy->operations;
  const az_facets facets = az_domain_facets(&f->domain);
  return (!(ops->needs & AZ_NEEDS_NUMERIC) || facets.numeric) &&
         (!(ops->needs & AZ_NEEDS_INNER) || facets.inner) &&
         (!(ops->needs & AZ_NEEDS_MEASURE) || facets.measure) &&
         !(ops->needs & AZ_NEEDS_TRANSFER); /* there is no program */
}

#endif
