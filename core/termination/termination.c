/* Termination and non-termination in one run, under one deadline: first a short look for an
 * execution that comes back to a state; then a short turn for rankings, and one for proofs that a
 * guessed execution has no end, as most programs need no more than one of these; then a long turn
 * each, and rankings in the time that is left. Rankings go on where their last turn ended. */
#include "termination/termination.h"
#include "ansatz/clock.h"
#include "termination/nontermination.h"
#include "kiki/schedule.h"
#include <stb/stb_ds.h>
#include <string.h>

typedef struct search {
  const az_program *p;
  az_registry *registry;
  az_stage *stages; /* of rankings; copies, none of whose modes is a half */
  size_t count;
  const az_portfolio_options *options;
  az_nontermination *endless; /* NULL: not asked for, or nothing is left to try */
  bool rankings;              /* asked for */
  az_portfolio_options strict_options;
  az_portfolio *ranking[2]; /* as the options have it; strict where they assume no overflow; NULL:
                               had no turn yet */
  az_portfolio *last;       /* that had a turn */
  az_error *err;
} search;

static bool names_mode(const az_stage *stages, size_t count, const char *mode) {
  return count && stages[0].mode && !strcmp(stages[0].mode, mode);
}

static bool is_half(const char *mode) {
  return mode && (!strcmp(mode, "termination") || !strcmp(mode, "nontermination"));
}

/* The half that alone is asked for; NULL: both. The command line's word goes before that of the
 * configuration's first stage. */
static const char *asked_half(const az_stage *stages, size_t count) {
  if (!count) return NULL;
  if (stages[0].half) return stages[0].half;
  return is_half(stages[0].mode) ? stages[0].mode : NULL;
}

static double end_of(const search *s, double share) {
  double end = s->options->cpu_end;
  return end > 0 ? schedule_stage(end, share, share >= 1) : az_cpu() + share * 60;
}

/* True: it is decided. */
static bool look_for_endless(search *s, double cpu_end) {
  az_nontermination_answer answer = AZ_NT_OPEN;
  while (s->endless && answer == AZ_NT_OPEN && az_cpu() < cpu_end && s->err->status == AZ_OK)
    answer = az_nontermination_round(s->endless, cpu_end, s->err);
  return answer == AZ_NT_FOUND || s->err->status != AZ_OK;
}

/* `strict`: what is proved with overflows that give any value holds without any, too. */
static bool rank(search *s, bool strict, double share) {
  az_portfolio **ranking = &s->ranking[strict];
  if (!*ranking)
    *ranking = az_portfolio_new(s->p, s->registry, 1u << AZ_C_TERMINATION,
                                (az_configuration){s->stages, s->count},
                                strict ? &s->strict_options : s->options);
  s->last = *ranking;
  double cpu_end = share < 1 || s->options->cpu_end > 0 ? end_of(s, share) : 0;
  return az_portfolio_go_on(*ranking, cpu_end, s->err);
}

static bool look_for_rankings(search *s, double share) {
  if (!s->rankings) return false;
  if (s->options->overflow != AZ_SO_ASSUME) return rank(s, false, share);
  const double strict = 0.15; /* of the time: it proves what it proves soon */
  return rank(s, true, strict * share) || rank(s, false, share);
}

/* Each part in its turn; the order is the one of the head of this file. */
static bool decide(search *s, const az_limits *l) {
  if (s->endless && az_nontermination_repeats(s->endless, end_of(s, l->lasso_share), s->err))
    return true;
  if (s->err->status != AZ_OK) return true;
  double rankings = l->ranking_share;
  if (s->endless && s->rankings &&
      end_of(s, l->first_turns_share) - az_cpu() >= l->first_turns_seconds) {
    if (look_for_rankings(s, l->first_turns_share)) return true;
    if (look_for_endless(s, end_of(s, l->first_turns_share))) return true;
    rankings += l->first_turns_share; /* the others had their turn */
  }
  if (look_for_rankings(s, s->endless && rankings < 1 ? rankings : 1)) return true;
  if (look_for_endless(s, end_of(s, s->rankings ? l->nontermination_share : 1))) return true;
  return s->endless && look_for_rankings(s, 1);
}

/* Unknown: what both parts say of it. */
static void explain(az_result *r, const az_result *other) {
  for (size_t i = 0; i < arrlenu(other->withheld); i++)
    arrput(r->withheld, az_arena_strdup(r->arena, other->withheld[i]));
  arrput(r->hints, az_arena_printf(r->arena, "no execution without end found: %s", other->reason));
}

static az_result *result_of(search *s) {
  az_result *endless = s->endless ? az_nontermination_result(s->endless) : NULL;
  if (!s->last || (endless && endless->verdict == AZ_V_FALSE)) return endless;
  az_result *rankings = az_portfolio_end(s->last);
  s->ranking[s->last == s->ranking[true]] = NULL;
  s->last = NULL;
  if (endless && rankings && rankings->verdict == AZ_V_UNKNOWN) explain(rankings, endless);
  az_result_free(endless);
  return rankings;
}

az_result *az_termination_run(const az_program *p, az_registry *registry, az_configuration rankings,
                              az_configuration safety, const az_portfolio_options *options,
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
              .strict_options = *options,
              .err = err};
  s.strict_options.overflow = AZ_SO_STRICT;
  s.strict_options.strict_of_assume = true;
  for (size_t i = 0; i < count; i++) {
    s.stages[i] = stages[i];
    if (half && is_half(stages[i].mode)) s.stages[i].mode = NULL;
  }
  bool both = !half && (!count || !stages[0].mode || names_mode(stages, count, "kiki"));
  if (both || !s.rankings) s.endless = az_nontermination_new(p, registry, safety, options);
  az_limits limits = count ? stages[0].limits : az_limits_default();
  (void)decide(&s, &limits);
  az_result *result = err->status == AZ_OK ? result_of(&s) : NULL;
  for (size_t i = 0; i < sizeof s.ranking / sizeof *s.ranking; i++) az_portfolio_free(s.ranking[i]);
  az_nontermination_free(s.endless);
  free(s.stages);
  return result;
}
