/* Analyses along the control flow, each run once: see ansatz/analysis.h. */
#include "abstract/analyses.h"
#include "ansatz/strategy.h"
#include "module/builtin.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The program as equations, for each choice of `calls`. */
typedef struct translation {
  az_abstract *abstract;      /* NULL before its first use, or if it failed */
  az_abstract_states *states; /* NULL before its first use */
  az_error failed;
} translation;

typedef struct entry {
  az_analysis analysis; /* first member: an az_analysis points to its entry */
  struct az_analyses *all;
  translation *of;
  az_desc *domain, *strategy; /* copies */
  char *key;                  /* both as text */
} entry;

struct az_analyses {
  const az_cuts *cuts; /* NULL if there is no formula */
  const az_program *program;
  az_registry *registry;
  az_abstract_config config; /* `calls`: for strategies without an option `calls` */
  translation translations[AZ_CALLS_COUNT];
  entry **entries; /* stb_ds */
  double deadline; /* for callers that have no deadline */
  void (*iterate)(void *ctx, uint32_t point, const char *how, const void *state);
  void *ctx;
};

const char *const az_equation_calls[] = {[AZ_CALLS_AUTO] = "auto",
                                         [AZ_CALLS_EXPAND] = "expand",
                                         [AZ_CALLS_SUMMARIES] = "summaries",
                                         NULL};

az_analyses *az_analyses_alone(const az_program *p, az_registry *registry,
                               const az_abstract_config *config) {
  az_analyses *a = az_calloc(1, sizeof *a);
  a->program = p;
  a->registry = registry;
  a->config = *config;
  return a;
}

az_analyses *az_analyses_new(const az_cuts *cuts, az_registry *registry,
                             const az_switches *switches) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  az_abstract_config config = {.classes = ssa->config.classes,
                               .overflow_assumed = ssa->config.overflow == AZ_OVERFLOW_ASSUME_NONE,
                               .limits = az_ssa_limits(ssa),
                               .calls = (az_calls)az_switches_or_default(switches)->calls};
  az_analyses *a = az_analyses_alone(ssa->p, registry, &config);
  a->cuts = cuts;
  return a;
}

static void forget_states(az_analyses *a) {
  for (uint32_t i = 0; i < AZ_CALLS_COUNT; i++) {
    az_abstract_states_free(a->translations[i].states);
    a->translations[i].states = NULL;
  }
}

void az_analyses_update(az_analyses *a, double deadline) {
  if (!a) return;
  a->deadline = deadline;
  forget_states(a);
}

void az_analyses_watch(az_analyses *a,
                       void (*iterate)(void *ctx, uint32_t point, const char *how,
                                       const void *state),
                       void *ctx) {
  a->iterate = iterate;
  a->ctx = ctx;
}

static void free_entry(entry *e) {
  az_analysis *n = &e->analysis;
  if (n->solution.states) az_solution_free(&n->solution, n->equations, &n->transfer);
  if (n->transfer.ops) az_transfer_close(&n->transfer);
  az_desc_free(e->domain);
  az_desc_free(e->strategy);
  free(e->key);
  free(e);
}

void az_analyses_free(az_analyses *a) {
  if (!a) return;
  for (size_t i = 0; i < arrlenu(a->entries); i++) free_entry(a->entries[i]);
  arrfree(a->entries);
  forget_states(a);
  for (uint32_t i = 0; i < AZ_CALLS_COUNT; i++) az_abstract_free(a->translations[i].abstract);
  free(a);
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool solves(const az_module *module) {
  return module->kind == AZ_MODULE_STRATEGY &&
         ((const az_strategy_ops *)module->operations)->solve != NULL;
}

/* Returns a copy of the strategy for an analysis. Returns NULL, and sets err, if none fits. */
static az_desc *strategy_for(const az_analyses *a, const az_desc *domain, const az_desc *given,
                             az_error *err) {
  az_desc *const *own;
  if (!given && az_desc_modules(domain, "strategy", &own)) given = own[0];
  if (given && solves(given->module)) return az_desc_copy(given);
  if (given) {
    az_fail(err, AZ_ERR_INPUT,
            "the strategy %s does not interpret a program along its control flow, as an analysis "
            "by '%s' needs",
            given->module->name, domain->module->name);
    return NULL;
  }
  const az_module *solver = az_registry_first(a->registry, AZ_MODULE_STRATEGY, solves);
  if (solver) return az_desc_new(solver);
  az_fail(err, AZ_ERR_INPUT, "no strategy interprets programs along their control flow");
  return NULL;
}

/* Returns the strategy's choice of `calls`; a strategy from outside may not have the option. */
static az_calls calls_of(const az_analyses *a, const az_desc *strategy) {
  const az_option *o = strategy->module->options;
  while (o && o->name && strcmp(o->name, "calls")) o++;
  const char *given = o && o->name ? az_desc_string(strategy, "calls") : NULL;
  for (uint32_t i = 0; given && i < AZ_CALLS_COUNT; i++)
    if (i != AZ_CALLS_AUTO && !strcmp(given, az_equation_calls[i])) return (az_calls)i;
  return a->config.calls;
}

/* Returns NULL, and sets err, as az_abstract_new does; a failure is not tried again. */
static translation *translation_for(az_analyses *a, az_calls calls, az_error *err) {
  translation *t = &a->translations[calls];
  az_abstract_config config = a->config;
  config.calls = calls;
  if (!t->abstract && t->failed.status == AZ_OK)
    t->abstract = az_abstract_new(a->program, a->registry, &config, &t->failed);
  assert(!t->abstract == (t->failed.status != AZ_OK)); /* equations, or why there are none */
  if (t->abstract) return t;
  az_fail(err, t->failed.status, "%s", t->failed.message);
  return NULL;
}

static char *key_of(const az_desc *domain, const az_desc *strategy) {
  char *d = az_desc_print(domain), *s = az_desc_print(strategy),
       *key = az_asprintf("%s by %s", d, s);
  free(d);
  free(s);
  return key;
}

const az_analysis *az_analyses_open(az_analyses *a, const az_desc *domain, const az_desc *strategy,
                                    az_error *err) {
  az_desc *by = strategy_for(a, domain, strategy, err);
  if (!by) return NULL;
  entry *e = az_calloc(1, sizeof *e);
  *e = (entry){.all = a, .domain = az_desc_copy(domain), .strategy = by, .key = key_of(domain, by)};
  for (size_t i = 0; i < arrlenu(a->entries); i++)
    if (!strcmp(a->entries[i]->key, e->key)) {
      free_entry(e);
      return &a->entries[i]->analysis;
    }
  e->of = translation_for(a, calls_of(a, by), err);
  if (e->of) e->analysis.equations = az_abstract_equations(e->of->abstract);
  if (!e->of || az_transfer_open(&e->analysis.equations->context, e->domain, &e->analysis.transfer,
                                 err) != AZ_OK) {
    free_entry(e);
    return NULL;
  }
  arrput(a->entries, e);
  return &e->analysis;
}

/* ---- an analysis ----------------------------------------------------------------------------- */

static entry *entry_of(const az_analysis *analysis) {
  return (entry *)(uintptr_t)analysis;
}

const az_abstract *az_analysis_program(const az_analysis *analysis) {
  return entry_of(analysis)->of->abstract;
}

az_status az_analysis_solve(const az_analysis *analysis, double deadline, az_error *err) {
  entry *e = entry_of(analysis);
  az_analysis *n = &e->analysis;
  if (n->solved) return AZ_OK;
  const az_strategy_ops *ops = e->strategy->module->operations;
  n->solution = az_solution_new(n->equations);
  n->solution.iterate = e->all->iterate;
  n->solution.ctx = e->all->ctx;
  az_status status = ops->solve(n->equations, &n->transfer, e->strategy, &n->solution,
                                deadline > 0 ? deadline : e->all->deadline, err);
  if (status == AZ_OK) status = az_desc_check(e->strategy, err);
  assert(!n->solved && n->solution.states); /* one solution for an analysis */
  n->solved = status == AZ_OK;
  if (n->solved) return AZ_OK;
  az_solution_free(&n->solution, n->equations, &n->transfer);
  n->solution = (az_solution){0};
  return status;
}

static az_abstract_states *states_of(const entry *e) {
  assert(e->all->cuts);
  translation *t = e->of;
  if (!t->states) t->states = az_abstract_states_new(e->all->cuts, t->abstract);
  return t->states;
}

bool az_analysis_state(const az_analysis *analysis, uint32_t view, const void **state,
                       const az_term **values) {
  uint32_t point = az_abstract_states_at(states_of(entry_of(analysis)), view, values);
  void **states = analysis->solution.states;
  *state = point == AZ_NONE || !states ? NULL : states[point];
  return point != AZ_NONE;
}

uint32_t az_analysis_instance(const az_analysis *analysis, uint32_t view, uint32_t target,
                              bool *any) {
  return az_abstract_states_instance(states_of(entry_of(analysis)), view, target, any);
}
