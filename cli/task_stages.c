/* The stages of a run: those of the configuration, modified by the command line. */
#include "ansatz/allocate.h"
#include "cli/task_options.h"
#include "module/builtin.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Applies the command line's limits and switches to every stage. */
static void override(const az_task_options *o, az_stage *stage, az_error *err) {
  for (size_t i = 0; i < arrlenu(o->limits); i++)
    az_limits_parse(&stage->limits, o->limits[i], err);
  for (size_t i = 0; i < arrlenu(o->switches); i++)
    az_switches_parse(&stage->switches, o->switches[i], err);
}

/* Returns whether the mode leaves out a part of the run, but keeps the configuration's stages. */
static bool is_half_of_termination(const char *mode) {
  return mode && (!strcmp(mode, "termination") || !strcmp(mode, "nontermination"));
}

az_status az_task_solver(az_task_options *o, az_registry *registry, az_error *err) {
  az_desc *desc = az_lua_domain_expression(registry, AZ_MODULE_SOLVER, o->solver, err);
  if (!desc) return err->status ? err->status : AZ_ERR_INPUT;
  o->solver = desc->module->name;
  az_registry_set_solver(registry, desc);
  return AZ_OK;
}

az_stage *az_task_stages(const az_task_options *o, az_registry *registry, const az_program *p,
                         const char *property, size_t *count, az_error *err) {
  az_program_facts facts = az_program_facts_of(p, property);
  if (o->core) facts.core = o->core, facts.cores = o->cores;
  az_stage *stages = az_lua_auto(registry, o->config, &facts, count, err);
  for (size_t i = 0; stages && i < *count; i++) {
    stages[i].is_default = !o->config; /* a domain with a strategy of its own takes that one */
    override(o, &stages[i], err);
  }
  if (!stages || (!o->mode && !o->domain && !o->strategy)) return stages;
  if (is_half_of_termination(o->mode) && !o->domain && !o->strategy) {
    for (size_t i = 0; i < *count; i++) stages[i].half = o->mode;
    return stages;
  }
  /* The command line makes one stage, which takes all else from the configuration's first stage. */
  for (size_t i = 1; i < *count; i++) {
    free((void *)(uintptr_t)stages[i].mode);
    free((void *)(uintptr_t)stages[i].solver);
    az_desc_free(stages[i].domain);
    az_desc_free(stages[i].strategy);
  }
  *count = 1;
  az_stage *stage = &stages[0];
  stage->share = 1;
  if (!o->config) { /* without a requested configuration: the defaults, in every mode */
    stage->switches = az_switches_default();
    stage->limits = az_limits_default();
    override(o, stage, err);
  }
  if (o->mode || o->domain) {
    free((void *)(uintptr_t)stage->mode);
    stage->mode = az_strdup(o->mode ? o->mode : "kiki");
  }
  if (o->domain) {
    az_desc_free(stage->domain);
    stage->domain = az_lua_domain_expression(registry, AZ_MODULE_DOMAIN, o->domain, err);
  }
  stage->is_default = !o->strategy;
  if (o->strategy) {
    az_desc_free(stage->strategy);
    stage->strategy = az_lua_domain_expression(registry, AZ_MODULE_STRATEGY, o->strategy, err);
  }
  bool bad = (o->domain && !stage->domain) || (o->strategy && !stage->strategy);
  if (!bad) return stages;
  az_stages_free(stages, *count);
  return NULL;
}
