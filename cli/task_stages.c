/* The stages of a run: those of the configuration, modified by the command line. */
#include "ansatz/allocate.h"
#include "cli/task_options.h"
#include "module/builtin.h"
#include "synth/invariants.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Applies the command line's limits and switches to every stage. */
static void override(const az_task_options *o, az_stage *stage, az_error *err) {
  for (size_t i = 0; i < arrlenu(o->method.limits); i++)
    az_limits_parse(&stage->limits, o->method.limits[i], err);
  for (size_t i = 0; i < arrlenu(o->method.switches); i++)
    az_switches_parse(&stage->switches, o->method.switches[i], err);
}

/* Returns whether the mode runs only one half of the search, with the configuration's stages. */
static bool is_half_of_termination(const char *mode) {
  return mode && (!strcmp(mode, "termination") || !strcmp(mode, "nontermination"));
}

az_status az_task_solver(az_task_options *o, az_registry *registry, az_error *err) {
  az_desc *desc = az_lua_domain_expression(registry, AZ_MODULE_SOLVER, o->method.solver, err);
  if (!desc) return err->status ? err->status : AZ_ERR_INPUT;
  o->method.solver = desc->module->name;
  az_registry_set_solver(registry, desc);
  return AZ_OK;
}

/* Returns a copy of the domain in which no component names a strategy. */
static az_desc *without_strategies(const az_desc *d) {
  az_desc *copy = az_desc_new(d->module);
  for (size_t i = 0; i < d->count; i++) {
    az_value_desc value = d->values[i];
    if (!strcmp(value.option, "strategy")) continue;
    az_desc **parts = NULL;
    const bool nested = value.type == AZ_OPT_DOMAIN || value.type == AZ_OPT_DOMAINS;
    for (size_t k = 0; nested && k < value.as.modules.count; k++)
      arrput(parts, without_strategies(value.as.modules.items[k]));
    if (nested) value.as.modules.items = parts;
    az_desc_set(copy, &value);
    for (size_t k = 0; k < arrlenu(parts); k++) az_desc_free(parts[k]);
    arrfree(parts);
  }
  return copy;
}

/* Returns whether a component of the domain takes the strategy for components that name none. */
static bool takes_strategy(const az_desc *d) {
  bool composite = false, takes = false;
  for (size_t i = 0; i < d->count; i++) {
    const az_value_desc *value = &d->values[i];
    if (!strcmp(value->option, "strategy")) return false;
    if (value->type != AZ_OPT_DOMAIN && value->type != AZ_OPT_DOMAINS) continue;
    composite = true;
    for (size_t k = 0; k < value->as.modules.count; k++)
      takes |= takes_strategy(value->as.modules.items[k]);
  }
  return takes || !composite;
}

/* Tells the user about a strategy that no part of the domain takes. */
static void note_idle_strategy(const az_stage *stage) {
  if (!stage->domain || !stage->strategy || takes_strategy(stage->domain)) return;
  char *strategy = az_desc_print(stage->strategy), *domain = az_desc_print(stage->domain);
  fprintf(stderr, "ansatz: note: the strategy %s has no effect: each part of %s names its own\n",
          strategy, domain);
  free(strategy);
  free(domain);
}

/* Returns whether the strategies of the configuration file's stages fit their domains; if not, the
 * message names the stage. */
static bool stages_fit(const az_task_options *o, az_registry *registry, const az_program *p,
                       const az_stage *stages, size_t count, az_error *err) {
  for (size_t i = 0; i < count; i++) {
    const az_stage *s = &stages[i];
    const az_form form = {s->domain, s->strategy, .is_default = !s->strategy};
    bool searches =
        s->domain && (!s->mode || (strcmp(s->mode, "bmc") && strcmp(s->mode, "kinduction")));
    az_error why = {.status = AZ_OK};
    if (!searches || az_form_check(registry, &form, p, &why) == AZ_OK) continue;
    az_fail(err, why.status, "%s: stage %zu.%s: %s", o->method.config, i + 1,
            s->strategy ? "strategy" : "domain", why.message);
    return false;
  }
  return true;
}

az_stage *az_task_stages(const az_task_options *o, az_registry *registry, const az_program *p,
                         const char *property, size_t *count, az_error *err) {
  az_program_facts facts = az_program_facts_of(p, property);
  if (o->race.core) facts.core = o->race.core, facts.cores = o->resources.cores;
  az_stage *stages = az_lua_auto(registry, o->method.config, &facts, count, err);
  for (size_t i = 0; stages && i < *count; i++) {
    stages[i].is_default = !o->method.config; /* a domain's own strategy takes precedence */
    override(o, &stages[i], err);
    if (o->method.config && !o->method.strategy) note_idle_strategy(&stages[i]);
  }
  bool alone = !o->method.mode && !o->method.domain && !o->method.strategy;
  if (stages && alone && o->method.config && !stages_fit(o, registry, p, stages, *count, err)) {
    az_stages_free(stages, *count);
    return NULL;
  }
  if (!stages || alone) return stages;
  if (is_half_of_termination(o->method.mode) && !o->method.domain && !o->method.strategy) {
    for (size_t i = 0; i < *count; i++) stages[i].half = o->method.mode;
    return stages;
  }
  /* The command line determines a single stage. The rest is taken from the configuration's first
   * stage, the strategy from the first stage that names one. */
  for (size_t i = 1; i < *count; i++) {
    if (!stages[0].strategy) {
      stages[0].strategy = stages[i].strategy;
      stages[i].strategy = NULL;
    }
    az_free(stages[i].mode);
    az_free(stages[i].solver);
    az_desc_free(stages[i].domain);
    az_desc_free(stages[i].strategy);
  }
  *count = 1;
  az_stage *stage = &stages[0];
  stage->share = 1;
  if (!o->method.config) { /* if no configuration was requested, each mode has the defaults */
    stage->switches = az_switches_default();
    stage->limits = az_limits_default();
    override(o, stage, err);
  }
  if (o->method.mode || o->method.domain) {
    az_free(stage->mode);
    stage->mode = az_strdup(o->method.mode ? o->method.mode : "kiki");
  }
  if (o->method.domain) {
    az_desc_free(stage->domain);
    stage->domain = az_lua_domain_expression(registry, AZ_MODULE_DOMAIN, o->method.domain, err);
  }
  stage->is_default = !o->method.strategy;
  if (o->method.strategy && !o->method.domain && stage->domain) {
    az_desc *domain = without_strategies(stage->domain);
    az_desc_free(stage->domain);
    stage->domain = domain; /* the strategy that is asked for is the one that runs */
  }
  if (o->method.strategy) {
    az_desc_free(stage->strategy);
    stage->strategy =
        az_lua_domain_expression(registry, AZ_MODULE_STRATEGY, o->method.strategy, err);
  }
  bool bad = (o->method.domain && !stage->domain) || (o->method.strategy && !stage->strategy);
  if (!bad && o->method.strategy) note_idle_strategy(stage);
  if (!bad) return stages;
  az_stages_free(stages, *count);
  return NULL;
}
