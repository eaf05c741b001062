/* Composition over random formulas of two loops, the second behind the first: products in turns
 * against one strategy over all rows, in every order; strategies that end too soon, never or say
 * what is not so; what time runs out on. Each result is checked on a solver of its own. */
#include "ansatz/tuple.h"
#include "made_cuts.h"
#include "synth/synthesis.h"
#include "module/builtin.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ansatz/clock.h"

static az_registry *registry;
static uint64_t seed;
static uint32_t pick(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* ---- formulas -------------------------------------------------------------------------------- */

enum { BITS = 5, VARS = 2 };

typedef struct formula {
  az_store *s;
  az_ssa ssa;
  az_cuts *cuts;
  az_tvar vars[2 * VARS];
  az_term input;
} formula;

static az_term number(az_store *s, uint32_t n) {
  return az_bv(s, BITS, n);
}

static az_term condition(formula *f, const az_term *head) {
  az_term a = head[pick(VARS)], c = number(f->s, pick(32));
  switch (pick(5)) {
  case 0: return az_ne(f->s, a, c);
  case 1: return az_bv_ult(f->s, head[0], head[1]);
  case 2: return az_bv_slt(f->s, a, c);
  case 3: return az_eq(f->s, f->input, az_bv(f->s, 2, pick(4)));
  default: return az_bv_ult(f->s, a, c);
  }
}

static az_term next(formula *f, const az_term *head, uint32_t depth) {
  az_term a = head[pick(VARS)];
  switch (depth ? pick(7) : pick(4)) {
  case 0: return number(f->s, pick(6));
  case 1: return az_bv_add(f->s, a, number(f->s, 1 + pick(2)));
  case 2: return a;
  case 3: return az_bv_add(f->s, a, az_zext(f->s, f->input, BITS));
  default: {
    az_term c = condition(f, head), x = next(f, head, depth - 1);
    return az_ite(f->s, c, x, next(f, head, depth - 1));
  }
  }
}

static void add_loop(formula *f, uint32_t view, az_term guard, const az_term *pre, az_term *head) {
  az_loop_instance l = {.head = view, .guard = guard};
  az_loop_copy round = {.head = guard};
  char name[16];
  az_cut_instance *states = made_cuts_add(f->cuts, view ? "main.1" : "main.0");
  snprintf(name, sizeof name, "ls%u", view);
  l.ls = az_var(f->s, az_sort_bool(), name);
  az_term values[VARS];
  for (uint32_t v = 0; v < VARS; v++) {
    snprintf(name, sizeof name, "%c%u#lb", 'x' + (int)v, view);
    az_term lb = az_var(f->s, az_sort_bv(BITS), name);
    arrput(states->lb, lb);
    head[v] = az_ite(f->s, l.ls, lb, pre[v]);
  }
  round.back = az_and(f->s, guard, condition(f, head));
  for (uint32_t v = 0; v < VARS; v++) values[v] = next(f, head, 2);
  made_cuts_iteration(states, values, VARS);
  arrput(l.bodies, round);
  arrput(f->ssa.loops, l);
}

static void make(formula *f, uint64_t number_of_it) {
  static const char *const names[] = {"x", "y"};
  seed = number_of_it * 7919 + 5;
  *f = (formula){.s = az_store_new()};
  f->ssa = (az_ssa){.s = f->s, .config = {.k = 1}};
  f->input = az_var(f->s, az_sort_bv(2), "in");
  f->cuts = made_cuts_new(&f->ssa);
  az_copy outermost = {0};
  arrput(f->ssa.copies, outermost);
  az_term start[VARS], first[VARS], second[VARS];
  for (uint32_t v = 0; v < VARS; v++) start[v] = number(f->s, pick(3));
  for (uint32_t i = 0; i < 2; i++) {
    for (uint32_t v = 0; v < VARS; v++)
      f->vars[i * VARS + v] = (az_tvar){.name = names[v],
                                        .kind = AZ_TV_INT,
                                        .view = i,
                                        .bits = BITS,
                                        .is_signed = v == 0,
                                        .changes = true,
                                        .at = v};
  }
  add_loop(f, 0, az_true(f->s), start, first);
  add_loop(f, 1, az_not(f->s, f->ssa.loops[0].bodies[0].back), first, second);
}

static void drop(formula *f) {
  for (size_t i = 0; i < arrlenu(f->ssa.loops); i++) arrfree(f->ssa.loops[i].bodies);
  made_cuts_free(f->cuts);
  arrfree(f->ssa.loops);
  arrfree(f->ssa.copies);
  az_store_free(f->s);
}

static az_solver *solver_for(formula *f) {
  az_error err = {0};
  az_solver_config config = {.backend = "bitblast", .rebuild_after = 64, .name = "test"};
  az_solver *solver = az_solver_new(f->s, registry, &config, &err);
  ck_assert_msg(solver != NULL, "%s", err.message);
  return solver;
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* "interval" or "interval:enumerate" or "interval:enumerate:5" (limit); freed with az_desc_free. */
static az_desc *leaf(const char *text) {
  char copy[64], *rest = copy;
  snprintf(copy, sizeof copy, "%s", text);
  const char *domain = strsep(&rest, ":"), *strategy = strsep(&rest, ":"), *limit = rest;
  az_error err = {0};
  az_desc *d = az_desc_new(az_registry_find(registry, AZ_MODULE_DOMAIN, domain, &err));
  if (!strategy) return d;
  const az_module *m = az_registry_find(registry, AZ_MODULE_STRATEGY, strategy, &err);
  ck_assert_msg(m != NULL, "%s", err.message);
  az_desc *s = az_desc_new(m);
  if (limit)
    az_desc_set(s, &(az_value_desc){.option = "limit",
                                    .type = AZ_OPT_INT,
                                    .as.integer = strtoll(limit, NULL, 10)});
  az_value_desc v = {.option = "strategy", .type = AZ_OPT_STRATEGY};
  v.as.modules.items = &s;
  v.as.modules.count = 1;
  az_desc_set(d, &v);
  az_desc_free(s);
  return d;
}

static az_desc *product_of(az_desc **items, size_t n) {
  az_error err = {0};
  az_desc *d = az_desc_new(az_registry_find(registry, AZ_MODULE_DOMAIN, "product", &err));
  az_value_desc v = {.option = "components", .type = AZ_OPT_DOMAINS};
  v.as.modules.items = items;
  v.as.modules.count = n;
  az_desc_set(d, &v);
  for (size_t i = 0; i < n; i++) az_desc_free(items[i]);
  return d;
}

static az_desc *product(const char *const *leaves, size_t n) {
  az_desc *items[8];
  for (size_t i = 0; i < n; i++) items[i] = leaf(leaves[i]);
  return product_of(items, n);
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct result {
  az_step end;
  char **rows;     /* stb_ds, sorted */
  char notes[600]; /* one after the other */
} result;

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void release(result *r) {
  for (size_t i = 0; i < arrlenu(r->rows); i++) free(r->rows[i]);
  arrfree(r->rows);
}

/* Are the value's rows inductive? Asked on another solver, of the formula as it stands. */
static void check_inductive(formula *f, const az_domain *d, const void *value, const char *what) {
  az_term fact = az_true(f->s), bad = az_false(f->s);
  for (uint32_t r = 0; r < d->ops->row_count(d->self); r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    const az_loop_instance *l = &f->ssa.loops[view];
    az_state lb = {view, f->cuts->loops[view].lb, NULL},
             end = {view, f->cuts->loops[view].ends[0], NULL};
    az_term before = d->ops->claim(d->self, r, value, &lb),
            after = d->ops->claim(d->self, r, value, &end);
    fact = az_and(f->s, fact, az_implies(f->s, az_and(f->s, l->guard, l->ls), before));
    bad = az_or(f->s, bad, az_and(f->s, l->bodies[0].back, az_not(f->s, after)));
  }
  az_solver *solver = solver_for(f);
  az_term query = az_and(f->s, fact, bad);
  ck_assert_msg(az_solver_check(solver, &query, 1, 0) == AZ_UNSAT, "%s: not inductive", what);
  az_solver_free(solver);
}

static result run(formula *f, const az_desc *desc, const char *standard, double seconds) {
  az_error err = {0};
  result out = {0};
  char *what = az_desc_print(desc);
  az_domain_context context = {.store = f->s,
                               .views = f->cuts->views,
                               .view_count = 2,
                               .vars = f->vars,
                               .var_count = 2 * VARS,
                               .registry = registry};
  az_desc *usual = az_desc_new(az_registry_find(registry, AZ_MODULE_STRATEGY, standard, &err));
  az_domain d;
  ck_assert_msg(az_domain_open(&context, desc, &d, &err) == AZ_OK, "%s", err.message);
  az_strategies *strategies = az_strategies_resolve(registry, &d, usual, &err);
  ck_assert_msg(strategies != NULL, "%s", err.message);
  az_solver *solver = solver_for(f);
  az_synthesis *s = az_synthesis_new(f->cuts, solver, &d);
  az_synthesis_use(s, strategies);
  void *value = d.ops->value_new(d.self);
  const az_desc *strategy = az_strategies_of(strategies, &d);
  uint64_t steps = 0;
  out.end = az_synthesis_run(s, strategy, value, seconds > 0 ? az_clock(NULL) + seconds : 0, &steps,
                             &err);
  ck_assert_msg(err.status == AZ_OK, "%s", err.message);
  if (out.end == AZ_STEP_INDUCTIVE) check_inductive(f, &d, value, what);
  for (uint32_t r = 0; r < d.ops->row_count(d.self); r++) {
    char *text = d.ops->print(d.self, r, value);
    if (!text) continue;
    char *row = calloc(strlen(text) + 16, 1);
    sprintf(row, "%u: %s", d.ops->row(d.self, r).view, text);
    free(text);
    arrput(out.rows, row);
  }
  if (out.rows) qsort(out.rows, arrlenu(out.rows), sizeof *out.rows, by_text);
  const char *const *notes;
  for (size_t i = 0, n = az_synthesis_notes(s, &notes), used = 0; i < n && used < sizeof out.notes;
       i++)
    used += (size_t)snprintf(out.notes + used, sizeof out.notes - used, "%s\n", notes[i]);
  d.ops->value_free(d.self, value);
  az_synthesis_free(s);
  az_solver_free(solver);
  az_strategies_free(strategies);
  az_domain_close(&d);
  az_desc_free(usual);
  free(what);
  return out;
}

static void check_same(const result *a, const result *b, uint32_t system, const char *what) {
  bool same = arrlenu(a->rows) == arrlenu(b->rows);
  for (size_t i = 0; i < arrlenu(a->rows) && same; i++) {
    same = !strcmp(a->rows[i], b->rows[i]);
    if (!same) fprintf(stderr, "%s\n%s\n", a->rows[i], b->rows[i]);
  }
  ck_assert_msg(same, "%s, system %u: another result", what, system);
}

/* ---- tests ----------------------------------------------------------------------------------- */

START_TEST(order_does_not_matter) {
  static const char *const orders[][3] = {
      {"interval:enumerate", "octagons:enumerate:100000", "equality:enumerate:100001"},
      {"equality:enumerate:100001", "interval:enumerate", "octagons:enumerate:100000"},
      {"octagons:enumerate:100000", "equality:enumerate:100001", "interval:enumerate"}};
  static const char *const flat[] = {"interval", "octagons", "equality"};
  for (uint32_t i = 0; i < CASES(60u); i++) {
    formula f;
    make(&f, i);
    az_desc *d = product(flat, 3);
    result expected = run(&f, d, "enumerate", 0);
    ck_assert_int_eq(expected.end, AZ_STEP_INDUCTIVE);
    az_desc_free(d);
    for (size_t k = 0; k < 3; k++) {
      d = product(orders[k], 3);
      result r = run(&f, d, "enumerate", 0);
      ck_assert_int_eq(r.end, AZ_STEP_INDUCTIVE);
      check_same(&r, &expected, i, "components in turns");
      az_desc_free(d);
      release(&r);
    }
    /* Nested, with a component that is a product of its own. */
    az_desc *items[] = {product(orders[0] + 1, 2), leaf("interval:enumerate")};
    d = product_of(items, 2);
    result r = run(&f, d, "enumerate", 0);
    check_same(&r, &expected, i, "nested");
    az_desc_free(d);
    release(&r);
    release(&expected);
    drop(&f);
  }
}
END_TEST

START_TEST(accelerated) {
  static const char *const cases[][3] = {
      {"interval:binsearch", "zones", "equality"},
      {"equality:enumerate", "octagons:binsearch", "interval:enumerate:100000"},
      {"congruence", "octagons", "interval:binsearch"}};
  for (uint32_t i = 0; i < CASES(60u); i++) {
    formula f;
    make(&f, i + 1000);
    for (size_t k = 0; k < 3; k++) {
      az_desc *d = product(cases[k], 3);
      result r = run(&f, d, "binsearch", 0);
      ck_assert_int_eq(r.end, AZ_STEP_INDUCTIVE);
      release(&r);
      az_desc_free(d);
    }
    drop(&f);
  }
}
END_TEST

/* Strategies that are no help: says at once that all is inductive; stops at once; never ends. */
static int marked;
static void *open_any(az_synthesis *s, const az_desc *options, az_error *err) {
  (void)s, (void)options, (void)err;
  return &marked;
}
static void close_any(void *self) {
  (void)self;
}
static az_step lie(void *self, void *value, double deadline) {
  (void)self, (void)value, (void)deadline;
  return AZ_STEP_INDUCTIVE;
}
static az_step stop(void *self, void *value, double deadline) {
  (void)self, (void)value, (void)deadline;
  return AZ_STEP_STOPPED;
}
static az_step dawdle(void *self, void *value, double deadline) {
  (void)self, (void)value, (void)deadline;
  const double end = az_clock(NULL) + 0.01;
  while (az_clock(NULL) < end) {}
  return AZ_STEP_IMPROVED;
}
static const az_strategy_ops lies = {.open = open_any, .close = close_any, .step = lie};
static const az_strategy_ops stops = {.open = open_any, .close = close_any, .step = stop};
static const az_strategy_ops dawdles = {
    .open = open_any, .close = close_any, .step = dawdle, .least_fixed_point = true};
#define STRATEGY(ident, ops)                                                                       \
  static const az_module ident = {.abi = AZ_ABI,                                                   \
                                  .size = sizeof(az_module),                                       \
                                  .kind = AZ_MODULE_STRATEGY,                                      \
                                  .name = #ident,                                                  \
                                  .version = "1",                                                  \
                                  .summary = "for tests",                                          \
                                  .operations = &ops,                                              \
                                  .operations_size = sizeof ops}
STRATEGY(liar, lies);
STRATEGY(stopper, stops);
STRATEGY(zz_dawdler, dawdles);

START_TEST(joint_check_decides) {
  static const char *const honest[] = {"interval:enumerate", "zones:enumerate"};
  static const char *const lying[][2] = {{"interval:enumerate", "zones:liar"},
                                         {"zones:liar", "interval:enumerate"}};
  for (uint32_t i = 0; i < CASES(40u); i++) {
    formula f;
    make(&f, i + 2000);
    az_desc *d = product(honest, 2);
    result expected = run(&f, d, "enumerate", 0);
    az_desc_free(d);
    for (size_t k = 0; k < 2; k++) { /* joins of the joint query alone: still the least one */
      d = product(lying[k], 2);
      result r = run(&f, d, "enumerate", 0);
      ck_assert_int_eq(r.end, AZ_STEP_INDUCTIVE);
      check_same(&r, &expected, i, "a strategy that lies");
      release(&r);
      az_desc_free(d);
    }
    release(&expected);
    drop(&f);
  }
}
END_TEST

START_TEST(what_the_others_have_is_kept) {
  static const char *const alone[] = {"interval:enumerate"};
  static const char *const cases[][2] = {{"interval:enumerate", "zones:stopper"},
                                         {"zones:stopper", "interval:enumerate"},
                                         {"interval:enumerate", "zones:zz_dawdler"}};
  for (uint32_t i = 0; i < 12; i++) {
    formula f;
    make(&f, i + 3000);
    az_desc *d = product(alone, 1);
    result least = run(&f, d, "enumerate", 0);
    az_desc_free(d);
    for (size_t k = 0; k < 3; k++) {
      d = product(cases[k], 2);
      result r = run(&f, d, "enumerate", k == 2 ? 0.2 : 0);
      ck_assert_int_eq(r.end, AZ_STEP_INDUCTIVE);
      ck_assert_msg(k == 2 || !*r.notes || strstr(r.notes, "zones: stopped early"), "%s", r.notes);
      /* The intervals are there, and may be better than alone. */
      ck_assert_msg(arrlenu(r.rows) >= arrlenu(least.rows), "system %u, case %zu: rows lost", i, k);
      release(&r);
      az_desc_free(d);
    }
    release(&least);
    drop(&f);
  }
}
END_TEST

static void check_error(az_desc *d, const char *standard, const char *expected) {
  formula f;
  make(&f, 1);
  az_error err = {0};
  az_domain_context context = {.store = f.s,
                               .views = f.cuts->views,
                               .view_count = 2,
                               .vars = f.vars,
                               .var_count = 2 * VARS,
                               .registry = registry};
  az_desc *usual =
      standard ? az_desc_new(az_registry_find(registry, AZ_MODULE_STRATEGY, standard, &err)) : NULL;
  az_domain domain;
  if (az_domain_open(&context, d, &domain, &err) == AZ_OK) {
    az_strategies *s = az_strategies_resolve(registry, &domain, usual, &err);
    ck_assert_msg((s != NULL) == (expected == NULL), "%s", err.message);
    if (s && standard) { /* a leaf that the default does not fit has one that does */
      const az_inner_facet *inner = az_domain_facets(&domain).inner;
      const az_domain *last = inner->component(domain.self, inner->count(domain.self) - 1);
      ck_assert_str_eq(az_strategies_of(s, last)->module->name, "enumerate");
    }
    az_strategies_free(s);
    az_domain_close(&domain);
  }
  ck_assert_msg(!expected || strstr(err.message, expected), "'%s' lacks '%s'", err.message,
                expected ? expected : "");
  az_desc_free(usual);
  az_desc_free(d);
  drop(&f);
}

START_TEST(strategies_are_checked_before) {
  check_error(product((const char *[]){"interval", "equality"}, 2), "binsearch", NULL);
  check_error(
      product((const char *[]){"interval", "equality:binsearch"}, 2), "binsearch",
      "the strategy binsearch needs numeric rows, which the domain 'equality' does not have");
  check_error(product((const char *[]){"interval", "equality"}, 2), NULL, NULL);
}
END_TEST

static void set_words(az_desc *d, const char *option, const char **words, size_t n) {
  az_value_desc v = {.option = option, .type = AZ_OPT_STRINGS};
  v.as.strings.items = words;
  v.as.strings.count = n;
  az_desc_set(d, &v);
}

static az_desc *on(const char *domain, const char *vars, const char *loops) {
  az_error err = {0};
  az_desc *d = az_desc_new(az_registry_find(registry, AZ_MODULE_DOMAIN, "restrict", &err)),
          *inner = leaf(domain);
  az_value_desc v = {.option = "domain", .type = AZ_OPT_DOMAIN};
  v.as.modules.items = &inner;
  v.as.modules.count = 1;
  az_desc_set(d, &v);
  az_desc_free(inner);
  if (vars) set_words(d, "vars", (const char *[]){vars}, 1);
  if (loops) set_words(d, "loops", (const char *[]){loops}, 1);
  return d;
}

START_TEST(selection) {
  formula f;
  make(&f, 1);
  az_term head[] = {f.cuts->loops[0].lb[0], f.cuts->loops[0].lb[1]};
  const az_term *canonical[] = {f.cuts->loops[0].lb, f.cuts->loops[1].lb};
  az_condition conditions[] = {
      {.view = 0, .term = az_bv_ult(f.s, head[0], number(f.s, 9))},
      {.view = 0, .term = az_bv_ult(f.s, head[0], head[1])},
      {.view = 1, .term = az_bv_ult(f.s, f.cuts->loops[1].lb[1], number(f.s, 7))}};
  const uint32_t x[] = {1, UINT32_MAX}, y[] = {0, UINT32_MAX}, none[] = {UINT32_MAX};
  const uint32_t *related[] = {x, y, none, none};
  az_domain_context context = {.store = f.s,
                               .views = f.cuts->views,
                               .view_count = 2,
                               .vars = f.vars,
                               .var_count = 2 * VARS,
                               .registry = registry,
                               .canonical = canonical,
                               .conditions = conditions,
                               .condition_count = 3,
                               .related = related};
  struct {
    const char *domain, *vars, *loops;
    uint32_t rows, view;
  } cases[] = {{"interval", NULL, NULL, 8, 0},    {"interval", "x", NULL, 4, 0},
               {"interval", "?", "main.1", 4, 1}, {"interval", "!x", "*0", 2, 0},
               {"zones", NULL, "main.1", 6, 1},   {"interval", "x", "!main.0", 2, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    az_error err = {0};
    az_desc *d = on(cases[i].domain, cases[i].vars, cases[i].loops);
    az_domain domain;
    ck_assert_msg(az_domain_open(&context, d, &domain, &err) == AZ_OK, "%s", err.message);
    ck_assert_msg(domain.ops->row_count(domain.self) == cases[i].rows, "case %zu: %u rows", i,
                  domain.ops->row_count(domain.self));
    ck_assert_uint_eq(domain.ops->row(domain.self, 0).view, cases[i].view);
    az_domain_close(&domain);
    az_desc_free(d);
  }
  /* Conditions about variables that are left out are not for the inner domain. */
  uint32_t rows[2];
  for (int i = 0; i < 2; i++) {
    az_error err = {0};
    az_desc *d = on("predicates", i ? "x" : NULL, "main.0");
    az_domain domain;
    ck_assert_msg(az_domain_open(&context, d, &domain, &err) == AZ_OK, "%s", err.message);
    rows[i] = domain.ops->row_count(domain.self);
    for (uint32_t r = 0; r < rows[i]; r++)
      ck_assert_uint_eq(domain.ops->row(domain.self, r).view, 0);
    az_domain_close(&domain);
    az_desc_free(d);
  }
  ck_assert_uint_lt(rows[1], rows[0]);
  az_error err = {0};
  az_desc *d = on("interval", "z", NULL);
  az_domain domain;
  ck_assert_msg(az_domain_open(&context, d, &domain, &err) == AZ_OK, "%s", err.message);
  const char *note = az_domain_facets(&domain).note;
  ck_assert_msg(note && strstr(note, "restrict.vars: nothing is called 'z'"), "%s",
                note ? note : "no note");
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 0);
  az_domain_close(&domain);
  az_desc_free(d);
  drop(&f);
}
END_TEST

int main(void) {
  az_error err = {0};
  registry = az_registry_new(&err);
  if (!registry || az_registry_add(registry, &liar, "test", &err) != AZ_OK ||
      az_registry_add(registry, &stopper, "test", &err) != AZ_OK ||
      az_registry_add(registry, &zz_dawdler, "test", &err) != AZ_OK) {
    fprintf(stderr, "%s\n", err.message);
    return 1;
  }
  Suite *suite = suite_create("product");
  TCase *test = tcase_create("products and selections");
  tcase_set_timeout(test, 100);
  tcase_add_test(test, order_does_not_matter);
  tcase_add_test(test, accelerated);
  tcase_add_test(test, joint_check_decides);
  tcase_add_test(test, what_the_others_have_is_kept);
  tcase_add_test(test, strategies_are_checked_before);
  tcase_add_test(test, selection);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  az_registry_free(registry);
  return failed != 0;
}
