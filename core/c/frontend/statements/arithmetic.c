/* Integer and float operations on scalars and, lane by lane, on vectors. Operations that C leaves
 * undefined have arbitrary results (docs/soundness.md 8): shifts by the width or more, division by
 * zero. Their checks come first, in evaluation order. */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>

#define S (x->f->store)

az_term fx_without_overflow(fx *x, az_term overflows, az_term exact, const char *text) {
  az_term fits = az_not(S, overflows);
  fx_check(x, AZ_C_OVERFLOW, fits, text);
  if (!x->f->options->overflow_gives_any) return exact;
  return fx_guarded(x, fits, exact, "signed overflow");
}

/* Notes the result that processors give for a shift by the width or more: they take the amount
 * modulo the width, or shift all bits out. An instruction does one of both, whenever it is
 * executed. Compilers may give any result if they know the amount. */
static void note_shift(fx *x, az_kind kind, az_term a, az_term amount, az_term in_range) {
  const uint32_t width = az_sort_width(az_sort_of(S, a));
  if (az_is_const(S, amount) || width & (width - 1)) return;
  const az_term last = az_bv(S, width, width - 1);
  const az_term modulo = az_bv_and(S, amount, last), zero = az_bv(S, width, 0);
  const az_term masked = kind == AZ_K_BV_SHL    ? az_bv_shl(S, a, modulo)
                         : kind == AZ_K_BV_LSHR ? az_bv_lshr(S, a, modulo)
                                                : az_bv_ashr(S, a, modulo);
  const az_term out = kind == AZ_K_BV_ASHR ? az_bv_ashr(S, a, last) : zero;
  const az_term masks = az_fresh(S, az_sort_bool(), "masks");
  arrput(x->f->unknowns, masks);
  const az_term result = az_ite(S, masks, masked, out);
  fx_note_results(x, az_not(S, in_range), &result, 1);
}

static az_term shift(fx *x, LLVMValueRef i, az_kind kind, az_term a, az_term amount) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  LLVMValueRef source = LLVMGetOperand(i, 1);
  az_term whole = amount;
  /* `whole` is the amount in the C program; clang truncates it to the width of the left operand. */
  if (LLVMIsATruncInst(source) && fe_is_named(source, "sh_prom"))
    whole = fx_value_of(x, LLVMGetOperand(source, 0));
  az_term in_range = az_bv_ult(S, whole, az_bv(S, az_sort_width(az_sort_of(S, whole)), width));
  fx_check(x, AZ_C_SHIFT, in_range, "shift amount");
  az_term exact = kind == AZ_K_BV_SHL    ? az_bv_shl(S, a, amount)
                  : kind == AZ_K_BV_LSHR ? az_bv_lshr(S, a, amount)
                                         : az_bv_ashr(S, a, amount);
  /* A signed shift overflows if a bit that is shifted out, or into the sign, is not zero. */
  bool own = !x->f->functions[x->index].is_model && LLVMIsAInstruction(i) && !fe_is_named(i, "bf.");
  if (kind == AZ_K_BV_SHL && own && x->f->options->overflow_gives_any &&
      fe_shifts_signed(x->f, x->fn)) {
    az_term kept = az_bv_sub(S, az_bv(S, width, width - 1), amount);
    az_term lost = az_not(S, az_eq_value(S, az_bv_lshr(S, a, kept), 0));
    exact = fx_without_overflow(x, az_and(S, in_range, lost), exact, "signed shift");
  }
  const az_term result = fx_guarded(x, in_range, exact, "shift by the width or more");
  if (result != exact) note_shift(x, kind, a, amount, in_range);
  return result;
}

static az_term divide(fx *x, LLVMOpcode opcode, az_term a, az_term b) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem,
       remainder = opcode == LLVMURem || opcode == LLVMSRem;
  az_term nonzero = az_ne(S, b, az_bv(S, width, 0));
  fx_check(x, AZ_C_DIV_BY_ZERO, nonzero, remainder ? "remainder by zero" : "division by zero");
  if (is_signed) {
    uint64_t sign[AZ_MAX_WIDTH / 64] = {0};
    sign[(width - 1) / 64] = UINT64_C(1) << (width - 1) % 64;
    az_term least = az_bv_limbs(S, width, sign),
            overflows = az_eq(S, b, az_bv_signed(S, width, -1));
    overflows = az_and(S, az_eq(S, a, least), overflows);
    const size_t checks = arrlenu(x->f->checks);
    fx_check(x, AZ_C_OVERFLOW, az_not(S, overflows),
             remainder ? "signed remainder" : "signed division");
    if (arrlenu(x->f->checks) > checks) arrlast(x->f->checks).traps = true;
  }
  az_term exact = opcode == LLVMUDiv   ? az_bv_udiv(S, a, b)
                  : opcode == LLVMURem ? az_bv_urem(S, a, b)
                  : opcode == LLVMSDiv ? az_bv_sdiv(S, a, b)
                                       : az_bv_srem(S, a, b);
  return fx_guarded(x, nonzero, exact, "division by zero");
}

static az_term bool_operation(fx *x, LLVMOpcode opcode, az_term a, az_term b) {
  switch (opcode) {
  case LLVMAnd:
  case LLVMMul: return az_and(S, a, b);
  case LLVMOr: return az_or(S, a, b);
  default: return az_xor(S, a, b); /* add, sub, xor; the others do not occur with i1 */
  }
}

/* Translates an operation on two scalars of one LLVM type. */
static az_term binary(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  az_term a = operands[0], b = operands[1];
  if (fx_is_inexact(i)) return fx_approx(x, type, "float arithmetic that is not that of IEEE 754");
  az_sort sort = az_sort_of(S, a);
  switch (opcode) {
  case LLVMFAdd: return fx_rounded(x, AZ_K_F_ADD, a, b, sort);
  case LLVMFSub: return fx_rounded(x, AZ_K_F_ADD, a, az_float_unary(S, AZ_K_F_NEG, b), sort);
  case LLVMFMul: return fx_rounded(x, AZ_K_F_MUL, a, b, sort);
  case LLVMFDiv: return fx_rounded(x, AZ_K_F_DIV, a, b, sort);
  case LLVMFRem: return fx_approx(x, type, "float remainder");
  default: break;
  }
  if (sort == az_sort_bool()) return bool_operation(x, opcode, a, b);
  bool nsw = (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul) &&
             LLVMIsAInstruction(i) && LLVMGetNSW(i);
  switch (opcode) {
  case LLVMAdd: {
    const az_term sum = az_bv_add(S, a, b);
    if (!nsw) return sum;
    return fx_without_overflow(x, az_add_overflows(S, a, b, true), sum, "signed addition");
  }
  case LLVMSub: {
    if (!nsw) return az_bv_sub(S, a, b);
    const bool negates = a == az_zero_of(S, az_sort_of(S, a));
    const az_term difference = az_bv_sub(S, a, b);
    return fx_without_overflow(x, az_sub_overflows(S, a, b, true), difference,
                               negates ? "signed negation" : "signed subtraction");
  }
  case LLVMMul: {
    const az_term product = az_bv_mul(S, a, b);
    if (!nsw) return product;
    return fx_without_overflow(x, az_mul_overflows(S, a, b, true), product,
                               "signed multiplication");
  }
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return divide(x, opcode, a, b);
  case LLVMShl: return shift(x, i, AZ_K_BV_SHL, a, b);
  case LLVMLShr: return shift(x, i, AZ_K_BV_LSHR, a, b);
  case LLVMAShr: return shift(x, i, AZ_K_BV_ASHR, a, b);
  case LLVMAnd: return az_bv_and(S, a, b);
  case LLVMOr: return az_bv_or(S, a, b);
  case LLVMXor: return az_bv_xor(S, a, b);
  default: return fx_approx(x, type, "unknown operation");
  }
}

az_term fx_binary(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  fe_note_float(x->f, type);
  az_term result = fx_by_lanes(x, i, binary);
  if (!fe_is_aggregate(type)) fx_note_bit_field(x, i, result);
  return result;
}
