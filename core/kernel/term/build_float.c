/* Float constructors. Constants fold for the formats that the host computes in (float, double, and
 * x87 if that is long double); operations on bits and signs, classification and comparisons fold
 * for every format. F_REM is fp.rem of SMT-LIB: IEEE 754 remainder, C's remainder(), not fmod().
 * F_TO_BITS(F_FROM_BITS(b)) is not b: a NaN in b would lose its payload. It is b only if the
 * structure of b excludes NaN. A conversion to an integer that is out of range is not folded. */
#include "term/term_internal.h"
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- host values ---- */

typedef enum host { HOST_NONE, HOST_FLOAT, HOST_DOUBLE, HOST_X87 } host;

static host host_of(az_sort sort) {
  if (sort == az_sort_float(8, 24)) return HOST_FLOAT;
  if (sort == az_sort_float(11, 53)) return HOST_DOUBLE;
#if LDBL_MANT_DIG == 64
  if (sort == az_sort_float(15, 64)) return HOST_X87;
#endif
  return HOST_NONE;
}

/* Returns the value, exactly: long double holds each host format. */
static long double load(const az_store *s, az_term t) {
  const uint64_t *limbs = az_const_limbs(s, t);
  switch (host_of(node_of(s, t)->sort)) {
  case HOST_FLOAT: {
    uint32_t bits = (uint32_t)limbs[0];
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
  }
  case HOST_DOUBLE: {
    double d;
    memcpy(&d, limbs, sizeof d);
    return d;
  }
  default: { /* the term's format has no integer bit */
    uint64_t mantissa = limbs[0] & mask64(63), exponent = (limbs[1] << 1 | limbs[0] >> 63) & 0x7fff;
    uint16_t top = (uint16_t)(exponent | (limbs[1] >> 14 & 1) << 15);
    long double l = 0;
    if (exponent) mantissa |= UINT64_C(1) << 63;
    memcpy(&l, &mantissa, 8);
    memcpy((char *)&l + 8, &top, 2);
    return l;
  }
  }
}

/* Returns the constant of the value, rounded to the format. */
static az_term save(az_store *s, az_sort sort, long double value) {
  uint64_t limbs[2] = {0};
  switch (host_of(sort)) {
  case HOST_FLOAT: {
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    limbs[0] = bits;
    break;
  }
  case HOST_DOUBLE: {
    double d = (double)value;
    memcpy(limbs, &d, sizeof d);
    break;
  }
  case HOST_X87: {
    uint64_t mantissa;
    uint16_t top;
    memcpy(&mantissa, &value, 8);
    memcpy(&top, (const char *)&value + 8, 2);
    uint64_t exponent = top & 0x7fff;
    limbs[0] = (mantissa & mask64(63)) | exponent << 63;
    limbs[1] = exponent >> 1 | (uint64_t)(top >> 15) << 14;
    break;
  }
  default: return AZ_NO_TERM;
  }
  return az_float_bits(s, sort, limbs);
}

/* Computes one operation, rounded once, in the format of its operands. */
static long double compute(az_kind kind, host format, long double x, long double y) {
#define IN(T, SQRT, REMAINDER)                                                                     \
  do {                                                                                             \
    T a = (T)x, b = (T)y;                                                                          \
    switch (kind) {                                                                                \
    case AZ_K_F_ADD: return (T)(a + b);                                                            \
    case AZ_K_F_MUL: return (T)(a * b);                                                            \
    case AZ_K_F_DIV: return (T)(a / b);                                                            \
    case AZ_K_F_REM: return REMAINDER(a, b);                                                       \
    default: return SQRT(a);                                                                       \
    }                                                                                              \
  } while (0)
  switch (format) {
  case HOST_FLOAT: IN(float, sqrtf, remainderf);
  case HOST_DOUBLE: IN(double, sqrt, remainder);
  default: IN(long double, sqrtl, remainderl);
  }
#undef IN
}

static long double to_integral(long double x, az_rounding mode) {
  switch (mode) {
  case AZ_ROUND_NEAREST_EVEN: return nearbyintl(x);
  case AZ_ROUND_NEAREST_AWAY: return roundl(x);
  case AZ_ROUND_UP: return ceill(x);
  case AZ_ROUND_DOWN: return floorl(x);
  default: return truncl(x);
  }
}

/* ---- bits of any format ---- */

static bool sign_of(const az_store *s, az_term t) {
  return limbs_bit(az_const_limbs(s, t), width_of(s, t) - 1);
}

typedef enum class { FINITE, INFINITE, NOT_A_NUMBER } class;

static class class_of(const az_store *s, az_term t) {
  az_sort sort = node_of(s, t)->sort;
  const uint64_t *limbs = az_const_limbs(s, t);
  uint32_t m = az_sort_significand(sort) - 1;
  for (uint32_t i = 0; i < az_sort_exponent(sort); i++)
    if (!limbs_bit(limbs, m + i)) return FINITE;
  for (uint32_t i = 0; i < m; i++)
    if (limbs_bit(limbs, i)) return NOT_A_NUMBER;
  return INFINITE;
}

/* Returns the constant with this sign. */
static az_term
with_sign(az_store *s, az_term t, bool sign) {
  uint64_t limbs[MAX_LIMBS];
  uint32_t width = width_of(s, t), top = width - 1;
  memcpy(limbs, az_const_limbs(s, t), limbs_of(width) * sizeof *limbs);
  limbs[top / 64] &= ~(UINT64_C(1) << top % 64);
  if (sign) limbs[top / 64] |= UINT64_C(1) << top % 64;
  return az_float_bits(s, node_of(s, t)->sort, limbs);
}

/* Returns -1, 0 or 1 by the order of the numbers. Neither may be a NaN. */
static int compare(az_store *s, az_term a, az_term b) {
  uint32_t n = limbs_of(width_of(s, a));
  bool sa = sign_of(s, a), sb = sign_of(s, b);
  az_term x = with_sign(s, a, false), y = with_sign(s, b, false);
  if (x == y && (sa == sb || x == az_zero_of(s, node_of(s, x)->sort))) return 0;
  if (sa != sb) return sa ? -1 : 1;
  int r = limbs_compare(az_const_limbs(s, x), az_const_limbs(s, y), n);
  return sa ? -r : r;
}

static az_term to_integer(az_store *s, az_kind kind, uint32_t width, az_term a) {
  if (width > 127 || !host_of(node_of(s, a)->sort) || class_of(s, a) != FINITE) return AZ_NO_TERM;
  long double x = truncl(load(s, a));
  bool is_signed = kind == AZ_K_F_TO_SBV;
  long double limit = ldexpl(1, (int)width - is_signed);
  if (x >= limit || x < (is_signed ? -limit : 0)) return AZ_NO_TERM;
  return az_bv_wide(s, width, (i128)x);
}

static az_term from_integer(az_store *s, az_kind kind, az_sort sort, az_rounding mode, az_term a) {
  i128 v;
  if (width_of(s, a) > 127 || !az_const_wide(s, a, kind == AZ_K_F_FROM_SBV, &v)) return AZ_NO_TERM;
  i128 size = v < 0 ? -v : v;
  if (size <= UINT64_MAX) { /* exact in a long double */
    long double exact = (long double)(uint64_t)size;
    return save(s, sort, v < 0 ? -exact : exact);
  }
  if (mode != AZ_ROUND_NEAREST_EVEN) return AZ_NO_TERM; /* the host only converts in this mode */
  switch (host_of(sort)) {                              /* rounded once, in the format */
  case HOST_FLOAT: return save(s, sort, (float)v);
  case HOST_DOUBLE: return save(s, sort, (double)v);
  case HOST_X87: return save(s, sort, (long double)v);
  default: return AZ_NO_TERM;
  }
}

/* Folds in the host's current rounding mode; only rounding to an integer applies `mode` itself. */
static az_term fold(az_store *s, az_kind kind, az_sort sort, az_rounding mode, az_term a,
                    az_term b) {
  host from = az_sort_kind_of(node_of(s, a)->sort) == AZ_SORT_FLOAT ? host_of(node_of(s, a)->sort)
                                                                    : HOST_NONE;
  bool nan;
  switch (kind) {
  case AZ_K_F_NEG: return class_of(s, a) == NOT_A_NUMBER ? a : with_sign(s, a, !sign_of(s, a));
  case AZ_K_F_ABS: return class_of(s, a) == NOT_A_NUMBER ? a : with_sign(s, a, false);
  case AZ_K_F_IS_NAN: return az_bool(s, class_of(s, a) == NOT_A_NUMBER);
  case AZ_K_F_IS_INF: return az_bool(s, class_of(s, a) == INFINITE);
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ:
    nan = class_of(s, a) == NOT_A_NUMBER || class_of(s, b) == NOT_A_NUMBER;
    if (nan) return TERM_FALSE;
    int r = compare(s, a, b);
    return az_bool(s, kind == AZ_K_F_LT ? r < 0 : kind == AZ_K_F_LE ? r <= 0 : r == 0);
  case AZ_K_F_FROM_BITS: return az_float_bits(s, sort, az_const_limbs(s, a));
  case AZ_K_F_TO_BITS: return az_bv_limbs(s, width_of(s, a), az_const_limbs(s, a));
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV: return from_integer(s, kind, sort, mode, a);
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV: return to_integer(s, kind, az_sort_width(sort), a);
  case AZ_K_F_FROM_FLOAT: return from ? save(s, sort, load(s, a)) : AZ_NO_TERM;
  case AZ_K_F_ROUND_INT: return from ? save(s, sort, to_integral(load(s, a), mode)) : AZ_NO_TERM;
  default:
    if (!from) return AZ_NO_TERM;
    return save(s, sort, compute(kind, from, load(s, a), b ? load(s, b) : 0));
  }
}

/* Called through a volatile pointer, so that no compiler moves the arithmetic out of the code with
 * the changed rounding mode. */
static az_term (*volatile fold_apart)(az_store *, az_kind, az_sort, az_rounding, az_term,
                                      az_term) = fold;

/* Returns the value of an operator over constants; AZ_NO_TERM if the host cannot compute it. */
static az_term fold_float(az_store *s, az_kind kind, az_sort sort, az_rounding mode, az_term a,
                          az_term b) {
  if (!is_const(s, a) || (b && !is_const(s, b))) return AZ_NO_TERM;
  if (kind == AZ_K_F_ROUND_INT || mode == AZ_ROUND_NEAREST_EVEN)
    return fold(s, kind, sort, mode, a, b);
  if (mode == AZ_ROUND_NEAREST_AWAY) return AZ_NO_TERM;
  fesetround(mode == AZ_ROUND_UP ? FE_UPWARD : mode == AZ_ROUND_DOWN ? FE_DOWNWARD : FE_TOWARDZERO);
  az_term r = fold_apart(s, kind, sort, mode, a, b);
  fesetround(FE_TONEAREST);
  return r;
}

bool float_text(const az_store *s, az_term t, char *text, size_t size) {
  host format = host_of(node_of(s, t)->sort);
  if (!format) return false;
  long double x = load(s, t);
  static const char *const suffix[] = {"", "f", "", "L"};
  if (class_of(s, t) != FINITE) {
    snprintf(text, size, "%s",
             class_of(s, t) == NOT_A_NUMBER ? "NAN"
             : x < 0                        ? "-INFINITY"
                                            : "INFINITY");
    return true;
  }
  for (int digits = 1; digits <= 21; digits++) {
    snprintf(text, size, "%.*Lg", digits, x);
    long double back = format == HOST_FLOAT    ? (long double)strtof(text, NULL)
                       : format == HOST_DOUBLE ? (long double)strtod(text, NULL)
                                               : strtold(text, NULL);
    if (back == x) break;
  }
  size_t n = strlen(text);
  snprintf(text + n, size - n, "%s%s", strpbrk(text, ".e") ? "" : ".0", suffix[format]);
  return true;
}

/* ---- constructors ---- */

static bool is_float(az_sort sort) {
  return az_sort_kind_of(sort) == AZ_SORT_FLOAT;
}

/* Returns the sort that a result has if the operands are ill-sorted. */
static az_sort any_float(void) {
  return az_sort_float(8, 24);
}

static az_term unary(az_store *s, az_kind kind, az_rounding mode, az_term a) {
  const az_sort from = sort_at(s, a);
  const bool is_test = kind == AZ_K_F_IS_NAN || kind == AZ_K_F_IS_INF;
  az_sort sort = is_test ? az_sort_bool() : from;
  if (!is_float(from)) return ill_sorted(s, az_kind_name(kind), is_test ? sort : any_float(), a, 0);
  const node *n = node_of(s, a);
  const bool is_nan = kind == AZ_K_F_IS_NAN;
  for (;;) {
    az_term r = fold_float(s, kind, sort, mode, a, AZ_NO_TERM);
    if (r) return r;
    bool ignored =
        n->kind == AZ_K_F_NEG ? is_test || kind == AZ_K_F_ABS : is_test && n->kind == AZ_K_F_ABS;
    ignored |= is_nan && (n->kind == AZ_K_F_FROM_FLOAT || n->kind == AZ_K_F_ROUND_INT);
    if (!ignored) break;
    n = node_of(s, a = n->a);
  }
  if (kind == AZ_K_F_NEG && n->kind == AZ_K_F_NEG) return n->a;
  if (kind == AZ_K_F_ABS && n->kind == AZ_K_F_ABS) return a;
  if (is_nan && (n->kind == AZ_K_F_FROM_SBV || n->kind == AZ_K_F_FROM_UBV)) return TERM_FALSE;
  return az_cons(s, kind, sort, a, mode, 0);
}

az_term az_float_unary(az_store *s, az_kind kind, az_term a) {
  return unary(s, kind, AZ_ROUND_NEAREST_EVEN, a);
}

static bool is_number(const az_store *s, az_term t, int value) {
  return is_const(s, t) && host_of(node_of(s, t)->sort) && load(s, t) == value;
}

static az_term binary(az_store *s, az_kind kind, az_rounding mode, az_term a, az_term b) {
  az_sort sort = sort_at(s, a);
  bool is_test = kind == AZ_K_F_LT || kind == AZ_K_F_LE || kind == AZ_K_F_EQ;
  az_sort result = is_test ? az_sort_bool() : is_float(sort) ? sort : any_float();
  if (sort != sort_at(s, b) || !is_float(sort))
    return ill_sorted(s, az_kind_name(kind), result, a, b);
  az_term r = fold_float(s, kind, result, mode, a, b);
  if (r) return r;
  if (kind == AZ_K_F_ADD || kind == AZ_K_F_MUL ||
      kind == AZ_K_F_EQ) { /* commutative: constants right */
    if (is_const(s, a) || (a > b && !is_const(s, b))) swap_terms(&a, &b);
  }
  for (int i = 0; i < 2; i++) { /* NaN absorbs */
    az_term t = i ? b : a;
    if (is_const(s, t) && class_of(s, t) == NOT_A_NUMBER) return is_test ? TERM_FALSE : t;
  }
  switch (kind) {
  case AZ_K_F_LT:
    if (a == b) return TERM_FALSE;
    break;
  case AZ_K_F_LE:
  case AZ_K_F_EQ:
    if (a == b) return az_not(s, az_float_unary(s, AZ_K_F_IS_NAN, a));
    break;
  case AZ_K_F_ADD:
    if (is_number(s, b, 0) && sign_of(s, b) && mode != AZ_ROUND_DOWN) return a;
    break; /* x + -0 is x, except that 0 + -0 is -0 in rounding downwards */
  case AZ_K_F_MUL:
  case AZ_K_F_DIV:
    if (is_number(s, b, 1)) return a;
    if (is_number(s, b, -1)) return az_float_unary(s, AZ_K_F_NEG, a);
    break;
  default: break;
  }
  return az_cons(s, kind, result, a, b, mode);
}

az_term az_float_binary(az_store *s, az_kind kind, az_term a, az_term b) {
  return binary(s, kind, AZ_ROUND_NEAREST_EVEN, a, b);
}

az_term az_float_nan_bits(az_store *s, az_sort sort, az_term bits) {
  uint32_t m = az_sort_significand(sort) - 1, e = az_sort_exponent(sort);
  az_term fraction = bv_low(s, bits, m), zero = az_bv(s, m, 0);
  const az_term quiet = bv_power(s, m, m - 1);
  fraction = az_ite(s, az_eq(s, fraction, zero), quiet, fraction);
  const az_term rest = az_concat(s, bv_ones(s, e), fraction);
  return az_concat(s, az_extract(s, bits, m + e, m + e), rest);
}

/* Returns whether the bits are a NaN by structure, as az_float_nan_bits builds it. */
static bool always_nan(az_store *s, az_term bits, az_sort sort) {
  uint32_t m = az_sort_significand(sort) - 1, e = az_sort_exponent(sort);
  if (node_of(s, bits)->kind != AZ_K_CONCAT) return false;
  az_term ones = az_bv_not(s, az_bv(s, e, 0)), fraction = az_extract(s, bits, m - 1, 0);
  return az_extract(s, bits, m + e - 1, m) == ones &&
         fraction == az_extract(s, az_float_nan_bits(s, sort, bits), m - 1, 0);
}

/* Returns the float term whose bits these are (for a NaN: any NaN bits), or AZ_NO_TERM. */
static az_term float_of_bits(az_store *s, az_term bits, az_sort sort) {
  const node *n = node_of(s, bits);
  if (n->kind == AZ_K_F_TO_BITS && node_of(s, n->a)->sort == sort) return n->a;
  if (n->kind != AZ_K_ITE || node_of(s, n->c)->kind != AZ_K_F_TO_BITS) return AZ_NO_TERM;
  az_term is_nan = n->a, nan = n->b, f = node_of(s, n->c)->a;
  bool fits = node_of(s, f)->sort == sort && always_nan(s, nan, sort) &&
              is_nan == az_float_unary(s, AZ_K_F_IS_NAN, f);
  return fits ? f : AZ_NO_TERM;
}

az_term az_float_from_bits(az_store *s, az_term bits, az_sort sort) {
  REQUIRE(s, is_float(sort) && sort_at(s, bits) == az_sort_bv(az_sort_width(sort)),
          is_float(sort) ? sort : any_float(), bits, 0);
  az_term r = fold_float(s, AZ_K_F_FROM_BITS, sort, AZ_ROUND_NEAREST_EVEN, bits, AZ_NO_TERM);
  if (r) return r;
  if ((r = float_of_bits(s, bits, sort))) return r;
  return az_cons(s, AZ_K_F_FROM_BITS, sort, bits, 0, 0);
}

/* Returns whether the structure of the bits excludes NaN: the exponent cannot be all ones, or the
 * mantissa is zero. */
static bool never_nan(az_store *s, az_term bits, az_sort sort) {
  uint32_t m = az_sort_significand(sort) - 1, e = az_sort_exponent(sort);
  const node *n = node_of(s, bits);
  if (n->kind != AZ_K_CONCAT && n->kind != AZ_K_ZEXT && n->kind != AZ_K_ITE)
    return false; /* unknown by structure */
  az_range exponent = bv_range(s, az_extract(s, bits, m + e - 1, m));
  return exponent.uhi < mask128(e) || bv_is_zero(s, az_extract(s, bits, m - 1, 0));
}

az_term az_float_to_bits(az_store *s, az_term a) {
  REQUIRE(s, is_float(sort_at(s, a)), A_BV(s, a), a, 0);
  const node *n = node_of(s, a);
  az_sort sort = az_sort_bv(az_sort_width(n->sort));
  az_term r = fold_float(s, AZ_K_F_TO_BITS, sort, AZ_ROUND_NEAREST_EVEN, a, AZ_NO_TERM);
  if (r) return r;
  if (n->kind == AZ_K_F_FROM_BITS && never_nan(s, n->a, n->sort)) return n->a;
  return az_cons(s, AZ_K_F_TO_BITS, sort, a, 0, 0);
}

/* Returns whether each value of `from` is a value of `to`: the rounding mode is then irrelevant. */
static bool is_exact(az_kind kind, az_sort from, az_sort to) {
  uint32_t e = az_sort_exponent(to), m = az_sort_significand(to);
  if (kind == AZ_K_F_FROM_FLOAT)
    return az_sort_exponent(from) <= e && az_sort_significand(from) <= m;
  return (kind == AZ_K_F_FROM_SBV || kind == AZ_K_F_FROM_UBV) && az_sort_width(from) <= m &&
         az_sort_width(from) < UINT32_C(1) << (e - 1);
}

static az_term convert(az_store *s, az_kind kind, az_rounding mode, az_term a, az_sort sort) {
  const bool to_bv = kind == AZ_K_F_TO_SBV || kind == AZ_K_F_TO_UBV;
  const az_sort wanted = to_bv ? az_sort_bv(az_sort_width(sort)) : sort;
  const bool from_bv = kind == AZ_K_F_FROM_SBV || kind == AZ_K_F_FROM_UBV;
  if ((to_bv ? sort != wanted : !is_float(sort)) ||
      (from_bv ? !IS_BV(s, a) : !is_float(sort_at(s, a))))
    return ill_sorted(s, az_kind_name(kind), to_bv || is_float(sort) ? wanted : any_float(), a, 0);
  const node *n = node_of(s, a);
  if (kind == AZ_K_F_FROM_FLOAT && n->sort == sort) return a;
  az_term r = fold_float(s, kind, sort, mode, a, AZ_NO_TERM);
  if (r) return r;
  if (is_exact(kind, n->sort, sort)) mode = AZ_ROUND_NEAREST_EVEN;
  if (kind == AZ_K_F_FROM_FLOAT && n->kind == AZ_K_F_FROM_FLOAT) { /* widened and back: exact */
    az_sort inner = node_of(s, n->a)->sort;
    if (inner == sort && is_exact(kind, inner, n->sort)) return n->a;
  }
  if ((kind == AZ_K_F_TO_SBV && n->kind == AZ_K_F_FROM_SBV) ||
      (kind == AZ_K_F_TO_UBV && n->kind == AZ_K_F_FROM_UBV)) {
    /* an integer that the format represents exactly, converted back to a width that suffices */
    if (is_exact(n->kind, node_of(s, n->a)->sort, n->sort) &&
        width_of(s, n->a) <= az_sort_width(sort))
      return az_resize(s, n->a, az_sort_width(sort), kind == AZ_K_F_TO_SBV);
  }
  return az_cons(s, kind, sort, a, mode, 0);
}

az_term az_float_convert(az_store *s, az_kind kind, az_term a, az_sort sort) {
  if (kind == AZ_K_F_FROM_BITS) return az_float_from_bits(s, a, sort);
  if (kind == AZ_K_F_TO_BITS) return az_float_to_bits(s, a);
  return convert(s, kind, AZ_ROUND_NEAREST_EVEN, a, sort);
}

az_term az_float_round(az_store *s, az_term a, az_rounding mode) {
  REQUIRE(s, is_float(sort_at(s, a)), any_float(), a, 0);
  const node *n = node_of(s, a);
  az_term r = fold_float(s, AZ_K_F_ROUND_INT, n->sort, mode, a, AZ_NO_TERM);
  if (r) return r;
  if (n->kind == AZ_K_F_ROUND_INT) return a;
  return az_cons(s, AZ_K_F_ROUND_INT, n->sort, a, (uint32_t)mode, 0);
}

az_term az_float_rounded(az_store *s, az_kind kind, az_rounding mode, az_term a, az_term b,
                         az_sort sort) {
  switch (kind) {
  case AZ_K_F_ROUND_INT: return az_float_round(s, a, mode);
  case AZ_K_F_SQRT: return unary(s, kind, mode, a);
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV:
  case AZ_K_F_FROM_FLOAT: return convert(s, kind, mode, a, sort);
  default: return binary(s, kind, mode, a, b);
  }
}

az_term az_float_fma(az_store *s, az_term a, az_term b, az_term c) {
  const az_sort sort = sort_at(s, a), result = is_float(sort) ? sort : any_float();
  REQUIRE(s, is_float(sort) && sort == sort_at(s, b), result, a, b);
  REQUIRE(s, sort == sort_at(s, c), result, a, c);
  host format = host_of(sort);
  if (!format || !is_const(s, a) || !is_const(s, b) || !is_const(s, c))
    return az_cons(s, AZ_K_F_FMA, sort, a, b, c);
  long double x = load(s, a), y = load(s, b), z = load(s, c);
  if (format == HOST_FLOAT) return save(s, sort, fmaf((float)x, (float)y, (float)z));
  if (format == HOST_DOUBLE) return save(s, sort, fma((double)x, (double)y, (double)z));
  return save(s, sort, fmal(x, y, z));
}
