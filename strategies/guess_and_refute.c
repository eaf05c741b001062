/* Most rows of several variables have either no bound or the bound that a few runs show: x <= y, x
 * + y == n. So all of them start with the bounds of the samples, and a model that violates such a
 * guess raises it. After `refutations` models, the row is dropped and gets the bound that `safe`
 * implies.
 *
 * A query tests some of the rows, under the claims of all guesses. These claims are the same in all
 * queries, so the guesses are inductive together once no query finds a violation. */
#include "guess_and_refute.h"

enum {
  FEW_ROWS = 32,     /* up to this number of rows, all guesses are tried, plausible or not */
  FEW_SAMPLES = 40,  /* with fewer samples, it is unclear which bounds are plausible */
  ROWS_A_QUERY = 96, /* maximum number of rows in one query */
};

static bool is_dropped(const guess_and_refute *g, const guess *row) {
  return !g->among[row->row];
}

/* Returns the bound of the row that bounds of single variables in `value` imply; least - 1 for
 * bottom. */
static az_wide known_bound(const guess_and_refute *g, uint32_t row, const void *value) {
  const numeric_rows *r = g->rows;
  az_wide least, bound;
  r->numeric->range(r->domain, row, &least, &bound);
  bool reached = true;
  if (numeric_rows_single(r, row))
    reached = r->numeric->bound(r->domain, row, value, &bound);
  else if (r->numeric->implied)
    reached = r->numeric->implied(r->domain, row, value, &bound);
  return reached ? bound : least - 1;
}

static void drop(guess_and_refute *g, uint32_t row, void *value) {
  const numeric_rows *r = g->rows;
  if (numeric_rows_single(r, row))
    r->numeric->set_bound(r->domain, row, value, known_bound(g, row, g->safe));
  else
    r->ops->value_top(r->domain, value, row);
  g->among[row] = false;
  az_synthesis_why(r->synthesis, row, "refuted");
}

/* ---- guesses --------------------------------------------------------------------------------- */

/* Joins the samples into the row, whose value must be bottom. Returns whether the bound is likely
 * to be valid: it is near 0, or many samples reach it (if few do, it may only be their maximum). */
static bool guess_from_samples(guess_and_refute *g, guess *row, bool few_rows, void *value) {
  az_wide greatest;
  uint32_t with_bound,
      samples = numeric_rows_sample(g->rows, row->row, value, &greatest, &with_bound);
  if (!samples || samples == UINT32_MAX) return true;
  row->low = greatest;
  az_synthesis_why(g->rows->synthesis, row->row, "sample");
  bool plausible = few_rows || row->single || samples < FEW_SAMPLES || with_bound * 20 >= samples ||
                   (greatest >= -1 && greatest <= 1);
  return greatest < row->high && plausible;
}

/* Lists the rows to guess, except rows of one variable with a known bound. */
static void list_guesses(guess_and_refute *g, void *value) {
  const numeric_rows *r = g->rows;
  g->count = 0;
  for (uint32_t row = 0; row < r->count; row++) {
    az_wide least, greatest, bound = known_bound(g, row, g->safe);
    bool single = numeric_rows_single(r, row);
    r->numeric->range(r->domain, row, &least, &greatest);
    g->among[row] = false;
    if (single && bound < greatest) continue;
    numeric_rows_set_bottom(r, row, value);
    if (bound < least) continue; /* unreachable */
    g->among[row] = true;
    g->guesses[g->count++] = (guess){.row = row, .high = bound, .single = single};
  }
}

/* Guesses rows of one variable first, since their bounds limit those of the others. */
static void guess_all(guess_and_refute *g, void *value) {
  const numeric_rows *r = g->rows;
  list_guesses(g, value);
  bool few_rows = g->count <= FEW_ROWS;
  for (int single = 1; single >= 0; single--)
    for (uint32_t i = 0; i < g->count; i++) {
      guess *row = &g->guesses[i];
      if (row->single != single) continue;
      if (!single && !few_rows) { /* bounds of the variables may imply a bound of the sum */
        az_wide least, greatest, bound = known_bound(g, row->row, value);
        r->numeric->range(r->domain, row->row, &least, &greatest);
        if (bound >= least && bound < row->high) row->high = bound;
      }
      if (!guess_from_samples(g, row, few_rows, value)) drop(g, row->row, value);
    }
}

/* ---- refutations ----------------------------------------------------------------------------- */

/* Chooses the next guess for a row, after the model that refuted the last guess was joined into the
 * row. */
static void guess_again(guess_and_refute *g, guess *row, void *value) {
  const numeric_rows *r = g->rows;
  uint32_t most = row->single ? g->refutations / 2 : g->refutations;
  r->numeric->bound(r->domain, row->row, value, &row->low);
  if (row->low >= row->high || row->refuted++ >= most) {
    drop(g, row->row, value);
    return;
  }
  if (!g->thresholds || row->refuted <= most / 2) return;
  if (!row->single && row->low < 0) { /* x <= y is the most likely relation */
    r->numeric->set_bound(r->domain, row->row, value, 0);
    az_synthesis_why(r->synthesis, row->row, "guess");
    return;
  }
  const number_set *thresholds = &g->thresholds->thresholds;
  size_t i = number_set_at_least(thresholds, row->low);
  if (i >= thresholds->count || thresholds->items[i] >= row->high) return;
  r->numeric->set_bound(r->domain, row->row, value, thresholds->items[i]);
  az_synthesis_why(r->synthesis, row->row, "threshold");
}

static void remove_dropped(guess_and_refute *g) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < g->count; i++)
    if (!is_dropped(g, &g->guesses[i])) g->guesses[left++] = g->guesses[i];
  g->count = left;
}

/* Decides whether one of `part` guesses from `first` on is violated under the claims assumed
 * last. */
static az_answer check_part(guess_and_refute *g, uint32_t first, uint32_t part, const void *value,
                            double deadline) {
  const numeric_rows *r = g->rows;
  for (uint32_t i = 0; i < part; i++)
    r->violations[i] =
        az_synthesis_violation(r->synthesis, g->guesses[(first + i) % g->count].row, value);
  return az_synthesis_check_any(r->synthesis, r->violations, part, deadline);
}

/* Drops the guesses that were refuted most often: at least half as often as some other one. The
 * rows that are left have bounds that were never or rarely raised; these are the likelier ones, and
 * the query about them is easier. Returns false if no guess was refuted. */
static bool drop_doubtful(guess_and_refute *g, void *value) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < g->count; i++)
    if (g->guesses[i].refuted > most) most = g->guesses[i].refuted;
  for (uint32_t i = 0; most && i < g->count; i++)
    if (2 * g->guesses[i].refuted >= most) drop(g, g->guesses[i].row, value);
  return most > 0;
}

/* Refutes guesses until none is violated. A query has a part of the time left; if it is not
 * answered, the doubtful guesses are dropped, or, if there are none, each guess is tested alone and
 * dropped if that query is not answered either. Returns false if out of time. */
static bool refute_all(guess_and_refute *g, void *value, double deadline) {
  enum { PARTS = 3 };
  uint32_t first = 0,
           shown = 0; /* number of consecutive guesses not violated under the current claims */
  bool changed = true, alone = false;
  for (;;) {
    if (changed) {
      remove_dropped(g);
      first = g->count ? first % g->count : 0;
      shown = 0;
      changed = false;
      az_synthesis_assume(g->rows->synthesis, value);
    }
    if (shown >= g->count) return true;
    const uint32_t left = g->count - shown, most = alone ? 1 : ROWS_A_QUERY;
    const uint32_t part = left < most ? left : most;
    const double now = deadline > 0 ? az_synthesis_clock(g->rows->synthesis) : 0;
    const double end = deadline > 0 ? now + (deadline - now) / (alone ? left + 1 : PARTS) : 0;
    az_answer answer = check_part(g, first, part, value, end);
    if (answer == AZ_UNSAT) {
      first = (first + part) % g->count;
      shown += part;
      continue;
    }
    changed = true;
    if (answer == AZ_UNKNOWN) {
      if (deadline <= now) return false;
      if (alone)
        drop(g, g->guesses[first].row, value);
      else
        alone = !drop_doubtful(g, value);
      continue;
    }
    if (!numeric_rows_join_model(g->rows, g->among, value)) return false;
    for (uint32_t i = 0; i < g->count; i++)
      if (g->rows->raised[g->guesses[i].row]) guess_again(g, &g->guesses[i], value);
  }
}

az_step guess_and_refute_run(guess_and_refute *g, void *value, double deadline) {
  guess_all(g, value);
  return refute_all(g, value, deadline) ? AZ_STEP_INDUCTIVE : AZ_STEP_STOPPED;
}
