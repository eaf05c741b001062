/* Analyses along the control flow, each run once: see ansatz/analysis.h. */
#include "abstract/analyses.h"
#include "ansatz/module.h"
#include "ansatz/strategy.h"
#include "module/builtin.h"
#include "abstract/abstract_states.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
  az_analysis analysis;
  az_desc *domain, *strategy; /* copies */
  char *key;                  /* both as text */
} entry;

struct az_analyses {
  const az_cuts *cuts;
  az_registry *registry;
  bool once_a_function;
  az_abstract *abstract;      /* NULL: not yet asked for */
  az_abstract_states *states; /* NULL: not yet asked for */
  entry **entries;            /* stb_ds */
  double deadline;            /* of who has none */
};

az_analyses *az_analyses_new(const az_cuts *cuts, az_registry *registry,
                             const az_switches *switches) {
  az_analyses *a = az_calloc(1, sizeof *a);
  a->cuts = cuts;
  a->registry = registry;
  a->once_a_function = az_switches_or_default(switches)->call_summaries;
  return a;
}

void az_analyses_update(az_analyses *a, double deadline) {
  if (!a) return;
  a->deadline = deadline;
  az_abstract_states_free(a->states);
  a->states = NULL;
}

static void free_entry(entry *e) {
  az_analysis *n = &e->analysis;
  if (n->equations && n->solution.states)
    az_solution_free(&n->solution, n->equations, &n->transfer);
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
  az_abstract_states_free(a->states);
  az_abstract_free(a->abstract);
  free(a);
}

const az_equations *az_analyses_equations(az_analyses *a, az_error *err) {
  const az_ssa *ssa = az_cuts_ssa(a->cuts);
  az_abstract_config config = {.classes = ssa->config.classes,
                               .overflow_assumed = ssa->config.overflow == AZ_OVERFLOW_ASSUME_NONE,
                               .limits = az_ssa_limits(ssa),
                               .once_a_function = a->once_a_function};
  if (!a->abstract) a->abstract = az_abstract_new(ssa->p, a->registry, &config, err);
  return a->abstract ? az_abstract_equations(a->abstract) : NULL;
}

uint32_t az_analyses_point(az_analyses *a, uint32_t view, const az_term **values) {
  if (!a->abstract) return AZ_NONE;
  if (!a->states) a->states = az_abstract_states_new(a->cuts, a->abstract);
  return az_abstract_states_at(a->states, view, values);
}

uint32_t az_analyses_instance(az_analyses *a, uint32_t view, uint32_t target, bool *any) {
  if (!a->abstract) return AZ_NONE;
  if (!a->states) a->states = az_abstract_states_new(a->cuts, a->abstract);
  return az_abstract_states_instance(a->states, view, target, any);
}

static bool solves(const az_module *module) {
  return module->kind == AZ_MODULE_STRATEGY &&
         ((const az_strategy_ops *)module->operations)->solve != NULL;
}

/* A copy of the strategy that an analysis has; NULL and err: none fits. */
static az_desc *strategy_for(const az_analyses *a, const az_desc *domain, const az_desc *given,
                             az_error *err) {
  az_desc *const *own;
  if (!given && az_desc_modules(domain, "strategy", &own)) given = own[0];
  if (given && solves(given->module)) return az_desc_copy(given);
  if (given) {
    az_fail(err, AZ_ERR_INPUT, "the strategy %s solves no equations, as an analysis by '%s' needs",
            given->module->name, domain->module->name);
    return NULL;
  }
  const az_module *solver = az_registry_first(a->registry, AZ_MODULE_STRATEGY, solves);
  if (solver) return az_desc_new(solver);
  az_fail(err, AZ_ERR_INPUT, "there is no strategy that solves equations");
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
  const az_equations *equations = az_analyses_equations(a, err);
  az_desc *by = equations ? strategy_for(a, domain, strategy, err) : NULL;
  if (!by) return NULL;
  entry *e = az_calloc(1, sizeof *e);
  *e = (entry){.domain = az_desc_copy(domain), .strategy = by, .key = key_of(domain, by)};
  for (size_t i = 0; i < arrlenu(a->entries); i++)
    if (!strcmp(a->entries[i]->key, e->key)) {
      free_entry(e);
      return &a->entries[i]->analysis;
    }
  e->analysis.equations = equations;
  if (az_transfer_open(&equations->context, e->domain, &e->analysis.transfer, err) != AZ_OK) {
    free_entry(e);
    return NULL;
  }
  arrput(a->entries, e);
  return &e->analysis;
}

az_status az_analyses_solve(az_analyses *a, const az_analysis *analysis, double deadline,
                            az_error *err) {
  for (size_t i = 0; i < arrlenu(a->entries); i++) {
    entry *e = a->entries[i];
    az_analysis *n = &e->analysis;
    if (n != analysis || n->solved) continue;
    const az_strategy_ops *ops = e->strategy->module->operations;
    az_solution fresh = az_solution_new(n->equations);
    az_status status = ops->solve(n->equations, &n->transfer, e->strategy, &fresh,
                                  deadline > 0 ? deadline : a->deadline, err);
    if (status != AZ_OK) {
      az_solution_free(&fresh, n->equations, &n->transfer);
      return status;
    }
    n->solution = fresh;
    n->solved = true;
  }
  return AZ_OK;
}
