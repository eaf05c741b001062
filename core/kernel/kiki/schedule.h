/* All scheduling: which job has the next turn and for how long, how much of it a search for
 * invariants may take, and when test runs are due. Most numbers are shares of ansatz/limits.def.
 * Times are seconds of work (ansatz/clock.h). */
#pragma once

#include "ansatz/clock.h"
#include "ansatz/event.h"
#include "kiki/run.h"

/* ---- the whole run --------------------------------------------------------------------------- */

/* Returns the az_clock() at which a run with this limit of CPU seconds stops (0: no limit). */
double schedule_end(const az_limits *limits, double cpu_limit);
/* Returns the az_clock() at which a turn with this share of the time until `end` stops (0: none).
 */
double schedule_stage(az_work *work, double end, double share, bool is_last);

/* Returns how many of the `left` seconds go to proofs that also hold if signed overflow wraps. They
 * come first; proofs about executions without overflow get the rest. */
double schedule_strict(const az_limits *limits, double left);

/* ---- one run of the engine ------------------------------------------------------------------- */

/* Returns the clock for decisions: work in seconds (ansatz/clock.h). */
static inline double run_clock(const kiki_run *r) {
  return az_clock(az_store_work(r->s));
}
/* Returns the clock for reports: CPU seconds, or work under a budget. */
static inline double run_stopwatch(const kiki_run *r) {
  return az_stopwatch(az_store_work(r->s));
}
/* Returns the time left. */
double run_left(const kiki_run *r);
/* Returns whether no further turn is to begin. */
bool schedule_is_last(const az_engine_config *config, az_work *work);
/* Returns whether too little time is left to start anything. */
bool schedule_is_over(const kiki_run *r);
/* Returns the deadline for building a formula. */
double schedule_build(const kiki_run *r);
/* Returns whether `left` seconds are enough for a query. */
bool schedule_allows_query(const kiki_run *r, double left);

/* ---- jobs one after another ------------------------------------------------------------------ */

/* Gives each slot its turn, up to `end` (az_clock(); 0: no limit), until one is done. Returns the
 * state that the last turn left. `work` and `log`: of the store, or NULL. */
az_job_state schedule_slots(const az_slot *slots, size_t count, double end, az_work *work,
                            const az_log *log);

/* ---- base, induction, invariants ------------------------------------------------------------- */

/* Prepares a further turn of the run: jobs that ended for lack of time continue. */
void schedule_resume(kiki_run *r);
/* Returns the job that has the next turn, or NULL if none has or the time is over. */
kiki_job *schedule_turn(kiki_run *r);
/* Returns the length of the job's next turn. */
double schedule_budget(kiki_run *r, const kiki_job *job);
/* Updates the jobs after a turn that left this state: which ones continue, and at which k. */
void schedule_after(kiki_run *r, kiki_job *job, az_job_state state);
/* Returns whether more time would help. */
bool schedule_has_more(const kiki_run *r);
/* Returns whether the job's k counts the copies of single loops. */
bool schedule_counts_loops(const kiki_run *r, const kiki_job *job);
/* Returns the time for the unwinding assertion. */
double schedule_unwound(const kiki_run *r);
/* Returns the time for k-induction at this k, before templates are tried. `slice`: the time of the
 * turn; `left`: the time that was left when it began. */
double schedule_induction(const kiki_run *r, uint32_t k, double slice, double left);
/* Returns whether the step formula is tried with a larger k. */
bool schedule_step_goes_on(kiki_run *r);

/* ---- templates in a turn of the step formula ------------------------------------------------- */

/* Begins a turn with the time `left`, and sets the time that its templates may take. */
void schedule_templates(kiki_run *r, double left);
/* Returns whether the next template is tried at this k. */
bool schedule_next_template(const kiki_run *r, uint32_t k);
/* Returns the time for the search for invariants of the form. */
double schedule_search(const kiki_run *r, const az_form *form);
/* Returns the time for proofs with invariants of the form. */
double schedule_proof(const kiki_run *r, const az_form *form);
/* Returns whether the time of a search, `slice`, was probably too short. */
bool schedule_was_cut(const kiki_run *r, double spent, double slice);
/* Accounts for a template that took `spent` of the time `left` at its beginning; its search had
 * `slice`. */
void schedule_account(kiki_run *r, double spent, double slice, double left);

/* ---- replay and test runs -------------------------------------------------------------------- */

/* Returns the time for the replay of a counterexample. */
double schedule_replay(const kiki_run *r);
/* Returns whether a series of test runs is due; *seconds is its time. */
bool schedule_test_runs(const kiki_run *r, double *seconds);
/* Returns whether new step formulas keep records, from which runs on models take their inputs. */
bool schedule_keeps_records(const kiki_run *r);
/* Returns whether a run on a model of the step formula is due; *seconds is its time. */
bool schedule_proposal(const kiki_run *r, double *seconds);
