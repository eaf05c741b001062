/* IEEE 754 arithmetic as bit-vector terms [muller2018, chapter 8]. An operation unpacks its
 * operands, computes a significand whose last bit also indicates that lower bits were cut off (the
 * sticky bit), and rounds once. Exponents are biased, in two's complement. They have enough bits
 * for the exponents of subnormal numbers, which fall below 1 when the significands are
 * normalised. */
#include "float_circuits.h"
#include <assert.h>

typedef struct format {
  uint32_t width, exponent, precision; /* width = exponent + precision; hidden bit included */
} format;

static format format_of(az_sort sort) {
  return (format){az_sort_width(sort), az_sort_exponent(sort), az_sort_significand(sort)};
}

static bool is_float(az_sort sort) {
  return az_sort_kind_of(sort) == AZ_SORT_FLOAT;
}

static uint32_t width_of(const az_store *s, az_term t) {
  return az_sort_width(az_sort_of(s, t));
}

/* ---- words ----------------------------------------------------------------------------------- */

static az_term ones(az_store *s, uint32_t width) {
  return az_bv_signed(s, width, -1);
}
static az_term zero(az_store *s, uint32_t width) {
  return az_bv(s, width, 0);
}
static az_term bit(az_store *s, az_term x, uint32_t i) {
  return az_eq_value(s, az_extract(s, x, i, i), 1);
}
static az_term word(az_store *s, az_term boolean, uint32_t width) {
  return az_bool_to_bv(s, boolean, width);
}
static az_term any(az_store *s, az_term x) {
  return az_not(s, az_eq_value(s, x, 0));
}
static az_term added(az_store *s, az_term x, uint64_t number) {
  return az_bv_add(s, x, az_bv(s, width_of(s, x), number));
}
static az_term subtracted(az_store *s, az_term x, uint64_t number) {
  return az_bv_sub(s, x, az_bv(s, width_of(s, x), number));
}
/* Returns x if the condition is true; else a word of zeros. */
static az_term or_zero(az_store *s, az_term condition, az_term x) {
  return az_ite(s, condition, x, zero(s, width_of(s, x)));
}
/* Return x with one more bit, before its first bit or after its last bit. */
static az_term behind_bit(az_store *s, az_term first, az_term x) {
  return az_concat(s, word(s, first, 1), x);
}
static az_term before_bit(az_store *s, az_term x, az_term last) {
  return az_concat(s, x, word(s, last, 1));
}
/* Returns x with `n` zeros at the end. */
static az_term padded(az_store *s, az_term x, uint32_t n) {
  return n ? az_concat(s, x, zero(s, n)) : x;
}
static az_term shifted_left(az_store *s, az_term x, uint32_t by) {
  return padded(s, az_extract(s, x, width_of(s, x) - 1 - by, 0), by);
}

/* Shifts x left until its first bit is 1, but by at most `most` positions (AZ_NO_TERM: no limit).
 * *places is the distance, as a word of `width` bits. The distance of a word of zeros is
 * arbitrary. */
static az_term normalised(az_store *s, az_term x, az_term most, uint32_t width, az_term *places) {
  const uint32_t n = width_of(s, x);
  uint32_t stages = 0;
  while ((UINT32_C(1) << stages) < n) stages++;
  *places = zero(s, width);
  while (stages-- > 0) {
    const uint32_t by = UINT32_C(1) << stages;
    az_term free = az_not(s, any(s, az_extract(s, x, n - 1, n - by)));
    if (most) {
      const az_term step = az_bv(s, width_of(s, most), by);
      free = az_and(s, free, az_bv_ule(s, step, most));
      most = az_ite(s, free, az_bv_sub(s, most, step), most);
    }
    x = az_ite(s, free, shifted_left(s, x, by), x);
    *places = az_bv_add(s, *places, or_zero(s, free, az_bv(s, width, by)));
  }
  return x;
}

/* Shifts x right. The last bit is also set if a 1 was shifted out. */
static az_term shifted_down(az_store *s, az_term x, az_term amount) {
  const uint32_t n = width_of(s, x), w = width_of(s, amount);
  az_term lost = az_false(s), beyond = az_false(s);
  for (uint32_t k = 0; k < w; k++) {
    const az_term on = bit(s, amount, k);
    if (k >= 32 || (UINT32_C(1) << k) >= n) {
      beyond = az_or(s, beyond, on);
      continue;
    }
    const uint32_t by = UINT32_C(1) << k;
    lost = az_or(s, lost, az_and(s, on, any(s, az_extract(s, x, by - 1, 0))));
    x = az_ite(s, on, az_zext(s, az_extract(s, x, n - 1, by), n), x);
  }
  lost = az_or(s, lost, az_and(s, beyond, any(s, x)));
  x = az_ite(s, beyond, zero(s, n), x);
  lost = az_or(s, bit(s, x, 0), lost);
  return before_bit(s, az_extract(s, x, n - 1, 1), lost);
}

/* Returns whether rounding adds one to the last position that is kept. */
static az_term rounds_up(az_store *s, az_rounding mode, az_term negative, az_term last,
                         az_term guard, az_term sticky) {
  const az_term inexact = az_or(s, guard, sticky);
  switch (mode) {
  case AZ_ROUND_NEAREST_EVEN: return az_and(s, guard, az_or(s, sticky, last));
  case AZ_ROUND_NEAREST_AWAY: return guard;
  case AZ_ROUND_UP: return az_and(s, az_not(s, negative), inexact);
  case AZ_ROUND_DOWN: return az_and(s, negative, inexact);
  default: return az_false(s);
  }
}

/* ---- packing and unpacking ------------------------------------------------------------------- */

static az_term sign_of(az_store *s, format f, az_term x) {
  return bit(s, x, f.width - 1);
}
static az_term exponent_of(az_store *s, format f, az_term x) {
  return az_extract(s, x, f.width - 2, f.precision - 1);
}
static az_term fraction_of(az_store *s, format f, az_term x) {
  return az_extract(s, x, f.precision - 2, 0);
}
static az_term special_exponent(az_store *s, format f, az_term x) {
  const az_term special = ones(s, f.exponent);
  return az_eq(s, exponent_of(s, f, x), special);
}
static az_term is_nan(az_store *s, format f, az_term x) {
  const az_term fraction = any(s, fraction_of(s, f, x));
  return az_and(s, special_exponent(s, f, x), fraction);
}
static az_term is_infinite(az_store *s, format f, az_term x) {
  const az_term whole = az_not(s, any(s, fraction_of(s, f, x)));
  return az_and(s, special_exponent(s, f, x), whole);
}
static az_term is_zero(az_store *s, format f, az_term x) {
  return az_not(s, any(s, az_extract(s, x, f.width - 2, 0)));
}
static az_term quiet_nan(az_store *s, format f) {
  return az_zext(s, padded(s, ones(s, f.exponent + 1), f.precision - 2), f.width);
}
static az_term signed_zero(az_store *s, format f, az_term sign) {
  return padded(s, word(s, sign, 1), f.width - 1);
}
static az_term infinity(az_store *s, format f, az_term sign) {
  return behind_bit(s, sign, padded(s, ones(s, f.exponent), f.precision - 1));
}
static uint64_t bias(format f) {
  return (UINT64_C(1) << (f.exponent - 1)) - 1;
}
/* Returns the width of exponents inside an operation; their sums also fit. */
static uint32_t wide(format f) {
  return f.exponent + 3;
}

az_term az_float_canonical(az_store *s, az_sort sort, az_term bits) {
  const format f = format_of(sort);
  assert(az_sort_of(s, bits) == az_sort_bv(f.width));
  const az_term nan = quiet_nan(s, f);
  return az_ite(s, is_nan(s, f, bits), nan, bits);
}

typedef struct number {
  az_term negative, nan, infinite, zero; /* bool */
  az_term exponent;                      /* biased, `wide` bits */
  az_term significand;                   /* its first bit has the weight 2^(exponent - bias) */
} number;

/* Unpacks a number. With `normal`, every significand except the one of 0 begins with 1. Without
 * `normal`, the significand of a subnormal number begins with 0, and its exponent is 1. */
static number unpacked(az_store *s, format f, az_term x, bool normal) {
  const az_term exponent = exponent_of(s, f, x);
  const az_term subnormal = az_not(s, any(s, exponent));
  const az_term least = az_bv(s, wide(f), 1), fraction = fraction_of(s, f, x);
  number r;
  r.negative = sign_of(s, f, x);
  r.nan = is_nan(s, f, x);
  r.infinite = is_infinite(s, f, x);
  r.zero = is_zero(s, f, x);
  r.exponent = az_ite(s, subnormal, least, az_zext(s, exponent, wide(f)));
  r.significand = behind_bit(s, az_not(s, subnormal), fraction);
  if (!normal) return r;
  az_term places;
  const az_term shifted = normalised(s, fraction, AZ_NO_TERM, wide(f), &places);
  const az_term up = az_ite(s, subnormal, shifted_left(s, shifted, 1), fraction);
  r.significand = behind_bit(s, az_true(s), up);
  /* The fraction's first bit has half the weight of the first bit of a significand with exponent
   * 1. */
  r.exponent = az_ite(s, subnormal, az_bv_neg(s, places), r.exponent);
  return r;
}

/* Rounds a significand to the format. Its exponent is at least 1; with exponent 1, the significand
 * may begin with 0, and the number is then subnormal. */
static az_term packed(az_store *s, format f, az_rounding mode, az_term negative, az_term exponent,
                      az_term significand) {
  const uint32_t least = f.precision + 2, w = width_of(s, exponent);
  if (width_of(s, significand) < least)
    significand = padded(s, significand, least - width_of(s, significand));
  const uint32_t n = width_of(s, significand), last = n - f.precision;
  const az_term subnormal = az_not(s, bit(s, significand, n - 1));
  const az_term field = or_zero(s, az_not(s, subnormal), exponent);
  const az_term fraction = az_extract(s, significand, n - 2, last);
  const az_term last_bit = bit(s, significand, last), guard = bit(s, significand, last - 1);
  const az_term sticky = any(s, az_extract(s, significand, last - 2, 0));
  const az_term up = rounds_up(s, mode, negative, last_bit, guard, sticky);
  /* A fraction of ones carries into the exponent, which becomes 1 for a subnormal number. */
  const az_term both = az_concat(s, field, fraction), m = word(s, up, w + f.precision - 1);
  const az_term rounded = az_bv_add(s, both, m);
  const az_term high = az_extract(s, rounded, w + f.precision - 2, f.precision - 1);
  const az_term overflow = az_bv_ule(s, az_zext(s, ones(s, f.exponent), w), high);
  const az_term to_infinity = mode == AZ_ROUND_ZERO   ? az_false(s)
                              : mode == AZ_ROUND_UP   ? az_not(s, negative)
                              : mode == AZ_ROUND_DOWN ? negative
                                                      : az_true(s);
  const az_term fractions = ones(s, f.precision - 1);
  const az_term greatest = az_concat(s, padded(s, ones(s, f.exponent - 1), 1), fractions);
  const az_term beyond =
      az_ite(s, to_infinity, padded(s, ones(s, f.exponent), f.precision - 1), greatest);
  const az_term magnitude = az_ite(s, overflow, beyond, az_extract(s, rounded, f.width - 2, 0));
  return behind_bit(s, negative, magnitude);
}

/* Rounds a significand that begins with 1 and has any exponent. */
static az_term rounded(az_store *s, format f, az_rounding mode, az_term negative, az_term exponent,
                       az_term significand) {
  const uint32_t w = width_of(s, exponent), least = f.precision + 2;
  const az_term one = az_bv(s, w, 1), low = az_bv_slt(s, exponent, one);
  if (width_of(s, significand) < least)
    significand = padded(s, significand, least - width_of(s, significand));
  const az_term down = or_zero(s, low, az_bv_sub(s, one, exponent));
  significand = shifted_down(s, significand, down);
  return packed(s, f, mode, negative, az_ite(s, low, one, exponent), significand);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* Adds two numbers that are neither NaN nor infinite, with significands of equal width. With
 * `normal`, the sum may have any exponent. Without `normal`, both exponents are those of numbers of
 * the format. */
static az_term finite_sum(az_store *s, format f, az_rounding mode, number a, number b,
                          bool normal) {
  const uint32_t n = width_of(s, a.significand), w = width_of(s, a.exponent);
  const az_term size_a = az_concat(s, a.exponent, a.significand);
  const az_term swap = az_bv_slt(s, size_a, az_concat(s, b.exponent, b.significand));
  const az_term high = az_ite(s, swap, b.exponent, a.exponent);
  const az_term low = az_ite(s, swap, a.exponent, b.exponent);
  const az_term negative = az_ite(s, swap, b.negative, a.negative);
  const az_term more = az_ite(s, swap, b.significand, a.significand);
  az_term less = az_ite(s, swap, a.significand, b.significand);
  const az_term distance = az_bv_sub(s, high, low);
  less = shifted_down(s, padded(s, less, 3), distance);
  const az_term subtract = az_xor(s, a.negative, b.negative);
  /* more + less, or more + ~less + 1; the carry is added as a bit after the last. */
  const az_term mask = or_zero(s, subtract, ones(s, n + 4));
  const az_term carry = az_true(s);
  const az_term x = before_bit(s, az_zext(s, padded(s, more, 3), n + 4), carry);
  const az_term y = before_bit(s, az_bv_xor(s, az_zext(s, less, n + 4), mask), subtract);
  const az_term sum = az_extract(s, az_bv_add(s, x, y), n + 4, 1);
  az_term places;
  const az_term first = normalised(s, sum, normal ? AZ_NO_TERM : high, w, &places);
  const az_term exponent = az_bv_sub(s, added(s, high, 1), places);
  const az_term value = (normal ? rounded : packed)(s, f, mode, negative, exponent, first);
  const az_term of_zeros = az_bool(s, mode == AZ_ROUND_DOWN);
  const az_term none = signed_zero(s, f, az_ite(s, subtract, of_zeros, a.negative));
  return az_ite(s, any(s, sum), value, none);
}

/* Returns whether a sum is NaN: an operand is NaN, or the operands are opposite infinities. */
static az_term sum_is_nan(az_store *s, number a, number b) {
  const az_term differ = az_xor(s, a.negative, b.negative);
  const az_term opposite = az_and_n(s, (az_term[]){a.infinite, b.infinite, differ}, 3);
  return az_or_n(s, (az_term[]){a.nan, b.nan, opposite}, 3);
}

/* Returns the value of an operation, or the result of the first special case that applies: NaN,
 * `special`, `other` (each a condition and a result). */
static az_term chosen(az_store *s, format f, az_term nan, const az_term special[2],
                      const az_term other[2], az_term value) {
  value = az_ite(s, other[0], other[1], value);
  value = az_ite(s, special[0], special[1], value);
  return az_ite(s, nan, quiet_nan(s, f), value);
}

static az_term sum(az_store *s, format f, az_rounding mode, az_term x, az_term y) {
  const number a = unpacked(s, f, x, false), b = unpacked(s, f, y, false);
  const az_term nan = sum_is_nan(s, a, b);
  const az_term finite = finite_sum(s, f, mode, a, b, false);
  return chosen(s, f, nan, (az_term[]){a.infinite, x}, (az_term[]){b.infinite, y}, finite);
}

/* Returns the product without rounding: twice as many bits, the first of which is 1. */
static number exact_product(az_store *s, format f, number a, number b) {
  const uint32_t n = 2 * f.precision, w = wide(f);
  const az_term x = az_zext(s, a.significand, n), y = az_zext(s, b.significand, n);
  const az_term all = az_bv_mul(s, x, y);
  const az_term two = bit(s, all, n - 1); /* the product is in 2 .. 4, else in 1 .. 2 */
  const az_term exponent = subtracted(s, az_bv_add(s, a.exponent, b.exponent), bias(f));
  const az_term rest = az_extract(s, all, n - 2, 0);
  const az_term behind = az_ite(s, two, rest, shifted_left(s, rest, 1));
  const az_term undefined = az_and(s, a.infinite, b.zero), other = az_and(s, a.zero, b.infinite);
  number r;
  r.negative = az_xor(s, a.negative, b.negative);
  r.nan = az_or_n(s, (az_term[]){a.nan, b.nan, undefined, other}, 4);
  r.infinite = az_or(s, a.infinite, b.infinite);
  r.zero = az_or(s, a.zero, b.zero);
  r.exponent = az_bv_add(s, exponent, word(s, two, w));
  r.significand = behind_bit(s, az_true(s), behind);
  return r;
}

/* Rounds and packs r, the result for operands that are neither 0 nor special; adds the other
 * cases. */
static az_term selected(az_store *s, format f, az_rounding mode, number r) {
  const az_term value = rounded(s, f, mode, r.negative, r.exponent, r.significand);
  const az_term none = signed_zero(s, f, r.negative), infinite = infinity(s, f, r.negative);
  return chosen(s, f, r.nan, (az_term[]){r.infinite, infinite}, (az_term[]){r.zero, none}, value);
}

static az_term product(az_store *s, format f, az_rounding mode, az_term x, az_term y) {
  const number a = unpacked(s, f, x, true), b = unpacked(s, f, y, true);
  return selected(s, f, mode, exact_product(s, f, a, b));
}

static az_term quotient(az_store *s, format f, az_rounding mode, az_term x, az_term y) {
  const number a = unpacked(s, f, x, true), b = unpacked(s, f, y, true);
  const uint32_t p = f.precision, w = wide(f);
  az_term rest = az_zext(s, a.significand, p + 1), digits = AZ_NO_TERM;
  const az_term divisor = az_zext(s, b.significand, p + 1);
  for (uint32_t i = 0; i < p + 2; i++) { /* one bit before the point, p + 1 after it */
    const az_term fits = az_bv_ule(s, divisor, rest), digit = word(s, fits, 1);
    rest = az_ite(s, fits, az_bv_sub(s, rest, divisor), rest);
    rest = shifted_left(s, rest, 1); /* does not overflow: the rest is below the divisor */
    digits = digits ? az_concat(s, digits, digit) : digit;
  }
  const az_term whole = bit(s, digits, p + 1); /* the quotient is at least 1, else at least 1/2 */
  const az_term all = before_bit(s, digits, any(s, rest));
  const az_term exponent = added(s, az_bv_sub(s, a.exponent, b.exponent), bias(f) - 1);
  const az_term behind = az_extract(s, all, p + 1, 0);
  const az_term moved = az_ite(s, whole, behind, shifted_left(s, behind, 1));
  const az_term undefined = az_and(s, a.infinite, b.infinite), other = az_and(s, a.zero, b.zero);
  number r;
  r.negative = az_xor(s, a.negative, b.negative);
  r.nan = az_or_n(s, (az_term[]){a.nan, b.nan, undefined, other}, 4);
  r.infinite = az_or(s, a.infinite, b.zero);
  r.zero = az_or(s, a.zero, b.infinite);
  r.exponent = az_bv_add(s, exponent, word(s, whole, w));
  r.significand = behind_bit(s, az_true(s), moved);
  return selected(s, f, mode, r);
}

/* Computes the root digit by digit, from a significand in 1 .. 4, so that the root is in 1 .. 2. */
static az_term square_root(az_store *s, format f, az_rounding mode, az_term x) {
  const number a = unpacked(s, f, x, true);
  const uint32_t p = f.precision, w = wide(f), digits = p + 1, n = digits + 2;
  /* The bias is odd, so the unbiased exponent is odd if the biased one is even. */
  const az_term odd = az_not(s, bit(s, a.exponent, 0));
  const az_term once = az_zext(s, a.significand, p + 1), twice = padded(s, a.significand, 1);
  const az_term radicand = padded(s, az_ite(s, odd, twice, once), 2 * digits - p - 1);
  az_term rest = zero(s, n), root = zero(s, n);
  for (uint32_t i = digits; i-- > 0;) {
    const az_term two = az_extract(s, radicand, 2 * i + 1, 2 * i), one = az_bv(s, 2, 1);
    rest = az_concat(s, az_extract(s, rest, n - 3, 0), two);
    const az_term trial = az_concat(s, az_extract(s, root, n - 3, 0), one);
    const az_term fits = az_bv_ule(s, trial, rest);
    rest = az_ite(s, fits, az_bv_sub(s, rest, trial), rest);
    root = before_bit(s, az_extract(s, root, n - 2, 0), fits);
  }
  const az_term inexact = any(s, rest);
  const az_term significand = before_bit(s, az_extract(s, root, digits - 1, 0), inexact);
  const az_term one = word(s, odd, w);
  const az_term twice_exponent = az_bv_sub(s, added(s, a.exponent, bias(f)), one);
  const az_term exponent = az_zext(s, az_extract(s, twice_exponent, w - 1, 1), w);
  const az_term value = packed(s, f, mode, az_false(s), exponent, significand);
  const az_term nan = az_or(s, a.nan, az_and(s, a.negative, az_not(s, a.zero)));
  const az_term other[] = {a.zero, x};
  return chosen(s, f, nan, (az_term[]){a.infinite, x}, other, value);
}

static az_term fused(az_store *s, format f, const az_term *in) {
  const number a = unpacked(s, f, in[0], true), b = unpacked(s, f, in[1], true);
  number c = unpacked(s, f, in[2], true), product = exact_product(s, f, a, b);
  const uint32_t w = wide(f);
  const az_term nan = sum_is_nan(s, product, c);
  c.significand = padded(s, c.significand, f.precision);
  number *both[] = {&product, &c};
  for (int i = 0; i < 2; i++) { /* 0 has the least exponent of all */
    number *r = both[i];
    r->significand = or_zero(s, az_not(s, r->zero), r->significand);
    r->exponent = az_ite(s, r->zero, padded(s, az_bv(s, 2, 3), w - 2), r->exponent);
  }
  const az_term finite = finite_sum(s, f, AZ_ROUND_NEAREST_EVEN, product, c, true);
  const az_term special[] = {product.infinite, infinity(s, f, product.negative)};
  return chosen(s, f, nan, special, (az_term[]){c.infinite, in[2]}, finite);
}

/* ---- conversions ----------------------------------------------------------------------------- */

static az_term from_magnitude(az_store *s, format f, az_rounding mode, az_term negative,
                              az_term magnitude) {
  const uint32_t n = width_of(s, magnitude);
  uint32_t w = wide(f);
  while (w < 62 && (UINT64_C(1) << (w - 2)) < n + bias(f)) w++;
  az_term places;
  const az_term significand = normalised(s, magnitude, AZ_NO_TERM, w, &places);
  const az_term exponent = az_bv_sub(s, az_bv(s, w, bias(f) + n - 1), places);
  const az_term value = packed(s, f, mode, negative, exponent, significand);
  const az_term none = signed_zero(s, f, negative);
  return az_ite(s, any(s, magnitude), value, none);
}

static az_term from_integer(az_store *s, format f, az_rounding mode, az_term x, bool is_signed) {
  const az_term negative = is_signed ? bit(s, x, width_of(s, x) - 1) : az_false(s);
  return from_magnitude(s, f, mode, negative, az_ite(s, negative, az_bv_neg(s, x), x));
}

static az_term to_integer(az_store *s, format f, az_term x, uint32_t width, bool is_signed) {
  const number a = unpacked(s, f, x, false);
  const uint32_t fraction = f.precision - 1, n = width + f.precision;
  uint32_t w = wide(f);
  while ((UINT64_C(1) << (w - 2)) < n) w++;
  const az_term exponent = subtracted(s, az_zext(s, a.exponent, w), bias(f));
  const az_term small = az_bv_slt(s, exponent, zero(s, w)); /* below 1 */
  const az_term huge = az_bv_slt(s, az_bv_signed(s, w, width), exponent);
  const az_term places = az_resize(s, exponent, n, true);
  const az_term up = or_zero(s, az_not(s, az_or(s, small, huge)), places);
  const az_term moved = az_bv_shl(s, az_zext(s, a.significand, n), up);
  /* One bit more than the integer has, to detect a magnitude that does not fit. */
  const az_term whole = az_extract(s, moved, n - 1, fraction);
  const az_term magnitude = or_zero(s, az_not(s, small), whole);
  const az_term limit =
      is_signed ? padded(s, az_bv(s, 2, 1), width - 1) : padded(s, az_bv(s, 1, 1), width);
  const az_term least = is_signed ? az_bv_ule(s, magnitude, limit) : az_not(s, any(s, magnitude));
  const az_term fits = az_ite(s, a.negative, least, az_bv_ult(s, magnitude, limit));
  const az_term result = az_extract(s, magnitude, width - 1, 0);
  const az_term larger = az_not(s, fits);
  const az_term beyond = az_or_n(s, (az_term[]){huge, a.nan, a.infinite, larger}, 4);
  const az_term value = az_ite(s, a.negative, az_bv_neg(s, result), result);
  return az_ite(s, beyond, az_fresh(s, az_sort_bv(width), "undefined"), value);
}

static az_term from_float(az_store *s, format from, format to, az_rounding mode, az_term x) {
  const number a = unpacked(s, from, x, true);
  const uint32_t w = wide(from) > wide(to) ? wide(from) : wide(to);
  const az_term move = az_bv_signed(s, w, (int64_t)bias(to) - (int64_t)bias(from));
  const az_term exponent = az_bv_add(s, az_sext(s, a.exponent, w), move);
  /* In `a`, the least positive number has the exponent 2 - precision. */
  const bool stays = bias(to) >= bias(from) + from.precision;
  const az_term value =
      (stays ? packed : rounded)(s, to, mode, a.negative, exponent, a.significand);
  const az_term none = signed_zero(s, to, a.negative), infinite = infinity(s, to, a.negative);
  return chosen(s, to, a.nan, (az_term[]){a.infinite, infinite}, (az_term[]){a.zero, none}, value);
}

static az_term to_integral(az_store *s, format f, az_rounding mode, az_term x) {
  const number a = unpacked(s, f, x, false);
  const uint32_t p = f.precision, w = wide(f) > 10 ? wide(f) : 10;
  const az_term last = az_bv(s, w, bias(f) + p - 1); /* numbers with this exponent have no
                                                        fraction */
  const az_term exponent = az_zext(s, a.exponent, w);
  const az_term whole = az_bv_ule(s, last, exponent);
  const az_term places = az_bv_sub(s, last, exponent);
  const az_term down = or_zero(s, az_not(s, whole), places);
  const az_term all = shifted_down(s, padded(s, a.significand, 2), down);
  const az_term last_bit = bit(s, all, 2), guard = bit(s, all, 1), sticky = bit(s, all, 0);
  const az_term up = word(s, rounds_up(s, mode, a.negative, last_bit, guard, sticky), p);
  const az_term magnitude = az_bv_add(s, az_extract(s, all, p + 1, 2), up);
  const az_term value = from_magnitude(s, f, AZ_ROUND_ZERO, a.negative, magnitude);
  return az_ite(s, az_or_n(s, (az_term[]){whole, a.nan, a.infinite}, 3), x, value);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Returns x < y for numbers that are not NaN, by sign and magnitude; both zeros are equal. */
static az_term less(az_store *s, format f, az_term x, az_term y) {
  const az_term sx = sign_of(s, f, x), sy = sign_of(s, f, y);
  const az_term zero_x = is_zero(s, f, x), zeros = az_and(s, zero_x, is_zero(s, f, y));
  const az_term below = az_bv_ult(s, x, y), above = az_bv_ult(s, y, x);
  const az_term same_sign = az_ite(s, sx, above, below);
  const az_term by_sign = az_ite(s, az_xor(s, sx, sy), sx, same_sign);
  return az_and(s, az_not(s, zeros), by_sign);
}

static az_term comparison(az_store *s, az_kind kind, format f, az_term x, az_term y) {
  const az_term nan_x = is_nan(s, f, x), nan_y = is_nan(s, f, y);
  const az_term ordered = az_not(s, az_or(s, nan_x, nan_y));
  const az_term zero_x = is_zero(s, f, x), zeros = az_and(s, zero_x, is_zero(s, f, y));
  const az_term holds = kind == AZ_K_F_EQ   ? az_or(s, az_eq(s, x, y), zeros)
                        : kind == AZ_K_F_LT ? less(s, f, x, y)
                                            : az_not(s, less(s, f, y, x));
  return az_and(s, ordered, holds);
}

az_term az_float_circuit(az_store *s, az_term t, const az_term *in) {
  const az_kind kind = az_kind_of(s, t);
  const az_sort operand = az_sort_of(s, az_operand(s, t, 0)), result = az_sort_of(s, t);
  assert(is_float(operand) || is_float(result));
  const format f = format_of(is_float(operand) ? operand : result);
  const az_rounding mode = az_rounds(kind) ? az_round_mode(s, t) : AZ_ROUND_NEAREST_EVEN;
  switch (kind) {
  case AZ_K_F_TO_BITS: return in[0];
  case AZ_K_F_FROM_BITS: return az_float_canonical(s, result, in[0]);
  case AZ_K_F_IS_NAN: return is_nan(s, f, in[0]);
  case AZ_K_F_IS_INF: return is_infinite(s, f, in[0]);
  case AZ_K_F_NEG: {
    const az_term flip = padded(s, az_bv(s, 1, 1), f.width - 1);
    const az_term flipped = az_bv_xor(s, in[0], flip);
    return az_ite(s, is_nan(s, f, in[0]), in[0], flipped);
  }
  case AZ_K_F_ABS: return az_zext(s, az_extract(s, in[0], f.width - 2, 0), f.width);
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ: return comparison(s, kind, f, in[0], in[1]);
  case AZ_K_F_ADD: return sum(s, f, mode, in[0], in[1]);
  case AZ_K_F_MUL: return product(s, f, mode, in[0], in[1]);
  case AZ_K_F_DIV: return quotient(s, f, mode, in[0], in[1]);
  case AZ_K_F_SQRT: return square_root(s, f, mode, in[0]);
  case AZ_K_F_FMA: return fused(s, f, in);
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV: return from_integer(s, f, mode, in[0], kind == AZ_K_F_FROM_SBV);
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV: return to_integer(s, f, in[0], az_sort_width(result), kind == AZ_K_F_TO_SBV);
  case AZ_K_F_FROM_FLOAT: return from_float(s, f, format_of(result), mode, in[0]);
  case AZ_K_F_ROUND_INT: return to_integral(s, f, mode, in[0]);
  default: return AZ_NO_TERM;
  }
}
