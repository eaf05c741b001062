/* Bounds of numeric rows e_r <= d_r as variables of the solver, after abstract conflict driven
 * learning (D'Silva, Haller & Kroening, POPL 2013; Mukherjee et al., ATVA 2017, for templates).
 *
 * In a search, the bound is not a constant in each query but a variable L of the formula: the row
 * is assumed as e_r <= L at the loop head and violated as L < e_r at the back edge. The formula
 * stays the same for the whole search, and a query restricts L to a range:
 *
 *   decision   L is in from .. high - 1, an abstract element that splits the range of the bound;
 *   conflict   unsatisfiable: no bound in that half is violated, and all of them are excluded at
 *              once. The clauses that the SAT solver learns are over the bits of L, so they remain
 *              valid for later decisions;
 *   model      a violated bound L and a state with e_r = q > L. Every bound in L .. q - 1 admits
 *              the state before the step and is violated by the one after it: the interval is
 *              excluded, which generalises the model, and the search goes on at q.
 *
 * The search ends with the least bound u such that no bound in u .. greatest is violated under the
 * claims of the other rows. Decisions alternate between the whole range, where the solver chooses
 * how far to go, and the part above a distance that doubles (at least the upper half of the range).
 * So the range is at least halved by every two queries. If even greatest - 1 is violated, some
 * thresholds are tried as bounds, then the row is top. CaDiCaL has an interface for external
 * propagators (IPASIR-UP) since 1.6, but Debian 12 has 1.5.3. So the solver's circuits propagate
 * the rows, not callbacks.
 *
 * A round joins a model that violates rows and then searches these one after another, with the
 * others at their present bounds. Rows that raise each other in turns would be searched again and
 * again: from the fourth time on, they rise together by a common distance, which then is the
 * variable; a row that is searched too often becomes top. At the end, each bound is replaced by the
 * greatest value that one iteration can give its row under all the bounds. The same search, without
 * the assumption about L, finds this value. This is a decreasing iteration with the best abstract
 * transformer [reps2004].
 *
 * Rows of one variable come first; until they are done, the others are top. If time runs out later,
 * their result stays. Quantified rows are not instantiated in the claim about L, so their bounds
 * may become higher.
 *
 * Figures: 32 tasks of six suites (hola, sv-loop-invgen, sv-loop-lit, lam4inv, sv-loop-invariants,
 * 2ls-invariants; mode ai, samples = 0, --budget 2000000), true verdicts, queries, work in
 * millions:
 *
 *              acdl             binsearch        jump             thresholds
 *   interval    9, 1087,  2.2    9, 2169,  2.2    9, 2057,  2.2    9,  813,  1.9
 *   zones      13, 4075, 16.6   11, 4526, 15.5   12, 4806, 16.3   13, 1440, 10.2
 *
 * acdl proves more than the other searches without constants of the program, and needs half the
 * queries on intervals, but its queries are harder if the loop is nonlinear
 * (experiments/programs/bounds/filter: 0.7 s instead of 0.06 s by jump). Thresholds are faster, so
 * that auto.lua stays with them.
 *
 * Returns an inductive value. With `accelerate = false`, only best transformers are used: the
 * result is the least fixed point, but there is one round for each iteration of the loop. */
#include "threshold_set.h"
#include <assert.h>
#include <string.h>

enum {
  SEARCHES_ALONE = 3,
  MOST_SEARCHES = 12,
  MOST_THRESHOLDS = 6,
  MOST_PASSES = 2, /* maximum number of passes of the decreasing iteration */
};

typedef struct acdl {
  az_arena *arena;
  numeric_rows rows;
  threshold_set *thresholds; /* NULL until first needed */
  az_term *level;            /* by row: its bound as a variable; AZ_NO_TERM: not yet needed */
  az_term distance;          /* common distance of rows that rise together; AZ_NO_TERM: not yet
                                needed */
  uint32_t *searched;        /* by row: number of searches in this stage */
  uint32_t *targets;         /* room for all rows */
  bool accelerate, started, first_stage;
  void *safe; /* the inductive value of the first stage */
} acdl;

/* A search for the greatest violated value of `level`, for one row or for several. */
typedef struct level_search {
  const uint32_t *rows;
  uint32_t count;
  az_term level;
  uint32_t width;         /* bits of `level` and of the bounds */
  const az_wide *base;    /* by position in `rows`: the row's bound is base + level */
  az_term claims, broken; /* the rows are assumed; one of them is violated */
  az_wide low, high;      /* the result is in low .. high */
} level_search;

static void *open_acdl(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  acdl *a = AZ_NEW(arena, acdl);
  a->arena = arena;
  a->rows = numeric_rows_open(arena, synthesis);
  a->accelerate = az_desc_bool(options, "accelerate");
  a->level = AZ_NEWN(arena, az_term, a->rows.count);
  a->searched = AZ_NEWN(arena, uint32_t, a->rows.count);
  a->targets = AZ_NEWN(arena, uint32_t, a->rows.count);
  for (uint32_t r = 0; r < a->rows.count && a->accelerate; r++)
    a->first_stage |= !numeric_rows_single(&a->rows, r);
  return a;
}

static void close_acdl(void *self) {
  acdl *a = self;
  if (a->safe) a->rows.ops->value_free(a->rows.domain, a->safe);
  az_arena_free(a->arena);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static az_wide least_of(const acdl *a, uint32_t row) {
  az_wide least, greatest;
  a->rows.numeric->range(a->rows.domain, row, &least, &greatest);
  return least;
}

static az_wide greatest_of(const acdl *a, uint32_t row) {
  az_wide least, greatest;
  a->rows.numeric->range(a->rows.domain, row, &least, &greatest);
  return greatest;
}

/* Returns the bound of the row, below its least value for bottom. */
static az_wide bound_of(const acdl *a, uint32_t row, const void *value) {
  az_wide bound;
  return a->rows.numeric->bound(a->rows.domain, row, value, &bound) ? bound : least_of(a, row) - 1;
}

static void put_bound(const acdl *a, uint32_t row, void *value, az_wide bound, const char *why) {
  if (bound == bound_of(a, row, value)) return;
  a->rows.numeric->set_bound(a->rows.domain, row, value, bound);
  az_synthesis_why(a->rows.synthesis, row, why);
}

/* ---- one search ------------------------------------------------------------------------------ */

static az_term expression_at(const acdl *a, uint32_t row, const az_obligation *at, uint32_t width) {
  const az_term e = a->rows.numeric->expression(a->rows.domain, row, &at->state);
  return az_sext(a->rows.store, e, width);
}

/* Builds the two sides of the search; `claims` stays true if the rows are already facts. */
static void build(const acdl *a, level_search *s, bool assumes) {
  az_store *t = a->rows.store;
  s->claims = az_true(t);
  s->broken = az_false(t);
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t row = s->rows[i], view = a->rows.ops->row(a->rows.domain, row).view;
    const az_term bound = az_bv_add(t, s->level, az_bv_wide(t, s->width, s->base[i]));
    size_t n;
    const az_obligation *at = az_synthesis_obligations(a->rows.synthesis, view, &n);
    for (size_t k = 0; k < n; k++) {
      const az_term over = az_bv_slt(t, bound, expression_at(a, row, &at[k], s->width));
      s->broken = az_or(t, s->broken, az_and(t, at[k].condition, over));
    }
    at = az_synthesis_assumed(a->rows.synthesis, view, &n);
    for (size_t k = 0; k < n && assumes; k++) {
      const az_term under = az_bv_sle(t, expression_at(a, row, &at[k], s->width), bound);
      s->claims = az_and(t, s->claims, az_implies(t, at[k].condition, under));
    }
  }
}

/* Returns the least level that the model's states at the back edge do not violate. */
static az_wide level_of_model(const acdl *a, const level_search *s) {
  const az_model *model = az_synthesis_model(a->rows.synthesis);
  az_wide most = s->low;
  for (uint32_t i = 0; i < s->count; i++) {
    const uint32_t row = s->rows[i], view = a->rows.ops->row(a->rows.domain, row).view;
    size_t n;
    const az_obligation *at = az_synthesis_obligations(a->rows.synthesis, view, &n);
    for (size_t k = 0; k < n; k++) {
      az_wide found;
      if (!az_is_true(a->rows.store, model->value(model->ctx, at[k].condition))) continue;
      const az_term e = model->value(model->ctx, expression_at(a, row, &at[k], s->width));
      if (az_const_wide(a->rows.store, e, true, &found) && found - s->base[i] > most)
        most = found - s->base[i];
    }
  }
  return most;
}

/* Decides whether a level in from .. to - 1 is violated. A model raises `low`. A conflict lowers
 * `high` if the range ends there. */
static az_answer decide(const acdl *a, level_search *s, az_wide from, az_wide to, double deadline) {
  az_store *t = a->rows.store;
  const az_term least = az_bv_sle(t, az_bv_wide(t, s->width, from), s->level);
  const az_term most = az_bv_slt(t, s->level, az_bv_wide(t, s->width, to));
  const az_term query[] = {s->claims, s->broken, least, most};
  const az_answer answer = az_synthesis_check(a->rows.synthesis, query, 4, deadline);
  if (answer == AZ_UNSAT && to == s->high) s->high = from;
  if (answer != AZ_SAT || to < s->high) return answer;
  const az_wide reached = level_of_model(a, s);
  assert(reached > from); /* the model's level is violated */
  s->low = reached < s->high ? reached : s->high;
  return answer;
}

/* Looks among the thresholds for a bound that is not violated, in growing strides. */
static az_answer try_thresholds(acdl *a, level_search *s, double deadline) {
  if (!a->thresholds) a->thresholds = threshold_set_new(a->arena, &a->rows);
  const number_set *all = &a->thresholds->thresholds;
  const az_wide base = s->base[0];
  size_t at = number_set_at_least(all, base + s->low);
  for (size_t i = 0; i < MOST_THRESHOLDS && at < all->count; i++, at += i < 4 ? 1 : i) {
    const az_wide candidate = all->items[at] - base;
    if (candidate + 1 >= s->high) break;
    const az_answer answer = decide(a, s, candidate, candidate + 1, deadline);
    if (answer == AZ_SAT) continue;
    if (answer == AZ_UNSAT) s->high = candidate;
    return answer;
  }
  return AZ_SAT;
}

/* Finds the least level such that neither this level nor a greater one is violated. Returns
 * AZ_UNSAT, or AZ_UNKNOWN at the deadline. */
static az_answer find_level(acdl *a, level_search *s, bool thresholds, double deadline) {
  az_wide distance = 0;
  if (s->low >= s->high) return AZ_UNSAT;
  const az_wide low = s->low;
  az_answer answer = decide(a, s, low, s->high, deadline);
  if (answer == AZ_SAT && s->low < s->high) answer = decide(a, s, s->high - 1, s->high, deadline);
  if (answer == AZ_SAT && thresholds) {
    /* The level s->high - 1 is violated, so any threshold that is not violated will do. */
    s->low = low;
    answer = try_thresholds(a, s, deadline);
    if (answer == AZ_SAT) s->low = s->high;
  }
  if (answer == AZ_UNKNOWN) return answer;
  for (bool whole = false; s->low < s->high; whole = !whole) {
    const az_wide half = (s->high - s->low) / 2, above = distance < half ? distance : half;
    const az_wide from = s->low + (whole ? 0 : above);
    answer = decide(a, s, from, s->high, deadline);
    if (answer == AZ_UNKNOWN) return answer;
    if (!whole) distance = 2 * distance + 1;
  }
  return AZ_UNSAT;
}

/* ---- searches of rows ------------------------------------------------------------------------ */

/* Searches one row. With `assumes`, goes upwards from its bound, with acceleration; otherwise finds
 * the greatest value that one iteration gives the row. The result is at least `least`. */
static az_answer search_row(acdl *a, uint32_t row, void *value, az_wide least, az_wide greatest,
                            bool assumes, double deadline) {
  const az_wide zero = 0;
  const uint32_t width = a->rows.numeric->width(a->rows.domain, row) + 1;
  if (!a->level[row]) a->level[row] = az_fresh(a->rows.store, az_sort_bv(width), "bound");
  level_search s = {.rows = &row,
                    .count = 1,
                    .level = a->level[row],
                    .width = width,
                    .base = &zero,
                    .low = least,
                    .high = greatest};
  if (assumes) {
    void *tried = a->rows.ops->value_copy(a->rows.domain, value);
    a->rows.ops->value_top(a->rows.domain, tried, row);
    az_synthesis_why(a->rows.synthesis, row, "searched");
    az_synthesis_assume(a->rows.synthesis, tried);
    a->rows.ops->value_free(a->rows.domain, tried);
  } else {
    az_synthesis_assume(a->rows.synthesis, value);
  }
  build(a, &s, assumes);
  /* Rows of several variables are many; most have no bound, and few stop at a threshold. */
  const bool thresholds = assumes && numeric_rows_single(&a->rows, row);
  const az_answer answer = find_level(a, &s, thresholds, deadline);
  if (assumes) az_synthesis_why(a->rows.synthesis, row, "bound in the solver");
  if (answer == AZ_UNSAT)
    put_bound(a, row, value, s.high, assumes ? "bound in the solver" : "best transformer");
  return answer;
}

/* Raises all rows that were searched often by one common distance. */
static az_answer search_together(acdl *a, void *value, double deadline) {
  az_arena *scratch = az_arena_new();
  uint32_t *rows = AZ_NEWN(scratch, uint32_t, a->rows.count), width = 0;
  az_wide *base = AZ_NEWN(scratch, az_wide, a->rows.count);
  level_search s = {.rows = rows, .base = base};
  void *tried = a->rows.ops->value_copy(a->rows.domain, value);
  for (uint32_t r = 0; r < a->rows.count; r++) {
    const az_wide bound = bound_of(a, r, value), room = greatest_of(a, r) - bound;
    if (a->searched[r] <= SEARCHES_ALONE || room <= 0) continue;
    const uint32_t bits = a->rows.numeric->width(a->rows.domain, r);
    if (bits > width) width = bits;
    if (room > s.high) s.high = room;
    base[s.count] = bound;
    rows[s.count++] = r;
    a->rows.ops->value_top(a->rows.domain, tried, r);
    az_synthesis_why(a->rows.synthesis, r, "searched");
  }
  az_answer answer = AZ_UNSAT;
  if (s.count) {
    s.width = width + 3; /* a bound and a distance, each one bit wider than its row */
    s.level = az_fresh(a->rows.store, az_sort_bv(s.width), "distance");
    az_synthesis_assume(a->rows.synthesis, tried);
    build(a, &s, true);
    answer = find_level(a, &s, false, deadline);
  }
  for (uint32_t i = 0; i < s.count && answer == AZ_UNSAT; i++)
    put_bound(a, rows[i], value, base[i] + s.high, "common distance");
  a->rows.ops->value_free(a->rows.domain, tried);
  az_arena_free(scratch);
  return answer;
}

/* Does one round over all rows. */
static az_step do_round(acdl *a, void *value, double deadline) {
  numeric_rows *rows = &a->rows;
  if (deadline > 0 && az_synthesis_clock(rows->synthesis) > deadline) return AZ_STEP_STOPPED;
  az_synthesis_assume(rows->synthesis, value);
  for (uint32_t r = 0; r < rows->count; r++)
    rows->violations[r] = az_synthesis_violation(rows->synthesis, r, value);
  az_answer answer =
      az_synthesis_check_any(rows->synthesis, rows->violations, rows->count, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer != AZ_SAT || !numeric_rows_join_model(rows, NULL, value)) return AZ_STEP_STOPPED;
  uint32_t n = 0;
  for (uint32_t r = 0; r < rows->count; r++)
    if (rows->raised[r]) a->targets[n++] = r;
  bool together = false;
  answer = AZ_UNSAT;
  for (uint32_t i = 0; i < n && answer == AZ_UNSAT; i++) {
    const uint32_t row = a->targets[i];
    const uint32_t times = a->accelerate ? ++a->searched[row] : 0;
    if (times > MOST_SEARCHES) {
      az_synthesis_why(rows->synthesis, row, "widening");
      rows->ops->value_top(rows->domain, value, row);
    } else if (times > SEARCHES_ALONE) {
      together = true;
    } else {
      answer = search_row(a, row, value, bound_of(a, row, value), greatest_of(a, row),
                          a->accelerate, deadline);
    }
  }
  if (together && answer == AZ_UNSAT) answer = search_together(a, value, deadline);
  return answer == AZ_UNSAT ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Returns whether the row is searched in the present stage. */
static bool takes_part(const acdl *a, uint32_t row) {
  return !a->first_stage || numeric_rows_single(&a->rows, row);
}

/* Replaces bounds by the bounds that one iteration yields under all of them. Each result is
 * inductive again, as the transformer is monotone. Returns whether a bound has become lower. */
static bool decrease(acdl *a, void *value, double deadline) {
  bool lowered = true, any = false;
  for (uint32_t pass = 0; pass < MOST_PASSES && lowered; pass++) {
    lowered = false;
    for (uint32_t r = 0; r < a->rows.count; r++) {
      const az_wide bound = bound_of(a, r, value), least = least_of(a, r) - 1;
      if (!a->searched[r] || !takes_part(a, r)) continue;
      if (search_row(a, r, value, least, bound, false, deadline) != AZ_UNSAT) return any;
      any |= lowered |= bound_of(a, r, value) < bound;
    }
  }
  return any;
}

static void go_back(const acdl *a, void *value, const void *from) {
  for (uint32_t r = 0; r < a->rows.count; r++)
    put_bound(a, r, value, bound_of(a, r, from), "as before");
  az_synthesis_assume(a->rows.synthesis, value);
}

/* Begins the first stage, or the second one with an inductive value of the first. */
static void begin_stage(acdl *a, void *value) {
  bool *among = AZ_NEWN(a->arena, bool, a->rows.count);
  for (uint32_t r = 0; r < a->rows.count; r++) {
    among[r] = takes_part(a, r) && (!a->safe || !numeric_rows_single(&a->rows, r));
    if (!takes_part(a, r)) a->rows.ops->value_top(a->rows.domain, value, r);
    if (a->safe && among[r]) numeric_rows_set_bottom(&a->rows, r, value);
  }
  numeric_rows_join_samples(&a->rows, among, value);
  memset(a->searched, 0, a->rows.count * sizeof *a->searched);
  a->started = true;
}

static az_step acdl_step(void *self, void *value, double deadline) {
  acdl *a = self;
  if (!a->started) begin_stage(a, value);
  az_step step = do_round(a, value, deadline);
  if (step == AZ_STEP_INDUCTIVE && a->accelerate) {
    void *before = a->rows.ops->value_copy(a->rows.domain, value);
    /* One query over all rows, as the contract requires; without an answer, the previous value
     * stays. */
    if (decrease(a, value, deadline) &&
        az_synthesis_check_rows(a->rows.synthesis, value, deadline) != AZ_UNSAT)
      go_back(a, value, before);
    a->rows.ops->value_free(a->rows.domain, before);
  }
  if (step == AZ_STEP_INDUCTIVE && a->first_stage) {
    a->first_stage = false;
    a->safe = a->rows.ops->value_copy(a->rows.domain, value);
    begin_stage(a, value);
    return AZ_STEP_IMPROVED;
  }
  if (step != AZ_STEP_STOPPED || !a->safe) return step;
  go_back(a, value, a->safe); /* out of time: returns the result of the first stage */
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops acdl_operations = {
    .needs = AZ_NEEDS_NUMERIC, .open = open_acdl, .close = close_acdl, .step = acdl_step};

static const az_option acdl_options[] = {
    {.name = "accelerate",
     .type = AZ_OPT_BOOL,
     .summary = "assume the searched bound of the states before the step, too; false finds the "
                "least fixed point, slowly on loops with many iterations",
     .initial = "true"},
    {0}};

AZ_MODULE(acdl) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "acdl", "1.0"),
    .summary = "finds bounds of numeric rows as variables of the solver, by decisions about their "
               "ranges; the result is inductive",
    .options = acdl_options,
    AZ_MODULE_OPERATIONS(acdl_operations),
};
