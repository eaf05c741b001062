/* Checks in the rewritten program: builds, before an instruction, the condition that the check of a
 * class holds there. */
#include "replay/rewrite.h"
#include <stdio.h>
#include <string.h>

LLVMValueRef rewriter_is_nonzero(rewriter *r, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind: return LLVMBuildICmp(r->b, LLVMIntNE, v, LLVMConstNull(type), "");
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind: return LLVMBuildFCmp(r->b, LLVMRealUNE, v, LLVMConstNull(type), "");
  default: return LLVMConstInt(r->i1, 1, false);
  }
}

static LLVMValueRef arithmetic_overflows(rewriter *r, LLVMValueRef i, bool is_signed) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const char *name =
      opcode == LLVMAdd   ? (is_signed ? "llvm.sadd.with.overflow" : "llvm.uadd.with.overflow")
      : opcode == LLVMSub ? (is_signed ? "llvm.ssub.with.overflow" : "llvm.usub.with.overflow")
      : opcode == LLVMMul ? (is_signed ? "llvm.smul.with.overflow" : "llvm.umul.with.overflow")
                          : NULL;
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!name) { /* the least number divided by -1 */
    if (opcode != LLVMSDiv && opcode != LLVMSRem) return NULL;
    LLVMValueRef one = LLVMConstInt(type, 1, false),
                 shift = LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, false);
    LLVMValueRef least = LLVMBuildICmp(r->b, LLVMIntEQ, a, LLVMBuildShl(r->b, one, shift, ""), "");
    LLVMValueRef minus = LLVMBuildICmp(r->b, LLVMIntEQ, b, LLVMConstAllOnes(type), "");
    return LLVMBuildAnd(r->b, least, minus, "");
  }
  LLVMValueRef f =
      LLVMGetIntrinsicDeclaration(r->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  LLVMValueRef args[] = {a, b};
  return LLVMBuildExtractValue(
      r->b, LLVMBuildCall2(r->b, LLVMGlobalGetValueType(f), f, args, 2, ""), 1, "");
}

static const char *const failures[] = {"__assert_fail",        "__assert",    "__assert_rtn",
                                       "__assert_perror_fail", "reach_error", "__VERIFIER_error",
                                       "llvm.ubsantrap",       "llvm.trap",   NULL};

static const char *const tests[] = {"__CPROVER_assert", "assert", "__VERIFIER_assert", NULL};

bool rewriter_is_call_of(LLVMValueRef i, const char *const *names) {
  if (!LLVMIsACallInst(i)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  size_t length = 0;
  const char *name = LLVMGetValueName2(callee, &length);
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

LLVMValueRef rewriter_trap_of(LLVMBasicBlockRef bb) {
  static const char *const trap[] = {"llvm.ubsantrap", NULL};
  for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
    if (rewriter_is_call_of(i, trap)) return i;
  return NULL;
}

/* Returns how many bits of the integer are kept: all, or, if it is assigned to a bit-field, the
 * width of the bit-field (C17 6.7.2.1p10). clang clears the other bits by an `and` with a mask, and
 * adds the bits of neighbouring bit-fields. */
static unsigned kept_width(LLVMValueRef i, unsigned width) {
  for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsATruncInst(user) || LLVMIsAZExtInst(user) || LLVMIsASExtInst(user))
      width = kept_width(user, width);
    size_t length = 0;
    bool clears = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMAnd &&
                  !strncmp(LLVMGetValueName2(user, &length), "bf.value", 8);
    LLVMValueRef mask = clears ? LLVMGetOperand(user, 1) : NULL;
    if (!mask || !LLVMIsAConstantInt(mask) || LLVMGetIntTypeWidth(LLVMTypeOf(mask)) > 64) continue;
    unsigned kept = (unsigned)__builtin_popcountll(LLVMConstIntGetZExtValue(mask));
    if (kept < width) width = kept;
  }
  return width;
}

/* Builds the condition that the truncated float is not in the integer's range. The comparison is of
 * x87 numbers, which can represent all bounds. */
static LLVMValueRef conversion_fails(rewriter *r, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  /* The constrained intrinsics are for floats under a rounding mode
   * (core/c/frontend/bitcode/rounding.c). */
  size_t length = 0;
  const char *callee = opcode == LLVMCall ? LLVMGetValueName2(LLVMGetCalledValue(i), &length) : "";
  if (!strncmp(callee, "llvm.experimental.constrained.fptosi.", 37)) opcode = LLVMFPToSI;
  if (!strncmp(callee, "llvm.experimental.constrained.fptoui.", 37)) opcode = LLVMFPToUI;
  unsigned width = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind
                       ? LLVMGetIntTypeWidth(LLVMTypeOf(i))
                       : 128;
  if ((opcode != LLVMFPToSI && opcode != LLVMFPToUI) || width > 64 || width == 1) return NULL;
  width = kept_width(i, width);
  LLVMTypeRef wide = LLVMX86FP80TypeInContext(r->context);
  LLVMValueRef x = LLVMGetOperand(i, 0);
  if (LLVMTypeOf(x) != wide) x = LLVMBuildFPExt(r->b, x, wide, "");
  bool is_signed = opcode == LLVMFPToSI;
  char low[32], high[32];
  uint64_t half = UINT64_C(1) << (width - 1);
  if (is_signed)
    snprintf(low, sizeof low, "-%llu", (unsigned long long)half + 1);
  else
    snprintf(low, sizeof low, "-1");
  snprintf(high, sizeof high, "%.0Lf", is_signed ? (long double)half : (long double)half * 2);
  LLVMValueRef above = LLVMBuildFCmp(r->b, LLVMRealOGT, x, LLVMConstRealOfString(wide, low), "");
  LLVMValueRef below = LLVMBuildFCmp(r->b, LLVMRealOLT, x, LLVMConstRealOfString(wide, high), "");
  return LLVMBuildNot(r->b, LLVMBuildAnd(r->b, above, below, ""), "");
}

/* Returns whether the body of one of these functions begins with the instruction. */
static bool begins(LLVMValueRef i, const char *const *names) {
  LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
  LLVMValueRef function = LLVMGetBasicBlockParent(bb);
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  if (bb != LLVMGetEntryBasicBlock(function) || LLVMGetFirstInstruction(bb) != i) return false;
  while (*names && strcmp(name, *names)) names++;
  return *names != NULL;
}

/* Builds the condition that the shift amount is the width or more. clang truncates the amount that
 * the program computed to the width of the left operand. */
static LLVMValueRef shift_fails(rewriter *r, LLVMValueRef i) {
  LLVMValueRef amount = LLVMGetOperand(i, 1);
  size_t length = 0;
  if (LLVMIsATruncInst(amount) && !strncmp(LLVMGetValueName2(amount, &length), "sh_prom", 7))
    amount = LLVMGetOperand(amount, 0);
  LLVMValueRef width = LLVMConstInt(LLVMTypeOf(amount), LLVMGetIntTypeWidth(LLVMTypeOf(i)), false);
  return LLVMBuildICmp(r->b, LLVMIntUGE, amount, width, "");
}

LLVMValueRef rewriter_breach(rewriter *r, LLVMValueRef i, az_class cls) {
  if (cls == AZ_C_CONVERSION) return conversion_fails(r, i);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!LLVMIsABinaryOperator(i) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return NULL;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool divides =
      opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
  bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
  if (cls == AZ_C_OVERFLOW) return arithmetic_overflows(r, i, true);
  if (cls == AZ_C_UNSIGNED_OVERFLOW) return arithmetic_overflows(r, i, false);
  if (cls == AZ_C_DIV_BY_ZERO && divides)
    return LLVMBuildICmp(r->b, LLVMIntEQ, LLVMGetOperand(i, 1), LLVMConstNull(type), "");
  return cls == AZ_C_SHIFT && shifts ? shift_fails(r, i) : NULL;
}

/* Builds the condition that the check of the class holds at the instruction. */
static LLVMValueRef check_condition(rewriter *r, LLVMValueRef i, az_class cls) {
  LLVMValueRef yes = LLVMConstInt(r->i1, 1, false), no = LLVMConstInt(r->i1, 0, false);
  if (rewriter_is_call_of(i, failures) || (cls == AZ_C_UNREACH && begins(i, failures))) return no;
  if (rewriter_is_call_of(i, tests))
    return LLVMGetNumArgOperands(i) ? rewriter_is_nonzero(r, LLVMGetOperand(i, 0)) : yes;
  LLVMValueRef bad = rewriter_breach(r, i, cls);
  return bad ? LLVMBuildNot(r->b, bad, "") : yes;
}

void rewriter_checks(rewriter *r, LLVMValueRef i, uint32_t site, uint32_t classes) {
  static const az_class order[] = {
      AZ_C_DIV_BY_ZERO,       AZ_C_SHIFT,      AZ_C_BOUNDS, AZ_C_OVERFLOW,
      AZ_C_UNSIGNED_OVERFLOW, AZ_C_CONVERSION, AZ_C_UNREACH};
  LLVMPositionBuilderBefore(r->b, i);
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    if (!(classes >> order[k] & 1u)) continue;
    rewriter_call_check(r, check_condition(r, i, order[k]), site, order[k]);
  }
}
