/* The algorithm kIkI [brain2015; kroening2023, fig. 11]:
 *
 *   for k = 1, 2, ...
 *     base        is a check violated within k?                    false
 *                 is everything unwound?                           true
 *     induction   do the checks hold by k-induction, with the
 *                 rows found so far?                               true
 *     invariants  rows of the next form that are inductive over
 *                 k copies; with them, induction once more         true
 *
 * Base has its own k; induction and invariants share another one, since at the same k one formula
 * may be much cheaper than the other. The modes leave jobs out: bmc has only base, kinduction no
 * invariants, ai no base and k = 1 alone. schedule.c decides which job has a turn, and for how
 * long. */
#include "ansatz/event.h"
#include "base/check.h"
#include "kiki/schedule.h"
#include <stb/stb_ds.h>

void kiki_begin(kiki_run *r) {
  az_mode mode = r->config->mode;
  bool modular = run_is_modular(r);
  r->jobs[KIKI_BASE] = (kiki_job){.name = "base",
                                  .turn = base_turn,
                                  .stats = &r->result->base,
                                  .on = mode != AZ_MODE_AI && !modular,
                                  .k = 1};
  r->jobs[KIKI_INDUCTION] = (kiki_job){.name = "induction",
                                       .turn = induction_turn,
                                       .stats = &r->result->step,
                                       .on = mode != AZ_MODE_BMC && !(modular && r->step_p == r->p),
                                       .k = 1};
  r->jobs[KIKI_INVARIANTS] =
      (kiki_job){.name = "invariants", .turn = invariants_turn, .stats = &r->result->step, .k = 1};
}

static void note_turn(kiki_run *r, const kiki_job *job, const az_phase_stats *before,
                      double seconds, uint64_t terms) {
  bool is_base = job == &r->jobs[KIKI_BASE];
  az_turn turn = {.phase = is_base ? "base" : "step", .k = job->k, .seconds = seconds};
  turn.calls = job->stats->calls - before->calls;
  turn.clauses = job->stats->clauses > before->clauses ? job->stats->clauses - before->clauses : 0;
  turn.terms = az_store_statistics(r->s).terms - terms;
  job->stats->terms += turn.terms;
  arrput(r->result->turns, turn);
}

/* Takes a turn of the job, and notes its cost. */
static az_job_state take_turn(kiki_run *r, kiki_job *job, double seconds) {
  static const char *const states[] = {"more", "stalled", "next k", "done"};
  double start = run_clock(r), begin = run_stopwatch(r);
  uint64_t terms = az_store_statistics(r->s).terms;
  az_phase_stats before = *job->stats;
  const uint32_t k = job->k, open = r->open_count;
  assert(!r->taking && job->on); /* turns are not nested, and only active jobs have one */
  r->taking = job;
  if (!schedule_counts_loops(r, job) && job->k > r->result->k) r->result->k = job->k;
  run_phase(r, "%s formula, k = %u", job == &r->jobs[KIKI_BASE] ? "base" : "step", job->k);
  az_job_state state = job->turn(r, k, seconds);
  r->taking = NULL;
  assert(job->on && job->k == k); /* schedule_after alone changes these */
  assert(r->open_count <= open);  /* decided checks are never opened again */
  (void)open;
  job->spent += run_clock(r) - start;
  double spent = run_stopwatch(r) - begin;
  note_turn(r, job, &before, spent, terms);
  AZ_LOG(az_store_log(r->s), kiki, "turn", NULL, AZ_TEXT("job", job->name), AZ_COUNT("k", job->k),
         AZ_SECONDS("budget", seconds < 1e8 ? seconds : 0), AZ_SECONDS("spent", spent),
         AZ_TEXT("then", states[state]), AZ_COUNT("open", r->open_count));
  return state;
}

/* Returns whether the run ends: a check is refuted, a lemma fails, no check is open, or no larger k
 * would decide more. */
static bool is_finished(const kiki_run *r, const kiki_job *job, az_job_state state) {
  if (r->result->verdict == AZ_V_FALSE || r->hopeless) return true;
  if (state != AZ_JOB_DONE) return false;
  bool step = r->step_p != r->p && r->jobs[KIKI_INDUCTION].k == 1; /* not queried yet */
  bool last = (job == &r->jobs[KIKI_BASE] && !step) || r->config->mode == AZ_MODE_AI;
  return !r->open_count || (last && r->stuck);
}

bool kiki_continue(kiki_run *r) {
  bool finished = false;
  kiki_job *job;
  schedule_resume(r);
  while (!finished && (job = schedule_turn(r))) {
    if (test_runs(r, NULL)) break;
    az_job_state state = take_turn(r, job, schedule_budget(r, job));
    if (r->err->status != AZ_OK) return true;
    finished = is_finished(r, job, state);
    if (!finished) schedule_after(r, job, state);
  }
  r->result->terms = az_store_statistics(r->s).terms;
  if (schedule_is_over(r)) r->result->out_of_time = true;
  return finished || !r->open_count || r->result->verdict == AZ_V_FALSE || !schedule_has_more(r);
}
