/* The term store: hash-consing, the simplifications that symbolic execution relies on,
 * substitution, deep terms, printing. */
#include "ansatz/term.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static az_store *s;
static az_term x, y, z, p, q, r, b8, c8;
static az_sort w32;

static void setup(void) {
  s = az_store_new();
  w32 = az_sort_bv(32);
  x = az_var(s, w32, "x"), y = az_var(s, w32, "y"), z = az_var(s, w32, "z");
  p = az_var(s, az_sort_bool(), "p"), q = az_var(s, az_sort_bool(), "q"),
  r = az_var(s, az_sort_bool(), "r");
  b8 = az_var(s, az_sort_bv(8), "b"), c8 = az_var(s, az_sort_bv(8), "c");
}

static void teardown(void) {
  az_store_free(s);
}

static az_term k(int64_t v) {
  return az_bv_signed(s, 32, v);
}
static az_term plus(az_term a, int64_t v) {
  return az_bv_add(s, a, az_bv_signed(s, az_sort_width(az_sort_of(s, a)), v));
}

#define SAME(a, b)                                                                                 \
  do {                                                                                             \
    az_term same_a = (a), same_b = (b);                                                            \
    if (same_a != same_b) {                                                                        \
      fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                              \
      az_print_smt2(s, same_a, stderr);                                                            \
      fprintf(stderr, "\n  is not ");                                                              \
      az_print_smt2(s, same_b, stderr);                                                            \
      fprintf(stderr, "\n");                                                                       \
    }                                                                                              \
    ck_assert_uint_eq(same_a, same_b);                                                             \
  } while (0)
#define TRUE(a) SAME(a, az_true(s))
#define FALSE(a) SAME(a, az_false(s))

START_TEST(structure) {
  SAME(az_var(s, w32, "x"), x);
  SAME(az_bv_add(s, x, y), az_bv_add(s, y, x));
  az_term f = az_fresh(s, w32, "x"), g = az_fresh(s, w32, "x");
  ck_assert_uint_ne(f, g);
  ck_assert_str_ne(az_var_name(s, f), az_var_name(s, g));
  ck_assert_int_eq(az_kind_of(s, az_bv_add(s, x, y)), AZ_K_BV_ADD);
  ck_assert_uint_eq(az_arity(s, az_ite(s, p, x, y)), 3);
  az_term e = az_extract(s, x, 20, 5);
  ck_assert_uint_eq(az_extract_high(s, e), 20);
  ck_assert_uint_eq(az_extract_low(s, e), 5);
  uint64_t v;
  az_wide w;
  ck_assert(az_const_u64(s, k(-1), &v) && v == 0xffffffff);
  ck_assert(az_const_wide(s, k(-1), true, &w) && w == -1);
  ck_assert(az_const_wide(s, k(-1), false, &w) && w == 0xffffffff);
  ck_assert(az_const_wide(s, az_bv_signed(s, 4096, -5), true, &w) && w == -5);
  ck_assert(!az_const_wide(s, az_bv_signed(s, 4096, -5), false, &w));
  ck_assert_uint_eq(az_const_limbs(s, az_bv_signed(s, 130, -1))[2], 3);
  for (int kind = 0; kind < AZ_K_COUNT; kind++) ck_assert_ptr_nonnull(az_kind_name((az_kind)kind));
}
END_TEST

START_TEST(sums) {
  SAME(az_bv_sub(s, az_bv_add(s, x, y), y), x);
  SAME(az_bv_sub(s, az_bv_add(s, x, z), az_bv_add(s, x, y)), az_bv_sub(s, z, y));
  SAME(az_bv_sub(s, plus(x, 7), plus(x, 3)), k(4));
  SAME(plus(plus(x, 7), -7), x);
  SAME(az_bv_add(s, x, az_bv_neg(s, x)), k(0));
  SAME(az_bv_add(s, az_bv_not(s, x), k(1)), az_bv_neg(s, x));
  SAME(az_bv_sub(s, az_bv_mul(s, x, k(3)), az_bv_add(s, x, x)), x);
  SAME(az_bv_mul(s, plus(x, 1), k(4)), plus(az_bv_mul(s, x, k(4)), 4));
  SAME(az_bv_shl(s, x, k(2)), az_bv_mul(s, k(4), x));
  SAME(az_bv_neg(s, az_bv_sub(s, x, y)), az_bv_sub(s, y, x));
  SAME(az_bv_sub(s, az_bv_sub(s, x, y), z), az_bv_sub(s, x, az_bv_add(s, z, y)));
  SAME(az_eq(s, plus(x, 3), k(5)), az_eq(s, x, k(2)));
  SAME(az_eq(s, plus(x, 3), plus(y, 5)), az_eq(s, x, plus(y, 2)));
  FALSE(az_eq(s, plus(x, 3), plus(x, 4)));
  SAME(az_eq(s, az_bv_sub(s, x, y), k(0)), az_eq(s, x, y));
  SAME(az_eq(s, az_bv_mul(s, x, k(3)), k(9)), az_eq(s, x, k(3)));
  FALSE(az_eq(s, az_bv_mul(s, x, k(4)), k(6)));
  /* What branches count, beside other terms; alone it is a choice. */
  az_term up = az_ite(s, p, plus(x, 1), x);
  ck_assert_int_eq(az_kind_of(s, up), AZ_K_ITE);
  SAME(az_bv_sub(s, az_bv_add(s, up, y), az_bv_add(s, x, y)), az_ite(s, p, k(1), k(0)));
  SAME(az_bv_sub(s, az_bv_add(s, up, y), up), y);
}
END_TEST

/* Products that are promised not to wrap have the same value, and keep their promise in sums. */
static az_term times(az_term a, az_term b) {
  return az_bv_mul(s, a, b);
}

/* Equations between products are compared as polynomials. */
START_TEST(products) {
  SAME(times(x, times(y, z)), times(times(z, x), y));
  SAME(times(x, plus(x, 1)), az_bv_add(s, x, times(x, x)));
  SAME(times(plus(x, 3), plus(y, -1)),
       plus(az_bv_add(s, az_bv_sub(s, times(x, y), x), times(y, k(3))), -3));
  az_term square = times(plus(x, 1), plus(x, 1)), cube = times(square, plus(x, 1));
  SAME(cube, plus(az_bv_add(s, times(times(x, x), x),
                            az_bv_add(s, times(times(x, x), k(3)), times(x, k(3)))),
                  1));
  TRUE(az_eq(s, times(times(y, y), plus(x, 1)), az_bv_add(s, times(y, y), times(y, times(x, y)))));
  TRUE(az_eq(s, times(k(6), az_bv_add(s, x, times(x, x))),
             az_bv_add(s, times(x, k(6)), times(times(x, k(2)), times(k(3), x)))));
  /* Sums that have no variable in common stay one product. */
  ck_assert_int_eq(az_kind_of(s, times(az_bv_add(s, x, y), z)), AZ_K_BV_MUL);
  /* Where an ite chooses, its branches have the products that facts mention. */
  SAME(times(az_ite(s, p, x, k(0)), y), az_ite(s, p, times(x, y), k(0)));
  SAME(times(az_ite(s, p, x, z), az_ite(s, p, y, k(1))), az_ite(s, p, times(x, y), z));
}
END_TEST

/* Products of random sums and choices have the value that their operands' values give. */
START_TEST(values_of_products) {
  const az_sort w8 = az_sort_bv(8);
  az_term v[] = {az_var(s, w8, "u"), az_var(s, w8, "v"), az_var(s, w8, "w")}, made[40];
  uint32_t random = 12345;
#define DRAW(n) ((random = random * 1103515245 + 12345) >> 16) % (n)
  for (int round = 0; round < 300; round++) {
    az_subst *values = az_subst_new(s);
    az_subst_bind(values, p, az_bool(s, DRAW(2)));
    az_subst_bind(values, q, az_bool(s, DRAW(2)));
    for (int i = 0; i < 3; i++) az_subst_bind(values, v[i], az_bv(s, 8, DRAW(256)));
    for (uint32_t i = 0; i < 40; i++) {
      az_term a = i < 3 ? v[i] : made[DRAW(i)], b = i < 3 ? v[i] : made[DRAW(i)], want, got;
      az_term a1 = az_subst_apply(values, a), b1 = az_subst_apply(values, b);
      az_term condition = DRAW(2) ? p : q, c1 = az_subst_apply(values, condition);
      switch (i < 3 ? 9 : DRAW(6)) {
      case 0: got = az_bv_add(s, a, b), want = az_bv_add(s, a1, b1); break;
      case 1: got = az_ite(s, condition, a, b), want = az_ite(s, c1, a1, b1); break;
      case 2: got = plus(a, 3), want = plus(a1, 3); break;
      default: got = times(a, b), want = times(a1, b1); break;
      }
      made[i] = got;
      SAME(az_subst_apply(values, got), az_subst_apply(values, want));
      SAME(az_subst_apply(values, az_eq(s, got, a)), az_eq(s, az_subst_apply(values, got), a1));
    }
    az_subst_free(values);
  }
#undef DRAW
}
END_TEST

START_TEST(promises) {
  az_term four = az_bv_mul_nsw(s, x, 4), plain = az_bv_mul(s, x, k(4));
  ck_assert(four != plain && az_bv_is_nsw(s, four) && !az_bv_is_nsw(s, plain));
  SAME(az_bv_without_nsw(s, four), plain);
  SAME(az_bv_mul_nsw(s, plus(x, 2), 4), plus(four, 8));
  SAME(az_bv_mul_nsw(s, az_bv_sub(s, x, y), 4), az_bv_sub(s, four, az_bv_mul_nsw(s, y, 4)));
  SAME(az_bv_sub(s, az_bv_add(s, four, y), four), y);
  ck_assert(!az_bv_is_nsw(s, az_bv_mul(s, four, k(2))));
  SAME(az_bv_without_nsw(s, az_bv_mul(s, four, k(2))), az_bv_mul(s, x, k(8)));
  /* Where it cannot wrap, no promise is needed; a number of bytes that is a product has none. */
  SAME(az_bv_mul_nsw(s, az_sext(s, b8, 32), 4), az_bv_mul(s, az_sext(s, b8, 32), k(4)));
  SAME(az_bv_mul_nsw(s, plain, 1), plain);
  SAME(az_bv_mul_nsw(s, k(5), 4), k(20));
  TRUE(az_eq(s, four, plain));
  SAME(az_bv_ult(s, four, y), az_bv_ult(s, plain, y));
  az_subst *to_y = az_subst_new(s);
  az_subst_bind(to_y, x, y);
  SAME(az_subst_apply(to_y, four), az_bv_mul_nsw(s, y, 4));
  az_subst_free(to_y);
}
END_TEST

START_TEST(bits) {
  SAME(az_extract(s, az_concat(s, b8, c8), 15, 8), b8);
  SAME(az_concat(s, az_extract(s, x, 31, 16), az_extract(s, x, 15, 0)), x);
  az_term bytes = az_extract(s, x, 7, 0);
  for (uint32_t i = 1; i < 4; i++) bytes = az_concat(s, az_extract(s, x, 8 * i + 7, 8 * i), bytes);
  SAME(bytes, x);
  bytes = az_extract(s, az_sext(s, x, 64), 7, 0);
  for (uint32_t i = 1; i < 8; i++)
    bytes = az_concat(s, az_extract(s, az_sext(s, x, 64), 8 * i + 7, 8 * i), bytes);
  SAME(bytes, az_sext(s, x, 64));
  az_term or_ed = az_bv_or(s, az_zext(s, b8, 32), az_bv_shl(s, az_zext(s, c8, 32), k(8)));
  SAME(or_ed, az_zext(s, az_concat(s, c8, b8), 32));
  SAME(az_extract(s, plus(az_sext(s, b8, 32), 1), 7, 0), plus(b8, 1));
  SAME(az_resize(s, az_bv_add(s, az_sext(s, x, 64), az_sext(s, y, 64)), 32, true),
       az_bv_add(s, x, y));
  SAME(az_zext(s, az_zext(s, b8, 16), 32), az_zext(s, b8, 32));
  SAME(az_sext(s, az_zext(s, b8, 16), 32), az_zext(s, b8, 32));
  SAME(az_bv_udiv(s, x, k(8)), az_bv_lshr(s, x, k(3)));
  SAME(az_bv_urem(s, x, k(8)), az_bv_and(s, x, k(7)));
  SAME(az_bv_udiv(s, az_bv_mul(s, az_zext(s, x, 64), az_bv(s, 64, 4)), az_bv(s, 64, 4)),
       az_zext(s, x, 64));
  SAME(az_eq(s, az_bv_srem(s, x, k(2)), k(0)), az_eq(s, az_extract(s, x, 0, 0), az_bv(s, 1, 0)));
  SAME(az_bv_or(s, x, x), x);
  SAME(az_bv_and(s, x, az_bv_not(s, x)), k(0));
  SAME(az_bv_and(s, x, az_bv_or(s, x, y)), x);
  SAME(az_bv_xor(s, az_bv_xor(s, x, y), x), y);
}
END_TEST

START_TEST(comparisons) {
  az_term wide = az_zext(s, b8, 32), sign = az_sext(s, b8, 32);
  SAME(az_bv_ult(s, wide, k(10)), az_bv_ult(s, b8, az_bv(s, 8, 10)));
  TRUE(az_bv_ult(s, wide, k(256)));
  TRUE(az_bv_slt(s, wide, k(256)));
  FALSE(az_eq(s, wide, k(-1)));
  SAME(az_eq(s, sign, k(-1)), az_eq(s, b8, az_bv(s, 8, 255)));
  FALSE(az_eq(s, sign, k(128)));
  SAME(az_bv_slt(s, sign, k(5)), az_bv_slt(s, b8, az_bv(s, 8, 5)));
  SAME(az_bv_slt(s, sign, az_sext(s, c8, 32)), az_bv_slt(s, b8, c8));
  SAME(az_bv_ult(s, sign, az_sext(s, c8, 32)), az_bv_ult(s, b8, c8));
  FALSE(az_bv_ult(s, x, k(0)));
  FALSE(az_bv_slt(s, x, x));
  SAME(az_bv_ult(s, k(0), x), az_ne(s, x, k(0)));
  SAME(az_bv_sle(s, x, k(4)), az_bv_slt(s, x, k(5)));
  SAME(az_bv_slt(s, k(4), x), az_not(s, az_bv_slt(s, x, k(5))));
  /* the width extension of template rows */
  az_term row = az_bv_sub(s, az_sext(s, x, 33), az_sext(s, y, 33));
  TRUE(az_bv_sle(s, az_sext(s, row, 40), az_bv_signed(s, 40, INT64_C(1) << 32)));
  FALSE(az_add_overflows(s, sign, az_sext(s, c8, 32), true));
  FALSE(az_mul_overflows(s, sign, az_sext(s, c8, 32), true));
}
END_TEST

START_TEST(booleans) {
  SAME(az_not(s, az_not(s, p)), p);
  FALSE(az_and(s, az_and(s, p, q), az_not(s, q)));
  SAME(az_and(s, az_and(s, p, q), p), az_and(s, p, q));
  SAME(az_and(s, p, az_or(s, p, q)), p);
  SAME(az_and(s, p, az_or(s, az_not(s, p), q)), az_and(s, p, q));
  SAME(az_or(s, az_and(s, p, q), az_and(s, p, az_not(s, q))), p);
  SAME(az_ite(s, p, az_true(s), q), az_or(s, p, q));
  SAME(az_ite(s, az_not(s, p), x, y), az_ite(s, p, y, x));
  SAME(az_ite(s, p, az_ite(s, p, x, y), z), az_ite(s, p, x, z));
  SAME(az_ite(s, p, az_ite(s, az_and(s, p, q), x, y), z),
       az_ite(s, p, az_ite(s, az_and(s, p, q), x, y), z));
  SAME(az_eq(s, az_ite(s, p, k(1), k(0)), k(1)), p);
  SAME(az_ne(s, az_ite(s, p, k(1), k(0)), k(0)), p);
  FALSE(az_eq(s, az_ite(s, p, k(1), k(2)), k(3)));
  SAME(az_eq(s, az_ite(s, p, k(1), x), k(2)), az_and(s, az_not(s, p), az_eq(s, x, k(2))));
  SAME(az_bv_ult(s, az_ite(s, p, k(1), k(20)), k(7)), p);
  az_term low = az_bv_slt(s, x, k(5)), high = az_bv_slt(s, k(9), x);
  FALSE(az_and(s, low, high));
  SAME(az_and(s, low, az_bv_slt(s, x, k(7))), low);
  SAME(az_and(s, az_eq(s, x, k(3)), low), az_eq(s, x, k(3)));
  FALSE(az_and(s, az_and(s, q, az_eq(s, x, k(3))), az_eq(s, x, k(4))));
  FALSE(az_and(s, az_bv_slt(s, x, y), az_bv_slt(s, y, x)));
}
END_TEST

START_TEST(pointers) {
  az_term o1 = az_var(s, az_sort_bv(48), "o1"), o2 = az_var(s, az_sort_bv(48), "o2");
  az_term a = az_concat(s, az_bv(s, 16, 1), o1), b = az_concat(s, az_bv(s, 16, 2), o2),
          null = az_bv(s, 64, 0);
  FALSE(az_eq(s, a, b));
  FALSE(az_eq(s, a, null));
  SAME(az_eq(s, a, az_concat(s, az_bv(s, 16, 1), o2)), az_eq(s, o1, o2));
  az_term either = az_ite(s, p, a, b);
  SAME(az_eq(s, either, az_concat(s, az_bv(s, 16, 2), o1)),
       az_and(s, az_not(s, p), az_eq(s, o1, o2)));
  FALSE(az_eq(s, either, az_concat(s, az_bv(s, 16, 3), o1)));
  SAME(az_eq(s, az_extract(s, either, 63, 48), az_bv(s, 16, 1)), p);
  SAME(az_extract(s, az_ite(s, q, null, either), 47, 0),
       az_ite(s, q, az_bv(s, 48, 0), az_ite(s, p, o1, o2)));
  SAME(az_ite(s, p, a, az_concat(s, az_bv(s, 16, 1), o2)),
       az_concat(s, az_bv(s, 16, 1), az_ite(s, p, o1, o2)));
}
END_TEST

START_TEST(arrays) {
  az_term a = az_var(s, az_sort_array(32, w32), "a"),
          b = az_var(s, az_sort_array(32, w32), "other");
  SAME(az_select(s, az_store_at(s, a, x, y), x), y);
  SAME(az_select(s, az_store_at(s, a, x, y), plus(x, 1)), az_select(s, a, plus(x, 1)));
  SAME(az_select(s, az_store_at(s, az_store_at(s, a, k(1), y), k(2), z), k(1)), y);
  SAME(az_select(s, az_const_array(s, 32, z), x), z);
  SAME(az_store_at(s, az_store_at(s, a, x, y), x, z), az_store_at(s, a, x, z));
  SAME(az_store_at(s, az_store_at(s, az_store_at(s, a, k(0), y), k(1), y), k(0), z),
       az_store_at(s, az_store_at(s, a, k(1), y), k(0), z));
  SAME(az_store_at(s, a, x, az_select(s, a, x)), a);
  SAME(az_select(s, az_ite(s, p, az_store_at(s, a, k(0), y), az_store_at(s, b, k(0), z)), k(0)),
       az_ite(s, p, y, z));
  az_term block = az_splice(s, a, b, k(10), k(5), k(100)); /* a[10 .. 14] are b[100 .. 104] */
  SAME(az_select(s, block, k(9)), az_select(s, a, k(9)));
  SAME(az_select(s, block, k(10)), az_select(s, b, k(100)));
  SAME(az_select(s, block, k(14)), az_select(s, b, k(104)));
  SAME(az_select(s, block, k(15)), az_select(s, a, k(15)));
  SAME(az_select(s, az_splice(s, block, block, k(11), k(4), k(10)), k(14)),
       az_select(s, b, k(103)));
  SAME(az_splice(s, a, b, x, k(0), y), a);
  TRUE(az_eq(s,
             az_store_at(s, az_store_at(s, az_const_array(s, 1, k(7)), az_bv(s, 1, 0), k(1)),
                         az_bv(s, 1, 1), k(1)),
             az_const_array(s, 1, k(1))));
}
END_TEST

START_TEST(floats) {
  az_sort f = az_sort_float(8, 24), x87 = az_sort_float(15, 64);
  az_term v = az_var(s, f, "f"), raw_v = az_float_to_bits(s, v),
          one = az_float_convert(s, AZ_K_F_FROM_SBV, k(1), f);
  SAME(az_float_from_bits(s, raw_v, f), v);
  az_term raw = az_var(s, w32, "raw");
  ck_assert_uint_ne(az_float_to_bits(s, az_float_from_bits(s, raw, f)),
                    raw); /* NaNs lose their payload */
  az_term small =
      az_concat(s, az_bv(s, 2, 1), az_var(s, az_sort_bv(30), "low")); /* exponent 0..... */
  ck_assert_uint_ne(az_float_to_bits(s, az_float_from_bits(s, small, f)), small);
  az_term half = az_concat(s, az_bv(s, 2, 0), az_var(s, az_sort_bv(30), "low"));
  SAME(az_float_to_bits(s, az_float_from_bits(s, half, f)), half);
  SAME(az_float_binary(s, AZ_K_F_MUL, v, one), v);
  SAME(az_float_convert(s, AZ_K_F_TO_SBV, az_float_convert(s, AZ_K_F_FROM_SBV, b8, f), w32),
       az_sext(s, b8, 32));
  SAME(az_float_convert(s, AZ_K_F_FROM_FLOAT,
                        az_float_convert(s, AZ_K_F_FROM_FLOAT, v, az_sort_float(11, 53)), f),
       v);
  uint64_t nan1 = 0x7fc00001, nan2 = 0xffc00000;
  SAME(az_float_bits(s, f, &nan1), az_float_bits(s, f, &nan2));
  az_term seven = az_float_convert(s, AZ_K_F_FROM_SBV, k(-7), x87);
  az_term rest =
      az_float_convert(s, AZ_K_F_TO_SBV, az_float_binary(s, AZ_K_F_MUL, seven, seven), w32);
  if (az_is_const(s, rest)) SAME(rest, k(49)); /* where long double is x87 */
}
END_TEST

START_TEST(substitution) {
  az_subst *u = az_subst_new(s);
  az_term t = az_and(s, az_bv_slt(s, x, y), az_eq(s, z, az_bv_add(s, x, y)));
  az_subst_bind(u, x, y);
  az_subst_bind(u, y, x); /* simultaneous */
  az_term swapped = az_subst_apply(u, t);
  SAME(swapped, az_and(s, az_bv_slt(s, y, x), az_eq(s, z, az_bv_add(s, x, y))));
  SAME(az_subst_apply(u, swapped), t);
  az_subst_reset(u);
  SAME(az_subst_apply(u, t), t);
  az_subst_reset(u);
  az_subst_bind(u, az_bv_slt(s, x, y), az_false(s)); /* a term */
  FALSE(az_subst_apply(u, t));
  az_subst_free(u);
}
END_TEST

static void count_var(void *ctx, az_term var) {
  (void)var;
  ++*(int *)ctx;
}

START_TEST(deep_terms) {
  az_term t = x;
  const int depth = CASES(300000);
  for (int i = 0; i < depth; i++) t = az_bv_xor(s, az_bv_mul(s, t, y), x);
  az_subst *u = az_subst_new(s);
  az_subst_bind(u, x, z);
  az_term other = az_subst_apply(u, t);
  ck_assert_uint_ne(other, t);
  az_subst_free(u);
  az_eval *e = az_eval_new(s, NULL, NULL);
  SAME(az_eval_term(e, t), k(0));
  az_eval_free(e);
  int vars = 0;
  az_term both[] = {t, other};
  az_free_vars(s, both, 2, count_var, &vars);
  ck_assert_int_eq(vars, 3);
  char *text = az_print_c(s, t, NULL, NULL);
  ck_assert_uint_gt(strlen(text), 3 * (size_t)depth);
  free(text);
  FILE *null = fopen("/dev/null", "w");
  az_term asserted = az_eq(s, t, other);
  az_print_smt2(s, t, null);
  az_dump_smt2(s, &asserted, 1, null);
  fclose(null);
  /* constructors that rewrite below themselves */
  az_term chain = x, guard = az_true(s), nest = b8;
  for (int i = 0; i < CASES(100000); i++) {
    az_term c = az_bv_ult(s, az_bv_xor(s, y, k(i)), z);
    chain = az_ite(s, c, i % 3 ? k(i) : plus(y, i), chain);
    guard = az_and(s, guard, i % 2 ? c : az_not(s, c));
    if (i % 1000 == 0) {
      az_eq(s, chain, k(5));
      az_extract(s, chain, 7, 0);
      az_bv_ult(s, chain, k(77));
      plus(chain, 4);
    }
    if (i < 400) nest = az_concat(s, az_ite(s, c, b8, c8), nest);
  }
  az_extract(s, nest, 3000, 5);
  az_eq(s, nest, az_bv_not(s, nest));
}
END_TEST

static void prints(az_term t, const char *want) {
  char *text = az_print_c(s, t, NULL, NULL);
  ck_assert_str_eq(text, want);
  free(text);
}

static bool all_unsigned(void *ctx, az_term var) {
  return (void)ctx, (void)var, true;
}

START_TEST(print_c) {
  az_term first = az_bv_sle(s, x, k(10)),
          second = az_bv_ult(s, y, k(4)); /* conjuncts keep the order of creation */
  prints(az_and(s, first, second), "x <= 10 && (unsigned int)y <= 3u");
  char *text = az_print_c_typed(s, az_and(s, first, second), NULL, all_unsigned, NULL);
  ck_assert_str_eq(text, "(int)x <= 10 && y <= 3u");
  free(text);
  first = az_bv_slt(s, x, y), second = az_eq(s, x, k(-3));
  prints(az_or(s, az_not(s, first), second), "x >= y || x == -3");
  prints(az_bv_sle(s, az_bv_sub(s, az_sext(s, x, 33), az_sext(s, y, 33)), az_bv_signed(s, 33, 7)),
         "(long long)x - y <= 7");
  prints(az_bv_sub(s, az_bv_mul(s, x, k(4)), az_bv_add(s, y, k(5))), "x * 4 - y - 5");
  prints(az_bv_mul(s, az_bv_add(s, x, y), z), "z * (x + y)");
  prints(az_bv_or(s, x, k(4)), "x | 4");
  prints(az_bv_and(s, x, k(7)), "x & 7");
  prints(az_eq(s, az_bv_srem(s, x, k(2)), k(0)), "(x & 1) == 0u");
  prints(az_ite(s, az_bv_slt(s, x, y), x, az_bv_neg(s, y)), "x < y ? x : -y");
  prints(az_bv_lshr(s, x, k(3)), "(unsigned int)x >> 3");
  prints(az_bv_slt(s, x, k(INT32_MIN + 1)), "x == (-2147483647 - 1)");
  prints(az_select(s, az_var(s, az_sort_array(32, w32), "a"), plus(x, 1)), "a[x + 1]");
}
END_TEST

/* NULL: it has no defined text, for this reason. */
static void prints_defined(az_term t, const char *want, const char *reason) {
  const char *inexpressible = NULL;
  char *text = az_print_c_defined(s, t, NULL, NULL, NULL, &inexpressible);
  if (want) ck_assert_str_eq(text, want);
  if (!want) ck_assert_ptr_null(text);
  if (!want) ck_assert_str_eq(inexpressible, reason);
  free(text);
}

START_TEST(print_c_defined) {
  /* sums have the order of creation, and compilers differ in which argument they evaluate first */
  az_term wide_y = az_sext(s, y, 33), wide = az_bv_add(s, az_sext(s, x, 33), wide_y);
  prints_defined(az_bv_sle(s, wide, az_bv_signed(s, 33, 7)), "(long long)y + x <= 7", NULL);
  prints_defined(az_eq(s, az_bv_add(s, x, y), k(7)), "(int)((unsigned int)x + y) == 7", NULL);
  prints_defined(az_eq(s, az_bv_mul(s, x, k(3)), z), "z == (int)((unsigned int)x * 3)", NULL);
  prints_defined(az_bv_slt(s, az_bv_neg(s, x), y), "(int)-(unsigned int)x < y", NULL);
  prints_defined(az_eq(s, az_bv_urem(s, x, k(3)), k(1)), "(unsigned int)x % 3u == 1u", NULL);
  prints_defined(az_bv_slt(s, x, az_bv_and(s, y, k(7))), "x < (y & 7)", NULL);
  const char *division = "a division that may not be defined";
  prints_defined(az_eq(s, az_bv_sdiv(s, x, y), k(1)), NULL, division);
  prints_defined(az_eq(s, az_bv_shl(s, x, y), k(1)), NULL,
                 "shifts and conversions that may not be defined");
  az_term huge = az_bv_mul(s, az_sext(s, x, 80), az_sext(s, y, 80));
  prints_defined(az_bv_slt(s, huge, az_bv_signed(s, 80, 7)), NULL, "numbers of more than 64 bits");
  az_term odd = az_bv_slt(s, az_bv_mul(s, az_sext(s, x, 40), az_sext(s, y, 40)), az_bv(s, 40, 9));
  prints_defined(odd, NULL, "signed numbers of an odd width");
}
END_TEST

static char *smt2(void (*print)(az_term t, FILE *out), az_term t) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  print(t, out);
  fclose(out);
  return text;
}
static void expression(az_term t, FILE *out) {
  az_print_smt2(s, t, out);
}
static void script(az_term t, FILE *out) {
  az_dump_smt2(s, &t, 1, out);
}

START_TEST(print_smt2) {
  az_term v = az_var(s, az_sort_bv(8), "guard 8"),
          t = az_bv_ult(s, az_bv_mul(s, v, v), az_bv(s, 8, 3));
  char *text = smt2(expression, t);
  ck_assert_str_eq(text, "(bvult (bvmul |guard 8| |guard 8|) #x03)");
  free(text);
  text = smt2(script, t);
  ck_assert_str_eq(text, "(set-logic QF_BV)\n(declare-fun |guard 8| () (_ BitVec 8))\n"
                         "(assert (bvult (bvmul |guard 8| |guard 8|) #x03))\n(check-sat)\n");
  free(text);
  az_term sum = az_bv_xor(s, x, y);
  text = smt2(expression, az_bv_mul(s, sum, az_bv_not(s, sum)));
  ck_assert_ptr_nonnull(strstr(text, "(let (("));
  free(text);
}
END_TEST

START_TEST(million) {
  az_term t = x;
  while (az_store_statistics(s).terms < 1000000) t = az_bv_xor(s, az_bv_mul(s, t, y), x);
  az_store_stats stats = az_store_statistics(s);
  ck_assert_uint_lt(stats.bytes / stats.terms, 100);
}
END_TEST

/* The order in which a fresh traversal visits the cone of `t`, without what is below `without`. */
static size_t visited(az_visit_order order, az_term t, az_term without, az_term *out) {
  az_visit *v = az_visit_new(s, order);
  size_t n = 0;
  az_visit_add(v, t);
  for (az_term u; (u = az_visit_next(v));) {
    ck_assert(az_visit_seen(v, u));
    out[n++] = u;
    if (u == without) az_visit_skip(v);
  }
  az_visit_free(v);
  return n;
}

START_TEST(traversal) {
  az_term sum = az_bv_xor(s, x, y), both = az_bv_mul(s, sum, x), order[8];
  az_term a = az_operand(s, both, 0), b = az_operand(s, both, 1); /* sum and x, in some order */
  az_term first = az_operand(s, sum, 0), last = az_operand(s, sum, 1);
  for (int i = 0; i < 2; i++) ck_assert_uint_eq(visited((az_visit_order)i, both, 0, order), 4);
  ck_assert_uint_eq(visited(AZ_VISIT_PRE, both, 0, order), 4);
  SAME(order[0], both);
  SAME(order[1], b);
  if (b == sum) {
    SAME(order[2], last);
    SAME(order[3], first);
  } else {
    SAME(order[2], a);
  }
  ck_assert_uint_eq(visited(AZ_VISIT_POST, both, 0, order), 4);
  SAME(order[3], both);
  for (size_t i = 0; i < 4; i++)
    for (uint32_t k = 0; k < az_arity(s, order[i]); k++) {
      size_t before = 0;
      while (before < i && order[before] != az_operand(s, order[i], k)) before++;
      ck_assert_uint_lt(before, i); /* operands come first */
    }
  az_term only = az_bv_neg(s, sum);
  ck_assert_uint_eq(visited(AZ_VISIT_PRE, only, sum, order), 2);
  ck_assert_uint_eq(visited(AZ_VISIT_ANY, only, sum, order), 2);

  /* Roots that come later, and forgetting. */
  az_visit *v = az_visit_new(s, AZ_VISIT_POST);
  az_visit_add(v, sum);
  for (int i = 0; i < 3; i++) ck_assert(az_visit_next(v));
  ck_assert(!az_visit_next(v));
  az_visit_add(v, both);
  SAME(az_visit_next(v), both);
  ck_assert(!az_visit_next(v));
  az_visit_add(v, x);
  ck_assert(!az_visit_next(v));
  az_visit_add(v, z);
  az_visit_forget(v);
  ck_assert(!az_visit_next(v) && !az_visit_seen(v, x));
  az_visit_add(v, x);
  SAME(az_visit_next(v), x);
  ck_assert(!az_visit_next(v));
  az_visit_free(v);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("term");
  TCase *c = tcase_create("store");
  tcase_add_checked_fixture(c, setup, teardown);
  tcase_set_timeout(c, 60);
  const TTest *const tests[] = {
      structure, sums,   bits,   comparisons,  booleans,   products, values_of_products, promises,
      pointers,  arrays, floats, substitution, deep_terms, print_c,  print_c_defined,    print_smt2,
      traversal, million};
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(c, tests[i]);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? 1 : 0;
}
