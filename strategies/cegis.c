/* Linear lexicographic rankings by counterexample-guided synthesis with two solvers [kroening2023,
 * sec. 6.2; chen2018]. The first solver proposes coefficients that suit the known iterations; the
 * second one has the program and refutes them:
 *
 *   1. coefficients L of a tuple of n sums, so that the tuple decreases in all known iterations:
 *      or_i (l_i (x - x') > 0  and  l_j (x - x') >= 0 for all j before i), each in -r .. r;
 *   2. an iteration of the program in which this tuple does not decrease; if there is none, L is
 *      the ranking.
 *
 * If there are no coefficients, their range r doubles; at its maximum, n grows by one. Sums are as
 * wide as their values need. This is the algorithm of the literature, for comparison with the
 * strategy lexicographic, which builds a tuple component by component and has floors. */
#include "ansatz/arena.h"
#include "ansatz/ranking.h"
#include "ansatz/strategy.h"
#include <stb/stb_ds.h>
#include <stdio.h>

typedef struct cegis {
  az_arena *arena;
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_measure_facet *facet;
  az_store *store;
  uint32_t components; /* maximum number of components of a tuple */
  uint32_t range;      /* maximum absolute value of a coefficient */
  uint32_t tries;      /* maximum number of tuples tried for a loop */
} cegis;

/* The search for the ranking of one loop. */
typedef struct search {
  cegis *c;
  uint32_t row;
  void *value;
  double deadline;
  uint32_t variables;
  az_wide **known; /* stb_ds: known iterations, by variable: value before minus value after */
  uint32_t tries;
} search;

typedef enum found { FOUND, NONE, OUT_OF_TIME } found;

/* Width of a coefficient; maximum width of a difference of two variables. */
enum { COEFFICIENT = 16, DIFFERENCE = 68 };

/* ---- the solver of coefficients -------------------------------------------------------------- */

static az_term coefficient(const search *s, uint32_t component, uint32_t variable) {
  char name[64];
  snprintf(name, sizeof name, "ranking#%u.%u.%u", s->row, component, variable);
  return az_var(s->c->store, az_sort_bv(COEFFICIENT), name);
}

/* Returns l_component (x - x') in a known iteration. */
static az_term decrease(const search *s, uint32_t component, const az_wide *iteration) {
  az_store *store = s->c->store;
  uint32_t width = COEFFICIENT + DIFFERENCE;
  for (uint32_t n = s->variables; n; n /= 2) width++;
  az_term sum = az_bv_wide(store, width, 0);
  for (uint32_t v = 0; v < s->variables; v++) {
    if (!iteration[v]) continue;
    az_term l = az_sext(store, coefficient(s, component, v), width);
    sum = az_bv_add(store, sum, az_bv_mul(store, l, az_bv_wide(store, width, iteration[v])));
  }
  return sum;
}

/* Returns the condition that the tuple of n sums decreases in the known iteration. */
static az_term decreases(const search *s, uint32_t n, const az_wide *iteration) {
  az_store *store = s->c->store;
  az_term any = az_false(store);
  for (uint32_t i = n; i-- > 0;) {
    az_term by = decrease(s, i, iteration);
    az_term zero = az_zero_of(store, az_sort_of(store, by));
    any = az_and(store, az_bv_sle(store, zero, by), any);
    any = az_or(store, az_bv_slt(store, zero, by), any);
  }
  return any;
}

static az_term within(const search *s, uint32_t n, uint32_t range) {
  az_store *store = s->c->store;
  az_term all = az_true(store);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t v = 0; v < s->variables; v++) {
      az_term l = coefficient(s, i, v);
      all = az_and(store, all, az_bv_sle(store, l, az_bv_wide(store, COEFFICIENT, range)));
      all =
          az_and(store, all, az_bv_sle(store, az_bv_wide(store, COEFFICIENT, -(az_wide)range), l));
    }
  return all;
}

/* ---- the solver of iterations ---------------------------------------------------------------- */

/* Appends the sum as a component, unless it is 0. */
static void append(search *s, const int32_t *coefficients) {
  cegis *c = s->c;
  void *domain = c->domain->self;
  bool some = false;
  for (uint32_t v = 0; v < s->variables; v++) some |= coefficients[v] != 0;
  if (!some) return;
  uint32_t sum = c->facet->sums.combine(domain, s->row, coefficients);
  az_wide least, greatest;
  c->facet->candidates.range(domain, s->row, sum, &least, &greatest);
  if (az_synthesis_bounds_rankings(c->synthesis)) {
    az_wide bound = az_ranking_least(c->facet->candidates.width(domain, s->row, sum));
    if (least < bound) least = bound;
  }
  c->facet->tuple.append(domain, s->row, s->value, sum, least);
}

/* Sets the tuple to the coefficients in the solver's model. */
static void propose(search *s, az_solver *solver, uint32_t n) {
  int32_t *coefficients = AZ_NEWN(s->c->arena, int32_t, s->variables + 1);
  s->c->facet->tuple.clear(s->c->domain->self, s->row, s->value);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t v = 0; v < s->variables; v++) {
      az_wide l = 0;
      az_const_wide(s->c->store, az_solver_value(solver, coefficient(s, i, v)), true, &l);
      coefficients[v] = (int32_t)l;
    }
    append(s, coefficients);
  }
}

static az_wide variable_in(const search *s, uint32_t v, const az_term *values) {
  const cegis *c = s->c;
  const az_model *model = az_synthesis_model(c->synthesis);
  az_term t = c->facet->sums.variable(c->domain->self, s->row, v, values);
  az_wide n = 0;
  az_const_wide(c->store, model->value(model->ctx, t), true, &n);
  return n;
}

/* Returns FOUND if the tuple always decreases; else NONE, and adds an iteration to `known`. */
static found refute(search *s) {
  cegis *c = s->c;
  az_term violated = az_synthesis_violation(c->synthesis, s->row, s->value);
  az_answer answer = az_is_false(c->store, violated)
                         ? AZ_UNSAT
                         : az_synthesis_check(c->synthesis, &violated, 1, s->deadline);
  if (answer == AZ_UNSAT) return FOUND;
  const az_obligation *iteration =
      answer == AZ_SAT ? az_synthesis_violated_obligation(c->synthesis, s->row, s->value) : NULL;
  if (!iteration) return OUT_OF_TIME;
  az_wide *known = AZ_NEWN(c->arena, az_wide, s->variables + 1);
  for (uint32_t v = 0; v < s->variables; v++) {
    known[v] = variable_in(s, v, iteration->state.values);
    known[v] -= variable_in(s, v, iteration->state.next);
  }
  arrput(s->known, known);
  return NONE;
}

/* ---- a loop ---------------------------------------------------------------------------------- */

/* Tries tuples of n sums until one is a ranking or no more are left. */
static found rank_with(search *s, az_solver *solver, uint32_t n) {
  size_t asserted = 0;
  for (uint32_t range = 1; range <= s->c->range;) {
    for (; asserted < arrlenu(s->known); asserted++)
      az_solver_assert(solver, decreases(s, n, s->known[asserted]));
    az_term bounds = within(s, n, range);
    az_answer answer = az_solver_check(solver, &bounds, 1, s->deadline);
    if (answer == AZ_UNKNOWN || s->tries++ == s->c->tries) return OUT_OF_TIME;
    if (answer == AZ_UNSAT) {
      range *= 2;
      continue;
    }
    propose(s, solver, n);
    found f = refute(s);
    if (f != NONE) return f;
  }
  return NONE;
}

static found rank(search *s) {
  cegis *c = s->c;
  uint32_t most = c->facet->tuple.most(c->domain->self);
  if (most > c->components) most = c->components;
  found f = refute(s); /* NONE if the loop can iterate at all */
  for (uint32_t n = 1; f == NONE && n <= most; n++) {
    az_error err = {.status = AZ_OK};
    az_solver *solver = az_synthesis_second_solver(c->synthesis, &err);
    if (!solver) return NONE;
    f = rank_with(s, solver, n);
    az_solver_free(solver);
  }
  return f;
}

static found rank_loop(cegis *c, uint32_t row, void *value, double deadline) {
  search s = {.c = c,
              .row = row,
              .value = value,
              .deadline = deadline,
              .variables = az_measure_variable_count(c->facet, c->domain->self, row)};
  if (c->facet->tuple.length(c->domain->self, row, value) && refute(&s) == FOUND) return FOUND;
  c->facet->tuple.clear(c->domain->self, row, value);
  found f = rank(&s);
  arrfree(s.known);
  return f;
}

static void *open_cegis(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  cegis *c = AZ_NEW(arena, cegis);
  *c = (cegis){.arena = arena,
               .synthesis = synthesis,
               .domain = az_synthesis_domain(synthesis),
               .store = az_synthesis_store(synthesis),
               .components = (uint32_t)az_desc_int(options, "components"),
               .range = (uint32_t)az_desc_int(options, "range"),
               .tries = (uint32_t)az_desc_int(options, "tries")};
  c->facet = az_domain_facets(c->domain).measure;
  return c;
}

static void close_cegis(void *self) {
  az_arena_free(((cegis *)self)->arena);
}

static az_step cegis_step(void *self, void *value, double deadline) {
  cegis *c = self;
  uint32_t rows = c->domain->ops->row_count(c->domain->self);
  for (uint32_t r = 0; r < rows; r++) {
    double now = az_synthesis_clock(c->synthesis);
    double end = deadline > 0 ? now + (deadline - now) / (rows - r) : 0;
    if (rank_loop(c, r, value, end) != FOUND) c->domain->ops->value_top(c->domain->self, value, r);
  }
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops cegis_operations = {
    .needs = AZ_NEEDS_MEASURE, .open = open_cegis, .close = close_cegis, .step = cegis_step};

static const az_option cegis_options[] = {
    {.name = "components",
     .type = AZ_OPT_INT,
     .summary = "of a tuple, at most",
     .initial = "4",
     .least = 1,
     .greatest = 16},
    {.name = "range",
     .type = AZ_OPT_INT,
     .summary = "bound on coefficients, at most; it starts at 1 and doubles",
     .initial = "1024",
     .least = 1,
     .greatest = 16384},
    {.name = "tries",
     .type = AZ_OPT_INT,
     .summary = "queries for coefficients of a loop, at most",
     .initial = "200",
     .least = 1,
     .greatest = 100000},
    {0}};

AZ_MODULE(cegis) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "cegis", "1.0"),
    .summary = "finds linear rankings of loops with two solvers: one proposes, one refutes",
    .options = cegis_options,
    AZ_MODULE_OPERATIONS(cegis_operations),
};
