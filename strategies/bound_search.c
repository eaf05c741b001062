/* Search for the bounds of numeric rows e_r <= d_r ([kroening2023, sec. 6.1], with the corrections
 * of docs/soundness.md 4).
 *
 * A round decides whether any row can be violated and joins the model, as enumeration does. Rows
 * that were joined more than `delay` times are then searched together. Every such row t has bounds
 * l_t <= u_t, where u_t is its greatest value or a bound known to be inductive together with the
 * other rows' u, and a candidate m_t in l_t .. u_t - 1 (u_t if l_t = u_t). The query, (claims under
 * the candidates) and (e_t > m_t somewhere, for some t), is system (22) of the book for
 * delta_t = m_t + 1: the searched row is also assumed. The query is one disjunction over all
 * searched rows, so that one answer serves many: SAT: l_t := value of e_t in the model, for the
 * rows that it violates; UNSAT: u_t := m_t for all of them. Each answer shrinks some l_t .. u_t, so
 * the search ends. The bounds u are joined with the old ones.
 *
 * The strategy's `probe` chooses candidates. Along thresholds, it goes in growing strides; the last
 * threshold is the row's greatest value - 1, so that an unbounded row costs one query and not 64.
 *
 * Each disjunct of a query has a selector, a variable that implies it. The solver tries selectors
 * first, so its models violate about as many rows as can be violated together.
 *
 * Rows of one variable come first (`staged`), since they are fewer and the most useful; until they
 * are done, the others are top. If time runs out later, their bounds are the result. With
 * `refutations`, the other rows are not searched but guessed and refuted (guess_and_refute.c).
 *
 * A row may have been raised by a state that another row's candidate admitted at the time and that
 * the other row's bound excludes now. Then the bounds are searched once more, downwards from u,
 * with the claims fixed at u. The result is one application of the loop to an inductive value, so
 * it is inductive, too.
 *
 * A bound may be too high, since the claim e_t <= m_t admits states that are not reachable (as in
 * the book): the bound is inductive, and the next lower one is not. With `accelerate = false`, the
 * claims stay those of the start of the round. Then only reachable states are joined, and the
 * result is the least fixed point, but there is one round for each iteration of the loop. */
#include "bound_search.h"
#include "guess_and_refute.h"
#include <string.h>

/* The candidates that a search tests. TIGHT: the bound just below `high`. CLIMB: the thresholds
 * above `low`, in growing strides. AMONG: the middle of the thresholds that are left. GALLOP:
 * distances above `low` that double. BISECT: the middle of `low` and `high`. DESCEND: thresholds
 * below `high`, as long as none is violated. */
typedef enum phase { TIGHT, CLIMB, AMONG, GALLOP, BISECT, DESCEND } phase;

typedef struct target { /* a row that is searched */
  uint32_t row;
  phase phase;
  az_wide low, high, candidate;
  az_wide base;     /* low at the start */
  az_wide peak;     /* greatest candidate under which another row was raised */
  az_wide step;     /* GALLOP: the next distance above low */
  uint32_t climbs;  /* number of candidates that were too low */
  uint32_t repeats; /* CLIMB: how often `low`, above all constants, was itself a candidate */
  bool single;      /* the row has one variable */
} target;

typedef enum choice { ONE, VIOLATED, ALL } choice;

typedef struct bound_search {
  az_arena *arena;
  numeric_rows rows;
  uint32_t delay, refutations;
  choice choice;
  probe probe;
  bool accelerate;
  bool suspect; /* may be too high: when it was found, other rows' candidates admitted more
                   states */
  bool started, first_stage; /* first stage: rows of several variables are top */
  void *safe;                /* the inductive value of the first stage */
  threshold_set *thresholds; /* NULL until first needed */
  bool *among;               /* by row: it is being searched */
  uint32_t *joins;           /* by row: number of models joined */
  bool *searched;            /* by row: it was searched in an earlier round */
  uint32_t searches;         /* number of rounds in this stage */
  target *targets;           /* room for all rows */
  guess *guesses;            /* room for all rows */
} bound_search;

void *bound_search_open(az_synthesis *synthesis, const az_desc *options, probe first,
                        az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  bound_search *b = AZ_NEW(arena, bound_search);
  b->arena = arena;
  b->rows = numeric_rows_open(arena, synthesis);
  b->probe = first;
  b->delay = (uint32_t)az_desc_int(options, "delay");
  b->refutations = (uint32_t)az_desc_int(options, "refutations");
  b->accelerate = az_desc_bool(options, "accelerate");
  const char *rows = az_desc_string(options, "rows");
  b->choice = !strcmp(rows, "one") ? ONE : !strcmp(rows, "all") ? ALL : VIOLATED;
  b->among = AZ_NEWN(arena, bool, b->rows.count);
  b->joins = AZ_NEWN(arena, uint32_t, b->rows.count);
  b->searched = AZ_NEWN(arena, bool, b->rows.count);
  b->targets = AZ_NEWN(arena, target, b->rows.count);
  b->guesses = AZ_NEWN(arena, guess, b->rows.count);
  if (az_desc_bool(options, "staged") && b->accelerate)
    for (uint32_t r = 0; r < b->rows.count; r++)
      b->first_stage |= !numeric_rows_single(&b->rows, r);
  return b;
}

void bound_search_close(void *self) {
  bound_search *b = self;
  if (b->safe) b->rows.ops->value_free(b->rows.domain, b->safe);
  az_arena_free(b->arena);
}

static void need_thresholds(bound_search *b) {
  if (!b->thresholds) b->thresholds = threshold_set_new(b->arena, &b->rows);
}

static phase first_phase(const bound_search *b) {
  return b->probe == PROBE_THRESHOLDS ? CLIMB : b->probe == PROBE_JUMP ? GALLOP : BISECT;
}

static bool get_bound(const bound_search *b, uint32_t row, const void *value, az_wide *bound) {
  return b->rows.numeric->bound(b->rows.domain, row, value, bound);
}

static void set_bound(const bound_search *b, uint32_t row, void *value, az_wide bound) {
  b->rows.numeric->set_bound(b->rows.domain, row, value, bound);
}

/* ---- candidates ------------------------------------------------------------------------------ */

enum {
  MOST_REPEATS = 3,     /* number of repeats (see `target`) after which a row of several variables
                           becomes top */
  MOST_AT_THRESHOLD = 8 /* number of models at a threshold whose value itself becomes a candidate */
};

/* Chooses the greatest threshold below `high`, or ends the search if there is none. */
static void choose_below(const bound_search *b, target *t) {
  const number_set *thresholds = &b->thresholds->thresholds;
  size_t below = number_set_at_least(thresholds, t->high);
  if (below && thresholds->items[below - 1] >= t->low)
    t->candidate = thresholds->items[below - 1];
  else
    t->low = t->candidate = t->high;
}

static bool is_threshold(const bound_search *b, az_wide x) {
  const number_set *thresholds = &b->thresholds->thresholds;
  size_t at = number_set_at_least(thresholds, x);
  return at < thresholds->count && thresholds->items[at] == x;
}

/* Chooses `low` itself at first, or if it is a threshold (at most MOST_AT_THRESHOLD times).
 * Otherwise chooses a constant above it: the more candidates were too low, the further away. */
static void choose_constant(const bound_search *b, target *t) {
  const number_set *constants = &b->thresholds->constants;
  bool at_threshold = is_threshold(b, t->low) && t->climbs <= MOST_AT_THRESHOLD;
  t->candidate = at_threshold || !t->climbs ? t->low : t->high - 1;
  if (at_threshold || !t->climbs) return;
  size_t i = number_set_at_least(constants, t->low);
  uint32_t one_by_one = t->single ? 8 : 1;
  if (t->climbs > one_by_one)
    i += (size_t)1 << (t->climbs < one_by_one + 20 ? t->climbs - one_by_one : 20);
  if (i < constants->count && constants->items[i] < t->candidate) {
    t->candidate = constants->items[i];
  } else if (!t->single && b->accelerate) { /* the bounds of its variables usually suffice */
    if (t->repeats++ == MOST_REPEATS) t->low = t->high;
    t->candidate = t->low;
  }
}

/* Every other time, chooses `low` if it is a threshold. Otherwise chooses the middle one of the
 * remaining thresholds. Returns false if none remains. */
static bool choose_threshold(const bound_search *b, target *t) {
  const number_set *thresholds = &b->thresholds->thresholds;
  if (t->climbs % 2 == 0 && is_threshold(b, t->low)) {
    t->candidate = t->low;
    return true;
  }
  size_t from = number_set_at_least(thresholds, t->low),
         to = number_set_at_least(thresholds, t->high);
  if (from >= to) return false;
  t->candidate = thresholds->items[from + (to - from) / 2];
  return true;
}

/* Chooses a candidate in low .. high - 1, or `high` if the search has ended. */
static void choose(const bound_search *b, target *t) {
  if (t->low >= t->high) {
    t->candidate = t->high;
    return;
  }
  switch (t->phase) {
  case TIGHT: t->candidate = t->high - 1; return;
  case DESCEND: choose_below(b, t); return;
  case CLIMB: choose_constant(b, t); return;
  case AMONG:
    if (choose_threshold(b, t)) return;
    t->phase = GALLOP;
    t->step = 0;
    break;
  case GALLOP:
  case BISECT: break;
  }
  az_wide half = (t->high - 1 - t->low) / 2;
  t->candidate = t->low + (t->phase == GALLOP && t->step < half ? t->step : half);
}

/* Raises `low` to the bound in `candidate`, if a model that violates the row was joined into it. */
static void raise(const bound_search *b, target *t, const void *candidate) {
  if (!b->rows.raised[t->row]) {
    if (t->candidate > t->peak) t->peak = t->candidate;
    return;
  }
  az_wide found = t->high;
  get_bound(b, t->row, candidate, &found);
  t->low = found < t->high && t->phase != DESCEND ? found : t->high;
  t->step = t->step * 2 + 1;
  t->climbs++;
}

/* Lowers `high` to the candidate, which no model violates. */
static void lower(const bound_search *b, target *t) {
  if (t->candidate >= t->high) return;
  t->high = t->candidate;
  if (t->phase == TIGHT)
    t->phase = first_phase(b);
  else if (t->phase == CLIMB)
    t->phase = AMONG;
  else if (t->phase == GALLOP)
    t->phase = BISECT;
}

/* ---- search ---------------------------------------------------------------------------------- */

/* Sets the first n targets of `value` to their next candidates. Returns false if all are found. */
static bool propose(bound_search *b, uint32_t n, void *value) {
  static const char *const whys[] = {
      [TIGHT] = "below the bound", [CLIMB] = "threshold",  [AMONG] = "threshold",
      [GALLOP] = "jump",           [BISECT] = "bisection", [DESCEND] = "threshold"};
  bool open = false;
  for (uint32_t i = 0; i < n; i++) {
    target *t = &b->targets[i];
    choose(b, t);
    open |= t->low < t->high;
    set_bound(b, t->row, value, t->candidate);
    if (t->low < t->high) az_synthesis_why(b->rows.synthesis, t->row, whys[t->phase]);
  }
  return open;
}

/* Decides whether one of the first n targets can be violated, under the claims assumed last. */
static az_answer check_targets(bound_search *b, uint32_t n, const void *value, double deadline) {
  numeric_rows *rows = &b->rows;
  for (uint32_t i = 0; i < n; i++)
    rows->violations[i] = az_synthesis_violation(rows->synthesis, b->targets[i].row, value);
  return az_synthesis_check_any(rows->synthesis, rows->violations, n, deadline);
}

/* Searches the first n targets together until low = high for all. The claims of other rows are as
 * in `value`; the claims of targets are at the candidates if `moving`, otherwise as the caller
 * assumed them. Returns AZ_UNSAT if all are found. Sets *exact to whether a single query has shown
 * that the bounds `high` cannot be violated under its claims. */
static az_answer search(bound_search *b, uint32_t n, const void *value, bool moving,
                        double deadline, bool *exact) {
  void *candidate = b->rows.ops->value_copy(b->rows.domain, value);
  az_answer answer = AZ_UNSAT;
  *exact = false;
  for (uint32_t i = 0; i < n; i++) b->among[b->targets[i].row] = true;
  while (answer != AZ_UNKNOWN && propose(b, n, candidate)) {
    if (moving) az_synthesis_assume(b->rows.synthesis, candidate);
    answer = check_targets(b, n, candidate, deadline);
    if (answer == AZ_UNSAT) {
      *exact = true;
      for (uint32_t i = 0; i < n; i++) lower(b, &b->targets[i]);
    } else if (answer == AZ_SAT) {
      if (!numeric_rows_join_model(&b->rows, b->among, candidate)) answer = AZ_UNKNOWN;
      for (uint32_t i = 0; i < n; i++) raise(b, &b->targets[i], candidate);
    }
  }
  for (uint32_t i = 0; i < n; i++) b->among[b->targets[i].row] = false;
  b->rows.ops->value_free(b->rows.domain, candidate);
  return answer == AZ_UNKNOWN ? AZ_UNKNOWN : AZ_UNSAT;
}

static void store_bounds(const bound_search *b, uint32_t n, void *value) {
  for (uint32_t i = 0; i < n; i++) {
    set_bound(b, b->targets[i].row, value, b->targets[i].high);
    az_synthesis_why(b->rows.synthesis, b->targets[i].row, "end of a search");
  }
}

/* Makes the second search, downwards, if some row may have been raised too far. */
static az_answer narrow(bound_search *b, uint32_t n, void *value, double deadline, bool *exact) {
  bool suspect = false, any;
  for (uint32_t i = 0; i < n; i++) suspect |= b->targets[i].peak > b->targets[i].high;
  b->suspect |= suspect || b->probe == PROBE_THRESHOLDS;
  if (!suspect) return AZ_UNSAT;
  for (uint32_t i = 0; i < n; i++) {
    target *t = &b->targets[i];
    t->low = t->base;
    t->phase = TIGHT;
    t->climbs = 1;
  }
  az_synthesis_assume(b->rows.synthesis, value);
  az_answer answer = search(b, n, value, false, deadline, &any);
  if (answer != AZ_UNSAT) return answer; /* the bounds in `value` are valid as well */
  if (any) *exact = false;
  store_bounds(b, n, value);
  return AZ_UNSAT;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static target new_target(const bound_search *b, uint32_t row, const void *value) {
  az_wide least, bound;
  target t = {.row = row, .phase = first_phase(b)};
  b->rows.numeric->range(b->rows.domain, row, &least, &t.high);
  t.low = get_bound(b, row, value, &bound) ? bound : least - 1; /* least - 1 is bottom */
  if (t.low > t.high) t.low = t.high;
  t.base = t.peak = t.low;
  t.single = numeric_rows_single(&b->rows, row);
  return t;
}

/* Nested loops (the inner one ends before the outer one continues) raise their rows in turns. After
 * this number of rounds, all rows searched so far are searched together. */
enum { ROUNDS_APART = 4 };

/* Chooses the rows to search among those that the last model raised, and returns their number. */
static uint32_t choose_targets(bound_search *b) {
  uint32_t n = 0;
  for (uint32_t r = 0; r < b->rows.count; r++)
    if (b->rows.raised[r] && ++b->joins[r] > b->delay) b->targets[n++].row = r;
  if (!n) return 0;
  if (b->choice == ONE) n = 1;
  for (uint32_t i = 0; i < n; i++) b->searched[b->targets[i].row] = true;
  if (b->choice == ONE || (b->choice == VIOLATED && ++b->searches <= ROUNDS_APART)) return n;
  n = 0;
  for (uint32_t r = 0; r < b->rows.count; r++)
    if (b->choice == ALL || b->searched[r]) b->targets[n++].row = r;
  return n;
}

/* Does one round over all rows. */
static az_step search_round(bound_search *b, void *value, double deadline) {
  numeric_rows *rows = &b->rows;
  if (deadline > 0 && az_synthesis_clock(b->rows.synthesis) > deadline) return AZ_STEP_STOPPED;
  az_synthesis_assume(rows->synthesis, value);
  for (uint32_t r = 0; r < rows->count; r++)
    rows->violations[r] = az_synthesis_violation(rows->synthesis, r, value);
  az_answer answer =
      az_synthesis_check_any(rows->synthesis, rows->violations, rows->count, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer != AZ_SAT || !numeric_rows_join_model(rows, NULL, value)) return AZ_STEP_STOPPED;
  uint32_t n = choose_targets(b);
  if (!n) return AZ_STEP_IMPROVED;

  if (b->probe == PROBE_THRESHOLDS) need_thresholds(b);
  if (!b->accelerate) az_synthesis_assume(rows->synthesis, value);
  for (uint32_t i = 0; i < n; i++) b->targets[i] = new_target(b, b->targets[i].row, value);
  bool exact;
  answer = search(b, n, value, b->accelerate, deadline, &exact);
  store_bounds(b, n, value);
  if (b->accelerate && answer == AZ_UNSAT) answer = narrow(b, n, value, deadline, &exact);
  if (exact && b->accelerate && n == rows->count) { /* all rows were in the query: inductive */
    az_synthesis_assume(rows->synthesis, value);
    return AZ_STEP_INDUCTIVE;
  }
  return answer == AZ_UNKNOWN ? AZ_STEP_STOPPED : AZ_STEP_IMPROVED;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Lowers bounds that imply each other and so can only be lowered together: at the end, searches all
 * of them once more, downwards among thresholds. */
static void descend(bound_search *b, void *value, double deadline) {
  uint32_t n = 0;
  need_thresholds(b);
  for (uint32_t r = 0; r < b->rows.count; r++) {
    target t = {.row = r, .phase = DESCEND};
    az_wide least, greatest;
    b->rows.numeric->range(b->rows.domain, r, &least, &greatest);
    if (!b->searched[r] || !get_bound(b, r, value, &t.high) || t.high >= greatest) continue;
    t.low = t.base = t.peak = least;
    b->targets[n++] = t;
  }
  bool exact;
  if (n) search(b, n, value, true, deadline, &exact);
  store_bounds(b, n, value);
  az_synthesis_assume(b->rows.synthesis, value);
}

/* Finds the bounds of the rows that the first stage left out. */
static az_step second_stage(bound_search *b, void *value, double deadline) {
  if (b->probe == PROBE_THRESHOLDS) need_thresholds(b);
  guess_and_refute g = {.rows = &b->rows,
                        .thresholds = b->probe == PROBE_THRESHOLDS ? b->thresholds : NULL,
                        .refutations = b->refutations,
                        .safe = b->safe,
                        .guesses = b->guesses,
                        .among = b->among};
  az_step step = guess_and_refute_run(&g, value, deadline);
  memset(b->among, 0, b->rows.count * sizeof *b->among);
  if (step != AZ_STEP_INDUCTIVE) return step;

  /* Guesses that exceed the values of models may be too high. */
  uint32_t n = 0;
  for (uint32_t i = 0; i < g.count; i++) {
    const guess *from = &g.guesses[i];
    target t = {
        .row = from->row, .phase = first_phase(b), .low = from->low, .single = from->single};
    if (!get_bound(b, t.row, value, &t.high) || t.low >= t.high) continue;
    t.base = t.peak = t.low;
    b->targets[n++] = t;
  }
  if (n) {
    bool exact;
    search(b, n, value, true, deadline, &exact);
    store_bounds(b, n, value);
    az_synthesis_assume(b->rows.synthesis, value);
  }
  return AZ_STEP_INDUCTIVE;
}

/* Sets all bounds to those of `safe`. */
static void restore(const bound_search *b, void *value) {
  for (uint32_t r = 0; r < b->rows.count; r++) {
    az_wide bound;
    if (get_bound(b, r, b->safe, &bound))
      set_bound(b, r, value, bound);
    else
      numeric_rows_set_bottom(&b->rows, r, value);
    az_synthesis_why(b->rows.synthesis, r, "as before the second stage");
  }
  az_synthesis_assume(b->rows.synthesis, value);
}

static void begin(bound_search *b, void *value) {
  for (uint32_t r = 0; r < b->rows.count; r++) {
    b->among[r] = !b->first_stage || numeric_rows_single(&b->rows, r);
    if (!b->among[r]) b->rows.ops->value_top(b->rows.domain, value, r);
  }
  numeric_rows_join_samples(&b->rows, b->among, value);
  memset(b->among, 0, b->rows.count * sizeof *b->among);
  b->started = true;
}

/* Adds the other rows, from bottom, since the bounds of single variables are inductive. */
static void begin_second_stage(bound_search *b, void *value) {
  b->first_stage = false;
  b->safe = b->rows.ops->value_copy(b->rows.domain, value);
  for (uint32_t r = 0; r < b->rows.count; r++)
    if (!numeric_rows_single(&b->rows, r)) numeric_rows_set_bottom(&b->rows, r, value);
  b->searches = 0;
}

az_step bound_search_step(void *self, void *value, double deadline) {
  bound_search *b = self;
  if (!b->started) begin(b, value);
  if (b->safe && b->refutations) {
    az_step step = second_stage(b, value, deadline);
    if (step == AZ_STEP_INDUCTIVE) return step;
  } else {
    az_step step = search_round(b, value, deadline);
    if (step == AZ_STEP_INDUCTIVE && b->suspect && b->accelerate) {
      b->suspect = false;
      descend(b, value, deadline);
    }
    if (step == AZ_STEP_INDUCTIVE && b->first_stage) {
      begin_second_stage(b, value);
      return AZ_STEP_IMPROVED;
    }
    if (step != AZ_STEP_STOPPED || !b->safe) return step;
  }
  restore(b, value); /* out of time: returns the result of the first stage */
  return AZ_STEP_INDUCTIVE;
}
