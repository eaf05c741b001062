/* The pipeline, from top to bottom:
 *
 *   task         files, properties, data model                                task/
 *   front end    C is compiled to LLVM bitcode, which becomes statements      frontend/
 *   program      control flow graph, loops, checks                            program/
 *   stages       the configuration looks at the program                       portfolio.c, auto.lua
 *   memory       objects, their layout, where pointers may lead               memory/
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
 *   executions without end, where termination is asked                        termination.c
 *   verdict      what was decided, or why not                                 explain.c
 *
 * This file is the first half, engine.c the second one, from memory on. */
#include "pipeline/pipeline.h"
#include "termination/precondition.h"
#include "kiki/schedule.h"
#include "termination/termination.h"
#include <stb/stb_ds.h>
#include <string.h>

/* The program that was read last: which checks the compiler adds depends on the property. */
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

/* An invalid access ends an execution, and loops over memory end where it ends: where termination
 * is asked, there are checks of accesses, too. Those checks that the compiler adds as branches of
 * the program would be ends for the proof that all executions end. */
static uint32_t classes_to_read(uint32_t classes) {
  const uint32_t accesses = 1u << AZ_C_DEREF | 1u << AZ_C_FREE;
  return classes >> AZ_C_TERMINATION & 1u ? classes | accesses : classes;
}

void az_pipeline_reading(az_frontend_options *options, uint32_t classes,
                         az_signed_overflow overflow) {
  options->classes = classes_to_read(classes);
  /* A loop that ends only because a counter wraps does not end in C. */
  options->overflow_gives_any = classes >> AZ_C_TERMINATION & 1u && overflow != AZ_SO_WRAP;
}

static const az_program *read_program(const az_pipeline *pl, reading *r, uint32_t classes,
                                      az_error *err) {
  if (r->program && r->classes == classes) return r->program;
  forget(r);
  az_frontend_options options = pl->frontend;
  az_pipeline_reading(&options, classes, pl->portfolio.overflow);
  *r = (reading){.store = az_store_new(), .classes = classes};
  r->program = az_frontend(&options, r->store, err);
  if (r->program) pl->read(pl->ctx, r->program);
  return r->program;
}

/* How it is asked whether a program ends. */
typedef struct ending {
  const az_pipeline *pl;
  const az_portfolio_options *options;
  az_configuration rankings, safety;
} ending;

static az_result *ask_end(const ending *e, const az_program *p, double cpu_end, az_error *err) {
  az_portfolio_options options = *e->options;
  options.cpu_end = cpu_end;
  return az_termination_run(p, e->pl->registry, e->rankings, e->safety, &options, err);
}

static az_verdict verdict_of_end(void *ctx, const az_program *p, double cpu_end, az_error *err) {
  az_result *result = ask_end(ctx, p, cpu_end, err);
  az_verdict verdict = result ? result->verdict : AZ_V_UNKNOWN;
  az_result_free(result);
  return verdict;
}

/* A quarter of the time is for the question without a precondition, if one is wanted. */
static az_result *decide_end(ending *e, const az_program *p, double cpu_end, az_error *err) {
  bool conditional = e->pl->precondition;
  double first = conditional && cpu_end > 0 ? schedule_stage(cpu_end, 0.25, false) : cpu_end;
  if (conditional && cpu_end <= 0) first = az_cpu() + 60;
  az_result *result = ask_end(e, p, first, err);
  if (!result || !conditional || result->verdict == AZ_V_TRUE) return result;
  result->precondition = AZ_NEW(result->arena, az_precondition);
  double end = cpu_end > 0 ? schedule_stage(cpu_end, 0.9, false) : az_cpu() + 120;
  *result->precondition = az_precondition_find(p, verdict_of_end, e, end, NULL, err);
  return result;
}

typedef struct progress_of {
  const az_pipeline *pl;
  const az_property_request *q;
} progress_of;

static void tell_progress(void *ctx, const az_program *p, const az_result *so_far) {
  const progress_of *of = ctx;
  of->pl->progress(of->pl->ctx, p, of->q, so_far);
}

static az_result *decide_by_stages(const az_pipeline *pl, const az_program *p,
                                   const az_property_request *q,
                                   const az_portfolio_options *options, az_error *err) {
  size_t count = 0, safety_count = 0;
  bool ends = q->classes == 1u << AZ_C_TERMINATION;
  az_stage *stages = pl->configure(pl->ctx, p, q->name, &count, err), *safety = NULL;
  if (stages && ends) safety = pl->configure(pl->ctx, p, "unreach-call", &safety_count, err);
  az_result *result = NULL;
  if (stages && ends && safety)
    result = decide_end(&(ending){pl, options, {stages, count}, {safety, safety_count}}, p,
                        options->cpu_end, err);
  else if (stages && !ends)
    result = az_portfolio_run(p, pl->registry, q->classes, (az_configuration){stages, count},
                              options, err);
  az_stages_free(stages, count);
  az_stages_free(safety, safety_count);
  return result;
}

static az_result *decide(const az_pipeline *pl, const az_program **p, const az_property_request *q,
                         double cpu_end, az_error *err) {
  az_portfolio_options options = pl->portfolio;
  options.cpu_end = cpu_end;
  progress_of of = {pl, q};
  const az_progress told = {tell_progress, &of};
  if (pl->progress) options.progress = &told;
  return pl->decide ? pl->decide(pl->ctx, p, q, &options, err)
                    : decide_by_stages(pl, *p, q, &options, err);
}

az_status az_pipeline_run(const az_pipeline *pl, az_error *err) {
  double end = schedule_end(pl->limits, pl->cpu_limit);
  reading last = {.store = NULL};
  for (size_t i = 0; i < pl->request_count && err->status == AZ_OK; i++) {
    const az_property_request *q = &pl->requests[i];
    if (pl->progress) pl->progress(pl->ctx, NULL, q, NULL);
    const az_program *p = read_program(pl, &last, q->classes, err);
    if (!p) break;
    double cpu_end = schedule_property(end, pl->request_count - i);
    az_result *result = decide(pl, &p, q, cpu_end, err);
    if (result && err->status == AZ_OK) az_result_heed_causes(result, p);
    if (result && err->status == AZ_OK) pl->report(pl->ctx, p, q, result);
    az_result_free(result);
  }
  forget(&last);
  return err->status;
}
