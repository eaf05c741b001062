/* Search for the bounds of numeric rows e_r <= d_r ([kroening2023, sec. 6.1], with the corrections
 * of docs/soundness.md 4).
 *
 * A round asks whether any row can be violated and joins the model, as enumeration does. Rows
 * joined more than `delay` times are then searched together: every row t has l_t <= u_t, where u_t
 * is its greatest value or a bound known to be inductive together with the other rows' u, and a
 * candidate m_t in l_t .. u_t - 1 (u_t when l_t = u_t). The query claims under the candidates and
 * (e_t > m_t somewhere, for some t) is the book's system (22) for delta_t = m_t + 1: the searched
 * row keeps its pre-part. It is one disjunction over all searched rows, so that one answer serves
 * many: SAT: l_t := value of e_t in the model, for the rows that it violates; UNSAT: u_t := m_t for
 * all of them. Each answer shrinks some l_t .. u_t, so the search ends, with the bounds u. They are
 * joined with the old ones.
 *
 * Where to look is the strategy's `probe`. Along thresholds: in growing strides; the last one is
 * the row's greatest value - 1, so that an unbounded row costs one query and not 64.
 *
 * A query's disjuncts have selectors, variables that imply them and that the solver tries first:
 * its models violate many rows at once, about as many as can be violated together.
 *
 * Rows of one variable come first (`staged`), the others are top until then: there are fewer of
 * them, and what they say is the most useful. If time runs out later, their bounds are the result.
 * With `patience` the rest is not searched but guessed and refuted: see `weed`.
 *
 * A row may have been raised by a state that another row's candidate admitted then and that its
 * bound excludes now. Then the bounds are searched once more with the claims fixed at u, downwards
 * from u: what comes out is one application of the loop to an inductive value, so it is inductive
 * too.
 *
 * A bound may be too high, as the claim e_t <= m_t admits states that are not reachable (as it does
 * in the book); it is inductive and its neighbour below was seen not to be. With `accelerate =
 * false` the claims stay those of the round's start: then every join is a reachable one and the
 * result is the least fixed point, at one round for each iteration of the loop. */
#include "bound_search.h"
#include "ansatz/arena.h"
#include <stdlib.h>
#include <string.h>

/* TIGHT: is high reached? CLIMB: rungs in growing strides; AMONG: bisection of the thresholds left;
 * DESCEND: thresholds below `high`, as long as all of them hold. */
typedef enum phase { TIGHT, CLIMB, AMONG, GALLOP, BISECT, DESCEND } phase;

typedef struct target {
  uint32_t row;
  phase phase;
  az_wide low, high, candidate;
  az_wide base;    /* low at the start */
  az_wide peak;    /* greatest candidate under which another row was raised */
  az_wide jump;    /* GALLOP: next step above low */
  uint32_t climbs; /* rungs that were too low */
  bool simple;     /* one variable */
  uint32_t tries;  /* of low itself, above all rungs */
} target;

typedef enum choice { ONE, VIOLATED, ALL } choice;

typedef struct bound_search {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_domain_ops *ops;
  void *domain;
  const az_numeric_facet *numeric;
  uint32_t rows, delay, patience;
  choice choice;
  probe probe;
  bool accelerate;
  bool suspect;              /* some bound may be too high as others admitted more at the time */
  bool started, first_stage; /* first stage: rows of more than one variable are top */
  void *safe;                /* inductive value of the first stage */
  struct ladder {
    az_wide *items; /* ascending; NULL until first needed */
    size_t count;
  } rungs, thresholds; /* the constants; they and their neighbours */
  az_term *violations; /* scratch, one a row */
  bool *raised;        /* scratch, one a row */
  bool *among;         /* one a row: is it searched now? */
  uint32_t *joins;     /* one a row */
  bool *searched;      /* one a row: in an earlier round */
  uint32_t searches;   /* rounds of this stage */
  target *targets;     /* room for all rows */
} bound_search;

static bool is_simple(const bound_search *b, uint32_t row) {
  return !b->numeric->arity || b->numeric->arity(b->domain, row) <= 1;
}

void *bound_search_open(az_synthesis *synthesis, const az_desc *options, probe first,
                        az_error *err) {
  (void)err;
  const az_domain *domain = az_synthesis_domain(synthesis);
  az_arena *arena = az_arena_new();
  bound_search *b = AZ_NEW(arena, bound_search);
  b->arena = arena;
  b->synthesis = synthesis;
  b->store = az_synthesis_store(synthesis);
  b->ops = domain->ops;
  b->domain = domain->self;
  b->numeric = domain->ops->facet(domain->self, "numeric");
  b->rows = b->ops->row_count(b->domain);
  b->probe = first;
  b->delay = (uint32_t)az_desc_int(options, "delay");
  b->patience = (uint32_t)az_desc_int(options, "patience");
  b->accelerate = az_desc_bool(options, "accelerate");
  const char *rows = az_desc_string(options, "rows");
  b->choice = !strcmp(rows, "one") ? ONE : !strcmp(rows, "all") ? ALL : VIOLATED;
  b->violations = AZ_NEWN(arena, az_term, b->rows);
  b->raised = AZ_NEWN(arena, bool, b->rows);
  b->among = AZ_NEWN(arena, bool, b->rows);
  b->joins = AZ_NEWN(arena, uint32_t, b->rows);
  b->searched = AZ_NEWN(arena, bool, b->rows);
  b->targets = AZ_NEWN(arena, target, b->rows);
  if (az_desc_bool(options, "staged") && b->accelerate)
    for (uint32_t r = 0; r < b->rows; r++) b->first_stage |= !is_simple(b, r);
  return b;
}

void bound_search_close(void *self) {
  bound_search *b = self;
  if (b->safe) b->ops->value_free(b->domain, b->safe);
  az_arena_free(b->arena);
}

/* ---- thresholds ------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return (x > y) - (x < y);
}

typedef struct terms {
  az_arena *arena;
  az_term *items;
  size_t count, room;
} terms;

static void push(terms *v, az_term t) {
  if (v->count == v->room) { /* the old array stays in the arena: no more than the new one takes */
    az_term *grown = AZ_NEWN(v->arena, az_term, v->room = v->room * 2 + 64);
    if (v->count) memcpy(grown, v->items, v->count * sizeof *grown);
    v->items = grown;
  }
  v->items[v->count++] = t;
}

/* Constants that the cones of the places' conditions and rows compare with. (Those that they assign
 * come as models.) */
static terms collect(const bound_search *b, az_arena *arena) {
  terms roots = {.arena = arena}, found = {.arena = arena};
  for (uint32_t r = 0; r < b->rows; r++) {
    size_t count;
    const az_place *places =
        az_synthesis_places(b->synthesis, b->ops->row(b->domain, r).site, &count);
    for (size_t i = 0; i < count; i++) {
      push(&roots, places[i].condition);
      push(&roots, b->numeric->expression(b->domain, r, &places[i].state));
    }
  }
  az_term top = 0;
  for (size_t i = 0; i < roots.count; i++)
    if (roots.items[i] > top) top = roots.items[i];
  bool *marked = AZ_NEWN(arena, bool, (size_t)top + 1);
  for (size_t i = 0; i < roots.count; i++) marked[roots.items[i]] = true;
  for (az_term t = top; t; t--) { /* operands have smaller indices */
    if (!marked[t]) continue;
    az_kind kind = az_kind_of(b->store, t);
    bool telling = kind == AZ_K_EQ || kind == AZ_K_BV_ULT || kind == AZ_K_BV_SLT;
    uint32_t arity = az_arity(b->store, t);
    for (uint32_t i = 0; i < arity; i++) {
      az_term o = az_operand(b->store, t, i);
      marked[o] = true;
      if (telling && az_is_const(b->store, o) &&
          az_sort_kind_of(az_sort_of(b->store, o)) == AZ_SORT_BV)
        push(&found, o);
    }
  }
  return found;
}

static struct ladder ladder_of(az_arena *arena, az_wide *all, size_t n) {
  struct ladder l = {.items = AZ_NEWN(arena, az_wide, n)};
  qsort(all, n, sizeof *all, by_value);
  for (size_t i = 0; i < n; i++)
    if (!i || all[i] != all[i - 1]) l.items[l.count++] = all[i];
  return l;
}

static void find_thresholds(bound_search *b) {
  az_arena *scratch = az_arena_new();
  terms found = collect(b, scratch);
  az_wide *rungs = AZ_NEWN(scratch, az_wide, found.count * 4 + 16),
          *all = AZ_NEWN(scratch, az_wide, found.count * 12 + 48);
  size_t n = 0, m = 0;
  for (size_t i = 0; i < found.count; i++)
    for (int is_signed = 0; is_signed < 2; is_signed++) {
      az_wide c;
      if (!az_const_wide(b->store, found.items[i], is_signed, &c)) continue;
      if (c > UINT64_MAX || c < INT64_MIN) continue;
      rungs[n++] = c, rungs[n++] = -c;
    }
  static const uint8_t widths[] = {0, 31, 32, 63}; /* x >= 0, and narrower types */
  for (size_t i = 0; i < sizeof widths; i++) {
    az_wide power = (az_wide)1 << widths[i];
    rungs[n++] = power - 1, rungs[n++] = widths[i] ? power : 0;
  }
  for (size_t i = 0; i < n; i++)
    for (int d = -1; d <= 1; d++) all[m++] = rungs[i] + d;
  b->rungs = ladder_of(b->arena, rungs, n);
  b->thresholds = ladder_of(b->arena, all, m);
  az_arena_free(scratch);
}

/* First index with an item >= x. */
static size_t at_least(const struct ladder *l, az_wide x) {
  size_t from = 0, to = l->count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (l->items[middle] < x)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static phase first_phase(const bound_search *b) {
  return b->probe == PROBE_THRESHOLDS ? CLIMB : b->probe == PROBE_JUMP ? GALLOP : BISECT;
}

/* ---- queries --------------------------------------------------------------------------------- */

/* Joins the states where the model violates `value` into its rows, of those that are `among`;
 * b->raised says which. */
static bool join_model(bound_search *b, const bool *among, void *value) {
  const az_model *model = az_synthesis_model(b->synthesis);
  bool any = false;
  uint32_t site = UINT32_MAX;
  size_t count = 0;
  const az_place *places = NULL, **reached = NULL;
  az_arena *scratch = az_arena_new();
  for (uint32_t r = 0; r < b->rows; r++) {
    b->raised[r] = false;
    if (among && !among[r]) continue;
    if (b->ops->row(b->domain, r).site != site) {
      size_t all;
      site = b->ops->row(b->domain, r).site;
      places = az_synthesis_places(b->synthesis, site, &all);
      reached = AZ_NEWN(scratch, const az_place *, all);
      count = 0;
      for (size_t i = 0; i < all; i++)
        if (az_is_true(b->store, model->value(model->ctx, places[i].condition)))
          reached[count++] = &places[i];
    }
    for (size_t i = 0; i < count; i++)
      b->raised[r] |= b->ops->improve(b->domain, r, value, model, &reached[i]->state);
    any |= b->raised[r];
  }
  az_arena_free(scratch);
  return any;
}

/* ---- search ---------------------------------------------------------------------------------- */

enum { TRIES = 3, MET = 8 };

/* A candidate in low .. high - 1, or high when nothing is left to find out. */
static void choose(const bound_search *b, target *t) {
  if (t->low >= t->high) {
    t->candidate = t->high;
    return;
  }
  t->candidate = t->high - 1;
  if (t->phase == TIGHT) return;
  if (t->phase == DESCEND) {
    size_t below = at_least(&b->thresholds, t->high);
    if (below && b->thresholds.items[below - 1] >= t->low)
      t->candidate = b->thresholds.items[below - 1];
    else
      t->low = t->candidate = t->high;
    return;
  }
  size_t from = at_least(&b->thresholds, t->low);
  bool met = from < b->thresholds.count && b->thresholds.items[from] == t->low &&
             (t->phase == CLIMB ? t->climbs <= MET : t->climbs % 2 == 0); /* they may be dense */
  if (t->phase <= AMONG && (met || (t->phase == CLIMB && !t->climbs))) {
    t->candidate = t->low;
    return;
  }
  if (t->phase == CLIMB) {
    size_t i = at_least(&b->rungs, t->low);
    uint32_t steps = t->simple ? 8 : 1; /* tried one by one */
    if (t->climbs > steps) i += (size_t)1 << (t->climbs < steps + 20 ? t->climbs - steps : 20);
    if (i < b->rungs.count && b->rungs.items[i] < t->candidate)
      t->candidate = b->rungs.items[i];
    else if (!t->simple && b->accelerate) { /* higher ones mostly repeat its variables' bounds */
      if (t->tries++ == TRIES) t->low = t->high;
      t->candidate = t->low;
    }
    return;
  }
  if (t->phase == AMONG) {
    size_t to = at_least(&b->thresholds, t->high);
    if (from < to) {
      t->candidate = b->thresholds.items[from + (to - from) / 2];
      return;
    }
    t->phase = GALLOP;
    t->jump = 0;
  }
  az_wide half = (t->high - 1 - t->low) / 2;
  t->candidate = t->low + (t->phase == GALLOP && t->jump < half ? t->jump : half);
}

/* The model's value of the row, which it violates, is joined into `candidate`. */
static void raise(const bound_search *b, target *t, const void *candidate) {
  if (!b->raised[t->row]) {
    if (t->candidate > t->peak) t->peak = t->candidate;
    return;
  }
  az_wide found = t->high;
  b->numeric->bound(b->domain, t->row, candidate, &found);
  t->low = found < t->high && t->phase != DESCEND ? found : t->high;
  t->jump = t->jump * 2 + 1;
  t->climbs++;
}

/* Searches the first n targets together until low = high for all, claims of other rows as in
 * `value`; those of the targets as the candidates say (moving), or as assumed by the caller.
 * AZ_UNSAT: found. *exact: some query showed that the bounds `high` hold, with the claims under
 * which it was asked. */
static az_answer search(bound_search *b, uint32_t n, const void *value, bool moving,
                        double deadline, bool *exact) {
  void *candidate = b->ops->value_copy(b->domain, value);
  az_answer answer = AZ_UNSAT;
  *exact = false;
  for (uint32_t i = 0; i < n; i++) b->among[b->targets[i].row] = true;
  while (answer != AZ_UNKNOWN) {
    bool open = false;
    for (uint32_t i = 0; i < n; i++) {
      target *t = &b->targets[i];
      choose(b, t);
      open |= t->low < t->high;
      b->numeric->set_bound(b->domain, t->row, candidate, t->candidate);
    }
    if (!open) break;
    if (moving) az_synthesis_assume(b->synthesis, candidate);
    for (uint32_t i = 0; i < n; i++)
      b->violations[i] = az_synthesis_violation(b->synthesis, b->targets[i].row, candidate);
    answer = az_synthesis_check_any(b->synthesis, b->violations, n, deadline);
    if (answer == AZ_UNSAT) {
      *exact = true;
      for (uint32_t i = 0; i < n; i++) {
        target *t = &b->targets[i];
        if (t->candidate >= t->high) continue;
        t->high = t->candidate;
        if (t->phase == TIGHT)
          t->phase = first_phase(b);
        else if (t->phase == CLIMB)
          t->phase = AMONG;
        else if (t->phase == GALLOP)
          t->phase = BISECT;
      }
    } else if (answer == AZ_SAT) {
      if (!join_model(b, b->among, candidate)) answer = AZ_UNKNOWN;
      for (uint32_t i = 0; i < n; i++) raise(b, &b->targets[i], candidate);
    }
  }
  for (uint32_t i = 0; i < n; i++) b->among[b->targets[i].row] = false;
  b->ops->value_free(b->domain, candidate);
  return answer == AZ_UNKNOWN ? AZ_UNKNOWN : AZ_UNSAT;
}

static void store_bounds(const bound_search *b, uint32_t n, void *value) {
  for (uint32_t i = 0; i < n; i++)
    b->numeric->set_bound(b->domain, b->targets[i].row, value, b->targets[i].high);
}

/* After a search: the second one, downwards, if it can be of use. */
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
  az_synthesis_assume(b->synthesis, value);
  az_answer answer = search(b, n, value, false, deadline, &any);
  if (answer != AZ_UNSAT) return answer; /* the bounds in `value` are good as well */
  if (any) *exact = false;
  store_bounds(b, n, value);
  return AZ_UNSAT;
}

static target start(const bound_search *b, uint32_t row, const void *value) {
  az_wide least, bound;
  target t = {.row = row, .phase = first_phase(b)};
  b->numeric->range(b->domain, row, &least, &t.high);
  t.low = b->numeric->bound(b->domain, row, value, &bound) ? bound : least - 1; /* that is bottom */
  if (t.low > t.high) t.low = t.high;
  t.base = t.peak = t.low;
  t.simple = is_simple(b, row);
  return t;
}

/* Loops that wait for each other (an inner one to end before the outer goes on) raise their rows in
 * turns; after so many rounds the rows searched so far are searched together. */
enum { PATIENCE = 4 };

/* One round over all rows. */
static az_step search_round(bound_search *b, void *value, double deadline) {
  if (deadline > 0 && az_clock() > deadline) return AZ_STEP_STOPPED;
  az_synthesis_assume(b->synthesis, value);
  for (uint32_t r = 0; r < b->rows; r++)
    b->violations[r] = az_synthesis_violation(b->synthesis, r, value);
  az_answer answer = az_synthesis_check_any(b->synthesis, b->violations, b->rows, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer != AZ_SAT || !join_model(b, NULL, value)) return AZ_STEP_STOPPED;
  uint32_t n = 0;
  for (uint32_t r = 0; r < b->rows; r++)
    if (b->raised[r] && ++b->joins[r] > b->delay) b->targets[n++].row = r;
  if (!n) return AZ_STEP_IMPROVED;

  if (b->probe == PROBE_THRESHOLDS && !b->rungs.items) find_thresholds(b);
  if (!b->accelerate) az_synthesis_assume(b->synthesis, value);
  if (b->choice == ONE) n = 1;
  for (uint32_t i = 0; i < n; i++) b->searched[b->targets[i].row] = true;
  if (b->choice == ALL || (b->choice == VIOLATED && ++b->searches > PATIENCE)) {
    n = 0;
    for (uint32_t r = 0; r < b->rows; r++)
      if (b->choice == ALL || b->searched[r]) b->targets[n++].row = r;
  }
  for (uint32_t i = 0; i < n; i++) b->targets[i] = start(b, b->targets[i].row, value);
  bool exact;
  answer = search(b, n, value, b->accelerate, deadline, &exact);
  store_bounds(b, n, value);
  if (b->accelerate && answer == AZ_UNSAT) answer = narrow(b, n, value, deadline, &exact);
  if (exact && b->accelerate &&
      n == b->rows) { /* that query was about all rows: no need to ask again */
    az_synthesis_assume(b->synthesis, value);
    return AZ_STEP_INDUCTIVE;
  }
  return answer == AZ_UNKNOWN ? AZ_STEP_STOPPED : AZ_STEP_IMPROVED;
}

/* ---- guesses --------------------------------------------------------------------------------- */

static az_term constant_value(void *ctx, az_term t) {
  (void)ctx;
  return t;
}

/* Joins what test runs reached: that is below every inductive value. */
static void join_samples(bound_search *b, const bool *among, void *value) {
  const az_model constants = {.value = constant_value};
  for (uint32_t r = 0; r < b->rows; r++) {
    if (!among[r]) continue;
    az_state state = {.site = b->ops->row(b->domain, r).site};
    size_t count;
    const az_term *const *samples = az_synthesis_samples(b->synthesis, state.site, &count);
    for (size_t i = 0; i < count; i++) {
      state.values = samples[i];
      b->ops->improve(b->domain, r, value, &constants, &state);
    }
  }
}

static void set_bottom(const bound_search *b, uint32_t row, void *value);

enum { FEW_ROWS = 32, FEW_SAMPLES = 40 }; /* too few to choose, to tell */

/* Joins the samples into the row, which is bottom. Would that be a bound that holds? One that
 * samples meet again and again, or about 0, more likely than an outermost point of few. */
static bool is_plausible(bound_search *b, target *t, bool all, void *value) {
  const az_model constants = {.value = constant_value};
  az_state state = {.site = b->ops->row(b->domain, t->row).site};
  size_t count, met = 0;
  const az_term *const *samples = az_synthesis_samples(b->synthesis, state.site, &count);
  az_wide most = 0, found;
  for (size_t i = 0; i < count; i++) {
    state.values = samples[i];
    set_bottom(b, t->row, value);
    if (!b->ops->improve(b->domain, t->row, value, &constants, &state) ||
        !b->numeric->bound(b->domain, t->row, value, &found))
      return true;
    if (!i || found > most) most = found, met = 0;
    if (found == most) met++;
  }
  if (!count) return true;
  t->low = most;
  b->numeric->set_bound(b->domain, t->row, value, most);
  return most < t->high && (all || t->simple || count < FEW_SAMPLES || met * 20 >= count ||
                            (most >= -1 && most <= 1));
}

static void set_bottom(const bound_search *b, uint32_t row, void *value) {
  az_wide least, greatest;
  b->numeric->range(b->domain, row, &least, &greatest);
  b->numeric->set_bound(b->domain, row, value, least - 1);
}

/* What rows of one variable say in `value` about this one, least - 1 for bottom. */
static az_wide known(const bound_search *b, uint32_t row, const void *value) {
  az_wide least, bound;
  b->numeric->range(b->domain, row, &least, &bound);
  bool reached = is_simple(b, row)     ? b->numeric->bound(b->domain, row, value, &bound)
                 : b->numeric->implied ? b->numeric->implied(b->domain, row, value, &bound)
                                       : true;
  return reached ? bound : least - 1;
}

static void give_up(bound_search *b, uint32_t row, void *value) {
  if (is_simple(b, row))
    b->numeric->set_bound(b->domain, row, value, known(b, row, b->safe));
  else
    b->ops->value_top(b->domain, value, row);
  b->among[row] = false;
}

/* A guess that a model refuted, which is joined already: what to guess next. */
static void guess(bound_search *b, target *t, void *value) {
  b->numeric->bound(b->domain, t->row, value, &t->low);
  uint32_t patience = t->simple ? b->patience / 2 : b->patience;
  if (t->low >= t->high || t->tries++ >= patience) {
    give_up(b, t->row, value);
    return;
  }
  if (b->probe != PROBE_THRESHOLDS || t->tries <= patience / 2) return;
  if (!t->simple && t->low < 0) { /* mostly x <= y, if anything */
    b->numeric->set_bound(b->domain, t->row, value, 0);
    return;
  }
  size_t i = at_least(&b->thresholds, t->low);
  if (i < b->thresholds.count && b->thresholds.items[i] < t->high)
    b->numeric->set_bound(b->domain, t->row, value, b->thresholds.items[i]);
}

/* Rows of several variables mostly say nothing, or they say what a few runs show: x <= y, x + y ==
 * n. So they start with what the samples give, all together, and a model that violates such a guess
 * raises it; `patience` times, then it is given up for what `safe` says about its variables. Rows
 * of one variable that are top in `safe` are guessed too: a relation may bound them. Questions are
 * about a part of the rows at a time; as the claims are the same for all parts, no part with a
 * violation is the answer to the disjunction of all. */
static az_step weed(bound_search *b, void *value, double deadline) {
  enum { PART = 96 };
  uint32_t n = 0;
  for (uint32_t r = 0; r < b->rows; r++) {
    az_wide least, greatest, bound = known(b, r, b->safe);
    b->numeric->range(b->domain, r, &least, &greatest);
    b->among[r] = !is_simple(b, r) || bound >= greatest;
    if (!b->among[r]) continue;
    set_bottom(b, r, value);
    if (bound < least) b->among[r] = false; /* unreachable */
    if (b->among[r]) b->targets[n++] = (target){.row = r, .high = bound, .simple = is_simple(b, r)};
  }
  if (b->probe == PROBE_THRESHOLDS && !b->rungs.items) find_thresholds(b);
  for (int simple = 1; simple >= 0; simple--)
    for (uint32_t i = 0; i < n; i++) {
      target *t = &b->targets[i];
      if (t->simple != simple) continue;
      if (!simple && n > FEW_ROWS) { /* guesses about the variables count, where there are any */
        az_wide least, bound = known(b, t->row, value);
        b->numeric->range(b->domain, t->row, &least, &(az_wide){0});
        if (bound >= least && bound < t->high) t->high = bound;
      }
      if (!is_plausible(b, t, n <= FEW_ROWS, value)) give_up(b, t->row, value);
    }

  uint32_t at = 0, clean = 0;
  bool changed = true;
  for (;;) {
    if (changed) { /* the rows left */
      uint32_t left = 0;
      for (uint32_t i = 0; i < n; i++)
        if (b->among[b->targets[i].row]) b->targets[left++] = b->targets[i];
      n = left;
      at = n ? at % n : 0;
      clean = 0;
      changed = false;
      az_synthesis_assume(b->synthesis, value);
    }
    if (clean >= n) break;
    uint32_t part = n - clean < PART ? n - clean : PART;
    for (uint32_t i = 0; i < part; i++)
      b->violations[i] = az_synthesis_violation(b->synthesis, b->targets[(at + i) % n].row, value);
    az_answer answer = az_synthesis_check_any(b->synthesis, b->violations, part, deadline);
    if (answer == AZ_UNSAT) {
      at = (at + part) % n;
      clean += part;
      continue;
    }
    if (answer == AZ_UNKNOWN || !join_model(b, b->among, value)) return AZ_STEP_STOPPED;
    for (uint32_t i = 0; i < n; i++)
      if (b->raised[b->targets[i].row]) guess(b, &b->targets[i], value);
    changed = true;
  }

  /* Guesses beyond what models gave may be too high. */
  uint32_t loose = 0;
  for (uint32_t i = 0; i < n; i++) {
    target t = b->targets[i];
    b->among[t.row] = false;
    if (!b->numeric->bound(b->domain, t.row, value, &t.high) || t.low >= t.high) continue;
    t.phase = first_phase(b);
    t.base = t.peak = t.low;
    t.tries = 0;
    b->targets[loose++] = t;
  }
  if (loose) {
    bool exact;
    search(b, loose, value, true, deadline, &exact);
    store_bounds(b, loose, value);
    az_synthesis_assume(b->synthesis, value);
  }
  return AZ_STEP_INDUCTIVE;
}

/* Bounds that hold each other up come down together only: at the end all of them are searched once
 * more, downwards, among thresholds. */
static void descend(bound_search *b, void *value, double deadline) {
  uint32_t n = 0;
  if (!b->rungs.items) find_thresholds(b);
  for (uint32_t r = 0; r < b->rows; r++) {
    target t = {.row = r, .phase = DESCEND};
    az_wide least, greatest;
    b->numeric->range(b->domain, r, &least, &greatest);
    if (!b->searched[r] || !b->numeric->bound(b->domain, r, value, &t.high) || t.high >= greatest)
      continue;
    t.low = t.base = t.peak = least;
    b->targets[n++] = t;
  }
  bool exact;
  if (n) search(b, n, value, true, deadline, &exact);
  store_bounds(b, n, value);
  az_synthesis_assume(b->synthesis, value);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* All bounds as in `safe`. */
static void restore(const bound_search *b, void *value) {
  for (uint32_t r = 0; r < b->rows; r++) {
    az_wide bound;
    if (b->numeric->bound(b->domain, r, b->safe, &bound))
      b->numeric->set_bound(b->domain, r, value, bound);
    else
      set_bottom(b, r, value);
  }
}

static void begin(bound_search *b, void *value) {
  for (uint32_t r = 0; r < b->rows; r++) {
    b->among[r] = !b->first_stage || is_simple(b, r);
    if (!b->among[r]) b->ops->value_top(b->domain, value, r);
  }
  join_samples(b, b->among, value);
  memset(b->among, 0, b->rows * sizeof *b->among);
  b->started = true;
}

az_step bound_search_step(void *self, void *value, double deadline) {
  bound_search *b = self;
  if (!b->started) begin(b, value);
  if (b->safe && b->patience) {
    az_step step = weed(b, value, deadline);
    if (step == AZ_STEP_INDUCTIVE) return step;
  } else {
    az_step step = search_round(b, value, deadline);
    if (step == AZ_STEP_INDUCTIVE && b->suspect && b->accelerate) {
      b->suspect = false;
      descend(b, value, deadline);
    }
    if (step == AZ_STEP_INDUCTIVE && b->first_stage) {
      b->first_stage = false;
      b->safe = b->ops->value_copy(b->domain, value);
      for (uint32_t r = 0; r < b->rows; r++)
        if (!is_simple(b, r)) set_bottom(b, r, value);
      b->searches = 0;
      return AZ_STEP_IMPROVED;
    }
    if (step != AZ_STEP_STOPPED || !b->safe) return step;
  }
  restore(b, value); /* out of time: what the first stage showed */
  az_synthesis_assume(b->synthesis, value);
  return AZ_STEP_INDUCTIVE;
}
