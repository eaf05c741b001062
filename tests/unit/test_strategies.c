/* Strategies over a small synthesis of its own. Random transition systems over a signed and an
 * unsigned 4-bit variable, whose queries are answered by trying all assignments: each result is
 * compared with an oracle on plain integers; it must be inductive, and the least fixed point where
 * the strategy claims that. Then loops over wide variables on a real solver, with the number of
 * queries that they may take. */
#include "ansatz/domain.h"
#include "ansatz/solver.h"

/* The strategies' sources once more, over the functions below instead of the core's. */
#define az_synthesis_store fake_store
#define az_synthesis_domain fake_domain
#define az_synthesis_obligations fake_obligations
#define az_synthesis_assumed fake_assumed
#define az_synthesis_assume fake_assume
#define az_synthesis_check_rows fake_check_rows
#define az_synthesis_check fake_check
#define az_synthesis_check_any fake_check_any
#define az_synthesis_model fake_model
#define az_synthesis_violation fake_violation
#define az_synthesis_violated_obligation fake_violated_obligation
#define az_synthesis_samples fake_samples
#define bound_search_open tested_open
#define bound_search_close tested_close
#define bound_search_step tested_step
#define numeric_rows_open tested_numeric_rows_open
#define numeric_rows_single tested_numeric_rows_single
#define numeric_rows_set_bottom tested_numeric_rows_set_bottom
#define numeric_rows_join_model tested_numeric_rows_join_model
#define numeric_rows_join_samples tested_numeric_rows_join_samples
#define numeric_rows_sample tested_numeric_rows_sample
#define threshold_set_new tested_threshold_set_new
#define number_set_at_least tested_number_set_at_least
#define guess_and_refute_run tested_guess_and_refute_run
#undef AZ_MODULE
#define AZ_MODULE(ident) static const az_module module_##ident
#include "../../strategies/enumerate.c"
#include "../../strategies/bound_search.c"
#include "../../strategies/guess_and_refute.c"
#include "../../strategies/numeric_rows.c"
#include "../../strategies/threshold_set.c"
#include "../../strategies/binsearch.c"
#include "../../strategies/jump.c"
#include "../../strategies/thresholds.c"
#include "../../strategies/acdl.c"

#include "ansatz/polyhedra.h"
#include "module/builtin.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- random systems -------------------------------------------------------------------------- */

static uint64_t seed;
static uint32_t pick(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

enum { X, Y, INPUT, LS, VARS }; /* x and y at the loop head, an input, the loop-select guard */
enum { STATES = 1 << 11 };      /* assignments: 4 + 4 + 2 + 1 bits */

struct az_synthesis {
  az_store *store;
  const az_domain *domain;
  az_term vars[VARS], head[2], next[2];
  az_term fact;
  az_obligation place, at_head;
  az_eval *eval;
  uint32_t assignment;
  az_model model;
  uint32_t checks, most;
  az_solver *solver;                      /* wide loops: answers instead of trying */
  int64_t from[STATES][2], to[STATES][2]; /* head (as lb) and next state; the oracle's view */
  bool enabled[STATES];
};

static az_term assigned(void *ctx, az_term var) {
  const az_synthesis *s = ctx;
  uint32_t a = s->assignment;
  if (var == s->vars[X]) return az_bv(s->store, 4, a & 15);
  if (var == s->vars[Y]) return az_bv(s->store, 4, a >> 4 & 15);
  if (var == s->vars[INPUT]) return az_bv(s->store, 2, a >> 8 & 3);
  return az_bool(s->store, a >> 10 & 1);
}

static az_term model_value(void *ctx, az_term t) {
  const az_synthesis *s = ctx;
  return s->solver ? az_solver_value(s->solver, t) : az_eval_term(s->eval, t);
}

static az_term random_value(az_synthesis *s, uint32_t depth);

static az_term random_condition(az_synthesis *s) {
  az_term a = random_value(s, 0), c = az_bv(s->store, 4, pick(16));
  switch (pick(5)) {
  case 0: return az_eq(s->store, a, c);
  case 1: return az_eq(s->store, s->vars[INPUT], az_bv(s->store, 2, pick(4)));
  case 2: return az_bv_ult(s->store, a, c);
  case 3: return az_bv_slt(s->store, c, a);
  default: return az_bv_slt(s->store, a, c);
  }
}

static az_term random_value(az_synthesis *s, uint32_t depth) {
  az_term v = s->head[pick(2)];
  switch (depth ? pick(8) : 7) {
  case 0: return az_bv(s->store, 4, pick(16));
  case 1: return az_bv_add(s->store, s->head[0], s->head[1]);
  case 2: return az_bv_add(s->store, v, az_zext(s->store, s->vars[INPUT], 4));
  case 3: return az_bv_sub(s->store, v, az_bv(s->store, 4, pick(3)));
  case 4:
  case 5: {
    az_term condition = random_condition(s), a = random_value(s, depth - 1);
    return az_ite(s->store, condition, a, random_value(s, depth - 1));
  }
  case 6: return v;
  default: return depth ? az_bv_add(s->store, v, az_bv(s->store, 4, 1 + pick(3))) : v;
  }
}

static int64_t number(const az_synthesis *s, az_term t, bool is_signed) {
  az_wide w = 0;
  ck_assert(az_const_wide(s->store, az_eval_term(s->eval, t), is_signed, &w));
  return (int64_t)w;
}

static void make_system(az_synthesis *s) {
  static const char *const names[] = {"x#lb", "y#lb", "in", "ls"};
  *s = (az_synthesis){.store = az_store_new(), .most = 3000};
  for (int i = 0; i < VARS; i++)
    s->vars[i] =
        az_var(s->store, i == LS ? az_sort_bool() : az_sort_bv(i == INPUT ? 2 : 4), names[i]);
  for (int i = 0; i < 2; i++)
    s->head[i] = az_ite(s->store, s->vars[LS], s->vars[i], az_bv(s->store, 4, pick(3)));
  for (uint32_t i = 0; i < 2; i++) s->next[i] = random_value(s, 1 + pick(3));
  az_term guard = pick(4) ? random_condition(s) : az_true(s->store);
  s->place = (az_obligation){.condition = guard, .state = {.view = 0, .values = s->next}};
  s->fact = az_true(s->store);
  s->eval = az_eval_new(s->store, assigned, s);
  s->model = (az_model){.value = model_value, .ctx = s};
  for (s->assignment = 0; s->assignment < STATES; s->assignment++) {
    az_eval_reset(s->eval);
    for (int i = 0; i < 2; i++) {
      s->from[s->assignment][i] = number(s, s->vars[i], i == X);
      s->to[s->assignment][i] = number(s, s->next[i], i == X);
    }
    s->enabled[s->assignment] = az_is_true(s->store, az_eval_term(s->eval, guard));
  }
}

static void free_system(az_synthesis *s) {
  az_eval_free(s->eval);
  az_store_free(s->store);
}

/* ---- the synthesis --------------------------------------------------------------------------- */

az_store *fake_store(const az_synthesis *s) {
  return s->store;
}
const az_domain *fake_domain(const az_synthesis *s) {
  return s->domain;
}
const az_obligation *fake_obligations(const az_synthesis *s, uint32_t view, size_t *count) {
  ck_assert_uint_eq(view, 0);
  *count = 1;
  return &s->place;
}

void fake_assume(az_synthesis *s, const void *value) {
  const az_domain *d = s->domain;
  az_state lb = {.view = 0, .values = s->vars};
  s->fact = az_true(s->store);
  for (uint32_t r = 0; r < d->ops->row_count(d->self); r++)
    s->fact = az_and(s->store, s->fact, d->ops->claim(d->self, r, value, &lb));
  s->fact = az_implies(s->store, s->vars[LS], s->fact);
}

/* For wide loops alone: a variable of a strategy's own is not among the assignments. */
const az_obligation *fake_assumed(const az_synthesis *s, uint32_t view, size_t *count) {
  ck_assert(s->solver && view == 0);
  *count = 1;
  return &s->at_head;
}

az_answer fake_check(az_synthesis *s, const az_term *assumptions, size_t count, double deadline) {
  if (s->checks++ == s->most) return AZ_UNKNOWN;
  az_term query = az_and(s->store, s->fact, az_and_n(s->store, assumptions, count));
  if (s->solver) return az_solver_check(s->solver, &query, 1, deadline);
  uint32_t offset = pick(STATES); /* so that models vary */
  for (uint32_t i = 0; i < STATES; i++) {
    s->assignment = (i + offset) % STATES;
    az_eval_reset(s->eval);
    if (az_is_true(s->store, az_eval_term(s->eval, query))) return AZ_SAT;
  }
  return AZ_UNSAT;
}

az_answer fake_check_any(az_synthesis *s, const az_term *violations, size_t n, double deadline) {
  az_term any = az_or_n(s->store, violations, n);
  return fake_check(s, &any, 1, deadline);
}

const az_term *const *fake_samples(az_synthesis *s, uint32_t view, size_t *count) {
  (void)s, (void)view;
  *count = 0;
  return NULL;
}

const az_model *fake_model(const az_synthesis *s) {
  return &s->model;
}

az_term fake_violation(az_synthesis *s, uint32_t row, const void *value) {
  const az_domain *d = s->domain;
  az_term claim = d->ops->claim(d->self, row, value, &s->place.state);
  return az_and(s->store, s->place.condition, az_not(s->store, claim));
}

az_answer fake_check_rows(az_synthesis *s, const void *value, double deadline) {
  const az_domain *d = s->domain;
  az_term any = az_false(s->store);
  fake_assume(s, value);
  for (uint32_t r = 0; r < d->ops->row_count(d->self); r++)
    any = az_or(s->store, any, fake_violation(s, r, value));
  return fake_check(s, &any, 1, deadline);
}

const az_obligation *fake_violated_obligation(az_synthesis *s, uint32_t row, const void *value) {
  az_term violated = model_value(s, fake_violation(s, row, value));
  return az_is_true(s->store, violated) ? &s->place : NULL;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct bounds {
  int64_t d[16];
  bool reached[16];
} bounds;

static int64_t row_value(const az_polyhedra *p, uint32_t row, const int64_t *state) {
  const az_linear *sum;
  int64_t total = 0;
  for (uint32_t n = az_polyhedra_terms(p, row, &sum), i = 0; i < n; i++)
    total += sum[i].coefficient * state[sum[i].var];
  return total;
}

/* One round of joins over all transitions; false if there was nothing to join. */
static bool join_all(const az_synthesis *s, bounds *b) {
  const az_polyhedra *p = s->domain->self;
  uint32_t rows = s->domain->ops->row_count(s->domain->self);
  bounds before = *b;
  bool changed = false;
  for (uint32_t a = 0; a < STATES; a++) {
    bool possible = s->enabled[a];
    for (uint32_t r = 0; r < rows && possible && a >> 10; r++)
      possible = before.reached[r] && row_value(p, r, s->from[a]) <= before.d[r];
    for (uint32_t r = 0; r < rows && possible; r++) {
      int64_t e = row_value(p, r, s->to[a]);
      if (b->reached[r] && e <= b->d[r]) continue;
      b->reached[r] = changed = true;
      b->d[r] = e;
    }
  }
  return changed;
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct run {
  bounds result;
  uint32_t checks;
  az_step end;
} run;

static run run_strategy(az_synthesis *s, const az_module *module, const az_desc *given) {
  const az_strategy_ops *ops = module->operations;
  const az_domain *d = s->domain;
  az_desc defaults = {.module = module};
  az_error err = {0};
  run out = {0};
  s->checks = 0;
  void *self = ops->open(s, given ? given : &defaults, &err);
  ck_assert_msg(self != NULL, "%s", err.message);
  void *value = d->ops->value_new(d->self);
  while ((out.end = ops->step(self, value, 0)) == AZ_STEP_IMPROVED) continue;
  const az_numeric_facet *numeric = az_domain_facets(d).numeric;
  for (uint32_t r = 0; r < d->ops->row_count(d->self); r++) {
    az_wide bound = 0;
    out.result.reached[r] = numeric->bound(d->self, r, value, &bound);
    out.result.d[r] = (int64_t)bound;
  }
  out.checks = s->checks;
  d->ops->value_free(d->self, value);
  ops->close(self);
  return out;
}

static bool same(const bounds *a, const bounds *b, uint32_t rows) {
  for (uint32_t r = 0; r < rows; r++)
    if (a->reached[r] != b->reached[r] || (a->reached[r] && a->d[r] != b->d[r])) return false;
  return true;
}

static az_value_desc text(const char *option, const char *value) {
  return (az_value_desc){.option = option, .type = AZ_OPT_ENUM, .as.string = value};
}
static az_value_desc flag(const char *option, bool value) {
  return (az_value_desc){.option = option, .type = AZ_OPT_BOOL, .as.boolean = value};
}
static az_value_desc amount(const char *option, int64_t value) {
  return (az_value_desc){.option = option, .type = AZ_OPT_INT, .as.integer = value};
}

static void check_domain(const char *name, uint32_t systems) {
  az_error err = {0};
  az_registry *registry = az_registry_new(&err);
  const az_module *module = az_registry_find(registry, AZ_MODULE_DOMAIN, name, &err);
  ck_assert_msg(module != NULL, "%s", err.message);
  az_desc domain_desc = {.module = module};
  az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"};
  az_tvar vars[] = {
      {.name = "x", .kind = AZ_TV_INT, .bits = 4, .is_signed = true, .changes = true, .at = X},
      {.name = "y", .kind = AZ_TV_INT, .bits = 4, .changes = true, .at = Y}};

  struct {
    const char *name;
    const az_module *module;
    bool least;
    az_value_desc values[4];
    size_t count;
    uint64_t checks, least_found, most;
  } cases[] = {
      {"enumerate", &module_enumerate, true, {{0}}, 0, 0, 0, 0},
      {"enumerate, by view", &module_enumerate, true, {flag("by_view", true)}, 1, 0, 0, 0},
      {"binsearch", &module_binsearch, false, {{0}}, 0, 0, 0, 0},
      {"binsearch, delay 1", &module_binsearch, false, {amount("delay", 1)}, 1, 0, 0, 0},
      {"binsearch, delay 3", &module_binsearch, false, {amount("delay", 3)}, 1, 0, 0, 0},
      {"binsearch, one", &module_binsearch, false, {text("rows", "one")}, 1, 0, 0, 0},
      {"binsearch, all", &module_binsearch, false, {text("rows", "all")}, 1, 0, 0, 0},
      {"thresholds", &module_thresholds, false, {{0}}, 0, 0, 0, 0},
      {"jump", &module_jump, false, {{0}}, 0, 0, 0, 0},
      {"binsearch, least", &module_binsearch, true, {flag("accelerate", false)}, 1, 0, 0, 0},
      {"binsearch, least, all",
       &module_binsearch,
       true,
       {flag("accelerate", false), text("rows", "all")},
       2,
       0,
       0,
       0},
  };
  const size_t n = sizeof cases / sizeof *cases;
  for (uint32_t i = 0; i < systems; i++) {
    static az_synthesis s;
    seed = i * 7919u + 17;
    make_system(&s);
    az_domain_context context = {.store = s.store,
                                 .views = &view,
                                 .view_count = 1,
                                 .vars = vars,
                                 .var_count = 2,
                                 .registry = registry};
    az_domain domain;
    ck_assert_int_eq(az_domain_open(&context, &domain_desc, &domain, &err), AZ_OK);
    s.domain = &domain;
    uint32_t rows = domain.ops->row_count(domain.self);
    bounds least = {0};
    while (join_all(&s, &least)) continue;

    for (size_t c = 0; c < n; c++) {
      az_desc desc = {
          .module = cases[c].module, .values = cases[c].values, .count = cases[c].count};
      run r = run_strategy(&s, cases[c].module, &desc);
      ck_assert_msg(r.end == AZ_STEP_INDUCTIVE, "%s, system %u: ended with %d", cases[c].name, i,
                    r.end);
      bounds again = r.result;
      ck_assert_msg(!join_all(&s, &again), "%s, system %u: not inductive", cases[c].name, i);
      bool is_least = same(&r.result, &least, rows);
      ck_assert_msg(is_least || !cases[c].least, "%s, system %u: not least", cases[c].name, i);
      cases[c].least_found += is_least;
      cases[c].checks += r.checks;
      if (r.checks > cases[c].most) cases[c].most = r.checks;
    }
    az_domain_close(&domain);
    free_system(&s);
  }
  for (size_t c = 0; c < n; c++) {
    printf(
        "%s, %s: least fixed point in %llu of %u systems, %.1f queries on average, %llu at most\n",
        name, cases[c].name, (unsigned long long)cases[c].least_found, systems,
        (double)cases[c].checks / systems, (unsigned long long)cases[c].most);
  }
  az_registry_free(registry);
}

/* ---- wide loops ------------------------------------------------------------------------------ */

typedef struct loop {
  const char *name;
  uint32_t bits;
  bool is_signed;
  int64_t x, y; /* initial values */
  az_term (*guard)(az_store *, const az_term *head, const az_term *in);
  void (*step)(az_store *, const az_term *head, const az_term *in, az_term *next);
  const char *expected[4]; /* rows of x <=, x >=, y <=, y >=; NULL: nothing to say */
  uint32_t most;           /* queries */
} loop;

static az_term n(az_store *s, az_term like, int64_t value) {
  return az_bv_signed(s, az_sort_width(az_sort_of(s, like)), value);
}
static az_term plus(az_store *s, az_term a, int64_t value) {
  return az_bv_add(s, a, n(s, a, value));
}
static az_term always(az_store *s, const az_term *h, const az_term *in) {
  (void)h, (void)in;
  return az_true(s);
}
static az_term below_million(az_store *s, const az_term *h, const az_term *in) {
  (void)in;
  return az_bv_slt(s, h[X], n(s, h[X], 1000000));
}
static az_term not_million(az_store *s, const az_term *h, const az_term *in) {
  (void)in;
  return az_ne(s, h[X], n(s, h[X], 1000000));
}
static az_term below_ten(az_store *s, const az_term *h, const az_term *in) {
  (void)in;
  return az_bv_ult(s, h[X], n(s, h[X], 10));
}
static void count(az_store *s, const az_term *h, const az_term *in, az_term *next) {
  (void)in;
  next[X] = plus(s, h[X], 1), next[Y] = h[Y];
}
static void count_both(az_store *s, const az_term *h, const az_term *in, az_term *next) {
  (void)in;
  next[X] = plus(s, h[X], 1), next[Y] = plus(s, h[Y], 1);
}
static void count_by_three(az_store *s, const az_term *h, const az_term *in, az_term *next) {
  (void)in;
  next[X] = plus(s, h[X], 3), next[Y] = h[X];
}
/* Stays as it is or moves, modulo 60; y saturates at 77777. */
static void clock_hand(az_store *s, const az_term *h, const az_term *in, az_term *next) {
  az_term moved = az_ite(s, az_eq(s, h[X], n(s, h[X], 59)), n(s, h[X], 0), plus(s, h[X], 1));
  next[X] = az_ite(s, az_eq(s, *in, n(s, *in, 0)), h[X], moved);
  next[Y] = az_ite(s, az_bv_slt(s, h[Y], n(s, h[Y], 77777)), plus(s, h[Y], 1), h[Y]);
}
static void down(az_store *s, const az_term *h, const az_term *in, az_term *next) {
  (void)in;
  next[X] = az_ite(s, az_bv_slt(s, n(s, h[X], -5000), h[X]), plus(s, h[X], -7), h[X]);
  next[Y] = az_bv_neg(s, next[X]);
}

static const loop loops[] = {
    {"count",
     32,
     true,
     0,
     5,
     below_million,
     count,
     {"x <= 1000000", "x >= 1", "y <= 5", "y >= 5"},
     6},
    {"count to !=",
     32,
     true,
     0,
     5,
     not_million,
     count,
     {"x <= 1000000", "x >= 1", "y <= 5", "y >= 5"},
     6},
    {"count, 64 bits",
     64,
     true,
     0,
     5,
     below_million,
     count,
     {"x <= 1000000", "x >= 1", "y <= 5", "y >= 5"},
     6},
    {"count, unbounded partner",
     64,
     true,
     0,
     0,
     below_million,
     count_both,
     {"x <= 1000000", "x >= 1", NULL, NULL},
     25},
    {"by three",
     32,
     false,
     0,
     0,
     below_ten,
     count_by_three,
     {"x <= 12", "x >= 3", "y <= 9", NULL},
     14},
    {"clock",
     32,
     true,
     0,
     0,
     always,
     clock_hand,
     {"x <= 59", "x >= 0", "y <= 77777", "y >= 1"},
     14},
    {"clock, 64 bits",
     64,
     true,
     0,
     0,
     always,
     clock_hand,
     {"x <= 59", "x >= 0", "y <= 77777", "y >= 1"},
     14},
    {"down", 32, true, 0, 0, always, down, {"x <= -7", "x >= -5006", "y <= 5006", "y >= 7"}, 30},
};

static void check_loop(const loop *l, az_registry *registry, const az_desc *desc, uint32_t most) {
  static const char *const names[] = {"x#lb", "y#lb", "in", "ls"};
  az_error err = {0};
  az_synthesis s = {.store = az_store_new(), .most = 1000};
  az_solver_config config = {.backend = "bitblast", .name = "test"};
  s.solver = az_solver_new(s.store, registry, &config, &err);
  ck_assert_msg(s.solver != NULL, "%s", err.message);
  for (int i = 0; i < VARS; i++)
    s.vars[i] = az_var(s.store, i == LS ? az_sort_bool() : az_sort_bv(l->bits), names[i]);
  for (int i = 0; i < 2; i++)
    s.head[i] =
        az_ite(s.store, s.vars[LS], s.vars[i], az_bv_signed(s.store, l->bits, i ? l->y : l->x));
  l->step(s.store, s.head, &s.vars[INPUT], s.next);
  s.place =
      (az_obligation){l->guard(s.store, s.head, &s.vars[INPUT]), {.view = 0, .values = s.next}};
  s.at_head = (az_obligation){s.vars[LS], {.view = 0, .values = s.vars}};
  s.fact = az_true(s.store);
  s.model = (az_model){.value = model_value, .ctx = &s};

  az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"};
  az_tvar vars[] = {{.name = "x",
                     .kind = AZ_TV_INT,
                     .bits = l->bits,
                     .is_signed = l->is_signed,
                     .changes = true,
                     .at = X},
                    {.name = "y",
                     .kind = AZ_TV_INT,
                     .bits = l->bits,
                     .is_signed = l->is_signed,
                     .changes = true,
                     .at = Y}};
  az_domain_context context = {
      .store = s.store, .views = &view, .view_count = 1, .vars = vars, .var_count = 2};
  az_desc domain_desc = {.module = az_registry_find(registry, AZ_MODULE_DOMAIN, "interval", &err)};
  az_domain domain;
  ck_assert_int_eq(az_domain_open(&context, &domain_desc, &domain, &err), AZ_OK);
  s.domain = &domain;

  const az_strategy_ops *ops = desc->module->operations;
  void *self = ops->open(&s, desc, &err), *value = domain.ops->value_new(domain.self);
  az_step end;
  while ((end = ops->step(self, value, 0)) == AZ_STEP_IMPROVED) continue;
  printf("%s: %u queries", l->name, s.checks);
  for (uint32_t r = 0; r < 4; r++) {
    char *text = domain.ops->print(domain.self, r, value);
    printf(", %s", text ? text : "-");
    ck_assert_msg(text ? l->expected[r] && !strcmp(text, l->expected[r]) : !l->expected[r],
                  "%s: row %u is '%s', wanted '%s'", l->name, r, text ? text : "-",
                  l->expected[r] ? l->expected[r] : "-");
    free(text);
  }
  printf("\n");
  ck_assert_int_eq(end, AZ_STEP_INDUCTIVE);
  ck_assert_msg(s.checks <= most, "%s: %u queries, %u wanted", l->name, s.checks, most);
  domain.ops->value_free(domain.self, value);
  ops->close(self);
  az_domain_close(&domain);
  az_solver_free(s.solver);
  az_store_free(s.store);
}

START_TEST(wide_loops) {
  az_error err = {0};
  az_registry *registry = az_registry_new(&err);
  ck_assert_msg(registry != NULL, "%s", err.message);
  az_value_desc one = text("rows", "one"), all = text("rows", "all");
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    check_loop(&loops[i], registry, &(az_desc){.module = &module_thresholds}, loops[i].most);
    check_loop(&loops[i], registry,
               &(az_desc){.module = &module_thresholds, .values = &one, .count = 1}, 200);
    check_loop(&loops[i], registry,
               &(az_desc){.module = &module_thresholds, .values = &all, .count = 1}, 200);
    check_loop(&loops[i], registry, &(az_desc){.module = &module_acdl}, 60);
  }
  az_registry_free(registry);
}
END_TEST

START_TEST(interval_systems) {
  check_domain("interval", CASES(120));
}
END_TEST
START_TEST(octagon_systems) {
  check_domain("octagons", CASES(40));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("strategies");
  TCase *test = tcase_create("4-bit systems");
  tcase_set_timeout(test, 100);
  tcase_add_test(test, interval_systems);
  tcase_add_test(test, octagon_systems);
  suite_add_tcase(suite, test);
  TCase *wide = tcase_create("wide loops");
  tcase_set_timeout(wide, 60);
  tcase_add_test(wide, wide_loops);
  suite_add_tcase(suite, wide);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
