/* All scheduling: it decides what is tried first and for how long, and never what is true.
 * ansatz/limits.def has most of the shares, and says where they come from. */
#include "kiki/schedule.h"
#include <math.h>
#include <stb/stb_ds.h>
#include "base/check.h"
#include "kiki/services.h"

static double at_most(double a, double b) {
  return a < b ? a : b;
}

/* ---- the whole run --------------------------------------------------------------------------- */

double schedule_end(const az_limits *limits, double cpu_limit) {
  const az_limits *l = az_limits_or_default(limits);
  double end = cpu_limit * l->usable - l->margin; /* 0 would mean that there is no limit */
  return cpu_limit > 0 ? (end > 0 ? end : cpu_limit) : 0;
}

double schedule_stage(az_work *work, double end, double share, bool is_last) {
  if (end <= 0 || is_last) return end > 0 ? end : 0;
  double now = az_clock(work);
  return now + (end - now) * share;
}

double schedule_strict(const az_limits *limits, double left) {
  const double most = 0.45 * left;
  return fmin(fmax(limits->strict_share * left, limits->strict_seconds), most);
}

/* ---- one run of the engine ------------------------------------------------------------------- */

static const double no_limit = 1e9;

double run_left(const kiki_run *r) {
  return r->clock.cpu_end <= 0 ? no_limit : r->clock.cpu_end - run_clock(r);
}

bool schedule_is_last(const az_engine_config *config, az_work *work) {
  return config->last_turn > 0 && az_clock(work) >= config->last_turn;
}

bool schedule_is_over(const kiki_run *r) {
  return run_left(r) <= r->limits.margin || schedule_is_last(r->config, az_store_work(r->s));
}

/* Returns the share of the time left, but at most the time until `last_turn`. */
static double part_of(const kiki_run *r, double share) {
  const double part = run_left(r) * share, last = r->config->last_turn;
  return last > 0 ? fmax(at_most(part, last - run_clock(r)), 0) : part;
}

double schedule_build(const kiki_run *r) {
  const double share = 0.5; /* a base formula with so many calls must leave time for the rest */
  return run_clock(r) + part_of(r, r->summarised ? share : r->limits.build);
}

bool schedule_allows_query(const kiki_run *r, double left) {
  return left > r->limits.query_least;
}

/* ---- jobs one after another ------------------------------------------------------------------ */

az_job_state schedule_slots(const az_slot *slots, size_t count, double end, az_work *work,
                            const az_log *log) {
  az_job_state state = AZ_JOB_DONE;
  for (size_t i = 0; i < count; i++) {
    const az_slot *slot = &slots[i];
    assert(slot->turn && slot->share >= 0); /* a limit may set a share to 0, never below */
    double turn_end = schedule_stage(work, end, slot->share, slot->share >= 1);
    if (end <= 0 && slot->unlimited > 0) turn_end = az_clock(work) + slot->share * slot->unlimited;
    AZ_LOG(log, kiki, "slot", NULL, AZ_TEXT("job", slot->name),
           AZ_SECONDS("budget", turn_end > 0 ? turn_end - az_clock(work) : 0));
    state = slot->turn(slot->self, turn_end);
    if (state == AZ_JOB_DONE) return state;
    if (end > 0 && az_clock(work) >= end - slot->margin) break;
  }
  return state;
}

/* ---- base, induction, invariants ------------------------------------------------------------- */

bool schedule_counts_loops(const kiki_run *r, const kiki_job *job) {
  return job == &r->jobs[KIKI_BASE] && r->switches.loop_by_loop;
}

void schedule_resume(kiki_run *r) {
  for (int i = 0; i < KIKI_JOBS; i++) {
    kiki_job *job = &r->jobs[i];
    job->on |= job->halted;
    job->halted = job->stalled = false;
  }
}

/* Returns the job of invariants if forms are due at its k, else the job of induction. */
static kiki_job *step_job(kiki_run *r) {
  kiki_job *invariants = &r->jobs[KIKI_INVARIANTS];
  assert(!invariants->on || r->jobs[KIKI_INDUCTION].on); /* both jobs share the step formula */
  assert(!invariants->on || invariants->k == r->jobs[KIKI_INDUCTION].k);
  return invariants->on ? invariants : &r->jobs[KIKI_INDUCTION];
}

static double step_spent(const kiki_run *r) {
  return r->jobs[KIKI_INDUCTION].spent + r->jobs[KIKI_INVARIANTS].spent;
}

/* Returns whether base runs ahead of the step formula: it does while it is cheap, because many
 * programs are unwound or refuted at a k at which the search for invariants would be slow. */
static bool runs_ahead(const kiki_run *r) {
  const kiki_job *base = &r->jobs[KIKI_BASE];
  /* The base case cannot refute termination, and rankings are found soon. */
  bool refutes = !(r->classes >> AZ_C_TERMINATION & 1u);
  double head_start = refutes ? r->limits.base_head_start : 0;
  double spent = step_spent(r);
  return base->on && !r->switches.lockstep &&
         base->spent <= spent * r->limits.base_ahead + head_start;
}

/* Returns whether the step formula has a short turn while base runs ahead: many proofs need only k
 * = 1 and one or two rows. Base first passes k = GLANCE, since up to there it costs almost nothing
 * and refutes most false checks. */
static bool glances(const kiki_run *r) {
  enum { GLANCE = 4 };
  double spent = step_spent(r);
  const kiki_job *base = &r->jobs[KIKI_BASE];
  if (base->stalled || base->k <= GLANCE) return false;
  bool small =
      az_store_statistics(r->s).terms <= az_limits_value(&r->limits, AZ_LIMIT_glance_terms);
  return (spent > 0 || small) && spent < base->spent * r->limits.step_glance;
}

/* At each k, base has its turn before step, except at k = 1 if the step program has summaries. */
kiki_job *schedule_turn(kiki_run *r) {
  kiki_job *base = &r->jobs[KIKI_BASE], *step = step_job(r);
  assert(!(base->on && base->halted) && !(step->on && step->halted)); /* a halted job is off */
  if (!r->open_count || schedule_is_over(r) || !(base->on || step->on)) return NULL;
  if (!base->on || !step->on) return base->on ? base : step;
  if (base->stalled) return step;
  if (r->summarised && step->k == 1) return step; /* the step formula is much smaller */
  if (base->k <= step->k) return base;
  return runs_ahead(r) && !glances(r) ? base : step;
}

/* Returns the CPU seconds until the next series of test runs is due, or no_limit if there is none.
 * Sets *seconds to the time of the series. */
static double until_test_runs(const kiki_run *r, double *seconds) {
  const az_limits *l = &r->limits;
  const struct {
    double at, share;
  } series[] = {{l->test_run_first, l->test_run_first_slice},
                {l->test_run_second, l->test_run_second_slice}};
  /* Only a run that can execute programs has the switch on. */
  assert(!r->switches.test_runs || (r->services->executions && r->config->replay));
  if (!r->switches.test_runs || r->clock.test_runs >= sizeof series / sizeof *series)
    return no_limit;
  double spent = run_clock(r) - r->clock.cpu_start;
  double all = r->clock.cpu_end > 0 ? spent + run_left(r) : l->test_run_time;
  *seconds = at_most(series[r->clock.test_runs].share * all, l->test_run_seconds);
  return series[r->clock.test_runs].at * all - spent;
}

bool schedule_test_runs(const kiki_run *r, double *seconds) {
  return until_test_runs(r, seconds) <= 0;
}

/* Runs on random inputs precede runs on models: they refute what is easy to refute. */
bool schedule_keeps_records(const kiki_run *r) {
  return r->switches.test_runs && r->step_p == r->p && r->clock.test_runs;
}

bool schedule_proposal(const kiki_run *r, double *seconds) {
  *seconds = at_most(run_left(r), r->limits.test_run_seconds) * r->limits.test_run_second_slice;
  return r->clock.proposed <= (run_clock(r) - r->clock.cpu_start) * r->limits.test_run_second_slice;
}

double schedule_budget(kiki_run *r, const kiki_job *job) {
  assert(job->on);
  double step_slice = part_of(r, r->limits.step_slice), seconds;
  if (job == &r->jobs[KIKI_INVARIANTS]) /* also in a glance: a search that is cut is lost work */
    return schedule_search(r, &r->config->forms[r->forms.next % r->config->form_count]);
  if (job != &r->jobs[KIKI_BASE])
    return runs_ahead(r) && glances(r) ? at_most(step_slice, r->limits.base_head_start)
                                       : step_slice;
  /* Additional seconds, as shares may be short; with them, a turn may end after `last_turn`. */
  double slice = part_of(r, r->limits.base_slice) + r->limits.base_slice_seconds;
  /* Without turns of step, test runs would wait until this one ends. */
  return step_job(r)->on ? slice : at_most(part_of(r, 1), until_test_runs(r, &seconds));
}

static uint32_t next_k(const kiki_run *r, const kiki_job *job) {
  bool strides =
      r->switches.strides && !schedule_counts_loops(r, job) && job->k >= r->limits.stride_from;
  uint32_t stride = strides ? (uint32_t)(job->k / r->limits.stride_divisor) : 1;
  assert(job->k < UINT32_MAX - stride - 1); /* k only grows */
  return job->k + (stride ? stride : 1);
}

/* Induction and invariants take turns at one k: forms that are due are tried before the next k. */
static void after_step(kiki_run *r, az_job_state state) {
  kiki_job *induction = &r->jobs[KIKI_INDUCTION], *invariants = &r->jobs[KIKI_INVARIANTS];
  assert(state != AZ_JOB_STALLED); /* only base reports that its budget was too small */
  invariants->on = state == AZ_JOB_MORE;
  if (state == AZ_JOB_NEXT_K) induction->k = next_k(r, induction);
  invariants->k = induction->k;
  induction->on = state != AZ_JOB_DONE;
  induction->halted = state == AZ_JOB_DONE && r->result->out_of_time;
}

void schedule_after(kiki_run *r, kiki_job *job, az_job_state state) {
  kiki_job *base = &r->jobs[KIKI_BASE];
  uint32_t most = r->config->max_unwind;
  base->stalled = false;
  if (job != base) {
    after_step(r, state);
    if (state != AZ_JOB_MORE && most && r->jobs[KIKI_INDUCTION].k > most)
      r->jobs[KIKI_INDUCTION].on = false;
    return;
  }
  assert(state != AZ_JOB_MORE); /* base does all that it can at its k */
  base->stalled = state == AZ_JOB_STALLED;
  if (state == AZ_JOB_NEXT_K) base->k = next_k(r, base);
  base->on = state != AZ_JOB_DONE;
  base->halted = state == AZ_JOB_DONE && r->result->out_of_time;
  if (most && base->k > most && !schedule_counts_loops(r, base)) base->on = false;
}

bool schedule_has_more(const kiki_run *r) {
  bool more = false;
  for (int i = 0; i < KIKI_JOBS; i++) more |= r->jobs[i].on || r->jobs[i].halted;
  return more;
}

double schedule_unwound(const kiki_run *r) {
  return part_of(r, r->limits.base_unwound);
}

double schedule_induction(const kiki_run *r, uint32_t k, double slice, double left) {
  return run_untried(r) && k > 1 ? left * r->limits.induction_first : slice;
}

bool schedule_step_goes_on(kiki_run *r) {
  const az_ssa *ssa = r->step.ssa;
  if (run_untried(r)) return true;
  /* Without loops and unwinding assertions, the formula does not change. */
  if (!arrlenu(ssa->heads) && !arrlenu(ssa->unwinding_assertions)) return false;
  return az_limits_room(&r->limits, AZ_LIMIT_unanswered_turns, r->step_unknown);
}

/* ---- templates in a turn of the step formula ------------------------------------------------- */

void schedule_templates(kiki_run *r, double left) {
  r->forms.spent = 0;
  r->forms.most = left * r->limits.templates;
}

/* Each form is tried once, and again when k has doubled, as long as forms take little of the time.
 * Cheap forms follow each other at the same k, as most invariants are found at the smallest k. */
bool schedule_next_template(const kiki_run *r, uint32_t k) {
  assert(r->config->form_count > 0);
  if (r->config->mode == AZ_MODE_AI) return run_untried(r) > 0;
  if (r->forms.k == k && r->forms.spent > r->forms.most) return false;
  if (run_untried(r)) return true;
  bool begun = r->forms.next % r->config->form_count != 0;
  return (begun || k >= 2 * r->forms.k) && r->forms.share < r->limits.template_again;
}

double schedule_search(const kiki_run *r, const az_form *form) {
  bool alone = r->config->mode == AZ_MODE_AI;
  double share = alone ? r->limits.template_search_alone : form->share * r->limits.template_search;
  return part_of(r, share);
}

double schedule_proof(const kiki_run *r, const az_form *form) {
  bool early = run_untried(r) > 1;
  double share = early ? form->share * r->limits.template_proof_early : r->limits.template_proof;
  return part_of(r, share);
}

bool schedule_was_cut(const kiki_run *r, double spent, double slice) {
  return spent >= slice * r->limits.template_in_time;
}

void schedule_account(kiki_run *r, double spent, double slice, double left) {
  /* The time of a form that was cut does not count: other forms would not be faster at k + 1. */
  if (!schedule_was_cut(r, spent, slice)) r->forms.spent += spent;
  r->forms.share = spent / (left > 0 ? left : 1);
}

/* ---- replay ---------------------------------------------------------------------------------- */

double schedule_replay(const kiki_run *r) {
  double left = run_left(r);
  return left < r->limits.replay_seconds ? left + r->limits.replay_overrun
                                         : r->limits.replay_seconds;
}
