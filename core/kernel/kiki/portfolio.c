/* Runs the stages of a configuration one after another on the checks that are still open.
 * Consecutive stages that differ in their templates alone are one run of the engine, so that they
 * share formulas and the invariants found so far. */
#include "ansatz/allocate.h"
#include "kiki/portfolio.h"
#include "kiki/schedule.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

void az_stages_free(az_stage *stages, size_t count) {
  if (!stages) return;
  for (size_t i = 0; i < count; i++) {
    az_free(stages[i].mode);
    az_free(stages[i].solver);
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

/* A job: consecutive stages that differ in their templates alone, as one run of the engine. */
typedef struct part {
  az_portfolio *of;
  size_t first, end; /* the first stage, and the stage after the last */
  az_form *forms;    /* stb_ds */
  az_limits limits;
  az_engine_config config;
  az_engine *engine; /* NULL: before its first turn, and when it is closed */
} part;

struct az_portfolio {
  const az_program *p;
  az_registry *registry;
  uint32_t classes;
  az_configuration configuration;
  const az_engine_config *options;
  bool once;      /* there is only one turn: a part is closed when the next one begins */
  part *parts;    /* in the order of their stages */
  az_slot *slots; /* by part */
  size_t count;   /* number of parts */
  part *last;     /* the part that had the last turn */
  az_limits met;  /* limits of the last part, with the hits so far; zero before the first */
  az_error *err;  /* of this turn */
};

static void log_stage(const az_portfolio *f, size_t i) {
  const az_log *log = az_store_log(f->p->store);
  const az_stage *s = &f->configuration.stages[i];
  if (!az_log_on(log, AZ_TOPIC_run)) return;
  char *domain = s->domain ? az_desc_print(s->domain) : NULL;
  AZ_LOG(log, run, "stage", s->domain ? s->domain->module->name : NULL, AZ_COUNT("number", i + 1),
         AZ_TEXT("mode", s->mode ? s->mode : "kiki"),
         AZ_TEXT("strategy", s->strategy ? s->strategy->module->name : NULL),
         AZ_COUNT("percent", (uint64_t)(100 * s->share)), AZ_TEXT("domain", domain));
  free(domain);
}

/* Opens the part; its limits include the hits of the parts before it. Returns false on an error. */
static bool open_part(part *new) {
  const az_portfolio *f = new->of;
  assert(!new->engine && !new->forms &&new->first < new->end); /* a part is opened once at a time */
  const az_stage *stage = &f->configuration.stages[new->first];
  const az_engine_config *o = f->options;
  for (size_t i = new->first; i < new->end; i++) {
    const az_stage *s = &f->configuration.stages[i];
    if (s->domain) arrput(new->forms, ((az_form){s->domain, s->strategy, s->share, s->is_default}));
    log_stage(f, i);
  }
  new->limits = stage->limits;
  az_limits_add_hits(&new->limits, &f->met);
  new->config = *o;
  new->config.forms = new->forms;
  new->config.form_count = arrlenu(new->forms);
  new->config.first_stage = (uint32_t)new->first;
  new->config.lemmas = stage->lemmas;
  new->config.switches = &stage->switches;
  new->config.limits = &new->limits;
  new->config.cpu_end = 0; /* turns have their own */
  if (!o->solver) new->config.solver = stage->solver;
  if (!o->max_unwind) new->config.max_unwind = stage->max_unwind;
  if (!stage->mode || parse_mode(stage->mode, &new->config.mode, f->err) == AZ_OK)
    new->engine = az_engine_new(f->p, f->registry, f->classes, &new->config, f->err);
  return new->engine != NULL;
}

static void close_part(part *of) {
  az_engine_free(of->engine);
  of->engine = NULL;
  arrfree(of->forms);
}

static az_job_state part_turn(void *self, double cpu_end) {
  part *of = self;
  az_portfolio *f = of->of;
  if (f->once && f->last) close_part(f->last);
  f->last = of;
  if (!of->engine && !open_part(of)) return AZ_JOB_DONE;
  (void)az_engine_go_on(of->engine, cpu_end);
  const az_result *so_far = az_engine_so_far(of->engine);
  f->met = so_far->limits;
  bool decided = f->err->status != AZ_OK || so_far->verdict != AZ_V_UNKNOWN;
  decided |= schedule_is_last(f->options, az_store_work(f->p->store));
  return decided ? AZ_JOB_DONE : AZ_JOB_MORE;
}

az_portfolio *az_portfolio_new(const az_program *p, az_registry *registry, uint32_t classes,
                               az_configuration configuration, const az_engine_config *options) {
  az_portfolio *f = az_calloc(1, sizeof *f);
  size_t n = configuration.count;
  *f = (az_portfolio){.p = p,
                      .registry = registry,
                      .classes = classes,
                      .configuration = configuration,
                      .options = options,
                      .parts = az_calloc(n + 1, sizeof(part)),
                      .slots = az_calloc(n + 1, sizeof(az_slot))};
  for (size_t first = 0, end; first < n; first = end) {
    const az_stage *stage = &configuration.stages[first];
    assert(stage->share > 0 && stage->share <= 1);
    for (end = first + 1; end < n; end++)
      if (!differ_in_template_alone(&configuration.stages[end], stage)) break;
    f->parts[f->count] = (part){.of = f, .first = first, .end = end};
    f->slots[f->count] = (az_slot){.name = "stages",
                                   .turn = part_turn,
                                   .self = &f->parts[f->count],
                                   .share = end == n ? 1 : stage->share,
                                   .margin = stage->limits.margin};
    f->count++;
  }
  assert(!n || f->parts[f->count - 1].end == n); /* each stage is in one part */
  return f;
}

az_job_state az_portfolio_turn(az_portfolio *f, double cpu_end, az_error *err) {
  f->err = err;
  return schedule_slots(f->slots, f->count, cpu_end, az_store_work(f->p->store),
                        az_store_log(f->p->store));
}

void az_portfolio_free(az_portfolio *f) {
  if (!f) return;
  for (size_t i = 0; i < f->count; i++) close_part(&f->parts[i]);
  free(f->parts);
  free(f->slots);
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
                            az_configuration configuration, const az_engine_config *options,
                            az_error *err) {
  az_portfolio *f = az_portfolio_new(p, registry, classes, configuration, options);
  f->once = true;
  (void)az_portfolio_turn(f, options->cpu_end, err);
  return az_portfolio_end(f);
}
