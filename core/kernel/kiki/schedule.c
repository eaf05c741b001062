/* All of the time sharing. Nothing here decides what is true: only what is tried first and how
 * long. The shares and where they come from: ansatz/limits.def. */
#include "kiki/schedule.h"

static double at_most(double a, double b) {
  return a < b ? a : b;
}

/* ---- the whole run --------------------------------------------------------------------------- */

double schedule_end(const az_limits *limits, double cpu_limit) {
  const az_limits *l = az_limits_or_default(limits);
  return cpu_limit > 0 ? cpu_limit * l->usable - l->margin : 0;
}

double schedule_property(double end, size_t properties_left) {
  return end > 0 ? az_cpu() + (end - az_cpu()) / (double)properties_left : 0;
}

bool schedule_starts_stage(const az_limits *limits, double end) {
  return end <= 0 || az_cpu() < end - az_limits_or_default(limits)->margin;
}

double schedule_stage(double end, double share, bool is_last) {
  if (end <= 0 || is_last) return end > 0 ? end : 0;
  double now = az_cpu();
  return now + (end - now) * share;
}

/* ---- one run of the engine ------------------------------------------------------------------- */

static const double no_limit = 1e9;

double run_left(const kiki_run *r) {
  double end = r->cpu_end;
  return end <= 0 ? no_limit : end - az_cpu();
}

bool schedule_is_over(const kiki_run *r) {
  return run_left(r) <= r->limits.margin;
}

double run_deadline(const kiki_run *r, double seconds) {
  double cpu = az_cpu() - r->cpu_start, wall = az_clock() - r->wall_start;
  double pace = cpu > r->limits.pace_after && wall > cpu ? wall / cpu : 1;
  return az_clock() + seconds * at_most(pace, r->limits.pace_greatest);
}

double schedule_build(const kiki_run *r) {
  return run_deadline(r, run_left(r) * r->limits.build);
}

bool schedule_asks(const kiki_run *r, double left) {
  return left > r->limits.query_least;
}

bool schedule_resumes(const kiki_run *r, double spent, double had) {
  static const double tick = 0.001; /* below what the clock resolves */
  return spent >= had * r->limits.query_resumed + tick;
}

/* ---- base and step --------------------------------------------------------------------------- */

/* Base before step at each k. Without lockstep base also runs ahead, as long as it is cheap: many
 * programs are unwound or refuted at a k at which the search for invariants would be slow. */
kiki_phase *schedule_turn(const kiki_run *r, kiki_phase *base, kiki_phase *step, bool stalled) {
  if (!base->on || !step->on) return base->on ? base : step;
  if (stalled) return step;
  if (base->k <= step->k) return base;
  /* Whether all executions end, it refutes nothing, and rankings are found soon. */
  bool refutes = !(r->classes >> AZ_C_TERMINATION & 1u);
  double head_start = refutes ? r->limits.base_head_start : 0;
  double most = step->spent * r->limits.base_ahead + head_start;
  return !r->switches.lockstep && base->spent <= most ? base : step;
}

double schedule_round(const kiki_run *r, bool is_base, bool other) {
  double left = run_left(r);
  if (!is_base) return left * r->limits.step_slice;
  return other ? left * r->limits.base_slice + r->limits.base_slice_seconds : left;
}

uint32_t schedule_next_k(const kiki_run *r, bool one_by_one, uint32_t k) {
  bool strides = r->switches.strides && !one_by_one && k >= r->limits.stride_from;
  uint32_t stride = strides ? (uint32_t)(k / r->limits.stride_divisor) : 1;
  return k + (stride ? stride : 1);
}

double schedule_unwound(const kiki_run *r) {
  return run_left(r) * r->limits.base_unwound;
}

double schedule_induction(const kiki_run *r, uint32_t k, double slice, double left) {
  return run_untried(r) && k > 1 ? left * r->limits.induction_first : slice;
}

bool schedule_step_goes_on(kiki_run *r) {
  if (run_untried(r)) return true;
  return az_limits_room(&r->limits, AZ_LIMIT_unanswered_rounds, r->step_unknown);
}

/* ---- templates in a round of the step formula ------------------------------------------------ */

void schedule_templates(kiki_run *r, double left) {
  r->forms_spent = 0;
  r->forms_most = left * r->limits.templates;
}

/* Each once, then again when k has doubled, as long as they cost little of the time. Cheap ones
 * follow each other at the same k, as most invariants are found at the least. */
bool schedule_next_template(const kiki_run *r, uint32_t k) {
  if (r->config->mode == AZ_MODE_AI) return run_untried(r) > 0;
  if (r->forms_k == k && r->forms_spent > r->forms_most) return false;
  if (run_untried(r)) return true;
  bool begun = r->form % r->config->form_count != 0;
  return (begun || k >= 2 * r->forms_k) && r->form_share < r->limits.template_again;
}

double schedule_search(const kiki_run *r, const az_form *form) {
  bool alone = r->config->mode == AZ_MODE_AI;
  double share = alone ? r->limits.template_search_alone : form->share * r->limits.template_search;
  return run_left(r) * share;
}

double schedule_proof(const kiki_run *r, const az_form *form) {
  bool early = run_untried(r) > 1;
  double share = early ? form->share * r->limits.template_proof_early : r->limits.template_proof;
  return run_left(r) * share;
}

bool schedule_was_cut(const kiki_run *r, double spent, double slice) {
  return spent >= slice * r->limits.template_in_time;
}

void schedule_account(kiki_run *r, double spent, double slice, double left) {
  /* One that was not done in time says nothing of the others, which would be no faster at k + 1. */
  if (!schedule_was_cut(r, spent, slice)) r->forms_spent += spent;
  r->form_share = spent / (left > 0 ? left : 1);
}

/* ---- replay and test runs -------------------------------------------------------------------- */

double schedule_replay(const kiki_run *r) {
  double left = run_left(r);
  return left < r->limits.replay_seconds ? left + r->limits.replay_overrun
                                         : r->limits.replay_seconds;
}

bool schedule_test_runs(const kiki_run *r, double *seconds) {
  const az_limits *l = &r->limits;
  const struct {
    double at, share;
  } series[] = {{l->test_run_first, l->test_run_first_slice},
                {l->test_run_second, l->test_run_second_slice}};
  if (!r->switches.test_runs || r->test_runs >= sizeof series / sizeof *series) return false;
  double spent = az_cpu() - r->cpu_start;
  double all = r->cpu_end > 0 ? spent + run_left(r) : l->test_run_time;
  if (spent < series[r->test_runs].at * all) return false;
  *seconds = at_most(series[r->test_runs].share * all, l->test_run_seconds);
  return true;
}
