/* The bridge and each back end that is there: every operator against az_eval, groups, rebuilds,
 * definitions, arrays, floats, deadlines. */
#include "ansatz/clock.h"
#include "ansatz/module.h"
#include "ansatz/solver.h"
#include "solver_random.h"

#include <check.h>
#include <stdio.h>

static const char *const backends[] = {"bitblast", "boolector", "z3"};
enum { BACKENDS = sizeof backends / sizeof *backends };

static az_registry *registry;

static void set_up(void) {
#ifdef ANSATZ_BINARY
  char path[4096];
  snprintf(path, sizeof path, "%s", ANSATZ_BINARY);
  char *slash = strrchr(path, '/');
  if (slash) snprintf(slash, sizeof path - (size_t)(slash - path), "/modules");
  setenv("ANSATZ_PATH", path, 0);
#endif
  az_error err = {.status = AZ_OK};
  registry = az_registry_new(&err);
  ck_assert_msg(registry != NULL, "%s", err.message);
}

static void tear_down(void) {
  az_registry_free(registry);
}

/* NULL: this back end is not installed. */
static az_solver *open_solver(az_store *store, int backend, az_solver_config config) {
  config.backend = backends[backend];
  if (backend == 0) return az_solver_new(store, NULL, &config, NULL);
  if (!az_registry_find(registry, AZ_MODULE_SOLVER, backends[backend], NULL)) return NULL;
  return az_solver_new(store, registry, &config, NULL);
}

static az_term model_of(void *ctx, az_term var) {
  return az_solver_value(ctx, var);
}

/* For random operands fixed by assumptions, the back end's value of each operator is that of
 * az_eval. */
START_TEST(operators) {
  static const uint32_t widths[] = {1, 2, 3, 5, 8, 13, 32, 64, 70};
  rng random = {(uint64_t)_i + 42};
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
    const uint32_t width = widths[w];
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, _i, (az_solver_config){0});
    const az_term x = az_var(store, az_sort_bv(width), "x");
    const az_term y = az_var(store, az_sort_bv(width), "y");
    const az_term c = az_var(store, az_sort_bool(), "c");
    for (uint32_t op = 0; solver && op < RANDOM_BV_OPERATORS * (width < 16 ? 3 : 1); op++) {
      const uint32_t op_kind = op % RANDOM_BV_OPERATORS;
      const bool heavy = (op_kind >= 7 && op_kind <= 11) || op_kind == 18;
      if (width > 32 && heavy) continue;
      pool p = {.store = store, .random = &random};
      pool_add(&p, x);
      pool_add(&p, y);
      pool_add(&p, c);
      const az_term t = random_bv_by(&p, width, op_kind), b = random_bool(&p, width);
      const az_term r = az_fresh(store, az_sort_bv(width), "r");
      const az_term q = az_fresh(store, az_sort_bool(), "q");
      const az_term fixed[] = {az_eq(store, x, random_constant(&p, width)),
                               az_eq(store, y, random_constant(&p, width)), az_eq(store, r, t),
                               az_eq(store, q, b)};
      ck_assert_int_eq(az_solver_check(solver, fixed, 4, 0), AZ_SAT);
      az_eval *eval = az_eval_new(store, model_of, solver);
      const az_term expected = az_eval_term(eval, t), got = az_solver_value(solver, r);
      if (expected != got) {
        fprintf(stderr, "%s, width %u: ", backends[_i], width);
        az_print_smt2(store, t, stderr);
        fprintf(stderr, " with ");
        az_print_smt2(store, az_and(store, fixed[0], fixed[1]), stderr);
        fprintf(stderr, " is not ");
        az_print_smt2(store, got, stderr);
        fprintf(stderr, "\n");
      }
      ck_assert(expected == got);
      ck_assert(az_eval_term(eval, b) == az_solver_value(solver, q));
      for (int k = 0; k < 4; k++) ck_assert(az_solver_holds(solver, fixed[k]));
      az_eval_free(eval);
      /* and no other value is possible */
      const az_term other[] = {fixed[0], fixed[1], az_ne(store, t, expected),
                               az_eq(store, c, az_solver_value(solver, c))};
      ck_assert_int_eq(az_solver_check(solver, other, 4, 0), AZ_UNSAT);
    }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* A value of `bits` bits in `width` bits, as a number with or without a sign. */
static az_term extended(az_store *store, az_term t, uint32_t width, bool is_signed) {
  return is_signed ? az_sext(store, t, width) : az_zext(store, t, width);
}

/* Places in a matrix, x * m + y, of which back ends may know more than their circuits say: that
 * excludes no values. */
START_TEST(products) {
  enum { BITS = 3, WIDTH = 2 * BITS, VALUES = 1 << BITS };
  rng random = {7};
  for (int signs = 0; signs < 8; signs++) {
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, 0, (az_solver_config){0});
    static const char *const names[] = {"x", "z", "m", "y"};
    az_term v[4], e[4];
    for (int i = 0; i < 4; i++) {
      v[i] = az_var(store, az_sort_bv(BITS), names[i]);
      e[i] = extended(store, v[i], WIDTH, signs >> (i ? i - 1 : 0) & 1);
    }
    const az_term w = az_var(store, az_sort_bv(WIDTH), "w");
    const az_term xm = az_bv_mul(store, e[0], e[2]), zm = az_bv_mul(store, e[1], e[2]);
    const az_term terms[] = {xm, zm, az_bv_add(store, xm, e[3]), az_bv_add(store, xm, w),
                             az_bv_add(store, zm, w),
                             /* without a common factor; the last three wrap */
                             az_bv_mul(store, e[1], e[3]), az_bv_mul(store, v[0], v[2]),
                             az_bv_mul(store, v[3], v[1]), az_bv_mul(store, v[0], v[0])};
    enum { TERMS = sizeof terms / sizeof *terms };
    az_term assumed[6], named = az_true(store);
    static const char *const results[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    for (int i = 0; i < TERMS; i++)
      named =
          az_and(store, named,
                 az_eq(store, az_var(store, az_sort_of(store, terms[i]), results[i]), terms[i]));
    assumed[5] = named;
    for (uint32_t n = 0; n < VALUES * VALUES * VALUES * VALUES; n++) {
      uint32_t rest = n;
      for (int i = 0; i < 4; i++, rest /= VALUES)
        assumed[i] = az_eq(store, v[i], az_bv(store, BITS, rest % VALUES));
      assumed[4] = az_eq(store, w, az_bv(store, WIDTH, rng_below(&random, 1 << WIDTH)));
      ck_assert_int_eq(az_solver_check(solver, assumed, 6, 0), AZ_SAT);
    }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* What a back end adds of quotients and products by the same divisor excludes no values: each
 * choice of three numbers has a model, with the results of az_eval. */
START_TEST(quotients_and_products) {
  enum { BITS = 4, SHAPES = 6 };
  for (int shape = 0; shape < SHAPES; shape++) {
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, _i, (az_solver_config){0});
    const az_sort sort = az_sort_bv(BITS);
    const az_term v[] = {az_var(store, sort, "a"), az_var(store, sort, "b"),
                         az_var(store, sort, "c")};
    const bool is_signed = shape & 1;
    const uint32_t width = shape < 2 ? BITS : shape < 4 ? BITS + 2 : 2 * BITS;
    const az_term a = az_resize(store, v[0], width, is_signed),
                  b = az_resize(store, v[1], width, is_signed);
    const az_term product = az_bv_mul(store, a, b), quotient = is_signed
                                                                   ? az_bv_sdiv(store, v[2], v[1])
                                                                   : az_bv_udiv(store, v[2], v[1]);
    for (uint32_t n = 0; solver && n < 1u << 3 * BITS; n += _i ? 101 : 1) {
      az_subst *values = az_subst_new(store);
      az_term assumed = az_true(store);
      for (uint32_t i = 0; i < 3; i++) {
        const az_term value = az_bv(store, BITS, n >> (i * BITS) & 15);
        az_subst_bind(values, v[i], value);
        assumed = az_and(store, assumed, az_eq(store, v[i], value));
      }
      const az_term results[] = {product, quotient};
      for (uint32_t i = 0; i < 2; i++)
        assumed =
            az_and(store, assumed, az_eq(store, results[i], az_subst_apply(values, results[i])));
      ck_assert_int_eq(az_solver_check(solver, &assumed, 1, 0), AZ_SAT);
      az_subst_free(values);
    }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* What bitblast adds of products whose factors are compared with constants excludes no values, in
 * products that wrap, and in products of extended words, of which one may be an ite. */
START_TEST(products_between_constants) {
  enum { BITS = 4, SHAPES = 6, CONSTANTS = 5 };
  static const uint64_t constants[] = {0, 3, 7, 9, 14};
  for (int shape = 0; shape < SHAPES; shape++) {
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, 0, (az_solver_config){0});
    const az_sort sort = az_sort_bv(BITS);
    const az_term v[] = {az_var(store, sort, "a"), az_var(store, sort, "b")};
    const bool is_signed = shape & 1;
    const uint32_t width = shape < 2 ? BITS : 2 * BITS;
    const az_term chosen =
        az_ite(store, az_bv_slt(store, v[1], v[0]), v[0], az_bv(store, BITS, 13));
    az_term results[1 + 4 * CONSTANTS];
    results[0] = az_bv_mul(store, az_resize(store, shape < 4 ? v[0] : chosen, width, is_signed),
                           az_resize(store, v[1], width, is_signed));
    for (uint32_t i = 0; i < CONSTANTS; i++) {
      const az_term c = az_bv(store, BITS, constants[i]), wide = az_bv(store, width, constants[i]);
      results[1 + 4 * i] = az_bv_slt(store, v[0], c);
      results[2 + 4 * i] = is_signed ? az_bv_slt(store, c, v[1]) : az_bv_ult(store, v[1], c);
      results[3 + 4 * i] = az_bv_slt(store, wide, results[0]);
      results[4 + 4 * i] = az_bv_slt(store, chosen, c);
    }
    for (uint32_t n = 0; n < 1u << 2 * BITS; n++) {
      az_subst *values = az_subst_new(store);
      az_term assumed = az_true(store);
      for (uint32_t i = 0; i < 2; i++) {
        const az_term value = az_bv(store, BITS, n >> (i * BITS) & 15);
        az_subst_bind(values, v[i], value);
        assumed = az_and(store, assumed, az_eq(store, v[i], value));
      }
      for (uint32_t i = 0; i < 1 + 4 * CONSTANTS; i++)
        assumed =
            az_and(store, assumed, az_eq(store, results[i], az_subst_apply(values, results[i])));
      ck_assert_int_eq(az_solver_check(solver, &assumed, 1, 0), AZ_SAT);
      az_subst_free(values);
    }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* A random polynomial over three variables, with choices and halves in it. */
static az_term some_polynomial(az_store *store, rng *random, const az_term *v, uint32_t depth) {
  const uint32_t width = az_sort_width(az_sort_of(store, v[0])), kind = rng_below(random, 8);
  if (!depth || !kind)
    return rng_below(random, 4) ? v[rng_below(random, 3)]
                                : az_bv(store, width, rng_below(random, 16));
  const az_term a = some_polynomial(store, random, v, depth - 1);
  if (kind == 1) return az_bv_udiv(store, a, az_bv(store, width, 2));
  if (kind == 2) return az_bv_sdiv(store, a, az_bv(store, width, 2));
  if (kind == 3) return az_bv_mul(store, a, az_bv(store, width, 2));
  const az_term b = some_polynomial(store, random, v, depth - 1);
  if (kind == 4) return az_ite(store, az_bv_ult(store, v[0], v[1]), a, b);
  if (kind == 5) return az_ite(store, az_eq(store, v[1], v[2]), a, b);
  return kind == 6 ? az_bv_mul(store, a, b) : az_bv_sub(store, a, b);
}

/* What bitblast adds of equations between polynomials changes no answer: a formula of hypotheses
 * and goals holds for the values for which az_eval says so. Most goals follow. */
START_TEST(polynomial_systems) {
  enum { BITS = 3, SYSTEMS = 60 };
  rng random = {.state = 11};
  for (int system = 0; system < SYSTEMS; system++) {
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, 0, (az_solver_config){0});
    const az_sort sort = az_sort_bv(BITS);
    const az_term v[] = {az_var(store, sort, "a"), az_var(store, sort, "b"),
                         az_var(store, sort, "c")};
    const az_term f = some_polynomial(store, &random, v, 3),
                  g = some_polynomial(store, &random, v, 3),
                  by = some_polynomial(store, &random, v, 2), zero = az_bv(store, BITS, 0);
    const az_term follows = az_bv_add(store, az_bv_mul(store, f, by), g),
                  goal = rng_below(&random, 4) ? follows : some_polynomial(store, &random, v, 3);
    az_term formula = az_and(store, az_eq(store, f, zero), az_eq(store, g, zero));
    formula = az_and(store, az_implies(store, az_bv_ult(store, v[2], v[0]), formula),
                     az_not(store, az_eq(store, goal, zero)));
    for (uint32_t n = 0; solver && n < 1u << 3 * BITS; n++) {
      az_subst *values = az_subst_new(store);
      az_term assumed = formula;
      for (uint32_t i = 0; i < 3; i++) {
        const az_term value = az_bv(store, BITS, n >> (i * BITS) & 7);
        az_subst_bind(values, v[i], value);
        assumed = az_and(store, assumed, az_eq(store, v[i], value));
      }
      const bool holds = az_is_true(store, az_subst_apply(values, formula));
      ck_assert_int_eq(az_solver_check(solver, &assumed, 1, 0), holds ? AZ_SAT : AZ_UNSAT);
      az_subst_free(values);
    }
    az_solver_free(solver);
    az_store_free(store);
  }
}
END_TEST

/* Returns a term of 4 bits over x, y (v[0], v[1]) and the shorter n (v[2]), with signed extensions
 * of what is shorter. */
static az_term some_extension(az_store *store, rng *random, const az_term *v, uint32_t depth) {
  const az_term x = v[rng_below(random, 2)], n = v[2], both = az_ite(store, v[3], v[0], v[1]);
  if (depth && !rng_below(random, 3))
    return az_bv_mul(store, some_extension(store, random, v, depth - 1),
                     some_extension(store, random, v, depth - 1));
  if (depth && !rng_below(random, 3))
    return az_bv_add(store, some_extension(store, random, v, depth - 1),
                     az_bv(store, 4, rng_below(random, 3)));
  switch (rng_below(random, 5)) {
  case 0: return az_sext(store, az_extract(store, x, 1, 0), 4);
  case 1: return az_sext(store, az_extract(store, both, 1, 0), 4);
  case 2: return az_sext(store, az_bv_add(store, n, az_extract(store, x, 1, 0)), 4);
  case 3: return az_sext(store, az_ite(store, v[3], n, az_bv_mul(store, n, n)), 4);
  default: return rng_below(random, 2) ? x : az_sext(store, n, 4);
  }
}

/* The equations of extensions that may lose bits change no answer: bitblast finds a model if there
 * are values for which az_eval says that the formula holds, and none else. */
START_TEST(extended_polynomials) {
  enum { SYSTEMS = 150 };
  rng random = {.state = 5};
  uint32_t sat = 0;
  for (int system = 0; system < SYSTEMS; system++) {
    az_store *store = az_store_new();
    az_solver *solver = open_solver(store, 0, (az_solver_config){0});
    const az_term v[] = {az_var(store, az_sort_bv(4), "x"), az_var(store, az_sort_bv(4), "y"),
                         az_var(store, az_sort_bv(2), "n"), az_var(store, az_sort_bool(), "c")};
    const az_term e = some_extension(store, &random, v, 1),
                  f = some_extension(store, &random, v, 1), square = az_bv_mul(store, e, e),
                  other = az_bv_mul(store, f, f);
    az_term formula = az_and(store, az_eq(store, e, f),
                             az_not(store, az_eq(store, square, az_bv_mul(store, f, v[0]))));
    formula = az_and(store, formula,
                     az_implies(store, v[3], az_eq(store, v[2], az_extract(store, v[1], 1, 0))));
    if (system % 2) formula = az_and(store, formula, az_not(store, az_eq(store, square, other)));
    bool expected = false;
    for (uint32_t i = 0; i < 1u << 11 && !expected; i++) {
      az_subst *values = az_subst_new(store);
      az_subst_bind(values, v[0], az_bv(store, 4, i & 15));
      az_subst_bind(values, v[1], az_bv(store, 4, i >> 4 & 15));
      az_subst_bind(values, v[2], az_bv(store, 2, i >> 8 & 3));
      az_subst_bind(values, v[3], az_bool(store, i >> 10));
      expected = az_is_true(store, az_subst_apply(values, formula));
      az_subst_free(values);
    }
    ck_assert_int_eq(az_solver_check(solver, &formula, 1, 0), expected ? AZ_SAT : AZ_UNSAT);
    sat += expected;
    az_solver_free(solver);
    az_store_free(store);
  }
  ck_assert_uint_gt(sat, 20);
  ck_assert_uint_lt(sat, SYSTEMS - 20);
}
END_TEST

/* a > C / b guards against a * b > C. */
START_TEST(guarded_product) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, _i, (az_solver_config){0});
  const az_term a = az_var(store, az_sort_bv(32), "a"), b = az_var(store, az_sort_bv(32), "b"),
                greatest = az_bv(store, 32, INT32_MAX);
  const az_term within = az_bv_sle(store, a, az_bv_sdiv(store, greatest, b)),
                positive = az_and(store, az_bv_sle(store, az_bv(store, 32, 0), a),
                                  az_bv_slt(store, az_bv(store, 32, 0), b)),
                product = az_bv_mul(store, az_sext(store, a, 64), az_sext(store, b, 64));
  const az_term beyond = az_bv_slt(store, az_sext(store, greatest, 64), product);
  az_term query = az_and(store, positive, az_and(store, within, beyond));
  if (solver && _i == 0) ck_assert_int_eq(az_solver_check(solver, &query, 1, 0), AZ_UNSAT);
  query = az_and(store, positive, az_and(store, az_not(store, within), beyond));
  if (solver) ck_assert_int_eq(az_solver_check(solver, &query, 1, 0), AZ_SAT);
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

START_TEST(groups_and_rebuilds) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, _i, (az_solver_config){.rebuild_after = 3});
  if (solver) {
    const az_term x = az_var(store, az_sort_bv(8), "x");
    az_solver_assert(solver, az_bv_ult(store, x, az_bv(store, 8, 20)));
    for (uint32_t i = 0; i < 20; i++) {
      const az_group g = az_solver_group(solver), h = az_solver_group(solver);
      az_solver_group_assert(solver, g, az_bv_ule(store, az_bv(store, 8, i), x));
      az_solver_group_assert(solver, h, az_bv_ule(store, x, az_bv(store, 8, i)));
      ck_assert_int_eq(az_solver_check(solver, NULL, 0, 0), AZ_SAT);
      ck_assert(az_solver_value(solver, x) == az_bv(store, 8, i));
      const az_term other = az_ne(store, x, az_bv(store, 8, i));
      ck_assert_int_eq(az_solver_check(solver, &other, 1, 0), AZ_UNSAT);
      az_solver_retire(solver, g);
      az_solver_retire(solver, h);
    }
    const az_solver_stats stats = az_solver_statistics(solver);
    ck_assert_uint_eq(stats.calls, 40);
    ck_assert_uint_eq(stats.sat, 20);
    ck_assert_uint_eq(stats.unsat, 20);
    ck_assert_uint_ge(stats.rebuilds, 8);
    az_solver_free(solver);
  }
  az_store_free(store);
}
END_TEST

START_TEST(arrays_and_definitions) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, _i, (az_solver_config){0});
  if (solver) {
    const az_sort bv8 = az_sort_bv(8), array = az_sort_array(4, bv8);
    const az_term a = az_var(store, array, "a"), undefined = az_var(store, array, "undefined");
    const az_term i = az_var(store, az_sort_bv(4), "i"), j = az_var(store, az_sort_bv(4), "j");
    const az_term ai = az_select(store, a, i), aj = az_select(store, a, j);
    az_solver_assert(solver, az_ne(store, ai, aj));
    ck_assert_int_eq(az_solver_check(solver, NULL, 0, 0), AZ_SAT);
    ck_assert(az_solver_value(solver, i) != az_solver_value(solver, j));
    ck_assert(az_solver_value(solver, ai) != az_solver_value(solver, aj));
    const az_term same = az_eq(store, i, j);
    ck_assert_int_eq(az_solver_check(solver, &same, 1, 0), AZ_UNSAT);
    /* a undefined that was read before it is filled */
    const az_term seven = az_bv(store, 8, 7), hi = az_select(store, undefined, i);
    const az_term wrong[] = {az_ne(store, hi, seven)};
    ck_assert_int_eq(az_solver_check(solver, wrong, 1, 0), AZ_SAT);
    az_solver_define(solver, undefined, az_store_at(store, a, i, seven));
    ck_assert_int_eq(az_solver_check(solver, wrong, 1, 0), AZ_UNSAT);
    const az_term other[] = {az_ne(store, az_select(store, undefined, j), aj)};
    ck_assert_int_eq(az_solver_check(solver, other, 1, 0), AZ_UNSAT);
    /* the same for a scalar */
    const az_term x = az_var(store, bv8, "x"), y = az_var(store, bv8, "y");
    const az_term big[] = {az_bv_ult(store, y, x), az_bv_ult(store, y, az_bv(store, 8, 200))};
    ck_assert_int_eq(az_solver_check(solver, big, 2, 0), AZ_SAT);
    az_solver_define(solver, x, az_bv_add(store, y, az_bv(store, 8, 1)));
    ck_assert_int_eq(az_solver_check(solver, big, 2, 0), AZ_SAT);
    ck_assert(az_solver_value(solver, x) ==
              az_solver_value(solver, az_bv_add(store, y, az_bv(store, 8, 1))));
    const az_term gap = az_ne(store, az_bv_sub(store, x, y), az_bv(store, 8, 1));
    ck_assert_int_eq(az_solver_check(solver, &gap, 1, 0), AZ_UNSAT);
    az_solver_free(solver);
  }
  az_store_free(store);
}
END_TEST

START_TEST(floats) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, _i, (az_solver_config){0});
  if (solver) {
    const az_sort f32 = az_sort_float(8, 24);
    const az_term x = az_var(store, f32, "x"), y = az_var(store, f32, "y");
    /* exact for every back end: comparisons, bits, signs */
    az_term q[] = {az_float_binary(store, AZ_K_F_LT, x, y),
                   az_float_binary(store, AZ_K_F_LT, y, x)};
    ck_assert_int_eq(az_solver_check(solver, q, 2, 0), AZ_UNSAT);
    q[1] = az_float_binary(store, AZ_K_F_LT, az_float_unary(store, AZ_K_F_NEG, x),
                           az_float_unary(store, AZ_K_F_NEG, y));
    ck_assert_int_eq(az_solver_check(solver, q, 2, 0), AZ_UNSAT);
    ck_assert_int_eq(az_solver_check(solver, q, 1, 0), AZ_SAT);
    ck_assert(az_solver_holds(solver, q[0]));
    ck_assert(!az_solver_abstracted(solver));
    q[0] = az_not(store, az_float_binary(store, AZ_K_F_EQ, x, x));
    q[1] = az_not(store, az_float_unary(store, AZ_K_F_IS_NAN, x));
    ck_assert_int_eq(az_solver_check(solver, q, 1, 0), AZ_SAT);
    ck_assert_int_eq(az_solver_check(solver, q, 2, 0), AZ_UNSAT);
    /* arithmetic: x + y < x with 0 < x, y is a claim about IEEE 754 */
    const uint64_t zero_bits = 0;
    const az_term zero = az_float_bits(store, f32, &zero_bits);
    az_term r[] = {az_float_binary(store, AZ_K_F_LT, zero, x),
                   az_float_binary(store, AZ_K_F_LT, zero, y),
                   az_float_binary(store, AZ_K_F_LT, az_float_binary(store, AZ_K_F_ADD, x, y), x)};
    ck_assert_int_eq(az_solver_check(solver, r, 3, 0), AZ_UNSAT);
    r[1] = az_not(store, r[1]);
    ck_assert_int_eq(az_solver_check(solver, r, 3, 0), AZ_SAT);
    ck_assert(az_solver_holds(solver, r[0]) && az_solver_holds(solver, r[2]));
    az_solver_free(solver);
  }
  az_store_free(store);
}
END_TEST

/* What holds of x holds of n at the end of a loop: s == x * (n + 1), x <= n and not x < n imply
 * s == n * (n + 1). A stale assumption s == 7 takes no part in it. */
START_TEST(end_of_loop) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, 0, (az_solver_config){0});
  const az_sort sort = az_sort_bv(32);
  const az_term x = az_var(store, sort, "x"), n = az_var(store, sort, "n"),
                s = az_var(store, sort, "s"), next = az_bv_add(store, n, az_bv(store, 32, 1));
  az_solver_assert(solver, az_eq(store, s, az_bv_mul(store, x, next)));
  az_term q[] = {az_eq(store, s, az_bv(store, 32, 7)), az_ne(store, s, az_bv_mul(store, n, next)),
                 az_not(store, az_bv_slt(store, x, n)), az_not(store, az_bv_slt(store, n, x))};
  ck_assert_int_eq(az_solver_check(solver, q, 2, 0), AZ_SAT);
  ck_assert_int_eq(az_solver_check(solver, q + 1, 2, 0), AZ_SAT);
  ck_assert_int_eq(az_solver_check(solver, q + 1, 3, az_clock(NULL) + 5), AZ_UNSAT);
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

/* Folds x[0], x[1], ...: in this order, or turned by one; `instead` for the last one. */
static az_term fold(az_store *store, const az_term *x, int n, int turned, az_term instead,
                    int how) {
  az_term t = az_bv(store, 64, 0);
  for (int i = 0; i < n; i++) {
    const int k = (i + turned) % n;
    const az_term one = k == n - 1 ? instead : x[k], wide = az_sext(store, one, 64);
    if (how == 0) t = az_bv_add(store, t, wide);
    if (how == 1) /* counts, up or down */
      t = az_bv_add(store, t,
                    az_ite(store, az_eq(store, az_extract(store, one, 0, 0), az_bv(store, 1, 1)),
                           az_bv(store, 64, 1), az_bv_signed(store, 64, -1)));
    if (how == 2) t = az_ite(store, az_bv_slt(store, t, wide), wide, t);
    if (how == 3) t = az_ite(store, az_bv_slt(store, wide, t), wide, t);
  }
  return az_extract(store, t, 31, 0);
}

/* Sums and extrema of the same terms in another order have the same gates: SAT solving alone would
 * take hours. */
START_TEST(turned) {
  enum { N = 60 };
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, 0, (az_solver_config){0});
  az_term x[N];
  for (int i = 0; i < N; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%d", i);
    x[i] = az_var(store, az_sort_bv(32), name);
  }
  for (int how = 0; how < 4; how++) {
    const az_term one = fold(store, x, N, 0, x[N - 1], how);
    const az_term other = fold(store, x, N, 1, x[N - 1], how);
    const az_term wrong = fold(store, x, N, 1, x[0], how);
    az_term differ = az_ne(store, one, other);
    ck_assert_int_eq(az_solver_check(solver, &differ, 1, az_clock(NULL) + 5), AZ_UNSAT);
    differ = az_ne(store, one, wrong);
    ck_assert_int_eq(az_solver_check(solver, &differ, 1, az_clock(NULL) + 60), AZ_SAT);
    az_eval *eval = az_eval_new(store, model_of, solver);
    ck_assert(az_is_true(store, az_eval_term(eval, differ)));
    az_eval_free(eval);
  }
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

/* An asserted i = j -> x = y takes two clauses for each bit of x, and no variable; the equality
 * keeps its meaning where other formulas use it, before or after. */
START_TEST(implied_equality) {
  az_store *store = az_store_new();
  az_solver *solver = open_solver(store, 0, (az_solver_config){0});
  const az_term i = az_var(store, az_sort_bv(4), "i"), j = az_var(store, az_sort_bv(4), "j");
  const az_term x = az_var(store, az_sort_bv(64), "x"), y = az_var(store, az_sort_bv(64), "y");
  const az_term same = az_eq(store, i, j), equal = az_eq(store, x, y);
  const az_term differ = az_not(store, equal), apart = az_not(store, same);
  if (_i) (void)az_solver_check(solver, &equal, 1, 0); /* the equality has a gate of its own */
  az_solver_assert(solver, az_implies(store, same, equal));
  const az_solver_stats stats = az_solver_statistics(solver);
  if (!_i) {
    ck_assert_uint_le(stats.clauses, 2 * 64 + 40);
    ck_assert_uint_le(stats.variables, 2 * 64 + 20);
  }
  ck_assert_int_eq(az_solver_check(solver, &same, 1, 0), AZ_SAT);
  ck_assert(az_solver_value(solver, x) == az_solver_value(solver, y));
  ck_assert_int_eq(az_solver_check(solver, (az_term[]){same, differ}, 2, 0), AZ_UNSAT);
  ck_assert_int_eq(az_solver_check(solver, &differ, 1, 0), AZ_SAT);
  ck_assert(az_solver_value(solver, x) != az_solver_value(solver, y));
  ck_assert(az_solver_value(solver, i) != az_solver_value(solver, j));
  ck_assert_int_eq(az_solver_check(solver, (az_term[]){apart, equal}, 2, 0), AZ_SAT);
  for (uint32_t bit = 0; bit < 64; bit += 9) { /* each bit is implied */
    const az_term xb = az_extract(store, x, bit, bit), yb = az_extract(store, y, bit, bit);
    const az_term other[] = {same, az_ne(store, xb, yb)};
    ck_assert_int_eq(az_solver_check(solver, other, 2, 0), AZ_UNSAT);
  }
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

/* Factoring: no back end decides this in a tenth of a second. */
START_TEST(deadline) {
  az_store *store = az_store_new();
  const az_module *m = _i ? az_registry_find(registry, AZ_MODULE_SOLVER, backends[_i], NULL) : NULL;
  /* Boolector 1.5 knows no deadlines. */
  az_solver *solver = !_i || (m && strncmp(m->version, "1.5", 3))
                          ? open_solver(store, _i, (az_solver_config){0})
                          : NULL;
  if (solver) {
    const az_term x = az_var(store, az_sort_bv(64), "x"), y = az_var(store, az_sort_bv(64), "y");
    const az_term one = az_bv(store, 64, 1);
    az_term wide = az_bv_mul(store, az_zext(store, x, 128), az_zext(store, y, 128));
    az_solver_assert(
        solver,
        az_eq(store, wide,
              az_bv_wide(store, 128, (az_wide)4611686018427387847 * (az_wide)2305843009213693951)));
    az_solver_assert(solver, az_bv_ult(store, one, x));
    az_solver_assert(solver, az_bv_ult(store, x, y));
    const double begin = az_clock(NULL);
    ck_assert_int_eq(az_solver_check(solver, NULL, 0, begin + 0.1), AZ_UNKNOWN);
    ck_assert(az_clock(NULL) - begin < 3);
    const az_term easy = az_eq(store, x, one);
    ck_assert_int_eq(az_solver_check(solver, &easy, 1, az_clock(NULL) + 60), AZ_UNSAT);
    az_solver_free(solver);
  }
  az_store_free(store);
}
END_TEST

/* Reads of n elements that n stores have written are lowered in about n^2/2 steps: these end at the
 * deadline, too, here one of work, and the next query goes on with what is lowered. */
START_TEST(deadline_of_reads) {
  enum { N = 1500 };
  az_store *store = az_store_new();
  az_work work = {.is_budget = true};
  az_store_set_work(store, &work);
  az_solver *solver = open_solver(store, 0, (az_solver_config){0});
  const az_sort bits = az_sort_bv(32);
  az_term array = az_var(store, az_sort_array(32, bits), "a"), element[N], differ = az_false(store);
  for (uint32_t i = 0; i < N; i++) {
    element[i] = az_var(store, bits, "v");
    array = az_store_at(store, array, az_bv(store, 32, i), element[i]);
  }
  const az_term at = az_var(store, bits, "i");
  array = az_store_at(store, array, at, az_bv(store, 32, 0));
  for (uint32_t i = 0; i < N; i++)
    differ = az_or(store, differ,
                   az_ne(store, az_select(store, array, az_bv(store, 32, i)), element[i]));
  const az_term query[] = {differ, az_eq(store, at, az_bv(store, 32, N))};
  const double begin = az_clock(&work);
  ck_assert_int_eq(az_solver_check(solver, query, 2, begin + 0.05), AZ_UNKNOWN);
  ck_assert(az_clock(&work) - begin < 0.1);
  ck_assert_int_eq(az_solver_check(solver, query, 2, 0), AZ_UNSAT);
  ck_assert(az_clock(&work) - begin > 0.15); /* so the first query was not nearly done */
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

START_TEST(dump) {
  char folder[] = "/tmp/ansatz-dump-XXXXXX", file[64];
  ck_assert(mkdtemp(folder) != NULL);
  az_store *store = az_store_new();
  az_solver *solver =
      open_solver(store, 0, (az_solver_config){.dump_directory = folder, .name = "step"});
  const az_term x = az_var(store, az_sort_bv(8), "x");
  az_solver_assert(solver, az_bv_ult(store, x, az_bv(store, 8, 5)));
  const az_term q = az_eq(store, x, az_bv(store, 8, 9));
  ck_assert_int_eq(az_solver_check(solver, &q, 1, 0), AZ_UNSAT);
  snprintf(file, sizeof file, "%s/step-0001.smt2", folder);
  FILE *in = fopen(file, "r");
  ck_assert(in != NULL);
  char text[4096];
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  ck_assert(strstr(text, "(check-sat)") != NULL);
  remove(file);
  remove(folder);
  az_solver_free(solver);
  az_store_free(store);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("solver");
  TCase *tests = tcase_create("bridge");
  tcase_set_timeout(tests, 60);
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, operators, 0, BACKENDS);
  tcase_add_test(tests, products);
  tcase_add_loop_test(tests, quotients_and_products, 0, BACKENDS);
  tcase_add_test(tests, products_between_constants);
  tcase_add_test(tests, polynomial_systems);
  tcase_add_test(tests, extended_polynomials);
  tcase_add_loop_test(tests, guarded_product, 0, BACKENDS);
  tcase_add_loop_test(tests, groups_and_rebuilds, 0, BACKENDS);
  tcase_add_test(tests, end_of_loop);
  tcase_add_test(tests, turned);
  tcase_add_loop_test(tests, arrays_and_definitions, 0, BACKENDS);
  tcase_add_loop_test(tests, floats, 0, BACKENDS);
  tcase_add_loop_test(tests, implied_equality, 0, 2);
  tcase_add_loop_test(tests, deadline, 0, BACKENDS);
  tcase_add_test(tests, deadline_of_reads);
  tcase_add_test(tests, dump);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failures = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
