/* Circuits of IEEE 754 operations, for random and special operands in all rounding modes, against
 * the host's arithmetic (the constructors of terms fold constants by it), and against the search of
 * the back end. */
#include "../../solvers/float_circuits.h"
#include "ansatz/term.h"
#include <check.h>
#include <stdlib.h>

static az_store *s;
static uint64_t state = 1;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static az_term bv(uint32_t width, uint64_t high, uint64_t low) {
  return az_bv_limbs(s, width, (uint64_t[]){low, high});
}

/* Zeros, numbers next to the ends of ranges, infinities, NaN, small integers, equal exponents. */
static az_term operand(az_sort sort) {
  const uint32_t w = az_sort_width(sort), m = az_sort_significand(sort) - 1,
                 e = az_sort_exponent(sort);
  const az_term sign = bv(1, 0, next() >> 20 & 1);
  az_term exponent = bv(e, next(), next()), fraction = bv(m, next(), next());
  const uint64_t bias = (UINT64_C(1) << (e - 1)) - 1;
  switch (next() >> 20 & 15) {
  case 0: exponent = az_bv(s, e, 0); break;
  case 1: exponent = az_bv_signed(s, e, -2); break;
  case 2: exponent = az_bv_signed(s, e, -1); break;
  case 3: exponent = az_bv(s, e, 1); break;
  case 4:
  case 5:
  case 6: exponent = az_bv(s, e, bias - 2 + (next() >> 20) % 5); break;
  case 7: exponent = az_bv(s, e, bias + (next() >> 20) % m); break;
  default: break;
  }
  switch (next() >> 20 & 7) {
  case 0: fraction = az_bv(s, m, 0); break;
  case 1: fraction = az_bv_signed(s, m, -1); break;
  case 2: fraction = az_bv(s, m, 1); break;
  case 3: fraction = az_bv_shl(s, bv(m, next(), next()), az_bv(s, m, (next() >> 20) % m)); break;
  case 4: fraction = az_bv_lshr(s, bv(m, next(), next()), az_bv(s, m, (next() >> 20) % m)); break;
  default: break;
  }
  return az_float_canonical(s, sort, az_concat(s, sign, az_concat(s, exponent, fraction)));
  (void)w;
}

static az_term integer(uint32_t width) {
  const az_term x = bv(width, next(), next()), by = az_bv(s, width, (next() >> 20) % width);
  return next() >> 20 & 1 ? az_bv_ashr(s, x, by) : az_bv_shl(s, az_bv_ashr(s, x, by), by);
}

static az_term float_of(az_sort sort, az_term bits) {
  return az_float_bits(s, sort, az_const_limbs(s, bits));
}

static const az_rounding modes[] = {AZ_ROUND_NEAREST_EVEN, AZ_ROUND_UP, AZ_ROUND_DOWN,
                                    AZ_ROUND_ZERO};

static az_term bits_of(az_term constant) {
  return az_sort_kind_of(az_sort_of(s, constant)) == AZ_SORT_FLOAT
             ? az_bv_limbs(s, az_sort_width(az_sort_of(s, constant)), az_const_limbs(s, constant))
             : constant;
}

/* The circuit of `t` over variables, with constants for these, is what the host computes. */
static void check_one(az_term t, const az_term *in, uint32_t n) {
  az_term variables[3], floats[3] = {AZ_NO_TERM};
  az_subst *subst = az_subst_new(s);
  for (uint32_t i = 0; i < n; i++) {
    const az_sort sort = az_sort_of(s, az_operand(s, t, i));
    static const char *const names[] = {"p", "q", "r"};
    char name[32];
    snprintf(name, sizeof name, "%s%u", names[i], az_sort_width(az_sort_of(s, in[i])));
    variables[i] = az_var(s, az_sort_of(s, in[i]), name);
    az_subst_bind(subst, variables[i], in[i]);
    floats[i] = az_sort_kind_of(sort) == AZ_SORT_FLOAT ? float_of(sort, in[i]) : in[i];
  }
  const az_term expected = az_rebuild(s, t, floats);
  const az_term circuit = az_float_circuit(s, t, variables);
  const az_term got = az_subst_apply(subst, circuit), direct = az_float_circuit(s, t, in);
  az_subst_free(subst);
  if (!az_is_const(s, expected)) return; /* an integer that does not fit */
  if (got == bits_of(expected) && direct == got) return;
  char *texts[5] = {az_print_c(s, t, NULL, NULL), az_print_c(s, expected, NULL, NULL),
                    az_print_c(s, got, NULL, NULL), az_print_c(s, in[0], NULL, NULL),
                    az_print_c(s, in[n - 1], NULL, NULL)};
  ck_abort_msg("%s mode %d of %s, %s is %s (%s), not %s", texts[0],
               az_rounds(az_kind_of(s, t)) ? (int)az_round_mode(s, t) : -1, texts[3], texts[4],
               texts[1], az_kind_name(az_kind_of(s, t)), texts[2]);
}

static const az_sort *formats(void) {
  static az_sort all[3];
  all[0] = az_sort_float(8, 24);
  all[1] = az_sort_float(11, 53);
  all[2] = az_sort_float(15, 64);
  return all;
}

enum { RUNS = CASES(400), MORE = 12 };

/* A new store from time to time: one with the terms of all runs no longer fits the cache, and most
 * of the time goes to looking for terms. */
static void renew_store(uint32_t i) {
  if (i % 16) return;
  az_store_free(s);
  s = az_store_new();
}

static az_term variable(az_sort sort, const char *prefix) {
  char name[64];
  snprintf(name, sizeof name, "%s%u.%u", prefix, (unsigned)az_sort_kind_of(sort),
           az_sort_width(sort));
  return az_var(s, sort, name);
}

static void binary(az_kind kind, az_sort sort, uint32_t runs) {
  for (uint32_t i = 0; i < runs; i++) {
    renew_store(i);
    const az_term x = variable(sort, "x"), y = variable(sort, "y");
    az_term in[2] = {operand(sort), operand(sort)};
    if (i % 8 == 0) in[1] = in[0];
    if (i % 8 == 1)
      in[1] = az_bv_add(s, in[0],
                        az_bv_signed(s, az_sort_width(sort), (int64_t)(next() >> 20 & 7) - 4));
    in[1] = az_float_canonical(s, sort, in[1]);
    check_one(az_float_rounded(s, kind, modes[i / 8 % 4], x, y, sort), in, 2);
  }
}

#define FOR_FORMATS(runs)                                                                          \
  s = az_store_new();                                                                              \
  for (uint32_t format = 0, times = (runs); format < 3; format++)                                  \
    for (az_sort sort = formats()[format]; sort; sort = 0)

START_TEST(sums) {
  FOR_FORMATS(4 * RUNS) binary(AZ_K_F_ADD, sort, times);
  az_store_free(s);
}
END_TEST

START_TEST(products) {
  FOR_FORMATS(2 * RUNS) binary(AZ_K_F_MUL, sort, times);
  az_store_free(s);
}
END_TEST

START_TEST(quotients) {
  FOR_FORMATS(RUNS) binary(AZ_K_F_DIV, sort, times);
  az_store_free(s);
}
END_TEST

START_TEST(roots_and_rounding) {
  FOR_FORMATS(RUNS) for (uint32_t i = 0; i < times; i++) {
    renew_store(i);
    const az_term x = variable(sort, "x"), in = operand(sort);
    check_one(az_float_rounded(s, AZ_K_F_SQRT, modes[i % 4], x, AZ_NO_TERM, sort), &in, 1);
    check_one(az_float_round(s, x, (az_rounding)(i % 5)), &in, 1);
    check_one(az_float_unary(s, AZ_K_F_NEG, x), &in, 1);
    check_one(az_float_unary(s, AZ_K_F_ABS, x), &in, 1);
    check_one(az_float_unary(s, AZ_K_F_IS_NAN, x), &in, 1);
    check_one(az_float_unary(s, AZ_K_F_IS_INF, x), &in, 1);
  }
  az_store_free(s);
}
END_TEST

START_TEST(fused) {
  FOR_FORMATS(RUNS) for (uint32_t i = 0; i < times; i++) {
    renew_store(i);
    const az_term x = variable(sort, "x"), y = variable(sort, "y"), z = variable(sort, "z");
    az_term in[3] = {operand(sort), operand(sort), operand(sort)};
    if (i % 2 == 0) { /* the product nearly cancels */
      const az_term p =
          az_float_binary(s, AZ_K_F_MUL, float_of(sort, in[0]), float_of(sort, in[1]));
      in[2] = az_float_canonical(s, sort, bits_of(az_float_unary(s, AZ_K_F_NEG, p)));
    }
    check_one(az_float_fma(s, x, y, z), in, 3);
  }
  az_store_free(s);
}
END_TEST

START_TEST(comparisons) {
  static const az_kind kinds[] = {AZ_K_F_LT, AZ_K_F_LE, AZ_K_F_EQ};
  FOR_FORMATS(RUNS) for (uint32_t i = 0; i < times; i++) {
    renew_store(i);
    az_term in[2] = {operand(sort), operand(sort)};
    if (i % 4 == 0) in[1] = in[0];
    check_one(az_float_binary(s, kinds[i % 3], variable(sort, "x"), variable(sort, "y")), in, 2);
  }
  az_store_free(s);
}
END_TEST

START_TEST(conversions) {
  static const uint32_t widths[] = {1, 7, 8, 16, 24, 32, 53, 64, 100};
  FOR_FORMATS(2 * RUNS) for (uint32_t i = 0; i < times; i++) {
    renew_store(i);
    const az_rounding mode = modes[i % 4];
    const uint32_t width = widths[i / 4 % 9];
    const az_term x = variable(sort, "x"), n = variable(az_sort_bv(width), "n");
    az_term in = operand(sort);
    for (uint32_t to = 0; to < 3; to++)
      if (formats()[to] != sort)
        check_one(az_float_rounded(s, AZ_K_F_FROM_FLOAT, mode, x, AZ_NO_TERM, formats()[to]), &in,
                  1);
    check_one(az_float_convert(s, AZ_K_F_TO_SBV, x, az_sort_bv(width)), &in, 1);
    check_one(az_float_convert(s, AZ_K_F_TO_UBV, x, az_sort_bv(width)), &in, 1);
    in = integer(width);
    check_one(az_float_rounded(s, AZ_K_F_FROM_SBV, mode, n, AZ_NO_TERM, sort), &in, 1);
    check_one(az_float_rounded(s, AZ_K_F_FROM_UBV, mode, n, AZ_NO_TERM, sort), &in, 1);
  }
  az_store_free(s);
}
END_TEST

/* binary16, which the host does not compute: every operation is that of double, rounded once
 * (double has more than twice as many bits, and two more). */
START_TEST(halves) {
  static const az_kind kinds[] = {AZ_K_F_ADD, AZ_K_F_MUL, AZ_K_F_DIV, AZ_K_F_SQRT};
  s = az_store_new();
  const az_sort half = az_sort_float(5, 11), twice = az_sort_float(11, 53);
  for (uint32_t i = 0; i < 4 * RUNS; i++) {
    renew_store(i);
    const az_term x = variable(half, "x"), y = variable(half, "y"), d = variable(twice, "d");
    const az_kind kind = kinds[i % 4];
    const az_rounding mode = modes[i / 4 % 4];
    const az_term in[2] = {operand(half), operand(half)};
    az_term as_double[2];
    for (uint32_t k = 0; k < 2; k++) {
      const az_term wide = az_float_convert(s, AZ_K_F_FROM_FLOAT, x, twice);
      as_double[k] = float_of(twice, az_float_circuit(s, wide, &in[k]));
    }
    /* To odd would be right in all modes; downwards and upwards are, rounded the same way twice. */
    const az_term exact = az_float_rounded(s, kind, mode, as_double[0], as_double[1], twice);
    const az_term narrow = az_float_rounded(s, AZ_K_F_FROM_FLOAT, mode, d, AZ_NO_TERM, half);
    const az_term bits = bits_of(exact);
    const az_term t = az_float_rounded(s, kind, mode, x, y, half);
    ck_assert_uint_eq(az_float_circuit(s, t, in), az_float_circuit(s, narrow, &bits));
  }
  az_store_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("float_circuits");
  TCase *c = tcase_create("circuits");
  tcase_set_timeout(c, 300);
  tcase_add_test(c, sums);
  tcase_add_test(c, products);
  tcase_add_test(c, quotients);
  tcase_add_test(c, roots_and_rounding);
  tcase_add_test(c, fused);
  tcase_add_test(c, comparisons);
  tcase_add_test(c, conversions);
  tcase_add_test(c, halves);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
