/* Conversions between integers, floats and pointers. If a float does not fit its integer, C leaves
 * the conversion undefined: the result is arbitrary (docs/soundness.md 8). */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"

#define S (x->f->store)

static az_term power_of_two(fx *x, az_sort sort, uint32_t exponent, bool negative, bool minus_one) {
  az_term one = az_bv(S, exponent + 2, 1),
          power = az_bv_shl(S, one, az_bv(S, exponent + 2, exponent));
  if (negative) power = az_bv_neg(S, power);
  if (minus_one) power = az_bv_sub(S, power, one);
  return az_float_convert(S, AZ_K_F_FROM_SBV, power, sort);
}

static az_term float_to_int(fx *x, az_term value, uint32_t width, bool is_signed) {
  az_sort sort = az_sort_of(S, value);
  uint32_t digits = is_signed ? width - 1 : width, largest = 1u << (az_sort_exponent(sort) - 1);
  /* The value fits if least - 1 < value < greatest + 1. If least - 1 is not a float of this sort,
   * least <= value is equivalent. */
  az_term low, high;
  if (!is_signed)
    low = az_float_binary(
        S, AZ_K_F_LT, az_float_convert(S, AZ_K_F_FROM_SBV, az_bv_signed(S, 8, -1), sort), value);
  else if (digits >= largest)
    low = az_not(S, az_float_unary(S, AZ_K_F_IS_NAN, value));
  else if (az_sort_significand(sort) > digits)
    low = az_float_binary(S, AZ_K_F_LT, power_of_two(x, sort, digits, true, true), value);
  else
    low = az_float_binary(S, AZ_K_F_LE, power_of_two(x, sort, digits, true, false), value);
  if (digits >= largest)
    high = az_not(S, az_float_unary(S, AZ_K_F_IS_INF, value));
  else
    high = az_float_binary(S, AZ_K_F_LT, value, power_of_two(x, sort, digits, false, false));
  az_term in_range = az_and(S, low, high);
  fx_check(x, AZ_C_CONVERSION, in_range, "float to integer conversion");
  az_term exact =
      az_float_convert(S, is_signed ? AZ_K_F_TO_SBV : AZ_K_F_TO_UBV, value, az_sort_bv(width));
  return fx_guarded(x, in_range, exact, "conversion of a float that does not fit");
}

static bool is_vector_of_floats(fx *x, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         az_sort_kind_of(fe_sort(x->f, LLVMGetElementType(type))) == AZ_SORT_FLOAT;
}

static az_term bit_cast(fx *x, az_term a, LLVMTypeRef from, LLVMTypeRef to) {
  if (is_vector_of_floats(x, from)) return fx_approx(x, to, "bits of a vector of floats");
  if (az_sort_of(S, a) == fe_sort(x->f, to) && LLVMGetTypeKind(to) != LLVMX86_FP80TypeKind)
    return a;
  if (LLVMGetTypeKind(from) == LLVMX86_FP80TypeKind || LLVMGetTypeKind(to) == LLVMX86_FP80TypeKind)
    return fx_approx(x, to, "bits of a long double");
  az_term bits = fe_pack(x->f, a);
  if (az_sort_kind_of(az_sort_of(S, a)) == AZ_SORT_FLOAT) /* IEEE 754 does not specify which NaN */
    bits = fx_guarded(x, az_not(S, az_float_unary(S, AZ_K_F_IS_NAN, a)), bits, "bits of a NaN");
  return fe_unpack(x->f, bits, to);
}

static az_term convert(fx *x, LLVMValueRef i, LLVMTypeRef to, const az_term *operands) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  az_term a = operands[0];
  if (opcode != LLVMFPExt) fe_note_float(x->f, to);
  uint32_t width = LLVMGetTypeKind(to) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(to) : 0;
  switch (opcode) {
  case LLVMTrunc:
    if (width == 1) return az_eq_value(S, az_extract(S, a, 0, 0), 1);
    return az_extract(S, a, width - 1, 0);
  case LLVMZExt: return az_zext(S, fe_pack(x->f, a), width);
  case LLVMSExt: return az_sext(S, fe_pack(x->f, a), width);
  case LLVMFPToSI:
  case LLVMFPToUI:
    if (width == 1)
      return az_not(S, az_float_binary(S, AZ_K_F_EQ, a, az_zero_of(S, az_sort_of(S, a))));
    return float_to_int(x, a, width, opcode == LLVMFPToSI);
  case LLVMSIToFP: return fx_rounded(x, AZ_K_F_FROM_SBV, fe_pack(x->f, a), 0, fe_sort(x->f, to));
  case LLVMUIToFP: return fx_rounded(x, AZ_K_F_FROM_UBV, fe_pack(x->f, a), 0, fe_sort(x->f, to));
  case LLVMFPTrunc:
  case LLVMFPExt: return fx_rounded(x, AZ_K_F_FROM_FLOAT, a, 0, fe_sort(x->f, to));
  case LLVMPtrToInt:
    return width == 1 ? fx_approx(x, to, "address as one bit") : fx_ptr_to_int(x, a, width);
  case LLVMIntToPtr:
    return fx_int_to_ptr(x, az_resize(S, fe_pack(x->f, a), x->f->p->pointer_bits, false));
  case LLVMAddrSpaceCast: return a;
  default: return fx_approx(x, to, "unknown conversion");
  }
}

az_term fx_convert(fx *x, LLVMValueRef i) {
  LLVMValueRef from = LLVMGetOperand(i, 0);
  if (LLVMGetInstructionOpcode(i) != LLVMBitCast) return fx_by_lanes(x, i, convert);
  return bit_cast(x, fx_value_of(x, from), LLVMTypeOf(from), LLVMTypeOf(i));
}
