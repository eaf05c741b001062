/* Binary search for the bounds of numeric rows e_r <= d_r (book chapter 6.1, with the corrections
 * of soundness.md 4).
 *
 * A round asks whether any row can be violated and joins the model, as enumeration does. Rows
 * joined more than `delay` times are then searched together: every row t has l_t <= u_t, where u_t
 * is its greatest value or a bound known to be inductive together with the other rows' u, and a
 * candidate m_t in l_t .. u_t - 1 (u_t when l_t = u_t). The query claims under the candidates and
 * (e_t > m_t somewhere, for some t) is the book's system (22) for delta_t = m_t + 1: the searched
 * row keeps its pre-part. It is one disjunction over all searched rows, so that one answer serves
 * many: SAT:   l_t := value of e_t in the model, for the rows that it violates; UNSAT: u_t := m_t
 * for all of them. Each answer shrinks some l_t .. u_t, so the search ends, with the bounds u. They
 * are joined with the old ones.
 *
 * Where to look: first along the thresholds (the program's constants c, c-1, c+1, their opposites,
 * and type bounds), in growing strides; the last one is the row's greatest value - 1, so that an
 * unbounded row costs one query and not 64. Then in doubling steps from below, then by bisection.
 * Without thresholds: bisection from the start, as the book has it.
 *
 * Rows of one variable are searched before the others (`staged`), which are top until then: there
 * are fewer of them, and what they say is the most useful. If time runs out later, their bounds are
 * the result.
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
#include "ansatz/arena.h"
#include "ansatz/strategy.h"
#include <stdlib.h>
#include <string.h>

/* TIGHT: is high reached? CLIMB: rungs in growing strides; AMONG: bisection of the thresholds left.
 */
typedef enum phase { TIGHT, CLIMB, AMONG, GALLOP, BISECT } phase;

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

typedef struct binsearch {
  az_arena *arena;
  az_synthesis *synthesis;
  az_store *store;
  const az_domain_ops *ops;
  void *domain;
  const az_numeric_facet *numeric;
  uint32_t rows, delay;
  choice choice;
  bool accelerate, use_thresholds;
  bool first_stage; /* rows of more than one variable are top */
  void *safe;       /* inductive value of the first stage */
  struct ladder {
    az_wide *items; /* ascending; NULL until first needed */
    size_t count;
  } rungs, thresholds; /* the constants; they and their neighbours */
  az_term *violations; /* scratch, one a row */
  uint32_t *joins;     /* one a row */
  bool *searched;      /* one a row: in an earlier round */
  uint32_t searches;   /* rounds of this stage */
  target *targets;     /* room for all rows */
} binsearch;

static void *open_binsearch(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  const az_domain *domain = az_synthesis_domain(synthesis);
  const az_numeric_facet *numeric =
      domain->ops->facet ? domain->ops->facet(domain->self, "numeric") : NULL;
  if (!numeric) {
    az_fail(err, AZ_ERR_INPUT, "binsearch needs numeric rows, which domain '%s' has not",
            domain->module->name);
    return NULL;
  }
  az_arena *arena = az_arena_new();
  binsearch *b = AZ_NEW(arena, binsearch);
  b->arena = arena;
  b->synthesis = synthesis;
  b->store = az_synthesis_store(synthesis);
  b->ops = domain->ops;
  b->domain = domain->self;
  b->numeric = numeric;
  b->rows = b->ops->row_count(b->domain);
  b->delay = (uint32_t)az_desc_int(options, "delay");
  b->accelerate = az_desc_bool(options, "accelerate");
  b->use_thresholds = az_desc_bool(options, "thresholds");
  const char *rows = az_desc_string(options, "rows");
  b->choice = !strcmp(rows, "one") ? ONE : !strcmp(rows, "all") ? ALL : VIOLATED;
  b->violations = AZ_NEWN(arena, az_term, b->rows);
  b->joins = AZ_NEWN(arena, uint32_t, b->rows);
  b->searched = AZ_NEWN(arena, bool, b->rows);
  b->targets = AZ_NEWN(arena, target, b->rows);
  if (az_desc_bool(options, "staged") && b->accelerate)
    for (uint32_t r = 0; r < b->rows; r++)
      b->first_stage |= b->numeric->arity && b->numeric->arity(b->domain, r) > 1;
  return b;
}

static void close_binsearch(void *self) {
  binsearch *b = self;
  if (b->safe) b->ops->value_free(b->domain, b->safe);
  az_arena_free(b->arena);
}

/* ---- thresholds
 * ------------------------------------------------------------------------------------ */

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
static terms collect(const binsearch *b, az_arena *arena) {
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

static void find_thresholds(binsearch *b) {
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

/* ---- search
 * ---------------------------------------------------------------------------------------- */

enum { TRIES = 3 };

/* A candidate in low .. high - 1, or high when nothing is left to find out. */
static void choose(const binsearch *b, target *t) {
  if (t->low >= t->high) {
    t->candidate = t->high;
    return;
  }
  t->candidate = t->high - 1;
  if (t->phase == TIGHT) return;
  size_t from = at_least(&b->thresholds, t->low);
  bool met = from < b->thresholds.count && b->thresholds.items[from] == t->low;
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

/* Balanced, so that a changed row costs log(rows) new terms. */
static az_term any_of(az_store *store, const az_term *t, uint32_t n) {
  if (n == 0) return az_false(store);
  if (n == 1) return t[0];
  return az_or(store, any_of(store, t, n / 2), any_of(store, t + n / 2, n - n / 2));
}

/* The model violates the candidate: low becomes the greatest value that it gives to the row at any
 * place. */
static bool raise(binsearch *b, target *t, void *candidate) {
  const az_model *model = az_synthesis_model(b->synthesis);
  const az_place *place;
  bool raised = false;
  while ((place = az_synthesis_violated_place(b->synthesis, t->row, candidate))) {
    az_term value = b->numeric->expression(b->domain, t->row, &place->state);
    az_wide found;
    if (!az_const_wide(b->store, model->value(model->ctx, value), true, &found)) break;
    if (found <= t->candidate)
      break; /* cannot be, unless the domain's claim and expression disagree */
    t->candidate = found;
    b->numeric->set_bound(b->domain, t->row, candidate, found);
    raised = true;
  }
  if (!raised) return false;
  t->low = t->candidate < t->high ? t->candidate : t->high;
  t->jump = t->jump * 2 + 1;
  t->climbs++;
  return true;
}

/* Searches the first n targets together until low = high for all, claims of other rows as in
 * `value`; those of the targets as the candidates say (moving), or as assumed by the caller.
 * AZ_UNSAT: found. *exact: some query showed that the bounds `high` hold, with the claims under
 * which it was asked. */
static az_answer search(binsearch *b, uint32_t n, const void *value, bool moving, double deadline,
                        bool *exact) {
  void *candidate = b->ops->value_copy(b->domain, value);
  az_answer answer = AZ_UNSAT;
  *exact = false;
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
    az_term any = any_of(b->store, b->violations, n);
    answer = az_synthesis_check(b->synthesis, &any, 1, deadline);
    if (answer == AZ_UNSAT) {
      *exact = true;
      for (uint32_t i = 0; i < n; i++) {
        target *t = &b->targets[i];
        if (t->candidate >= t->high) continue;
        t->high = t->candidate;
        if (t->phase == TIGHT)
          t->phase = b->use_thresholds ? CLIMB : BISECT;
        else if (t->phase == CLIMB)
          t->phase = AMONG;
        else if (t->phase == GALLOP)
          t->phase = BISECT;
      }
    } else if (answer == AZ_SAT) {
      bool raised = false;
      for (uint32_t i = 0; i < n; i++) {
        target *t = &b->targets[i];
        if (!az_is_false(b->store, b->violations[i]) && raise(b, t, candidate))
          raised = true;
        else if (t->candidate > t->peak)
          t->peak = t->candidate;
      }
      if (!raised) answer = AZ_UNKNOWN;
    }
  }
  b->ops->value_free(b->domain, candidate);
  return answer == AZ_UNKNOWN ? AZ_UNKNOWN : AZ_UNSAT;
}

static void store_bounds(const binsearch *b, uint32_t n, void *value) {
  for (uint32_t i = 0; i < n; i++)
    b->numeric->set_bound(b->domain, b->targets[i].row, value, b->targets[i].high);
}

/* After a search: the second one, downwards, if it can be of use. */
static az_answer narrow(binsearch *b, uint32_t n, void *value, double deadline, bool *exact) {
  bool suspect = false, any;
  for (uint32_t i = 0; i < n; i++) suspect |= b->targets[i].peak > b->targets[i].high;
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

static bool is_simple(const binsearch *b, uint32_t row) {
  return !b->numeric->arity || b->numeric->arity(b->domain, row) <= 1;
}

static target start(const binsearch *b, uint32_t row, const void *value) {
  az_wide least, bound;
  target t = {.row = row, .phase = b->use_thresholds ? CLIMB : BISECT};
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
static az_step search_round(binsearch *b, void *value, double deadline) {
  if (deadline > 0 && az_clock() > deadline) return AZ_STEP_STOPPED;
  az_synthesis_assume(b->synthesis, value);
  for (uint32_t r = 0; r < b->rows; r++)
    b->violations[r] = az_synthesis_violation(b->synthesis, r, value);
  az_term any = any_of(b->store, b->violations, b->rows);
  az_answer answer = az_synthesis_check(b->synthesis, &any, 1, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer != AZ_SAT) return AZ_STEP_STOPPED;

  const az_model *model = az_synthesis_model(b->synthesis);
  const az_place *place;
  bool improved = false;
  uint32_t n = 0;
  for (uint32_t r = 0; r < b->rows; r++) {
    bool joined = false;
    while ((place = az_synthesis_violated_place(b->synthesis, r, value)) &&
           b->ops->improve(b->domain, r, value, model, &place->state))
      joined = true;
    improved |= joined;
    if (joined && ++b->joins[r] > b->delay) b->targets[n++].row = r;
  }
  if (!improved) return AZ_STEP_STOPPED;
  if (!n) return AZ_STEP_IMPROVED;

  if (b->use_thresholds && !b->rungs.items) find_thresholds(b);
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

/* Rows of several variables to top, or to bottom. */
static void set_others(const binsearch *b, void *value, bool top) {
  for (uint32_t r = 0; r < b->rows; r++) {
    az_wide least, greatest;
    if (is_simple(b, r)) continue;
    b->numeric->range(b->domain, r, &least, &greatest);
    b->numeric->set_bound(b->domain, r, value, top ? greatest : least - 1);
  }
}

static az_step binsearch_step(void *self, void *value, double deadline) {
  binsearch *b = self;
  if (b->first_stage) set_others(b, value, true);
  az_step step = search_round(b, value, deadline);
  if (step == AZ_STEP_INDUCTIVE && b->first_stage) {
    b->first_stage = false;
    b->safe = b->ops->value_copy(b->domain, value);
    set_others(b, value, false);
    b->searches = 0;
    return AZ_STEP_IMPROVED;
  }
  if (step != AZ_STEP_STOPPED || !b->safe) return step;
  for (uint32_t r = 0; r < b->rows; r++) { /* out of time: what the first stage showed */
    az_wide bound, least, greatest;
    b->numeric->range(b->domain, r, &least, &greatest);
    if (!b->numeric->bound(b->domain, r, b->safe, &bound)) bound = least - 1;
    b->numeric->set_bound(b->domain, r, value, bound);
  }
  az_synthesis_assume(b->synthesis, value);
  return AZ_STEP_INDUCTIVE;
}

static const char *const facets[] = {"numeric", NULL};
static const az_strategy_ops binsearch_operations = {
    .facets = facets, .open = open_binsearch, .close = close_binsearch, .step = binsearch_step};

static const char *const rows_choices[] = {"one", "violated", "all", NULL};
static const az_option binsearch_options[] = {
    {.name = "rows",
     .type = AZ_OPT_ENUM,
     .summary = "rows searched together: one that a model violates, all that it violates, or all "
                "there are",
     .initial = "violated",
     .choices = rows_choices},
    {.name = "thresholds",
     .type = AZ_OPT_BOOL,
     .summary = "try the program's constants and type bounds first",
     .initial = "true"},
    {.name = "accelerate",
     .type = AZ_OPT_BOOL,
     .summary = "candidates bound the states before the step too; false: least fixed point, slow "
                "on long loops",
     .initial = "true"},
    {.name = "staged",
     .type = AZ_OPT_BOOL,
     .summary = "rows of one variable before the others",
     .initial = "true"},
    {.name = "delay",
     .type = AZ_OPT_INT,
     .summary = "models joined into a row before it is searched",
     .initial = "0",
     .least = 0,
     .greatest = INT32_MAX},
    {0}};

AZ_MODULE(binsearch) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_STRATEGY,
    .name = "binsearch",
    .version = "1.0",
    .summary = "binary search for the bounds of numeric rows: inductive, fast on wide ranges",
    .options = binsearch_options,
    .operations = &binsearch_operations,
    .operations_size = sizeof binsearch_operations,
};
