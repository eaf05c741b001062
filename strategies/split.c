/* Disjunction on demand: lazy power templates. The domain has rows e <= d, and narrower rows "g
 * implies e <= d" for conditions g (facet `numeric`). All of these would be far too many, so
 *
 *   1. rows begin without guards, at the bounds that samples of test runs show. Models that violate
 *      a row raise it; a row raised `refutations` times is given up. The other rows are inductive;
 *   2. each row that was given up is replaced by the narrower rows whose condition is false in a
 *      state that refuted the row and true in some samples, at the bounds of these samples: a bound
 *      that fails on one side of a condition may be valid on the other. These rows are added all
 *      at once, since two sides are often inductive only together, and are refuted in the same way.
 *
 * With `eager`, rows that are not refuted are also split if samples on one side of a condition have
 * a lower bound than all samples together, since a proof may need more than an inductive value.
 *
 * At the end, narrower rows that claim no more than the wider one are merged with it. A query tests
 * a part of the rows under the claims of all rows, as in guess_and_refute.c. */
#include "numeric_rows.h"
#include "sample_model.h"
#include <string.h>

enum {
  ROWS_A_QUERY = 96,
  FEW_ROWS = 64, /* up to this number, all rows without a guard are claimed, plausible or not */
  MOST_SAMPLES = 128, /* maximum number for one guess, spread over all samples */
  FEW_SAMPLES = 3,    /* minimum number on one side of a condition for a guess (eager) */
  MET_OFTEN = 8,      /* a likely bound is reached by at least one in so many samples */
  MOST_REFUTERS = 2   /* number of refuting states considered for each row */
};

typedef enum status { ASIDE, CLAIMED, GIVEN_UP } status;

typedef struct row {
  status status;
  uint32_t wider;   /* the row that it is a part of; AZ_NONE: it has no guard */
  uint32_t refuted; /* number of models that refuted it */
  az_wide sampled;  /* if it has no guard: the bound that samples show */
  bool apart;       /* its condition is false in a state that refuted the wider row */
} row;

typedef struct split {
  az_arena *arena;
  numeric_rows rows;
  row *of;      /* one for each row */
  bool *among;  /* by row: it is claimed */
  uint32_t *in; /* the rows that are claimed; room for all */
  uint32_t count, refutations, most;
  bool eager, started, is_split;
  void *scratch; /* a value for computing bounds */
} split;

static void *open_split(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  split *s = AZ_NEW(arena, split);
  s->arena = arena;
  s->rows = numeric_rows_open(arena, synthesis);
  uint32_t n = s->rows.count;
  s->of = AZ_NEWN(arena, row, n + 1);
  s->among = AZ_NEWN(arena, bool, n + 1);
  s->in = AZ_NEWN(arena, uint32_t, n + 1);
  s->refutations = (uint32_t)az_desc_int(options, "refutations");
  s->most = (uint32_t)az_desc_int(options, "most");
  s->eager = az_desc_bool(options, "eager");
  s->scratch = s->rows.ops->value_new(s->rows.domain);
  return s;
}

static void close_split(void *self) {
  split *s = self;
  s->rows.ops->value_free(s->rows.domain, s->scratch);
  az_arena_free(s->arena);
}

static uint32_t narrower(const split *s, uint32_t r, uint32_t i) {
  const az_numeric_facet *numeric = s->rows.numeric;
  return numeric->narrower ? numeric->narrower(s->rows.domain, r, i) : AZ_NONE;
}

static az_wide bound_of(const split *s, uint32_t r, const void *value) {
  az_wide least, greatest, bound;
  s->rows.numeric->range(s->rows.domain, r, &least, &greatest);
  return s->rows.numeric->bound(s->rows.domain, r, value, &bound) ? bound : least - 1;
}

/* ---- guesses --------------------------------------------------------------------------------- */

typedef struct guess {
  az_wide bound;  /* the greatest value of the row in samples; if there are none, a value below its
                     range */
  uint32_t there; /* number of samples above the least value: only these satisfy the guard */
  uint32_t with_bound; /* number of samples that have the bound */
} guess;

static guess guess_bound(const split *s, uint32_t r) {
  const numeric_rows *rows = &s->rows;
  size_t count;
  az_state state = {.view = rows->ops->row(rows->domain, r).view};
  const az_term *const *samples = az_synthesis_samples(rows->synthesis, state.view, &count);
  size_t step = count > MOST_SAMPLES ? count / MOST_SAMPLES : 1;
  az_wide least, greatest;
  rows->numeric->range(rows->domain, r, &least, &greatest);
  guess g = {.bound = least - 1};
  for (size_t i = 0; i < count; i += step) {
    state.values = samples[i];
    numeric_rows_set_bottom(rows, r, s->scratch);
    (void)rows->ops->improve(rows->domain, r, s->scratch, &sample_model, &state);
    az_wide found = bound_of(s, r, s->scratch);
    g.there += found > least;
    if (found > g.bound) g.with_bound = 0;
    g.with_bound += found >= g.bound;
    if (found > g.bound) g.bound = found;
  }
  return g;
}

/* Returns whether the bound is likely to be valid: it is near 0, or many samples reach it (if few
 * do, it may only be their maximum). */
static bool is_plausible(const guess *g) {
  return g->there < FEW_SAMPLES || g->with_bound * MET_OFTEN >= g->there ||
         (g->bound >= -1 && g->bound <= 1);
}

static void claim(split *s, uint32_t r, az_wide bound, void *value) {
  s->of[r].status = CLAIMED;
  s->among[r] = true;
  s->in[s->count++] = r;
  s->rows.numeric->set_bound(s->rows.domain, r, value, bound);
  az_synthesis_why(s->rows.synthesis, r, "sample");
}

static void give_up(split *s, uint32_t r, const char *why, void *value) {
  s->of[r].status = GIVEN_UP;
  s->among[r] = false;
  s->rows.ops->value_top(s->rows.domain, value, r);
  az_synthesis_why(s->rows.synthesis, r, why);
}

static void forget_given_up(split *s) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < s->count; i++)
    if (s->of[s->in[i]].status == CLAIMED) s->in[left++] = s->in[i];
  s->count = left;
}

static void begin(split *s, void *value) {
  uint32_t wide = 0;
  for (uint32_t r = 0; r < s->rows.count; r++) s->of[r].wider = AZ_NONE;
  for (uint32_t r = 0; r < s->rows.count; r++) {
    s->rows.ops->value_top(s->rows.domain, value, r);
    for (uint32_t i = 0, n; (n = narrower(s, r, i)) != AZ_NONE; i++) s->of[n].wider = r;
    wide += s->of[r].wider == AZ_NONE;
  }
  for (uint32_t r = 0; r < s->rows.count; r++) {
    if (s->of[r].wider != AZ_NONE || s->rows.ops->row(s->rows.domain, r).is_transition) continue;
    guess g = guess_bound(s, r);
    s->of[r].sampled = g.bound;
    if (wide <= FEW_ROWS || is_plausible(&g))
      claim(s, r, g.bound, value);
    else
      s->of[r].status = GIVEN_UP;
  }
  s->started = true;
}

/* ---- splits ---------------------------------------------------------------------------------- */

/* Marks the narrower rows whose condition is false in the state that refutes a row. */
static void look_at_refuter(split *s, uint32_t r, const az_state *state) {
  const az_model *model = az_synthesis_model(s->rows.synthesis);
  for (uint32_t i = 0, n; (n = narrower(s, r, i)) != AZ_NONE; i++) {
    az_wide least, greatest;
    if (s->of[n].status != ASIDE || s->of[n].apart) continue;
    s->rows.numeric->range(s->rows.domain, n, &least, &greatest);
    numeric_rows_set_bottom(&s->rows, n, s->scratch);
    (void)s->rows.ops->improve(s->rows.domain, n, s->scratch, model, state);
    s->of[n].apart = bound_of(s, n, s->scratch) <= least;
  }
}

/* Adds narrower rows: in place of the row, those whose condition is false in a refuting state; or
 * beside the row, those whose samples have a lower bound. */
static void split_row(split *s, uint32_t r, void *value) {
  bool by_samples = s->eager || !s->of[r].refuted;
  for (uint32_t i = 0, n; (n = narrower(s, r, i)) != AZ_NONE && s->count < s->most; i++) {
    if (s->of[n].status != ASIDE || !(by_samples || s->of[n].apart)) continue;
    az_wide least, greatest, below = s->of[r].sampled;
    guess g = guess_bound(s, n);
    bool likely = g.there >= FEW_SAMPLES && is_plausible(&g);
    if (s->of[n].apart) { /* the row's first bound is tried, too */
      below = bound_of(s, r, value);
      likely = true;
    }
    s->rows.numeric->range(s->rows.domain, n, &least, &greatest);
    if (likely && g.bound > least && g.bound < below) claim(s, n, g.bound, value);
  }
}

/* Records a refutation of the row by the model, which was already joined into the row. */
static void refute(split *s, uint32_t r, void *value) {
  az_wide least, greatest;
  s->rows.numeric->range(s->rows.domain, r, &least, &greatest);
  uint32_t most = s->of[r].wider == AZ_NONE ? s->refutations : s->refutations / 2;
  if (++s->of[r].refuted > most || bound_of(s, r, value) >= greatest)
    give_up(s, r, "refuted", value);
}

/* Refutes the rows that the model violates. Returns false if there are none. */
static bool take_model(split *s, void *value) {
  uint32_t claimed = s->count;
  for (uint32_t i = 0; i < claimed; i++) {
    row *of = &s->of[s->in[i]];
    if (of->wider != AZ_NONE || of->refuted >= MOST_REFUTERS) continue;
    const az_obligation *obligation =
        az_synthesis_violated_obligation(s->rows.synthesis, s->in[i], value);
    if (obligation) look_at_refuter(s, s->in[i], &obligation->state);
  }
  if (!numeric_rows_join_model(&s->rows, s->among, value)) return false;
  for (uint32_t i = 0; i < claimed; i++)
    if (s->rows.raised[s->in[i]]) refute(s, s->in[i], value);
  forget_given_up(s);
  return true;
}

/* Refutes rows until no claimed row is violated. Returns false if out of time. */
static bool refute_all(split *s, void *value, double deadline) {
  const numeric_rows *rows = &s->rows;
  uint32_t first = 0, shown = 0;
  az_synthesis_assume(rows->synthesis, value);
  while (shown < s->count) {
    uint32_t left = s->count - shown, part = left < ROWS_A_QUERY ? left : ROWS_A_QUERY;
    for (uint32_t i = 0; i < part; i++)
      rows->violations[i] =
          az_synthesis_violation(rows->synthesis, s->in[(first + i) % s->count], value);
    az_answer answer = az_synthesis_check_any(rows->synthesis, rows->violations, part, deadline);
    if (answer == AZ_UNSAT) {
      first = (first + part) % s->count;
      shown += part;
      continue;
    }
    if (answer == AZ_UNKNOWN || !take_model(s, value)) return false;
    first = s->count ? first % s->count : 0;
    shown = 0;
    az_synthesis_assume(rows->synthesis, value);
  }
  return true;
}

/* Splits rows that were given up and, with `eager`, the others. */
static void split_all(split *s, void *value) {
  for (uint32_t r = 0; r < s->rows.count; r++) {
    const row *of = &s->of[r];
    if (of->wider == AZ_NONE && of->status != ASIDE && (s->eager || of->status == GIVEN_UP))
      split_row(s, r, value);
  }
}

/* Gives up narrower rows that claim no more than the wider one. */
static void merge(split *s, void *value) {
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t r = s->in[i], wider = s->of[r].wider;
    if (wider == AZ_NONE || s->of[wider].status != CLAIMED) continue;
    if (bound_of(s, r, value) >= bound_of(s, wider, value)) give_up(s, r, "merged", value);
  }
  forget_given_up(s);
}

static az_step split_step(void *self, void *value, double deadline) {
  split *s = self;
  if (!s->started) begin(s, value);
  if (!refute_all(s, value, deadline)) return AZ_STEP_STOPPED;
  if (!s->is_split) {
    s->is_split = true;
    split_all(s, value);
    return AZ_STEP_IMPROVED;
  }
  merge(s, value);
  az_synthesis_assume(s->rows.synthesis, value);
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops operations = {
    .needs = AZ_NEEDS_NUMERIC, .open = open_split, .close = close_split, .step = split_step};

static const az_option options[] = {
    {.name = "refutations",
     .type = AZ_OPT_INT,
     .summary = "models that raise a row before it is split, or given up",
     .initial = "3",
     .least = 0,
     .greatest = 1000},
    {.name = "eager",
     .type = AZ_OPT_BOOL,
     .summary = "also split rows that hold, where samples on one side of a condition have a lower "
                "bound",
     .initial = "false"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "rows that are claimed at once; beyond that nothing is split",
     .initial = "400",
     .least = 1,
     .greatest = 100000},
    {0}};

AZ_MODULE(split) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "split", "1.0"),
    .summary = "guesses bounds from samples; a row that models refute is split by the conditions "
               "that tell these states from the samples",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
