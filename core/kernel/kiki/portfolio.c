/* The stages of a configuration, one after another on what is still open. Neighbours that differ in
 * their templates alone are one run of the engine, so that they share formulas and the invariants
 * found so far. */
#include "kiki/portfolio.h"
#include "kiki/schedule.h"
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

/* Neighbours that differ in their templates alone, as one run of the engine. */
typedef struct part {
  size_t end;     /* the first stage behind them */
  az_form *forms; /* stb_ds */
  az_limits limits;
  az_engine_config config;
  az_engine *engine;
} part;

struct az_portfolio {
  const az_program *p;
  az_registry *registry;
  uint32_t classes;
  az_configuration configuration;
  const az_portfolio_options *options;
  bool once;     /* there is one turn: a part is gone when the next one begins */
  part **parts;  /* stb_ds: those that were started, by their order */
  part *last;    /* that had a turn */
  az_limits met; /* with the hits so far; of no part: zero */
};

az_portfolio *az_portfolio_new(const az_program *p, az_registry *registry, uint32_t classes,
                               az_configuration configuration,
                               const az_portfolio_options *options) {
  az_portfolio *f = az_calloc(1, sizeof *f);
  *f = (az_portfolio){.p = p,
                      .registry = registry,
                      .classes = classes,
                      .configuration = configuration,
                      .options = options};
  return f;
}

/* Its limits count on what the parts before it have met. */
static part *new_part(const az_portfolio *f, size_t first, az_error *err) {
  const az_stage *stage = &f->configuration.stages[first];
  const az_portfolio_options *o = f->options;
  part *new = az_calloc(1, sizeof *new);
  new->end = first + 1;
  while (new->end < f->configuration.count &&
         differ_in_template_alone(&f->configuration.stages[new->end], stage))
    new->end++;
  for (size_t i = first; i < new->end; i++)
    if (f->configuration.stages[i].domain)
      arrput(new->forms,
             ((az_form){f->configuration.stages[i].domain, f->configuration.stages[i].strategy,
                        f->configuration.stages[i].share}));
  new->limits = stage->limits;
  az_limits_add_hits(&new->limits, &f->met);
  new->config = (az_engine_config){.services = o->services,
                                   .solver = o->solver ? o->solver : stage->solver,
                                   .forms = new->forms,
                                   .form_count = arrlenu(new->forms),
                                   .max_unwind = o->max_unwind ? o->max_unwind : stage->max_unwind,
                                   .lemmas = stage->lemmas,
                                   .overflow = o->overflow,
                                   .strict_of_assume = o->strict_of_assume,
                                   .strict_undefined = o->strict_undefined,
                                   .replay = o->replay,
                                   .switches = &stage->switches,
                                   .limits = &new->limits,
                                   .work_folder = o->work_folder,
                                   .sandbox = o->sandbox,
                                   .trust = o->trust,
                                   .dump = o->dump,
                                   .arrivals = o->arrivals,
                                   .progress = o->progress,
                                   .certify = o->certify};
  if (!stage->mode || parse_mode(stage->mode, &new->config.mode, err) == AZ_OK)
    new->engine = az_engine_new(f->p, f->registry, f->classes, &new->config, err);
  return new;
}

static void free_part(part *of) {
  az_engine_free(of->engine);
  arrfree(of->forms);
  free(of);
}

static void free_parts(az_portfolio *f) {
  for (size_t i = 0; i < arrlenu(f->parts); i++) free_part(f->parts[i]);
  arrsetlen(f->parts, 0);
  f->last = NULL;
}

/* The part that begins with this stage; NULL after an error. */
static part *part_at(az_portfolio *f, size_t number, size_t first, az_error *err) {
  if (f->once) free_parts(f);
  if (!f->once && number < arrlenu(f->parts)) return f->parts[number];
  f->last = new_part(f, first, err);
  arrput(f->parts, f->last);
  return f->last->engine ? f->last : NULL;
}

bool az_portfolio_go_on(az_portfolio *f, double cpu_end, az_error *err) {
  for (size_t first = 0, number = 0; first < f->configuration.count; number++) {
    const az_stage *stage = &f->configuration.stages[first];
    part *of = part_at(f, number, first, err);
    if (!of) return true;
    f->last = of;
    first = of->end;
    (void)az_engine_go_on(of->engine,
                          schedule_stage(cpu_end, stage->share, first == f->configuration.count));
    const az_result *so_far = az_engine_so_far(of->engine);
    f->met = so_far->limits;
    if (err->status != AZ_OK || so_far->verdict != AZ_V_UNKNOWN) return true;
    if (!schedule_starts_stage(&stage->limits, cpu_end)) break;
  }
  return false;
}

void az_portfolio_free(az_portfolio *f) {
  if (!f) return;
  free_parts(f);
  arrfree(f->parts);
  free(f);
}

az_result *az_portfolio_end(az_portfolio *f) {
  az_result *result = NULL;
  if (f->last && f->last->engine) {
    result = az_engine_end(f->last->engine);
    f->last->engine = NULL;
  }
  az_portfolio_free(f);
  return result;
}

az_result *az_portfolio_run(const az_program *p, az_registry *registry, uint32_t classes,
                            az_configuration configuration, const az_portfolio_options *options,
                            az_error *err) {
  az_portfolio *f = az_portfolio_new(p, registry, classes, configuration, options);
  f->once = true;
  (void)az_portfolio_go_on(f, options->cpu_end, err);
  return az_portfolio_end(f);
}
