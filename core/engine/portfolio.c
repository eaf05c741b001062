/* The stages of a configuration, one after another on what is still open. Neighbours that differ in
 * their templates alone are one run of the engine, so that they share formulas and the invariants
 * found so far. */
#include "engine/portfolio.h"
#include "engine/schedule.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

void az_stages_free(az_stage *stages, size_t count) {
  if (!stages) return;
  for (size_t i = 0; i < count; i++) {
    free((char *)(uintptr_t)stages[i].mode);
    free((char *)(uintptr_t)stages[i].solver);
    az_desc_free(stages[i].domain);
    az_desc_free(stages[i].strategy);
  }
  free(stages);
}

static az_status parse_mode(const char *name, az_mode *mode, az_error *err) {
  static const char *const names[] = {"kiki", "bmc", "kinduction", "ai", NULL};
  for (int i = 0; names[i]; i++) {
    if (!strcmp(name, names[i])) {
      *mode = (az_mode)i;
      return AZ_OK;
    }
  }
  const char *near = az_suggest(name, names);
  return near ? az_fail(err, AZ_ERR_INPUT, "unknown mode '%s': did you mean '%s'?", name, near)
              : az_fail(err, AZ_ERR_INPUT, "unknown mode '%s' (kiki, bmc, kinduction, ai)", name);
}

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool differ_in_template_alone(const az_stage *a, const az_stage *b) {
  return same_text(a->mode, b->mode) && same_text(a->solver, b->solver) &&
         a->max_unwind == b->max_unwind && a->lemmas == b->lemmas &&
         !memcmp(&a->switches, &b->switches, sizeof a->switches) &&
         !memcmp(&a->limits, &b->limits, sizeof a->limits);
}

/* One run of the engine with the templates of the stages from `first` to before `end`. */
static az_result *run_stages(const az_program *p, az_registry *registry, uint32_t classes,
                             const az_stage *first, const az_stage *end,
                             const az_engine_config *config, az_error *err) {
  az_form *forms = NULL; /* stb_ds */
  for (const az_stage *s = first; s < end; s++)
    if (s->domain) arrput(forms, ((az_form){s->domain, s->strategy, s->share}));
  az_engine_config c = *config;
  c.forms = forms;
  c.form_count = arrlenu(forms);
  az_result *result = az_engine_run(p, registry, classes, &c, err);
  arrfree(forms);
  return result;
}

az_result *az_portfolio_run(const az_program *p, az_registry *registry, uint32_t classes,
                            const az_stage *stages, size_t count, const az_portfolio_options *o,
                            az_error *err) {
  az_result *result = NULL;
  for (size_t i = 0, next; i < count; i = next) {
    const az_stage *stage = &stages[i];
    next = i + 1;
    while (next < count && differ_in_template_alone(&stages[next], stage)) next++;
    az_limits limits = stage->limits;
    if (result) az_limits_add_hits(&limits, &result->limits);
    az_engine_config c = {.solver = o->solver ? o->solver : stage->solver,
                          .max_unwind = o->max_unwind ? o->max_unwind : stage->max_unwind,
                          .lemmas = stage->lemmas,
                          .overflow = o->overflow,
                          .strict_of_assume = o->strict_of_assume,
                          .replay = o->replay,
                          .switches = &stage->switches,
                          .limits = &limits,
                          .cpu_end = schedule_stage(o->cpu_end, stage->share, next == count),
                          .work_folder = o->work_folder,
                          .sandbox = o->sandbox,
                          .trust = o->trust,
                          .dump = o->dump,
                          .arrivals = o->arrivals,
                          .progress = o->progress,
                          .certify = o->certify};
    az_result_free(result);
    result = NULL;
    if (stage->mode && parse_mode(stage->mode, &c.mode, err) != AZ_OK) break;
    result = run_stages(p, registry, classes, stage, stages + next, &c, err);
    if (!result || result->verdict != AZ_V_UNKNOWN || err->status != AZ_OK ||
        !schedule_starts_stage(&stage->limits, o->cpu_end))
      break;
  }
  return result;
}
