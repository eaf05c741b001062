/* Termination and non-termination in one run, under one deadline. First comes a short search for an
 * execution that returns to an earlier state; then a short turn for rankings, and one for proofs
 * that a guessed execution is infinite, since most programs need no more; then a long turn for
 * each, and rankings for the remaining time. Rankings continue where their last turn ended. */
#include "termination/termination.h"
#include "ansatz/event.h"
#include "ansatz/clock.h"
#include "termination/nontermination.h"
#include "kiki/schedule.h"
#include <assert.h>
#include <math.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct search {
  const az_program *p;
  az_registry *registry;
  az_stage *stages; /* copies for rankings, without the modes of is_half */
  size_t count;
  const az_engine_config *options;
  az_nontermination *nontermination; /* NULL: not requested, or nothing is left to try */
  bool rankings;                     /* rankings are requested */
  az_engine_config usual_options, strict_options; /* of rankings */
  /* one portfolio with the overflow mode of the options and, if proofs may assume that nothing
   * overflows, a strict one; NULL before the first turn */
  az_portfolio *ranking[2];
  az_portfolio *last; /* the ranking that had the last turn */
  az_error *err;
} search;

static bool is_half(const char *mode) {
  return mode && (!strcmp(mode, "termination") || !strcmp(mode, "nontermination"));
}

/* Returns the mode, termination or nontermination, if only this half of the search is requested;
 * NULL if both are. The command line takes precedence over the configuration's first stage. */
static const char *asked_half(const az_stage *stages, size_t count) {
  if (!count) return NULL;
  if (stages[0].half) return stages[0].half;
  return is_half(stages[0].mode) ? stages[0].mode : NULL;
}

/* ---- the jobs -------------------------------------------------------------------------------- */

static az_job_state state_of(const search *s, bool found) {
  return found || s->err->status != AZ_OK ? AZ_JOB_DONE : AZ_JOB_MORE;
}

/* Searches briefly for an execution that returns to an earlier state. */
static az_job_state lasso_turn(void *self, double cpu_end) {
  search *s = self;
  return state_of(s, az_nontermination_repeats(s->nontermination, cpu_end, s->err));
}

static az_job_state nontermination_turn(void *self, double cpu_end) {
  search *s = self;
  az_nontermination_answer answer = AZ_NT_OPEN;
  while (answer == AZ_NT_OPEN && az_clock(az_store_work(s->p->store)) < cpu_end &&
         s->err->status == AZ_OK)
    answer = az_nontermination_turn(s->nontermination, cpu_end, s->err);
  return state_of(s, answer == AZ_NT_FOUND);
}

static az_job_state rank(search *s, bool strict, double cpu_end) {
  az_portfolio **ranking = &s->ranking[strict];
  if (!*ranking)
    *ranking = az_portfolio_new(s->p, s->registry, 1u << AZ_C_TERMINATION,
                                (az_configuration){s->stages, s->count},
                                strict ? &s->strict_options : &s->usual_options);
  s->last = *ranking;
  return az_portfolio_turn(*ranking, cpu_end, s->err);
}

static az_job_state usual_turn(void *self, double cpu_end) {
  return rank(self, false, cpu_end);
}

/* Tries rankings under strict overflow: a proof for overflows with arbitrary results also holds
 * without overflows. */
static az_job_state strict_turn(void *self, double cpu_end) {
  return rank(self, true, cpu_end);
}

static bool both_readings(const search *s) {
  return s->usual_options.overflow == AZ_SO_ASSUME;
}

/* The first, short turn searches only for the stronger verdict. */
static az_job_state first_rankings_turn(void *self, double cpu_end) {
  return rank(self, both_readings(self), cpu_end);
}

static az_job_state rankings_turn(void *self, double cpu_end) {
  const search *s = self;
  const az_limits limits = s->count ? s->stages[0].limits : az_limits_default();
  az_work *work = az_store_work(s->p->store);
  const double left = cpu_end > 0 ? cpu_end - az_clock(work) : 60;
  const double strict = schedule_strict(&limits, left);
  const az_slot slots[] = {{.name = "rankings, strict",
                            .turn = strict_turn,
                            .self = self,
                            .share = left > 0 ? strict / left : 1,
                            .unlimited = 60},
                           {.name = "rankings", .turn = usual_turn, .self = self, .share = 1}};
  const bool both = both_readings(s);
  return schedule_slots(slots + !both, 1u + both, cpu_end, az_store_work(s->p->store),
                        az_store_log(s->p->store));
}

/* Returns the slot with this share. Without a time limit, the last turn of rankings has no end. */
static az_slot with_share(az_slot slot, double share) {
  slot.share = share;
  if (share >= 1 && slot.turn == rankings_turn) slot.unlimited = 0;
  return slot;
}

/* Runs the turns that the first comment of this file describes. */
static void decide(search *s, const az_limits *l) {
  enum { MOST = 6 };
  const double minute = 60;
  az_slot slots[MOST];
  size_t n = 0;
  double end = s->options->cpu_end,
         left = end > 0 ? end - az_clock(az_store_work(s->p->store)) : minute;
  bool nontermination = s->nontermination != NULL, rankings = s->rankings;
  double first_share = left > 0 ? fmin(l->first_turns_share, l->first_turns_most / left) : 0;
  bool first = nontermination && rankings && left * first_share >= l->first_turns_seconds;
  double long_share = l->ranking_share + (first ? first_share : 0);
  bool more = nontermination && long_share < 1;
  const az_slot lasso = {.name = "lasso", .turn = lasso_turn, .self = s, .unlimited = minute},
                search_nontermination = {.name = "non-termination",
                                         .turn = nontermination_turn,
                                         .self = s,
                                         .unlimited = minute},
                rank_first = {.name = "rankings, first",
                              .turn = first_rankings_turn,
                              .self = s,
                              .unlimited = minute},
                rank_loops = {
                    .name = "rankings", .turn = rankings_turn, .self = s, .unlimited = minute};
  if (nontermination) slots[n++] = with_share(lasso, l->lasso_share);
  if (first) slots[n++] = with_share(rank_first, first_share);
  if (first) slots[n++] = with_share(search_nontermination, first_share);
  if (rankings) slots[n++] = with_share(rank_loops, more ? long_share : 1);
  if (nontermination)
    slots[n++] = with_share(search_nontermination, rankings ? l->nontermination_share : 1);
  if (nontermination && rankings) slots[n++] = with_share(rank_loops, 1);
  assert(n && n <= MOST); /* at least one half is requested */
  (void)schedule_slots(slots, n, end, az_store_work(s->p->store), az_store_log(s->p->store));
}

/* Adds the reasons of both parts to an unknown verdict. */
static void explain(az_result *r, const az_result *other) {
  for (size_t i = 0; i < arrlenu(other->unconfirmed); i++)
    arrput(r->unconfirmed, az_arena_strdup(r->arena, other->unconfirmed[i]));
  arrput(r->hints, az_arena_printf(r->arena, "no infinite execution found: %s", other->reason));
}

static az_result *result_of(search *s) {
  az_result *nontermination =
      s->nontermination ? az_nontermination_result(s->nontermination) : NULL;
  if (!s->last || (nontermination && nontermination->verdict == AZ_V_FALSE)) return nontermination;
  assert(s->last == s->ranking[false] || s->last == s->ranking[true]);
  az_result *rankings = az_portfolio_end(s->last);
  s->ranking[s->last == s->ranking[true]] = NULL;
  s->last = NULL;
  if (nontermination && rankings && rankings->verdict == AZ_V_UNKNOWN)
    explain(rankings, nontermination);
  az_result_free(nontermination);
  return rankings;
}

az_result *az_termination_run(const az_program *p, az_registry *registry, az_configuration rankings,
                              az_configuration safety, const az_engine_config *options,
                              az_error *err) {
  const az_stage *stages = rankings.stages;
  size_t count = rankings.count;
  const char *half = asked_half(stages, count);
  search s = {.p = p,
              .registry = registry,
              .stages = az_array_new(count + 1, sizeof *stages),
              .count = count,
              .options = options,
              .rankings = !half || strcmp(half, "nontermination") != 0,
              .usual_options = *options,
              .strict_options = *options,
              .err = err};
  if (options->overflow == AZ_SO_STATED) s.usual_options.overflow = AZ_SO_ASSUME;
  s.strict_options.overflow = AZ_SO_STATED; /* used where overflows need not be covered */
  for (size_t i = 0; i < count; i++) {
    s.stages[i] = stages[i];
    if (half && is_half(stages[i].mode)) s.stages[i].mode = NULL;
  }
  bool both = !half && (!count || !stages[0].mode || !strcmp(stages[0].mode, "kiki"));
  if (both || !s.rankings) s.nontermination = az_nontermination_new(p, registry, safety, options);
  az_limits limits = count ? stages[0].limits : az_limits_default();
  decide(&s, &limits);
  const bool late = s.rankings && !s.last; /* no time was left for rankings */
  az_result *result = err->status == AZ_OK ? result_of(&s) : NULL;
  if (result && result->verdict == AZ_V_UNKNOWN && late) {
    result->out_of_time = true;
    result->reason = az_timeout_reason(az_store_work(p->store));
  }
  for (size_t i = 0; i < sizeof s.ranking / sizeof *s.ranking; i++) az_portfolio_free(s.ranking[i]);
  az_nontermination_free(s.nontermination);
  free(s.stages);
  return result;
}
