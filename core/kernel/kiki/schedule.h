/* All of the time sharing: which formula has the next round and for how long, how much of it a
 * search for invariants may take, when test runs are due. The numbers are the shares of
 * ansatz/limits.def; each function says in one line which question it answers. Times are CPU
 * seconds unless they are called deadlines, which are az_clock() times. */
#ifndef AZ_KIKI_SCHEDULE_H
#define AZ_KIKI_SCHEDULE_H

#include "ansatz/clock.h"
#include "ansatz/event.h"
#include "kiki/run.h"

/* ---- the whole run --------------------------------------------------------------------------- */

/* az_cpu() at which a run with this limit of CPU seconds ends itself (0: no limit, no end). */
double schedule_end(const az_limits *limits, double cpu_limit);
/* When does a turn end that is given this share of the time up to `end` (0: without an end)? */
double schedule_stage(double end, double share, bool is_last);

/* ---- one run of the engine ------------------------------------------------------------------- */

/* The time left. */
double run_left(const kiki_run *r);
/* Is too little of it left to start anything? */
bool schedule_is_over(const kiki_run *r);
/* The deadline when so many CPU seconds will be over, at the pace that this process had so far:
 * limits count CPU time, solvers and strategies look at the clock. */
double run_deadline(const kiki_run *r, double seconds);
/* The deadline of building a formula. */
double schedule_build(const kiki_run *r);
/* May a query that has this much time left of its slice be asked, or asked once more? */
bool schedule_asks(const kiki_run *r, double left);
/* A query used `spent` of the seconds it had and was not answered: is it resumed? */
bool schedule_resumes(const kiki_run *r, double spent, double had);

/* ---- jobs one after another ------------------------------------------------------------------ */

/* Gives each slot its turn, up to `end` (az_cpu(); 0: without an end), until one is done. Returns
 * the state that the last turn left. `log`: of the store, or NULL. */
az_job_state schedule_slots(const az_slot *slots, size_t count, double end, const az_log *log);

/* ---- base, induction, invariants ------------------------------------------------------------- */

/* The run has a further turn: what time alone had ended goes on. */
void schedule_resume(kiki_run *r);
/* Whose turn is it? NULL: nobody's, be it that time is over. */
kiki_job *schedule_turn(kiki_run *r);
/* How long is its turn? */
double schedule_budget(kiki_run *r, const kiki_job *job);
/* The turn left this state: which jobs go on, and at which k? */
void schedule_after(kiki_run *r, kiki_job *job, az_job_state state);
/* Would more time help? */
bool schedule_has_more(const kiki_run *r);
/* Does its k count the copies of single loops? */
bool schedule_counts_loops(const kiki_run *r, const kiki_job *job);
/* How long is it asked whether everything is unwound? */
double schedule_unwound(const kiki_run *r);
/* How long is k-induction tried at this k before the templates, if the round has `slice` and there
 * was so much time left when it began? */
double schedule_induction(const kiki_run *r, uint32_t k, double slice, double left);
/* Does the step formula go on with a larger k? */
bool schedule_step_goes_on(kiki_run *r);

/* ---- templates in a round of the step formula ------------------------------------------------ */

/* A round begins, with so much time left: what may its templates take? */
void schedule_templates(kiki_run *r, double left);
/* Is the next one tried at this k? */
bool schedule_next_template(const kiki_run *r, uint32_t k);
/* How long are its invariants searched for? */
double schedule_search(const kiki_run *r, const az_form *form);
/* How long are proofs with them tried? */
double schedule_proof(const kiki_run *r, const az_form *form);
/* Was its time most likely too short? */
bool schedule_was_cut(const kiki_run *r, double spent, double slice);
/* It took `spent` of the time `left` then; the search had `slice`. */
void schedule_account(kiki_run *r, double spent, double slice, double left);

/* ---- replay and test runs -------------------------------------------------------------------- */

/* How long may the replay of a counterexample take? */
double schedule_replay(const kiki_run *r);
/* Is a series of test runs due, and how long may it take? */
bool schedule_test_runs(const kiki_run *r, double *seconds);

#endif
