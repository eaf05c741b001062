/* The kIkI loop: base and step take turns, each at its k. Base refutes, or proves by full
 * unwinding; step proves by k-induction, then with invariants. */
#include "engine/run.h"
#include "engine/trace_build.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static az_overflow_mode normal_overflow(const run *r) {
  return r->config->overflow == AZ_SO_ASSUME ? AZ_OVERFLOW_ASSUME_NONE : AZ_OVERFLOW_WRAP;
}

typedef struct phase {
  const char *name;
  progress (*round)(run *r, uint32_t k, double seconds);
  az_phase_stats *stats;
  bool on;
  uint32_t k; /* to be tried next */
  double spent;
} phase;

static uint32_t next_k(const run *r, uint32_t k) {
  return k < 6 || r->config->every_k ? k + 1 : k + k / 3;
}

static void note_round(run *r, const phase *p, const az_phase_stats *before, double seconds,
                       uint64_t terms) {
  az_round round = {.phase = p->name, .k = p->k, .seconds = seconds};
  round.calls = p->stats->calls - before->calls;
  round.clauses = p->stats->clauses > before->clauses ? p->stats->clauses - before->clauses : 0;
  round.terms = az_store_statistics(r->s).terms - terms;
  p->stats->terms += round.terms;
  arrput(r->result->rounds, round);
}

#define HEAD_START 0.05 /* seconds of the base, before rows are searched */

/* Base before step at each k. Without lockstep base also runs ahead, as long as it is cheap: many
 * programs are unwound or refuted at a k at which the search for invariants would be slow. */
static phase *choose(const run *r, phase *base, phase *step) {
  if (!base->on || !step->on) return base->on ? base : step;
  if (base->k <= step->k) return base;
  return !r->config->lockstep && base->spent <= step->spent * 0.25 + HEAD_START ? base : step;
}

static void rounds(run *r) {
  const az_engine_config *c = r->config;
  phase base = {.name = "base",
                .round = base_round,
                .stats = &r->result->base,
                .on = c->mode != AZ_MODE_AI,
                .k = 1};
  phase step = {.name = "step",
                .round = step_round,
                .stats = &r->result->step,
                .on = c->mode != AZ_MODE_BMC,
                .k = 1};
  bool stalled = false; /* base, in this round of lockstep */
  while (r->open_count && (base.on || step.on) && run_left(r) > 0.02) {
    if (test_runs(r)) break;
    phase *p = stalled && step.on ? &step : choose(r, &base, &step);
    stalled = false;
    r->result->k = p->k > r->result->k ? p->k : r->result->k;
    double start = az_cpu(), left = run_left(r);
    uint64_t terms = az_store_statistics(r->s).terms;
    az_phase_stats before = *p->stats;
    double slice = p == &step ? left * 0.25 : step.on ? left * 0.3 + 0.2 : left;
    progress done = p->round(r, p->k, slice);
    p->spent += az_cpu() - start;
    note_round(r, p, &before, az_cpu() - start, terms);
    if (r->err->status != AZ_OK) return;
    if (r->result->verdict == AZ_V_FALSE) break;
    if (done == STOP && (p == &base || !r->open_count || c->mode == AZ_MODE_AI) &&
        (r->stuck || !r->open_count))
      break;
    if (done == STALLED)
      stalled = step.on;
    else if (done == PAUSED)
      continue;
    else if (done == STOP)
      p->on = false;
    else
      p->k = next_k(r, p->k);
    if (c->max_unwind && p->k > c->max_unwind) p->on = false;
  }
  r->result->terms = az_store_statistics(r->s).terms;
  if (run_left(r) <= 0.02) r->result->out_of_time = true;
}

const char *az_verdict_name(az_verdict verdict) {
  return verdict == AZ_V_TRUE ? "true" : verdict == AZ_V_FALSE ? "false" : "unknown";
}

/* Where there is nothing to check: why what is behind what we do not model may still have a check.
 */
static const char *leaves_model(run *r) {
  for (uint32_t f = 0; f < r->p->function_count; f++)
    for (uint32_t b = 0; b < r->p->functions[f].block_count; b++) {
      const az_block *block = &r->p->functions[f].blocks[b];
      for (uint32_t i = 0; block->order != AZ_NONE && i < block->stmt_count; i++) {
        const az_stmt *s = &block->stmts[i];
        char where[128];
        if (s->kind == AZ_S_UNSUPPORTED)
          return run_text(r, "%s at %s", s->text, az_loc_text(r->p, s->loc, where, sizeof where));
      }
    }
  return NULL;
}

az_result *az_engine_run(const az_program *p, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err) {
  bool rows = config->mode != AZ_MODE_BMC && config->mode != AZ_MODE_KINDUCTION;
  for (size_t i = 0; rows && i < config->form_count; i++)
    if (az_form_check(registry, &config->forms[i], p, err) != AZ_OK) return NULL;
  az_arena *arena = az_arena_new();
  az_result *result = AZ_NEW(arena, az_result);
  result->arena = arena;
  run r = {.p = p,
           .s = p->store,
           .registry = registry,
           .config = config,
           .classes = classes,
           .result = result,
           .cpu_start = az_cpu(),
           .wall_start = az_clock(),
           .err = err};
  r.open = AZ_NEWN(arena, bool, p->check_count + 1);
  result->checks = AZ_NEWN(arena, az_check_result, p->check_count + 1);
  for (uint32_t c = 0; c < p->check_count; c++) {
    if (!(classes >> p->checks[c].cls & 1)) continue;
    r.open[c] = true;
    r.open_count++;
    result->checks[result->check_count++] = (az_check_result){.check = c};
  }
  const az_desc **domains = AZ_NEWN(arena, const az_desc *, config->form_count + 1);
  for (size_t i = 0; i < config->form_count; i++) domains[i] = config->forms[i].domain;
  r.observers = az_observers_new(registry, p, domains, rows ? config->form_count : 0, err);
  if (!r.observers) {
    az_result_free(result);
    return NULL;
  }
  r.shared = az_ssa_shared_new(p, az_observers_ghosts(r.observers));
  r.step = (formula){
      .name = "step", .mode = AZ_SSA_STEP, .overflow = normal_overflow(&r), .stats = &result->step};
  r.base = (formula){
      .name = "base", .mode = AZ_SSA_BASE, .overflow = normal_overflow(&r), .stats = &result->base};
  r.base_no_overflow = r.base;
  r.base_no_overflow.overflow = AZ_OVERFLOW_ASSUME_NONE;
  const char *leaves = r.open_count ? NULL : leaves_model(&r);
  if (r.open_count)
    rounds(&r);
  else
    result->reason = leaves;
  if (result->verdict != AZ_V_FALSE) {
    bool open = r.open_count || leaves;
    result->verdict = open ? AZ_V_UNKNOWN : AZ_V_TRUE;
    if (!open && !result->method) result->method = "no check can be reached";
  }
  if (result->verdict == AZ_V_UNKNOWN) {
    if (arrlenu(result->withheld))
      result->reason = result->withheld[0];
    else if (result->out_of_time)
      result->reason = "timeout";
    else if (!result->reason)
      result->reason = config->mode == AZ_MODE_AI
                           ? "invariants too weak"
                           : run_text(&r, "not decided up to k = %u", result->k);
  } else {
    result->reason = config->overflow == AZ_SO_ASSUME && !(classes >> AZ_C_OVERFLOW & 1)
                         ? "assuming no signed overflow"
                         : "";
  }
  if (result->verdict == AZ_V_UNKNOWN) explain_unknown(&r);
  formula_close(&r, &r.step);
  formula_close(&r, &r.base);
  formula_close(&r, &r.base_no_overflow);
  az_ssa_shared_free(r.shared);
  az_observers_free(r.observers);
  if (err->status != AZ_OK) {
    az_result_free(result);
    return NULL;
  }
  return result;
}

void az_result_free(az_result *result) {
  if (!result) return;
  az_trace_free(result->trace);
  arrfree(result->invariants);
  arrfree(result->rounds);
  arrfree(result->hints);
  arrfree(result->withheld);
  arrfree(result->causes);
  az_arena_free(result->arena);
}
