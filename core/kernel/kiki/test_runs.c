/* Test runs of the compiled program, once the run has taken a while: between turns, and between
 * queries of the step formula. They find errors after loops that are too long to unwind. */
#include "kiki/schedule.h"
#include "kiki/services.h"
#include "kiki/run.h"
#include "base/check.h"
#include <stdio.h>

bool test_runs(kiki_run *r, const kiki_formula *violated) {
  double seconds;
  /* No run shows that a program is non-terminating. */
  if (r->classes >> AZ_C_TERMINATION & 1u) return false;
  bool series = schedule_test_runs(r, &seconds);
  if (!series && !(violated && violated->ssa->config.record && schedule_proposal(r, &seconds)))
    return false;
  az_trace *proposal = series ? NULL : az_trace_build(violated->ssa, violated->solver);
  if (!series && !proposal) return false;
  uint32_t seed = 1000 * r->clock.test_runs;
  r->clock.test_runs += series;
  az_replay_options o = run_replay_options(r, seconds);
  o.proposal = proposal;
  double start = run_clock(r), begin = run_stopwatch(r);
  az_replay confirmed;
  az_trace *trace = r->services->executions->test_run(r->p, &o, seed, r->open, &confirmed);
  r->result->native.seconds += run_stopwatch(r) - begin;
  r->result->native.calls++;
  if (proposal) r->clock.proposed += run_clock(r) - start;
  az_trace_free(proposal);
  AZ_LOG(az_store_log(r->s), replay, series ? "test runs" : "proposed run", NULL,
         AZ_TEXT("is", trace ? "violated" : "none"), AZ_SECONDS("time", run_stopwatch(r) - begin));
  if (!trace) return false;
  assert(trace->count && r->open[trace->events[trace->count - 1].check]);
  char where[256];
  confirmed.loc = trace->events[trace->count - 1].loc;
  snprintf(confirmed.note, sizeof confirmed.note, "the compiled program fails at %s",
           az_loc_text(r->p, confirmed.loc, where, sizeof where));
  run_refute(r, trace, &confirmed, r->result->k, series ? "test run" : "proposed run");
  return true;
}
