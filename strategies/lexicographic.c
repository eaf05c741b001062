/* Lexicographic rankings, component by component [kroening2023, sec. 6.2; gonnord2015]. R is the
 * set of iterations that are still to be ranked, in which all components so far stay the same. As
 * long as R is not empty,
 *
 *   1. a model gives an iteration of R, a pair of states (x, x');
 *   2. a candidate e with e(x') < e(x) is chosen, with the lowest floor c for which max(e, c)
 *      increases in no iteration of R; c must be below e(x). Models in which max(e, c) increases
 *      raise c; then bisection finds the lowest c;
 *   3. max(e, c) becomes the next component, and R loses the iterations in which it decreases.
 *
 * If no candidate decreases in this iteration, one is chosen that decreases in another iteration of
 * R, since more candidates may be possible for the rest of R. Greedy choice is complete: a
 * candidate that does not increase in R does not increase in any part of R. Known iterations refute
 * candidates without a query. If a loop has no ranking among its candidates, sums with other
 * coefficients that the known iterations permit are tried, then candidates restricted to a
 * condition of the program, and finally two sums by cases. */
#include "ansatz/arena.h"
#include "ansatz/ranking.h"
#include "ansatz/strategy.h"
#include "coefficients.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct lexicographic {
  az_arena *arena;
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_measure_facet *facet;
  az_store *store;
} lexicographic;

/* The value of a candidate before and after an iteration. */
typedef struct ends {
  az_wide before, after;
} ends;

typedef struct observed { /* an iteration from a model */
  ends *of;               /* stb_ds, by candidate */
  ends *vars;             /* stb_ds, by variable */
  bool *held;             /* stb_ds: two for each condition, before and after */
} observed;

typedef struct candidate {
  az_term *before, *after; /* by proof obligation of the loop */
  az_wide least, greatest;
  bool used;
} candidate;

/* The search for the ranking of one loop. */
typedef struct search {
  lexicographic *l;
  uint32_t row;
  void *value;
  double deadline;
  const az_obligation *iterations;
  size_t count;
  az_term *left;         /* by proof obligation: iterations in R */
  candidate *candidates; /* stb_ds */
  observed *observed;    /* stb_ds: known iterations of R */
  uint32_t pieces;       /* number of pieces tried so far */
  uint32_t splits;       /* and of expressions by two sums */
  uint32_t high;         /* number of components with high floors */
  bool any_floor;        /* high floors are permitted */
  uint32_t plain;        /* number of candidates at the beginning */
  bool bounded;          /* floors are limited (az_ranking_least) */
} search;

typedef enum found { FOUND, NONE, OUT_OF_TIME } found;

static az_term number(const search *s, uint32_t c, az_wide n) {
  const lexicographic *l = s->l;
  return az_bv_wide(l->store, l->facet->candidates.width(l->domain->self, s->row, c), n);
}

static az_term max_term(const search *s, az_term e, az_term floor) {
  return az_ite(s->l->store, az_bv_slt(s->l->store, e, floor), floor, e);
}

/* Computes numbers for a pointer, which has an order but no number: *before is 1 if the pointer
 * decreases, *after is 1 if it increases; otherwise 0. */
static void pointer_ends(const search *s, uint32_t c, const az_descent *descent,
                         const az_state *iteration, az_term *before, az_term *after) {
  az_store *store = s->l->store;
  az_term less, not_more, zero = number(s, c, 0), one = number(s, c, 1);
  az_ranking_descends(store, descent, iteration->values, iteration->next, &less, &not_more);
  *before = az_ite(store, less, one, zero);
  *after = az_ite(store, not_more, zero, one);
}

static void add_candidate(search *s) {
  lexicographic *l = s->l;
  uint32_t c = (uint32_t)arrlenu(s->candidates);
  candidate new = {.before = AZ_NEWN(l->arena, az_term, s->count + 1),
                   .after = AZ_NEWN(l->arena, az_term, s->count + 1)};
  l->facet->candidates.range(l->domain->self, s->row, c, &new.least, &new.greatest);
  if (s->bounded) {
    az_wide least = az_ranking_least(l->facet->candidates.width(l->domain->self, s->row, c));
    if (new.least < least) new.least = least;
  }
  az_descent descent;
  bool is_pointer = l->facet->candidates.descent &&
                    l->facet->candidates.descent(l->domain->self, s->row, c, &descent);
  for (size_t i = 0; i < s->count; i++) {
    const az_state *state = &s->iterations[i].state;
    if (is_pointer) {
      pointer_ends(s, c, &descent, state, &new.before[i], &new.after[i]);
      continue;
    }
    new.before[i] = l->facet->candidates.expression(l->domain->self, s->row, c, state->values);
    new.after[i] = l->facet->candidates.expression(l->domain->self, s->row, c, state->next);
  }
  arrput(s->candidates, new);
}

/* ---- queries --------------------------------------------------------------------------------- */

/* A condition on the candidate's values `before` and `after` an iteration of R. */
typedef az_term (*relation)(const search *s, uint32_t c, az_term before, az_term after,
                            az_wide floor);

static az_term increases(const search *s, uint32_t c, az_term before, az_term after,
                         az_wide floor) {
  az_store *store = s->l->store;
  az_term more = az_bv_slt(store, before, after);
  return az_and(store, more, az_bv_slt(store, number(s, c, floor), after));
}

static az_term decreases(const search *s, uint32_t c, az_term before, az_term after,
                         az_wide floor) {
  az_store *store = s->l->store;
  az_term less = az_bv_slt(store, after, before);
  return az_and(store, less, az_bv_slt(store, number(s, c, floor), before));
}

/* Asks whether the relation holds in an iteration of R, until the deadline. */
static az_answer ask_until(search *s, uint32_t c, relation holds, az_wide floor, double deadline) {
  az_store *store = s->l->store;
  const candidate *e = &s->candidates[c];
  az_term any = az_false(store);
  for (size_t i = 0; i < s->count; i++) {
    if (az_is_false(store, s->left[i])) continue;
    az_term there = holds(s, c, e->before[i], e->after[i], floor);
    any = az_or(store, any, az_and(store, s->left[i], there));
  }
  if (az_is_false(store, any)) return AZ_UNSAT;
  return az_synthesis_check(s->l->synthesis, &any, 1, deadline);
}

static az_answer ask(search *s, uint32_t c, relation holds, az_wide floor) {
  return ask_until(s, c, holds, floor, s->deadline);
}

/* As `ask`, about a sum. Sums with large coefficients are hard for the solver, and others may
 * serve, so that one query has a part of the time that is left. */
static az_answer ask_sum(search *s, uint32_t sum) {
  const double now = az_synthesis_clock(s->l->synthesis), part = (s->deadline - now) / 3;
  return ask_until(s, sum, increases, s->candidates[sum].least,
                   s->deadline > 0 ? now + part : s->deadline);
}

static bool is_late(const search *s) {
  const double margin = 0.01;
  return s->deadline > 0 && az_synthesis_clock(s->l->synthesis) + margin >= s->deadline;
}

static az_term value_of(const search *s, az_term t) {
  const az_model *model = az_synthesis_model(s->l->synthesis);
  return model->value(model->ctx, t);
}

static ends ends_of(const search *s, uint32_t c, size_t iteration) {
  const candidate *e = &s->candidates[c];
  ends both = {0, 0};
  az_const_wide(s->l->store, value_of(s, e->before[iteration]), true, &both.before);
  az_const_wide(s->l->store, value_of(s, e->after[iteration]), true, &both.after);
  return both;
}

static az_wide variable_in(const search *s, uint32_t v, const az_term *values) {
  const lexicographic *l = s->l;
  az_wide n = 0;
  az_term t = l->facet->sums.variable(l->domain->self, s->row, v, values);
  az_const_wide(l->store, value_of(s, t), true, &n);
  return n;
}

static uint32_t guards(const search *s) {
  const lexicographic *l = s->l;
  return az_measure_guard_count(l->facet, l->domain->self, s->row);
}

static bool holds_in(const search *s, uint32_t guard, const az_term *values) {
  const lexicographic *l = s->l;
  az_term holds = l->facet->pieces.guard(l->domain->self, s->row, guard, values);
  return az_is_true(l->store, value_of(s, holds));
}

/* Stores the iteration of R that the model describes, after AZ_SAT. */
static void meet(search *s) {
  const lexicographic *l = s->l;
  for (size_t i = 0; i < s->count; i++) {
    if (!az_is_true(l->store, value_of(s, s->left[i]))) continue;
    observed m = {.of = NULL};
    for (uint32_t c = 0; c < arrlenu(s->candidates); c++) arrput(m.of, ends_of(s, c, i));
    uint32_t variables = az_measure_variable_count(l->facet, l->domain->self, s->row);
    const az_state *state = &s->iterations[i].state;
    for (uint32_t v = 0; v < variables; v++) {
      const az_wide before = variable_in(s, v, state->values);
      arrput(m.vars, ((ends){before, variable_in(s, v, state->next)}));
    }
    for (uint32_t g = 0; g < guards(s); g++)
      for (int after = 0; after < 2; after++)
        arrput(m.held, holds_in(s, g, after ? state->next : state->values));
    arrput(s->observed, m);
    return;
  }
}

/* ---- components ------------------------------------------------------------------------------ */

/* Returns the lowest floor that the known iterations permit. */
static az_wide floor_by_observed(const search *s, uint32_t c) {
  az_wide floor = s->candidates[c].least;
  for (size_t i = 0; i < arrlenu(s->observed); i++) {
    ends e = s->observed[i].of[c];
    if (e.after > e.before && e.after > floor) floor = e.after;
  }
  return floor;
}

/* Returns the number from which on numbers count as large. If nothing overflows, a ranking must not
 * mention large numbers (az_ranking_bounded). */
static az_wide large(const search *s, uint32_t c) {
  enum { BITS = 9, INT = 32 };
  const uint32_t width = s->l->facet->candidates.width(s->l->domain->self, s->row, c);
  return s->bounded || width < INT ? -az_ranking_least(width) : (az_wide)1 << (width - BITS);
}

/* Returns the limit of floors. A floor near the greatest value of the type ranks only iterations at
 * the edge of the type, such as those that overflow; max(x, 2147483645) would be followed by max(x,
 * 2147483644), and so on. Such floors are the last resort. */
static az_wide limit_of(const search *s, uint32_t c, az_wide limit) {
  const az_wide high = large(s, c);
  return s->any_floor || limit <= high ? limit : high;
}

/* Finds the lowest floor below `limit` with which the candidate increases in no iteration of R. */
static found lowest_floor(search *s, uint32_t c, az_wide limit, az_wide *floor) {
  bool cuts = az_measure_has_floors(s->l->facet, s->l->domain->self);
  *floor = floor_by_observed(s, c);
  if (*floor >= limit || (!cuts && *floor > s->candidates[c].least)) return NONE;
  az_answer answer = ask(s, c, increases, *floor);
  if (answer == AZ_UNSAT) return FOUND;
  if (answer != AZ_SAT) return OUT_OF_TIME;
  meet(s);
  if (!cuts) return NONE;
  az_wide low = floor_by_observed(s, c), high = limit - 1; /* low: all lower floors are violated */
  if (low > high) return NONE;
  *floor = high;
  answer = ask(s, c, increases, high);
  if (answer == AZ_SAT) meet(s);
  if (answer != AZ_UNSAT) return answer == AZ_SAT ? NONE : OUT_OF_TIME;
  while (low < high) {
    az_wide middle = low + (high - low) / 2;
    answer = ask(s, c, increases, middle);
    if (answer == AZ_UNKNOWN) break;
    if (answer == AZ_UNSAT) {
      high = middle;
      continue;
    }
    meet(s);
    az_wide raised = floor_by_observed(s, c);
    low = raised > middle ? raised : middle + 1;
  }
  *floor = high;
  return FOUND;
}

static void free_observed(observed *m) {
  arrfree(m->of);
  arrfree(m->vars);
  arrfree(m->held);
}

/* Appends the component to the ranking. R keeps only the iterations in which it stays the same. */
static void append(search *s, uint32_t c, az_wide floor) {
  lexicographic *l = s->l;
  candidate *e = &s->candidates[c];
  az_term bound = number(s, c, floor);
  l->facet->tuple.append(l->domain->self, s->row, s->value, c, floor);
  e->used = true;
  for (size_t i = 0; i < s->count; i++) {
    az_term before = max_term(s, e->before[i], bound), after = max_term(s, e->after[i], bound);
    az_term same = az_bv_sle(l->store, before, after);
    s->left[i] = az_and(l->store, s->left[i], same);
  }
  for (size_t i = arrlenu(s->observed); i-- > 0;) {
    ends both = s->observed[i].of[c];
    if (both.after >= both.before || both.before <= floor) continue;
    free_observed(&s->observed[i]);
    arrdel(s->observed, i);
  }
}

/* Finds a component that decreases in this known iteration. */
static found component_for(search *s, size_t iteration) {
  for (uint32_t c = 0; c < arrlenu(s->candidates); c++) {
    if (s->candidates[c].used && s->candidates[c].least == floor_by_observed(s, c)) continue;
    ends e = s->observed[iteration].of[c];
    az_wide floor;
    if (e.after >= e.before) continue;
    found f = lowest_floor(s, c, limit_of(s, c, e.before), &floor);
    if (f == FOUND) append(s, c, floor);
    if (f != NONE) return f;
  }
  return NONE;
}

/* Finds a component that decreases in some iteration of R. */
static found component_elsewhere(search *s) {
  for (uint32_t c = 0; c < arrlenu(s->candidates); c++) {
    az_wide floor = floor_by_observed(s, c);
    if (floor >= limit_of(s, c, s->candidates[c].greatest)) continue;
    az_answer answer = ask(s, c, decreases, floor);
    if (answer == AZ_UNKNOWN) return OUT_OF_TIME;
    if (answer == AZ_UNSAT) continue;
    meet(s);
    found f = lowest_floor(s, c, limit_of(s, c, arrlast(s->observed).of[c].before), &floor);
    if (f == FOUND) append(s, c, floor);
    if (f != NONE) return f;
  }
  return NONE;
}

/* ---- sums with other coefficients ------------------------------------------------------------ */

static az_wide decrease_of(const observed *m, uint32_t v) {
  return m->vars[v].before - m->vars[v].after;
}

/* Returns the variables that some iteration changes. */
static uint32_t *changing(const search *s) {
  uint32_t *vars = NULL, n = az_measure_variable_count(s->l->facet, s->l->domain->self, s->row);
  for (uint32_t v = 0; v < n; v++) {
    bool changes = false;
    for (size_t i = 0; i < arrlenu(s->observed) && !changes; i++)
      changes = decrease_of(&s->observed[i], v) != 0;
    if (changes) arrput(vars, v);
  }
  return vars;
}

/* Returns the changes of these variables in the known iterations; in the last one, the sum must
 * decrease. */
static az_wide **decreases_of(const search *s, const uint32_t *vars) {
  az_wide **rows = NULL;
  for (size_t i = 0; i < arrlenu(s->observed); i++) {
    az_wide *row = AZ_NEWN(s->l->arena, az_wide, arrlenu(vars) + 1);
    for (size_t v = 0; v < arrlenu(vars); v++) row[v] = decrease_of(&s->observed[i], vars[v]);
    arrput(rows, row);
  }
  return rows;
}

/* Returns whether the candidate, cut off at its least value, decreases in a known iteration. */
static bool decreases_in(const search *s, uint32_t c, size_t iteration) {
  const ends e = s->observed[iteration].of[c];
  return e.after < e.before && e.before > s->candidates[c].least;
}

/* Returns the values of the sum before and after an iteration. */
static ends sum_in(const observed *m, const int32_t *factors) {
  ends e = {0, 0};
  for (size_t v = 0; v < arrlenu(m->vars); v++) {
    e.before += factors[v] * m->vars[v].before;
    e.after += factors[v] * m->vars[v].after;
  }
  return e;
}

/* Adds the sum as a candidate, with its values in the known iterations. */
static uint32_t new_sum(search *s, const uint32_t *vars, const int32_t *at) {
  const lexicographic *l = s->l;
  uint32_t n = az_measure_variable_count(l->facet, l->domain->self, s->row);
  int32_t *all = AZ_NEWN(l->arena, int32_t, n + 1);
  for (size_t v = 0; v < arrlenu(vars); v++) all[vars[v]] = at[v];
  uint32_t c = l->facet->sums.combine(l->domain->self, s->row, all);
  add_candidate(s);
  for (size_t i = 0; i < arrlenu(s->observed); i++)
    arrput(s->observed[i].of, sum_in(&s->observed[i], all));
  return c;
}

static void swap_observed(search *s, size_t a, size_t b) {
  const observed kept = s->observed[a];
  s->observed[a] = s->observed[b];
  s->observed[b] = kept;
}

/* Finds a sum that decreases in the known iteration number `iteration` and increases in none of R.
 */
static found sum_for(search *s, size_t iteration) {
  enum { MOST_SUMS = 40 };
  uint32_t *vars = changing(s);
  coefficients c;
  const size_t strict = arrlenu(s->observed) - 1;
  swap_observed(s, iteration, strict);
  size_t known = arrlenu(s->observed);
  az_wide **rows = decreases_of(s, vars);
  found f = NONE;
  uint32_t n = (uint32_t)arrlenu(vars);
  coefficients_start(&c, n);
  for (uint32_t tries = 0; f == NONE && tries < MOST_SUMS; tries++) {
    if (!coefficients_next(&c, (const az_wide *const *)rows, known)) break;
    uint32_t sum = new_sum(s, vars, c.at);
    if (!decreases_in(s, sum, strict)) break;
    az_answer answer = ask_sum(s, sum);
    if (answer == AZ_UNKNOWN && is_late(s)) f = OUT_OF_TIME;
    if (answer == AZ_UNSAT) {
      append(s, sum, s->candidates[sum].least);
      f = FOUND;
    }
    if (answer != AZ_SAT) break;
    meet(s);
    /* Inserts the new iteration before the last one, which stays last. */
    az_wide *row = AZ_NEWN(s->l->arena, az_wide, n + 1);
    for (uint32_t v = 0; v < n; v++) row[v] = decrease_of(&arrlast(s->observed), vars[v]);
    arrins(rows, known - 1, row);
    known++;
  }
  if (f != FOUND) swap_observed(s, iteration, strict); /* else these may have left R */
  coefficients_end(&c);
  arrfree(rows);
  arrfree(vars);
  return f;
}

/* ---- where a condition holds ----------------------------------------------------------------- */

/* Returns the candidate (AZ_NONE: 1) where the condition holds, else its least value. */
static ends piece_in(const search *s, const observed *iteration, uint32_t guard, uint32_t c) {
  ends e = {1, 1};
  az_wide least = 0;
  if (c != AZ_NONE) {
    e = iteration->of[c];
    least = s->candidates[c].least;
  }
  if (!iteration->held[2 * guard]) e.before = least;
  if (!iteration->held[2 * guard + 1]) e.after = least;
  return e;
}

/* Returns whether the piece decreases in this iteration, and has a floor with which it increases in
 * no known iteration. */
static bool piece_serves(const search *s, size_t iteration, uint32_t guard, uint32_t c) {
  ends here = piece_in(s, &s->observed[iteration], guard, c);
  if (here.after >= here.before) return false;
  bool cuts = az_measure_has_floors(s->l->facet, s->l->domain->self);
  for (size_t i = 0; i < arrlenu(s->observed); i++) {
    ends e = piece_in(s, &s->observed[i], guard, c);
    if (e.after > e.before && (!cuts || e.after >= here.before)) return false;
  }
  return true;
}

/* Returns whether the condition tells small numbers apart. If not, it says only that numbers are
 * large, as do the conditions under which nothing overflows, and a ranking of executions that do
 * not overflow would end where the type does. */
static bool tells_apart(search *s, uint32_t guard) {
  enum { SMALL = 1 << 10 };
  const lexicographic *l = s->l;
  if (!s->bounded) return true;
  const az_term *values = s->iterations[0].state.values;
  az_term small = az_true(l->store);
  for (uint32_t v = az_measure_variable_count(l->facet, l->domain->self, s->row); v-- > 0;) {
    az_term value = l->facet->sums.variable(l->domain->self, s->row, v, values);
    const uint32_t width = az_sort_width(az_sort_of(l->store, value));
    az_term low = az_bv_sle(l->store, az_bv_wide(l->store, width, -SMALL), value);
    az_term high = az_bv_sle(l->store, value, az_bv_wide(l->store, width, SMALL));
    small = az_and(l->store, small, az_and(l->store, low, high));
  }
  az_term holds = l->facet->pieces.guard(l->domain->self, s->row, guard, values);
  for (int is = 0; is < 2; is++) {
    az_term there = az_and(l->store, small, is ? holds : az_not(l->store, holds));
    if (az_synthesis_check(l->synthesis, &there, 1, s->deadline) != AZ_SAT) return false;
  }
  return true;
}

static found try_piece(search *s, size_t iteration, uint32_t guard, uint32_t c) {
  const lexicographic *l = s->l;
  if (!tells_apart(s, guard)) return NONE;
  uint32_t piece = l->facet->pieces.restricted(l->domain->self, s->row, guard, c);
  if (piece == AZ_NONE) return NONE;
  s->pieces++;
  add_candidate(s);
  for (size_t i = 0; i < arrlenu(s->observed); i++)
    arrput(s->observed[i].of, piece_in(s, &s->observed[i], guard, c));
  az_wide floor;
  az_wide limit = limit_of(s, piece, s->observed[iteration].of[piece].before);
  found f = lowest_floor(s, piece, limit, &floor);
  if (f == FOUND) append(s, piece, floor);
  return f;
}

/* Tries conditions alone first, since they split R. */
static found piece_for(search *s) {
  enum { MOST_PIECES = 64 };
  uint32_t plain = (uint32_t)arrlenu(s->candidates), n = guards(s);
  for (size_t iteration = arrlenu(s->observed); iteration-- > 0;)
    for (uint32_t g = 0; g < n; g++) {
      if (!s->observed[iteration].held[2 * g]) continue;
      for (uint32_t i = 0; i <= plain && s->pieces < MOST_PIECES; i++) {
        uint32_t c = i ? i - 1 : AZ_NONE;
        if (!piece_serves(s, iteration, g, c)) continue;
        found f = try_piece(s, iteration, g, c);
        if (f != NONE) return f;
      }
    }
  return NONE;
}

/* ---- two sums -------------------------------------------------------------------------------- */

/* An expression by cases [urban2013]: a sum plus a constant where a candidate is at least `from`,
 * and another sum elsewhere. The known iterations give the place: one variable increases on one
 * side of it and decreases on the other. So no condition of the program need mention it, as for
 * `while (x > 0) x = -2 * x + 10;`, where x increases up to 3. */
enum { MOST_SPLITS = 60 };
typedef struct place {
  uint32_t at; /* candidate */
  az_wide from;
} place;

/* Returns the two sums' variables and the constant before or after an iteration, 0 on the side
 * where the state is not. */
static void put_sides(az_wide *row, const uint32_t *vars, const ends *of, bool upper, bool after,
                      az_wide sign) {
  size_t n = arrlenu(vars);
  for (size_t v = 0; v < n; v++)
    row[upper ? v : n + 1 + v] += sign * (after ? of[vars[v]].after : of[vars[v]].before);
  if (upper) row[n] += sign;
}

static az_wide *sides_row(const search *s, const place *p, const uint32_t *vars,
                          const observed *m) {
  az_wide *row = AZ_NEWN(s->l->arena, az_wide, 2 * arrlenu(vars) + 1);
  put_sides(row, vars, m->vars, m->of[p->at].before >= p->from, false, 1);
  put_sides(row, vars, m->vars, m->of[p->at].after >= p->from, true, -1);
  return row;
}

/* Adds the expression as a candidate, with its values in the known iterations. */
static uint32_t new_split(search *s, const place *p, const uint32_t *vars, const int32_t *c) {
  const lexicographic *l = s->l;
  size_t n = arrlenu(vars);
  uint32_t all = az_measure_variable_count(l->facet, l->domain->self, s->row);
  int32_t *sums = AZ_NEWN(l->arena, int32_t, 2 * all + 1);
  for (size_t v = 0; v < n; v++) {
    sums[vars[v]] = c[v];
    sums[all + 1 + vars[v]] = c[n + 1 + v];
  }
  sums[all] = c[n];
  uint32_t new = l->facet->sums.split(l->domain->self, s->row, p->at, p->from, sums);
  if (new == AZ_NONE) return new;
  add_candidate(s);
  for (size_t i = 0; i < arrlenu(s->observed); i++) {
    const observed *m = &s->observed[i];
    ends e = sum_in(m, sums + all + 1), upper = sum_in(m, sums);
    if (m->of[p->at].before >= p->from) e.before = upper.before + sums[all];
    if (m->of[p->at].after >= p->from) e.after = upper.after + sums[all];
    arrput(s->observed[i].of, e);
  }
  return new;
}

/* Finds coefficients for this place with which the expression decreases in the known iteration
 * number `strict` and increases in none of R. */
static found try_place(search *s, const place *p, const uint32_t *vars, size_t strict) {
  enum { QUERIES = 6 };
  az_wide **rows = NULL;
  found f = NONE;
  for (size_t i = 0; i < arrlenu(s->observed); i++)
    if (i != strict) arrput(rows, sides_row(s, p, vars, &s->observed[i]));
  arrput(rows, sides_row(s, p, vars, &s->observed[strict]));
  coefficients c;
  coefficients_start(&c, 2 * (uint32_t)arrlenu(vars) + 1);
  const int32_t most = c.count < 5 ? 12 : c.count == 5 ? 3 : 1; /* for 20,000 vectors */
  if (c.most > most) c.most = most;
  for (uint32_t tries = 0; f == NONE && tries < QUERIES; tries++) {
    if (!coefficients_next(&c, (const az_wide *const *)rows, arrlenu(rows))) break;
    uint32_t new = new_split(s, p, vars, c.at);
    if (new == AZ_NONE) break;
    if (!decreases_in(s, new, strict)) break;
    s->splits++;
    az_answer answer = ask_sum(s, new);
    if (answer == AZ_UNKNOWN && is_late(s)) f = OUT_OF_TIME;
    if (answer == AZ_UNSAT) {
      append(s, new, s->candidates[new].least);
      f = FOUND;
    }
    if (answer != AZ_SAT) break;
    meet(s);
    arrins(rows, 0, sides_row(s, p, vars, &arrlast(s->observed)));
  }
  coefficients_end(&c);
  arrfree(rows);
  return f;
}

/* Computes the candidate's greatest value where the variable changes with this sign, and its least
 * value where it changes otherwise. */
static void extremes(const search *s, uint32_t c, uint32_t v, int sign, az_wide *most,
                     az_wide *least) {
  *most = s->candidates[c].least - 1;
  *least = s->candidates[c].greatest + 1;
  for (size_t i = 0; i < arrlenu(s->observed); i++) {
    const az_wide value = s->observed[i].of[c].before, change = decrease_of(&s->observed[i], v);
    if (change * sign > 0 && value > *most) *most = value;
    if (change * sign < 0 && value < *least) *least = value;
  }
}

static bool is_far(const search *s, uint32_t c, az_wide from) {
  return from < -large(s, c) || from > large(s, c);
}

static void put_place(place **all, place p) {
  for (size_t i = 0; i < arrlenu(*all); i++)
    if ((*all)[i].at == p.at && (*all)[i].from == p.from) return;
  arrput(*all, p);
}

/* Returns whether the candidate is the negation of an earlier one in all known iterations. */
static bool is_negation(const search *s, uint32_t c) {
  for (uint32_t other = 0; other < c; other++) {
    bool equal = true;
    for (size_t i = 0; i < arrlenu(s->observed) && equal; i++)
      equal = s->observed[i].of[other].before == -s->observed[i].of[c].before;
    if (equal) return true;
  }
  return false;
}

/* Finds the places that separate iterations that increase a variable from those that decrease it;
 * then, for all candidates, the change of sign. */
static place *places(const search *s, const uint32_t *vars, uint32_t candidates) {
  place *all = NULL;
  for (uint32_t c = 0; c < candidates; c++) {
    if (is_negation(s, c)) continue;
    for (size_t v = 0; v < arrlenu(vars); v++)
      for (int sign = -1; sign < 2; sign += 2) {
        az_wide most, least;
        extremes(s, c, vars[v], sign, &most, &least);
        if (most >= least || most < s->candidates[c].least || least > s->candidates[c].greatest)
          continue;
        az_wide low = most + 1, from = low > 0 ? low : least < 0 ? least : 0;
        if (is_far(s, c, low) || is_far(s, c, least)) continue;
        put_place(&all, (place){c, from});
        put_place(&all, (place){c, low});
        put_place(&all, (place){c, least + 1});
      }
  }
  for (uint32_t c = 0; c < candidates; c++)
    for (int from = is_negation(s, c) ? 3 : -1; from < 3; from++) put_place(&all, (place){c, from});
  return all;
}

/* Returns whether a variable's change has different signs in the two iterations. */
static bool differ(const search *s, const uint32_t *vars, size_t a, size_t b) {
  for (size_t v = 0; v < arrlenu(vars); v++) {
    az_wide in_a = decrease_of(&s->observed[a], vars[v]),
            in_b = decrease_of(&s->observed[b], vars[v]);
    if ((in_a > 0) != (in_b > 0) || (in_a < 0) != (in_b < 0)) return true;
  }
  return false;
}

/* Tries all places, again while queries give new iterations that suggest others. */
static found split_in(search *s, size_t strict) {
  enum { ROUNDS = 3, PLACES = 48 };
  found f = NONE;
  place *tried = NULL;
  for (uint32_t round = 0; f == NONE && round < ROUNDS; round++) {
    size_t known = arrlenu(s->observed);
    uint32_t *vars = changing(s);
    place *all = places(s, vars, s->plain);
    for (size_t i = 0; i < arrlenu(all) && f == NONE; i++) {
      if (i >= PLACES || s->splits >= MOST_SPLITS || is_late(s)) break;
      size_t count = arrlenu(tried);
      put_place(&tried, all[i]);
      if (arrlenu(tried) > count) f = try_place(s, &all[i], vars, strict);
    }
    arrfree(all);
    arrfree(vars);
    if (arrlenu(s->observed) == known) break;
  }
  arrfree(tried);
  return f;
}

/* Finds an expression by cases that decreases in the known iteration number `iteration`, or in one
 * that differs from it. */
static found split_for(search *s, size_t iteration) {
  if (!s->l->facet->sums.split || !az_measure_has_floors(s->l->facet, s->l->domain->self))
    return NONE;
  found f = split_in(s, iteration);
  for (size_t i = arrlenu(s->observed); f == NONE && i-- > 0;) {
    uint32_t *vars = changing(s);
    bool other = differ(s, vars, i, iteration);
    arrfree(vars);
    if (!other) continue;
    return split_in(s, i);
  }
  return f;
}

/* ---- explanations ---------------------------------------------------------------------------- */

/* Reports an iteration in which no candidate decreases. Queries again, since the model is gone. */
static void explain(search *s) {
  const lexicographic *l = s->l;
  az_term any = az_or_n(l->store, s->left, s->count);
  if (az_synthesis_check(l->synthesis, &any, 1, s->deadline) != AZ_SAT) return;
  for (size_t i = 0; i < s->count; i++) {
    if (!az_is_true(l->store, value_of(s, s->left[i]))) continue;
    char *iteration = l->facet->iteration(l->domain->self, s->row, az_synthesis_model(l->synthesis),
                                          &s->iterations[i].state),
         text[600];
    snprintf(text, sizeof text, "no ranking found for loop %.500s no candidate decreases",
             iteration ? iteration : "");
    az_synthesis_note(l->synthesis, text);
    free(iteration);
    return;
  }
}

/* Drops components that the ranking does not need. */
static void tidy(search *s) {
  const lexicographic *l = s->l;
  void *domain = l->domain->self;
  for (uint32_t i = l->facet->tuple.length(domain, s->row, s->value); i-- > 0;) {
    if (l->facet->tuple.length(domain, s->row, s->value) < 2) return;
    void *less = l->domain->ops->value_copy(domain, s->value);
    l->facet->tuple.drop(domain, s->row, less, i);
    az_term violated = az_synthesis_violation(l->synthesis, s->row, less);
    l->domain->ops->value_free(domain, less);
    if (az_synthesis_check(l->synthesis, &violated, 1, s->deadline) == AZ_UNSAT)
      l->facet->tuple.drop(domain, s->row, s->value, i);
  }
}

/* ---- a loop ---------------------------------------------------------------------------------- */

static az_answer next_iteration(search *s) {
  az_store *store = s->l->store;
  az_term any = az_or_n(store, s->left, s->count);
  if (az_is_false(store, any)) return AZ_UNSAT;
  return az_synthesis_check(s->l->synthesis, &any, 1, s->deadline);
}

static found rank(search *s) {
  enum { MOST_HIGH = 4 };
  for (;;) {
    az_answer answer = next_iteration(s);
    if (answer == AZ_UNSAT) return FOUND;
    if (answer != AZ_SAT) return OUT_OF_TIME;
    void *domain = s->l->domain->self;
    if (s->l->facet->tuple.length(domain, s->row, s->value) == s->l->facet->tuple.most(domain))
      return NONE;
    meet(s);
    if (!arrlenu(s->observed)) return OUT_OF_TIME;
    size_t iteration = arrlenu(s->observed) - 1;
    s->any_floor = false;
    found f = component_for(s, iteration);
    if (f == NONE) f = sum_for(s, iteration);
    if (f == NONE) f = component_elsewhere(s);
    if (f == NONE) f = piece_for(s);
    if (f == NONE) f = split_for(s, iteration);
    if (f == NONE && !s->bounded && s->high++ < MOST_HIGH) {
      s->any_floor = true;
      f = component_for(s, iteration);
      if (f == NONE) f = component_elsewhere(s);
      if (f == NONE) f = piece_for(s);
    }
    if (f != FOUND) return f;
  }
}

/* Returns whether the tuple still decreases: claims of other components may have changed. */
static bool is_ranked(lexicographic *l, uint32_t row, const void *value, double deadline) {
  if (!l->facet->tuple.length(l->domain->self, row, value)) return false;
  az_term violated = az_synthesis_violation(l->synthesis, row, value);
  return az_synthesis_check(l->synthesis, &violated, 1, deadline) == AZ_UNSAT;
}

static found rank_loop(lexicographic *l, uint32_t row, void *value, double deadline) {
  if (is_ranked(l, row, value, deadline)) return FOUND;
  l->facet->tuple.clear(l->domain->self, row, value);
  search s = {.l = l, .row = row, .value = value, .deadline = deadline};
  s.bounded = az_synthesis_bounds_rankings(l->synthesis);
  s.iterations =
      az_synthesis_iterations(l->synthesis, l->domain->ops->row(l->domain->self, row), &s.count);
  s.left = AZ_NEWN(l->arena, az_term, s.count + 1);
  for (size_t i = 0; i < s.count; i++) s.left[i] = s.iterations[i].condition;
  uint32_t n = az_measure_candidate_count(l->facet, l->domain->self, row);
  for (uint32_t c = 0; c < n; c++) add_candidate(&s);
  s.plain = n;
  found f = rank(&s);
  if (f == FOUND) tidy(&s);
  if (f == NONE) explain(&s);
  for (size_t i = 0; i < arrlenu(s.observed); i++) free_observed(&s.observed[i]);
  arrfree(s.observed);
  arrfree(s.candidates);
  return f;
}

static void *open_lexicographic(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  az_arena *arena = az_arena_new();
  lexicographic *l = AZ_NEW(arena, lexicographic);
  *l = (lexicographic){.arena = arena,
                       .synthesis = synthesis,
                       .domain = az_synthesis_domain(synthesis),
                       .store = az_synthesis_store(synthesis)};
  l->facet = az_domain_facets(l->domain).measure;
  return l;
}

static void close_lexicographic(void *self) {
  az_arena_free(((lexicographic *)self)->arena);
}

static az_step lexicographic_step(void *self, void *value, double deadline) {
  lexicographic *l = self;
  uint32_t rows = l->domain->ops->row_count(l->domain->self);
  for (uint32_t r = 0; r < rows; r++) {
    double now = az_synthesis_clock(l->synthesis);
    double end = deadline > 0 ? now + (deadline - now) / (rows - r) : 0;
    found f = rank_loop(l, r, value, end);
    if (f != FOUND) l->domain->ops->value_top(l->domain->self, value, r);
  }
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops lexicographic_operations = {.needs = AZ_NEEDS_MEASURE,
                                                         .open = open_lexicographic,
                                                         .close = close_lexicographic,
                                                         .step = lexicographic_step};

static const az_option lexicographic_options[] = {{0}};

AZ_MODULE(lexicographic) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "lexicographic", "1.0"),
    .summary = "finds rankings of loops component by component, guided by transitions that no "
               "component ranks yet",
    .options = lexicographic_options,
    AZ_MODULE_OPERATIONS(lexicographic_operations),
};
