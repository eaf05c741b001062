/* The functions of math.h and the float intrinsics. Functions that names/math_names.c calls exact
 * have a term. The others have arbitrary results, which is recorded as a cause. */
#include "frontend/calls/calls.h"
#include "frontend/names/names.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include <string.h>

#define S (x->f->store)

static az_term sign_of(fx *x, az_term a) { /* as a bool; a NaN's sign is unspecified */
  uint32_t top = az_sort_width(az_sort_of(S, a)) - 1;
  az_term sign = az_eq_value(S, az_extract(S, az_float_to_bits(S, a), top, top), 1);
  return fx_guarded(x, az_not(S, az_float_unary(S, AZ_K_F_IS_NAN, a)), sign, "sign of a NaN");
}

az_term fx_float_class(fx *x, az_term a, uint32_t mask) {
  az_sort sort = az_sort_of(S, a);
  az_term nan = az_float_unary(S, AZ_K_F_IS_NAN, a), infinite = az_float_unary(S, AZ_K_F_IS_INF, a);
  uint32_t s = az_sort_significand(sort), e = az_sort_exponent(sort);
  az_term bits = az_float_to_bits(S, a), exponent = az_extract(S, bits, e + s - 2, s - 1);
  az_term sign = az_extract(S, bits, e + s - 1, e + s - 1);
  az_term negative = az_eq_value(S, sign, 1); /* unused for a NaN */
  az_term zero = az_float_binary(S, AZ_K_F_EQ, a, az_zero_of(S, sort));
  az_term small = az_not(S, zero);
  small = az_and(S, az_eq_value(S, exponent, 0), small);
  const az_term tiny = az_or(S, zero, small);
  az_term normal = az_not(S, az_or(S, az_or(S, nan, infinite), tiny));
  const struct {
    uint32_t negative, positive;
    az_term is;
  } classes[] = {{1u << 2, 1u << 9, infinite},
                 {1u << 3, 1u << 8, normal},
                 {1u << 4, 1u << 7, small},
                 {1u << 5, 1u << 6, zero}};
  az_term result = mask & 3u ? nan : az_false(S); /* signalling and quiet NaNs are not told apart */
  const uint32_t finite = 0x1f8;
  if ((mask & finite) == finite) {
    result = az_or(S, result, az_not(S, az_or(S, nan, infinite)));
    mask &= ~finite;
  }
  for (size_t i = 0; i < 4; i++) {
    az_term with = classes[i].is;
    bool n = (mask & classes[i].negative) != 0, p = (mask & classes[i].positive) != 0;
    if (!n && !p) continue;
    if (n != p) with = az_and(S, with, n ? negative : az_not(S, negative));
    result = az_or(S, result, with);
  }
  if ((mask & 3u) == 1 || (mask & 3u) == 2)
    result = fx_guarded(x, az_not(S, nan), result, "kind of a NaN");
  return result;
}

static az_term fused(fx *x, const az_term *args) {
  az_sort sort = az_sort_of(S, args[0]);
  if (az_sort_of(S, args[1]) != sort || az_sort_of(S, args[2]) != sort) return 0;
  fx_only_to_nearest(x, "fma in another rounding direction than to nearest");
  return az_float_fma(S, args[0], args[1], args[2]);
}

az_term fx_float_term(fx *x, const char *operation, const az_term *args, uint32_t count) {
  static const struct {
    const char *name;
    az_rounding mode;
  } roundings[] = {{"floor", AZ_ROUND_DOWN},
                   {"ceil", AZ_ROUND_UP},
                   {"trunc", AZ_ROUND_ZERO},
                   {"round", AZ_ROUND_NEAREST_AWAY},
                   {"roundeven", AZ_ROUND_NEAREST_EVEN}};
  if (count < 1 || !args[0] || az_sort_kind_of(az_sort_of(S, args[0])) != AZ_SORT_FLOAT) return 0;
  az_term a = args[0];
  az_sort sort = az_sort_of(S, a);
  if (!strcmp(operation, "fma")) return count == 3 ? fused(x, args) : 0;
  if (!strcmp(operation, "fabs")) return az_float_unary(S, AZ_K_F_ABS, a);
  if (!strcmp(operation, "sqrt")) return fx_rounded(x, AZ_K_F_SQRT, a, 0, sort);
  if (!strcmp(operation, "rint") || !strcmp(operation, "nearbyint"))
    return fx_rounded(x, AZ_K_F_ROUND_INT, a, 0, sort);
  for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++)
    if (!strcmp(operation, roundings[i].name)) return az_float_round(S, a, roundings[i].mode);
  if (count < 2 || az_sort_of(S, args[1]) != sort) return 0;
  az_term b = args[1], a_nan = az_float_unary(S, AZ_K_F_IS_NAN, a),
          b_nan = az_float_unary(S, AZ_K_F_IS_NAN, b);
  if (!strcmp(operation, "fmin") ||
      !strcmp(operation, "fmax")) { /* of two zeros, either may be the result */
    bool min = *(operation + 2) == 'i';
    az_term less = az_float_binary(S, AZ_K_F_LT, min ? a : b, min ? b : a);
    az_term zero = az_zero_of(S, sort);
    az_term zeros = az_float_binary(S, AZ_K_F_EQ, b, zero);
    zeros = az_and(S, az_float_binary(S, AZ_K_F_EQ, a, zero), zeros);
    az_term choice = az_ite(S, b_nan, a, az_ite(S, a_nan, b, az_ite(S, less, a, b)));
    az_term either = az_ite(S, fx_undefined(x, az_sort_bool(), "zero of either sign"), a, b);
    return az_ite(S, az_and(S, zeros, az_ne(S, a, b)), either, choice);
  }
  if (!strcmp(operation, "copysign")) {
    az_term size = az_float_unary(S, AZ_K_F_ABS, a);
    const az_term negative = az_float_unary(S, AZ_K_F_NEG, size);
    return az_ite(S, sign_of(x, b), negative, size);
  }
  if (!strcmp(operation, "fdim")) {
    az_term difference = fx_rounded(x, AZ_K_F_ADD, a, az_float_unary(S, AZ_K_F_NEG, b), sort);
    const az_term zero = az_zero_of(S, sort);
    return az_ite(S, az_float_binary(S, AZ_K_F_LE, a, b), zero, difference);
  }
  return 0;
}

/* Translates a function that returns an int. */
static az_term classify(fx *x, const char *operation, az_term a, LLVMTypeRef type) {
  uint32_t width = LLVMGetIntTypeWidth(type);
  enum { NAN_ = 0x3, INFINITE = 0x204, NORMAL = 0x108, SUBNORMAL = 0x90, ZERO = 0x60 };
  az_term result = 0;
  if (!strcmp(operation, "isnan"))
    result = fx_float_class(x, a, NAN_);
  else if (!strcmp(operation, "isnormal"))
    result = fx_float_class(x, a, NORMAL);
  else if (!strcmp(operation, "finite") || !strcmp(operation, "isfinite"))
    result = fx_float_class(x, a, NORMAL | SUBNORMAL | ZERO);
  else if (!strcmp(operation, "signbit"))
    result = sign_of(x, a);
  if (!strcmp(operation, "isinf")) { /* glibc: -1 or 1 */
    const az_term other = az_bool_to_bv(S, fx_float_class(x, a, 1u << 9), width);
    const az_term minus_1 = az_bv_signed(S, width, -1);
    return az_ite(S, fx_float_class(x, a, 1u << 2), minus_1, other);
  }
  if (!strcmp(operation,
              "fpclassify")) { /* glibc: NaN 0, infinite 1, zero 2, subnormal 3, normal 4 */
    static const uint32_t classes[] = {NAN_, INFINITE, ZERO, SUBNORMAL};
    az_term value = az_bv(S, width, 4);
    for (uint32_t i = 4; i--;) {
      const az_term number = az_bv(S, width, i);
      value = az_ite(S, fx_float_class(x, a, classes[i]), number, value);
    }
    return value;
  }
  if (!result) return 0;
  if (!strcmp(operation, "signbit")) { /* nonzero: glibc returns the sign bit at its position */
    az_term some = fx_undefined(x, az_sort_bv(width), "result of signbit");
    fx_promise(x, az_ne(S, some, az_bv(S, width, 0)));
    return az_ite(S, result, some, az_bv(S, width, 0));
  }
  return az_bool_to_bv(S, result, width);
}

az_term fx_float_function(fx *x, const fx_call *c) {
  const char *operation = fe_exact_float_name(c->name);
  LLVMTypeKind kind = LLVMGetTypeKind(c->result);
  if (kind == LLVMVoidTypeKind) return 0;
  if (operation && c->count >= 1 && c->args[0] &&
      az_sort_kind_of(az_sort_of(S, c->args[0])) == AZ_SORT_FLOAT) {
    az_term t = kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(c->result) > 1
                    ? classify(x, operation, c->args[0], c->result)
                    : fx_float_term(x, operation, c->args, c->count);
    if (t && az_sort_of(S, t) == fe_sort(x->f, c->result)) return t;
  }
  return fx_approx(x, c->result, c->name);
}
