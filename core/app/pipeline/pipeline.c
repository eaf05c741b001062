/* The pipeline, from top to bottom:
 *
 *   task         files, properties, data model                                task/
 *   front end    C is compiled to LLVM bitcode, which becomes statements      frontend/
 *   program      control flow graph, loops, checks                            program/
 *   stages       the configuration looks at the program                       portfolio.c, auto.lua
 *   memory       objects, their layout, targets of pointers                   memory/
 *   kIkI         for k = 1, 2, ...                                            kiki.c
 *     SSA          guarded single assignments, each loop with k copies        ssa/, formula.c
 *     cut points   the state at each loop head                                cutpoint/
 *       observations what a proof adds to the state: ghost cells, views       domains/observations/
 *     base         is a check violated within k? is everything unwound?       base.c
 *       replay       the counterexample on the compiled program               replay/
 *     step         do the checks hold by k-induction?                         step.c
 *       candidates   conditions and cells that the program suggests           candidates/
 *       templates    rows of the next domain, over the cut points             template/, domains/
 *       strategies   parameters for which the rows are inductive              synth/, strategies/
 *   infinite executions, if termination is requested                          termination.c
 *   verdict      what was decided, or why not                                 explain.c
 *
 * This file is the first half, engine.c the second one, from memory on. */
#include "pipeline/pipeline.h"
#include "pipeline/services.h"
#include "termination/nontermination.h"
#include "termination/precondition.h"
#include "kiki/schedule.h"
#include "termination/termination.h"
#include <math.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The program that was read last, and the requested classes: the compiler adds checks for them. */
typedef struct reading {
  az_store *store;
  az_program *program;
  uint32_t classes;
} reading;

static void forget(reading *r) {
  az_program_free(r->program);
  az_store_free(r->store);
  *r = (reading){.store = NULL};
}

static const az_program *read_program(const az_pipeline *pl, reading *r, uint32_t classes,
                                      az_error *err) {
  if (r->program && r->classes == classes) return r->program;
  forget(r);
  az_frontend_options options = pl->frontend;
  az_frontend_for(&options, classes, pl->portfolio.overflow == AZ_SO_WRAP);
  *r = (reading){.store = az_store_new(), .classes = classes};
  az_store_set_log(r->store, pl->log);
  az_store_set_work(r->store, pl->work);
  az_work_add(pl->work, AZ_WORK_SECOND / 25); /* another process reads the program */
  const double begin = az_stopwatch(pl->work);
  r->program = az_frontend(&options, r->store, err);
  if (r->program)
    AZ_LOG(pl->log, program, "front end", NULL, AZ_SECONDS("time", az_stopwatch(pl->work) - begin),
           AZ_COUNT("functions", r->program->function_count),
           AZ_COUNT("checks", r->program->check_count));
  if (r->program) pl->read(pl->ctx, r->program);
  return r->program;
}

/* A property and the stages that decide it; `safety`: the stages for closed programs. */
typedef struct question {
  const az_pipeline *pl;
  const az_engine_config *options;
  uint32_t classes;
  az_configuration stages, safety;
} question;

static bool is_of_ends(const question *q) {
  return q->classes == 1u << AZ_C_TERMINATION;
}

static az_result *ask(const question *q, const az_program *p, double cpu_end, az_error *err) {
  az_engine_config options = *q->options;
  options.cpu_end = cpu_end;
  if (!is_of_ends(q))
    return az_portfolio_run(p, q->pl->registry, q->classes, q->stages, &options, err);
  return az_termination_run(p, q->pl->registry, q->stages, q->safety, &options, err);
}

/* Asks one of the two questions of ask_both, which has turns until `end` (0: no limit). */
static az_result *ask_as(const char *name, const question *q, const az_program *p, double end,
                         double cpu_end, az_error *err) {
  AZ_LOG(q->pl->log, run, "question", name, AZ_TEXT("is", "begun"),
         AZ_SECONDS("budget", end > 0 ? end - az_clock(q->pl->work) : 0));
  az_result *result = ask(q, p, cpu_end, err);
  if (result)
    AZ_LOG(q->pl->log, run, "question", name, AZ_TEXT("is", az_verdict_name(result->verdict)),
           AZ_TEXT("why", result->reason && *result->reason ? result->reason : NULL));
  return result;
}

/* Returns whether a signed operation may overflow, and the question is not whether it does. */
static bool may_overflow(const question *q, const az_program *p) {
  bool any = false;
  for (uint32_t c = 0; c < p->check_count; c++) any |= p->checks[c].cls == AZ_C_OVERFLOW;
  return any && !(q->classes >> AZ_C_OVERFLOW & 1u);
}

/* First asks for a verdict that also holds if signed overflow wraps and, if that is unknown, for
 * one about executions without signed overflow. If a run in which overflow wraps is known to
 * violate a check, a proof of the second kind only becomes part of the reason for `unknown`. */
static az_result *ask_both(const question *q, const az_program *p, double cpu_end, az_error *err) {
  const double minute = 60;
  const az_limits limits = q->stages.count ? q->stages.stages[0].limits : az_limits_default();
  az_work *work = az_store_work(p->store);
  if (q->options->overflow != AZ_SO_STATED || is_of_ends(q) || !may_overflow(q, p))
    return ask(q, p, cpu_end, err);
  az_engine_config options = *q->options;
  question one = *q;
  one.options = &options;
  const double now = az_clock(work), left = cpu_end > 0 ? cpu_end - now : minute;
  options.last_turn = now + schedule_strict(&limits, left);
  az_result *strict = ask_as("strict", &one, p, options.last_turn, cpu_end, err);
  if (!strict || strict->verdict != AZ_V_UNKNOWN) return strict;
  /* A counterexample that is unconfirmed for another reason exists without overflow, too. */
  if (!strict->out_of_time && !strict->wrapped && arrlenu(strict->unconfirmed)) return strict;
  options.overflow = AZ_SO_ASSUME;
  options.last_turn = 0;
  az_result *weaker = ask_as("weaker", &one, p, cpu_end, cpu_end, err);
  const bool proved = weaker && weaker->verdict == AZ_V_TRUE, withheld = proved && strict->wrapped;
  bool counts = !weaker || (weaker->verdict != AZ_V_UNKNOWN && !withheld);
  /* If there is no verdict, the reason of a search that was not cut by time tells more. */
  if (!counts && !proved) counts = strict->out_of_time && !weaker->out_of_time;
  if (withheld)
    strict->reason =
        az_arena_printf(strict->arena, "%s; true without signed overflow", strict->reason);
  az_result_free(counts ? strict : weaker);
  return counts ? weaker : strict;
}

/* Returns the checks of closed programs: no execution ends, not even by undefined behaviour. */
static uint32_t classes_of_closed(const question *q) {
  return is_of_ends(q) ? az_nontermination_ends(q->options->overflow)
                       : q->classes | 1u << AZ_C_UNREACH;
}

static az_verdict holds(void *ctx, const az_program *p, bool unwanted, double cpu_end,
                        az_error *err) {
  const question *q = ctx;
  az_engine_config options = *q->options;
  question strict = *q;
  az_engine_config without_readings = *q->options; /* none is printed with a condition */
  if (az_is_strict(without_readings.overflow)) without_readings.overflow = AZ_SO_STRICT;
  without_readings.strict_undefined = true;
  strict.options = &without_readings;
  options.cpu_end = cpu_end;
  options.replay = options.certify = false; /* a closed program differs from the one in the file */
  az_result *result = unwanted ? az_portfolio_run(p, q->pl->registry, classes_of_closed(q),
                                                  q->safety, &options, err)
                               : ask(&strict, p, cpu_end, err);
  az_verdict verdict = result ? result->verdict : AZ_V_UNKNOWN;
  az_result_free(result);
  return verdict;
}

/* If preconditions are requested, the query without a precondition gets a quarter of the time. */
static az_result *answer(question *q, const az_program *p, double cpu_end, az_error *err) {
  bool conditional = q->pl->precondition;
  az_work *work = az_store_work(p->store);
  double first = conditional && cpu_end > 0 ? schedule_stage(work, cpu_end, 0.25, false) : cpu_end;
  if (conditional && cpu_end <= 0) first = az_clock(work) + 60;
  az_result *result = ask_both(q, p, first, err);
  if (!result || !conditional || result->verdict == AZ_V_TRUE) return result;
  result->precondition = AZ_NEW(result->arena, az_precondition);
  double end = cpu_end > 0 ? schedule_stage(work, cpu_end, 0.9, false) : az_clock(work) + 120;
  /* Not all targets of pointers in the entry state are known, so an access may still be valid. */
  const bool vague = q->classes & AZ_MEMORY_CLASSES && p->cause_count;
  const az_program *unwanted =
      vague ? NULL : az_program_unwanted(p, classes_of_closed(q), is_of_ends(q) ? 0 : q->classes);
  *result->precondition = az_precondition_find(p, unwanted, holds, q, end, NULL, err);
  return result;
}

typedef struct progress_of {
  const az_pipeline *pl;
  const az_property_request *q;
} progress_of;

static void report_progress(void *ctx, const az_program *p, const az_result *so_far) {
  const progress_of *of = ctx;
  of->pl->progress(of->pl->ctx, p, of->q, so_far);
}

static az_result *decide_by_stages(const az_pipeline *pl, const az_program *p,
                                   const az_property_request *q, const az_engine_config *options,
                                   az_error *err) {
  size_t count = 0, safety_count = 0;
  bool ends = q->classes == 1u << AZ_C_TERMINATION;
  az_stage *stages = pl->configure(pl->ctx, p, q->name, &count, err), *safety = NULL;
  if (stages && (ends || pl->precondition))
    safety = pl->configure(pl->ctx, p, ends ? "unreach-call" : q->name, &safety_count, err);
  /* A precondition assumes that accesses are valid. Step formulas under-approximate this, so only
   * base formulas are used. */
  for (size_t i = 0; pl->precondition && i < safety_count; i++) {
    az_free(safety[i].mode);
    safety[i].mode = q->classes & AZ_MEMORY_CLASSES ? az_strdup("bmc") : NULL;
    safety[i].lemmas = 0;
  }
  az_result *result = NULL;
  if (stages && err->status == AZ_OK)
    result = answer(&(question){.pl = pl,
                                .options = options,
                                .classes = q->classes,
                                .stages = {stages, count},
                                .safety = {safety, safety_count}},
                    p, options->cpu_end, err);
  az_stages_free(stages, count);
  az_stages_free(safety, safety_count);
  return result;
}

static az_result *decide(const az_pipeline *pl, const az_program **p, const az_property_request *q,
                         double cpu_end, az_error *err) {
  az_engine_config options = pl->portfolio;
  options.services = &az_services_all;
  options.cpu_end = cpu_end;
  progress_of of = {pl, q};
  const az_progress progress = {report_progress, &of};
  if (pl->progress) options.progress = &progress;
  az_result *result = pl->decide ? pl->decide(pl->ctx, p, q, &options, err) : NULL;
  if (result || err->status != AZ_OK) return result;
  return decide_by_stages(pl, *p, q, &options, err);
}

/* One property, as a job with a single turn. */
typedef struct property_job {
  const az_pipeline *pl;
  const az_property_request *q;
  reading *last;
  az_error *err;
} property_job;

static az_job_state property_turn(void *self, double cpu_end) {
  const property_job *job = self;
  const az_pipeline *pl = job->pl;
  const az_property_request *q = job->q;
  if (pl->progress) pl->progress(pl->ctx, NULL, q, NULL);
  const az_program *p = read_program(pl, job->last, q->classes, job->err);
  if (!p) return AZ_JOB_DONE;
  AZ_LOG(pl->log, run, "property", q->name, AZ_TEXT("is", "begun"));
  az_result *result = decide(pl, &p, q, cpu_end, job->err);
  bool decided = result && job->err->status == AZ_OK;
  if (decided) az_result_heed_causes(result, p);
  if (result)
    AZ_LOG(pl->log, run, "property", q->name, AZ_TEXT("is", az_verdict_name(result->verdict)),
           AZ_TEXT("by", result->method),
           AZ_TEXT("why", result->reason && *result->reason ? result->reason : NULL),
           AZ_COUNT("k", result->k));
  if (decided) pl->report(pl->ctx, p, q, result);
  az_result_free(result);
  return job->err->status == AZ_OK ? AZ_JOB_MORE : AZ_JOB_DONE;
}

az_status az_pipeline_run(const az_pipeline *pl, az_error *err) {
  size_t n = pl->request_count;
  reading last = {.store = NULL};
  property_job *jobs = az_calloc(n + 1, sizeof *jobs);
  az_slot *slots = az_calloc(n + 1, sizeof *slots);
  for (size_t i = 0; i < n; i++) {
    jobs[i] = (property_job){pl, &pl->requests[i], &last, err};
    slots[i] = (az_slot){.name = jobs[i].q->name,
                         .turn = property_turn,
                         .self = &jobs[i],
                         .share = 1 / (double)(n - i), /* equal shares for remaining properties */
                         .margin = -HUGE_VAL};
  }
  (void)schedule_slots(slots, n, schedule_end(pl->limits, pl->cpu_limit), pl->work, pl->log);
  free(slots);
  free(jobs);
  forget(&last);
  return err->status;
}
