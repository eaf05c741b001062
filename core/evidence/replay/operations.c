/* Operations on words. float, double and x87 long double are the host's own. */
#include "replay/machine.h"
#include <fenv.h>
#include <math.h>
#include <string.h>

/* ---- floats: bits <-> the host's numbers ----------------------------------------------------- */

#define F32 (AZ_SORT_FLOAT | 8u << 3 | 24u << 8)

#define F64 (AZ_SORT_FLOAT | 11u << 3 | 53u << 8)

#define X87 (AZ_SORT_FLOAT | 15u << 3 | 64u << 8)

bool code_is_host_float(az_sort s) {
  return s == F32 || s == F64 || s == X87;
}

static long double float_value(az_sort s, word bits) {
  if (s == F32) {
    uint32_t b = (uint32_t)bits;
    float f;
    memcpy(&f, &b, sizeof f);
    return (long double)f;
  }
  if (s == F64) {
    uint64_t b = (uint64_t)bits;
    double d;
    memcpy(&d, &b, sizeof d);
    return (long double)d;
  }
  word exponent = bits >> 63 & 0x7fff,
       image = (bits & word_mask(63)) | (word)(exponent != 0) << 63 | bits >> 63 << 64;
  long double x = 0;
  memcpy(&x, &image, 10);
  return x;
}

/* Rounds to the format; exact if the value comes from an operation in that format. */
static word float_bits(az_sort s, long double x) {
  if (s == F32) {
    float f = (float)x;
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return isnan(x) ? 0x7fc00000u : b;
  }
  if (s == F64) {
    double d = (double)x;
    uint64_t b;
    memcpy(&b, &d, sizeof b);
    return isnan(x) ? UINT64_C(0x7ff8000000000000) : b;
  }
  word image = 0;
  memcpy(&image, &x, 10);
  word bits = (image & word_mask(63)) | image >> 64 << 63;
  return isnan(x) ? (word)0x7fff << 63 | (word)1 << 62 : bits;
}

/* Computes in the format itself: by way of long double, a result could be rounded twice. */
#define IN_FORMAT(s, a, b, EXPRESSION)                                                             \
  do {                                                                                             \
    if ((s) == F32) {                                                                              \
      volatile float x = (float)(a), y = (float)(b);                                               \
      volatile float z = (float)(EXPRESSION);                                                      \
      return float_bits(s, (long double)z);                                                        \
    }                                                                                              \
    if ((s) == F64) {                                                                              \
      volatile double x = (double)(a), y = (double)(b);                                            \
      volatile double z = (double)(EXPRESSION);                                                    \
      return float_bits(s, (long double)z);                                                        \
    }                                                                                              \
    volatile long double x = (a), y = (b);                                                         \
    return float_bits(s, EXPRESSION);                                                              \
  } while (0)

static word float_add(az_sort s, long double a, long double b) {
  IN_FORMAT(s, a, b, x + y);
}

static word float_mul(az_sort s, long double a, long double b) {
  IN_FORMAT(s, a, b, x * y);
}

static word float_div(az_sort s, long double a, long double b) {
  IN_FORMAT(s, a, b, x / y);
}

static word float_fma(az_sort s, long double a, long double b, long double c) {
  if (s == F32) return float_bits(s, (long double)fmaf((float)a, (float)b, (float)c));
  if (s == F64) return float_bits(s, (long double)fma((double)a, (double)b, (double)c));
  return float_bits(s, fmal(a, b, c));
}

static word float_sqrt(az_sort s, long double a) {
  if (s == F32) return float_bits(s, (long double)sqrtf((float)a));
  if (s == F64) return float_bits(s, (long double)sqrt((double)a));
  return float_bits(s, sqrtl(a));
}

static long double float_round(long double a, az_rounding mode) {
  switch (mode) {
  case AZ_ROUND_NEAREST_EVEN: return rintl(a);
  case AZ_ROUND_NEAREST_AWAY: return roundl(a);
  case AZ_ROUND_UP: return ceill(a);
  case AZ_ROUND_DOWN: return floorl(a);
  default: return truncl(a);
  }
}

__extension__ typedef __int128 signed_word;

static signed_word sign_extend(word a, uint32_t width) {
  return width >= 128 ? (signed_word)a : (signed_word)(a << (128 - width)) >> (128 - width);
}

static word float_from_int(const code_op *op, word a) {
  signed_word i = op->kind == AZ_K_F_FROM_SBV ? sign_extend(a, op->from) : 0;
  bool is_signed = op->kind == AZ_K_F_FROM_SBV;
  if (op->from <= 64) /* rounded once, since the long double is exact */
    return float_bits(op->sort, is_signed ? (long double)(int64_t)i : (long double)(uint64_t)a);
  if (op->sort == F32) return float_bits(F32, (long double)(is_signed ? (float)i : (float)a));
  if (op->sort == F64) return float_bits(F64, (long double)(is_signed ? (double)i : (double)a));
  return float_bits(X87, is_signed ? (long double)i : (long double)a);
}

static word float_to_int(const code_op *op, long double x) {
  bool is_signed = op->kind == AZ_K_F_TO_SBV;
  x = truncl(x);
  long double high = ldexpl(1, op->width - is_signed), low = is_signed ? -high : 0;
  if (isnan(x) || x < low || x >= high) return 0;
  return is_signed ? (word)(signed_word)x : (word)x;
}

/* ---- operations ---------------------------------------------------------------------------- */

static word divide(const code_op *op, word a, word b) {
  uint32_t w = op->width;
  bool is_signed = op->kind == AZ_K_BV_SDIV || op->kind == AZ_K_BV_SREM;
  bool rest = op->kind == AZ_K_BV_UREM || op->kind == AZ_K_BV_SREM;
  if (!is_signed) {
    if (b == 0) return rest ? a : ~(word)0;
    if (w <= 64) return rest ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b;
    return rest ? a % b : a / b;
  }
  signed_word x = sign_extend(a, w), y = sign_extend(b, w);
  if (y == 0) return rest ? a : x < 0 ? 1 : ~(word)0; /* as in SMT-LIB */
  if (y == -1) return rest ? 0 : -(word)x;
  if (w <= 64)
    return rest ? (word)(signed_word)((int64_t)x % (int64_t)y)
                : (word)(signed_word)((int64_t)x / (int64_t)y);
  return rest ? (word)(x % y) : (word)(x / y);
}

static word apply(const code_op *op, word a, word b, word c) {
  uint32_t w = op->width;
  switch (op->kind) {
  case AZ_K_NOT: return !a;
  case AZ_K_AND: return a & b;
  case AZ_K_ITE: return a ? b : c;
  case AZ_K_EQ: return a == b;
  case AZ_K_BV_NOT: return ~a;
  case AZ_K_BV_AND: return a & b;
  case AZ_K_BV_XOR: return a ^ b;
  case AZ_K_BV_NEG: return -a;
  case AZ_K_BV_ADD: return a + b;
  case AZ_K_BV_MUL: return w <= 64 ? (uint64_t)a * (uint64_t)b : a * b;
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: return divide(op, a, b);
  case AZ_K_BV_SHL: return b < w ? a << b : 0;
  case AZ_K_BV_LSHR: return b < w ? a >> b : 0;
  case AZ_K_BV_ASHR: return (word)(sign_extend(a, w) >> (b < w ? (uint32_t)b : w - 1));
  case AZ_K_BV_ULT: return a < b;
  case AZ_K_BV_SLT: return sign_extend(a, op->from) < sign_extend(b, op->from);
  case AZ_K_CONCAT: return a << (w - op->from) | b;
  case AZ_K_EXTRACT: return a >> op->low;
  case AZ_K_ZEXT: return a;
  case AZ_K_SEXT: return (word)sign_extend(a, op->from);
  case AZ_K_F_NEG: return float_bits(op->sort, -float_value(op->sort, a));
  case AZ_K_F_ABS: return float_bits(op->sort, fabsl(float_value(op->sort, a)));
  case AZ_K_F_ADD: return float_add(op->sort, float_value(op->sort, a), float_value(op->sort, b));
  case AZ_K_F_MUL: return float_mul(op->sort, float_value(op->sort, a), float_value(op->sort, b));
  case AZ_K_F_DIV: return float_div(op->sort, float_value(op->sort, a), float_value(op->sort, b));
  case AZ_K_F_FMA:
    return float_fma(op->sort, float_value(op->sort, a), float_value(op->sort, b),
                     float_value(op->sort, c));
  case AZ_K_F_SQRT: return float_sqrt(op->sort, float_value(op->sort, a));
  case AZ_K_F_LT: return float_value(op->from_sort, a) < float_value(op->from_sort, b);
  case AZ_K_F_LE: return float_value(op->from_sort, a) <= float_value(op->from_sort, b);
  case AZ_K_F_EQ: return float_value(op->from_sort, a) == float_value(op->from_sort, b);
  case AZ_K_F_IS_NAN: return isnan(float_value(op->from_sort, a));
  case AZ_K_F_IS_INF: return isinf(float_value(op->from_sort, a)) != 0;
  case AZ_K_F_FROM_BITS:
    return code_is_host_float(op->sort) ? float_bits(op->sort, float_value(op->sort, a)) : a;
  case AZ_K_F_TO_BITS: return a;
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV: return float_from_int(op, a);
  case AZ_K_F_FROM_FLOAT: return float_bits(op->sort, float_value(op->from_sort, a));
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV: return float_to_int(op, float_value(op->from_sort, a));
  case AZ_K_F_ROUND_INT:
    return float_bits(op->sort, float_round(float_value(op->sort, a), (az_rounding)op->low));
  default: return 0;
  }
}

/* Called through a volatile pointer, so that no compiler moves arithmetic past fesetround. */
static word (*volatile apply_apart)(const code_op *, word, word, word) = apply;

static word apply_directed(const code_op *op, word a, word b, word c) {
  fesetround(op->low == AZ_ROUND_UP     ? FE_UPWARD
             : op->low == AZ_ROUND_DOWN ? FE_DOWNWARD
                                        : FE_TOWARDZERO);
  word r = apply_apart(op, a, b, c);
  fesetround(FE_TONEAREST);
  return r;
}

word code_apply(const code_op *op, word a, word b, word c) {
  bool directed = op->kind != AZ_K_F_ROUND_INT && op->low && az_rounds(op->kind);
  return (directed ? apply_directed : apply)(op, a, b, c) & word_mask(op->width);
}
