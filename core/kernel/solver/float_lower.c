/* Floats as their IEEE 754 bits, every NaN the quiet one with sign 0. Cheap operations are exact
 * (comparisons, negation, absolute value, classification, conversions to and from bits); arithmetic
 * is left to the caller, who abstracts it. */
#include "lower.h"
#include "base/check.h"

typedef struct layout {
  uint32_t width, exponent, fraction; /* width = 1 + exponent + fraction */
} layout;

static layout layout_of(az_sort sort) {
  return (layout){az_sort_width(sort), az_sort_exponent(sort), az_sort_significand(sort) - 1};
}

static az_term sign_of(az_store *s, layout f, az_term x) {
  return az_eq_value(s, az_extract(s, x, f.width - 1, f.width - 1), 1);
}
static az_term exponent_of(az_store *s, layout f, az_term x) {
  return az_extract(s, x, f.width - 2, f.fraction);
}
static az_term fraction_of(az_store *s, layout f, az_term x) {
  return az_extract(s, x, f.fraction - 1, 0);
}
static az_term ones(az_store *s, uint32_t width) {
  return az_bv_signed(s, width, -1);
}
static az_term zero(az_store *s, uint32_t width) {
  return az_bv(s, width, 0);
}

static az_term special_exponent(az_store *s, layout f, az_term x) {
  const az_term special = ones(s, f.exponent);
  return az_eq(s, exponent_of(s, f, x), special);
}
static az_term no_fraction(az_store *s, layout f, az_term x) {
  return az_eq_value(s, fraction_of(s, f, x), 0);
}
static az_term is_nan(az_store *s, layout f, az_term x) {
  const az_term fraction = az_not(s, no_fraction(s, f, x));
  return az_and(s, special_exponent(s, f, x), fraction);
}
static az_term is_infinite(az_store *s, layout f, az_term x) {
  const az_term fraction_0 = no_fraction(s, f, x);
  return az_and(s, special_exponent(s, f, x), fraction_0);
}
static az_term is_zero(az_store *s, layout f, az_term x) {
  return az_eq_value(s, az_extract(s, x, f.width - 2, 0), 0);
}
static az_term quiet_nan(az_store *s, layout f) {
  const az_term rest = zero(s, f.fraction - 1);
  return az_zext(s, az_concat(s, ones(s, f.exponent + 1), rest), f.width);
}

az_term az_float_canonical(az_store *store, az_sort sort, az_term bits) {
  const layout f = layout_of(sort);
  assert(az_sort_of(store, bits) == az_sort_bv(f.width));
  const az_term nan = quiet_nan(store, f);
  return az_ite(store, is_nan(store, f, bits), nan, bits);
}

/* x < y for numbers that are not NaN, by sign and magnitude; both zeros are equal. */
static az_term less(az_store *s, layout f, az_term x, az_term y) {
  const az_term sx = sign_of(s, f, x), sy = sign_of(s, f, y);
  const az_term zero_y = is_zero(s, f, y), zeros = az_and(s, is_zero(s, f, x), zero_y);
  const az_term below = az_bv_ult(s, x, y), above = az_bv_ult(s, y, x);
  const az_term by_size = az_ite(s, sx, above, below);
  const az_term by_sign = az_ite(s, az_xor(s, sx, sy), sx, by_size);
  return az_and(s, az_not(s, zeros), by_sign);
}

az_term az_float_lower(az_store *s, az_term t, const az_term *in) {
  const az_sort operand = az_sort_of(s, az_operand(s, t, 0)), result = az_sort_of(s, t);
  assert(az_sort_kind_of(operand) == AZ_SORT_FLOAT || az_sort_kind_of(result) == AZ_SORT_FLOAT);
  const bool from_float = az_sort_kind_of(operand) == AZ_SORT_FLOAT;
  const layout f = layout_of(from_float ? operand : result);
  switch (az_kind_of(s, t)) {
  case AZ_K_F_TO_BITS: return in[0];
  case AZ_K_F_FROM_BITS: return az_float_canonical(s, result, in[0]);
  case AZ_K_F_IS_NAN: return is_nan(s, f, in[0]);
  case AZ_K_F_IS_INF: return is_infinite(s, f, in[0]);
  case AZ_K_F_NEG: {
    const az_term rest = zero(s, f.width - 1), flip = az_concat(s, az_bv(s, 1, 1), rest);
    const az_term other = az_bv_xor(s, in[0], flip);
    return az_ite(s, is_nan(s, f, in[0]), in[0], other);
  }
  case AZ_K_F_ABS: return az_zext(s, az_extract(s, in[0], f.width - 2, 0), f.width);
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ: {
    const az_kind kind = az_kind_of(s, t);
    const az_term number_1 = az_not(s, is_nan(s, f, in[1]));
    const az_term ordered = az_and(s, az_not(s, is_nan(s, f, in[0])), number_1);
    const az_term zero_1 = is_zero(s, f, in[1]), zeros = az_and(s, is_zero(s, f, in[0]), zero_1);
    const az_term equal = az_or(s, az_eq(s, in[0], in[1]), zeros);
    const az_term holds = kind == AZ_K_F_EQ   ? equal
                          : kind == AZ_K_F_LT ? less(s, f, in[0], in[1])
                                              : az_not(s, less(s, f, in[1], in[0]));
    return az_and(s, ordered, holds);
  }
  default: return AZ_NO_TERM;
  }
}
