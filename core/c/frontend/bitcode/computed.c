/* Checks of operations that clang computes: `1 / 0`, `1 << 32` and `(int)1e30` are poison in the
 * bitcode, or disappear. With -fsanitize=integer-divide-by-zero, shift-exponent and
 * float-cast-overflow, they become a branch that always leads to a trap. Division by zero and an
 * overflowing division share one trap; so do a shift by too much and a shift that loses bits. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include <string.h>

enum { DIVISION = 3, CONVERSION = 5, INTEGER = 7, SHIFT = 20 }; /* clang's numbers of traps */

/* Returns the number of the trap that the block consists of, or -1. */
static int trap_in(LLVMBasicBlockRef bb) {
  LLVMValueRef first = az_first_counted(bb);
  const char *name = first ? fx_intrinsic(first) : NULL;
  if (!name || !fe_starts(name, "llvm.ubsantrap")) return -1;
  return (int)LLVMConstIntGetZExtValue(LLVMGetOperand(first, 0));
}

/* Returns whether the block begins with an operation that the front end checks itself. If `known`
 * (clang has computed that the check fails), the operand must show this failure. */
static bool checks_itself(LLVMBasicBlockRef bb, bool known) {
  LLVMValueRef first = az_first_counted(bb);
  LLVMOpcode opcode = first ? LLVMGetInstructionOpcode(first) : LLVMRet;
  bool divides =
      opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
  bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
  if (!divides && !shifts) return opcode == LLVMFPToSI || opcode == LLVMFPToUI;
  LLVMValueRef right = LLVMGetOperand(first, 1);
  if (!known) return true;
  if (!LLVMIsAConstantInt(right) || LLVMGetIntTypeWidth(LLVMTypeOf(right)) > 64) return false;
  return divides ? LLVMIsNull(right)
                 : LLVMConstIntGetZExtValue(right) >= LLVMGetIntTypeWidth(LLVMTypeOf(right));
}

/* Returns whether clang knows that the condition is false, including `false && x`, which clang does
 * not simplify. */
static bool is_never(LLVMValueRef condition) {
  if (LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd)
    condition = LLVMGetOperand(condition, 0);
  return LLVMIsAConstantInt(condition) && LLVMIsNull(condition);
}

/* Returns the part of the condition (possibly all) that is about overflow, or NULL. */
static LLVMValueRef about_overflow(LLVMValueRef condition, int trap) {
  if (trap == CONVERSION) return NULL;
  LLVMValueRef first = condition, rest = NULL;
  if (LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd) {
    first = LLVMGetOperand(condition, 0);
    rest = LLVMGetOperand(condition, 1);
  }
  bool compares = LLVMIsAICmpInst(first) != NULL;
  if (trap == SHIFT)
    return rest && LLVMIsAPHINode(rest) ? rest : compares && !rest ? NULL : condition;
  return compares && LLVMIsNull(LLVMGetOperand(first, 1)) ? rest : condition;
}

/* Removes clang's check of an operation that the front end checks itself. Keeps the part about
 * overflow if overflow is checked. Returns whether the branch has changed. */
static bool settle(LLVMBuilderRef b, LLVMValueRef branch, uint32_t classes, bool overflow) {
  unsigned to = 0;
  int trap = -1;
  for (; to < 2 && trap < 0; to++) trap = trap_in(LLVMGetSuccessor(branch, to));
  bool asked = trap == DIVISION     ? classes >> AZ_C_DIV_BY_ZERO & 1u
               : trap == SHIFT      ? classes >> AZ_C_SHIFT & 1u
               : trap == CONVERSION ? classes >> AZ_C_CONVERSION & 1u
                                    : false;
  if (!asked || to != 2) return false; /* the trap is the second successor in clang's code */
  LLVMValueRef condition = LLVMGetCondition(branch), kept = NULL;
  LLVMBasicBlockRef behind = LLVMGetSuccessor(branch, 0), end = LLVMGetSuccessor(branch, 1);
  bool known = is_never(condition);
  if (!checks_itself(behind, known)) return false;
  if (!known && overflow && (kept = about_overflow(condition, trap)) == condition) return false;
  if (kept) {
    LLVMSetCondition(branch, kept);
    return true;
  }
  LLVMPositionBuilderBefore(b, branch);
  LLVMBuildBr(b, behind);
  LLVMInstructionEraseFromParent(branch);
  if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(end))) LLVMDeleteBasicBlock(end);
  return true;
}

static LLVMValueRef behind_casts(LLVMValueRef v) {
  while (LLVMIsACastInst(v)) v = LLVMGetOperand(v, 0);
  return v;
}

/* Repairs a check of an assignment to a bit-field, where clang compares the field's new value with
 * itself instead of with the assigned value. The new value is (assigned & mask), sign-extended. */
static bool repair(fe_build *build, LLVMValueRef branch) {
  LLVMValueRef compare = LLVMGetCondition(branch);
  if (trap_in(LLVMGetSuccessor(branch, 1)) != INTEGER || !LLVMIsAICmpInst(compare)) return false;
  LLVMValueRef result = LLVMGetOperand(compare, 0), assigned = behind_casts(result);
  if (result != LLVMGetOperand(compare, 1)) return false;
  static const LLVMOpcode steps[] = {LLVMAShr, LLVMShl, LLVMAnd};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
    if (LLVMIsAInstruction(assigned) && LLVMGetInstructionOpcode(assigned) == steps[k])
      assigned = LLVMGetOperand(assigned, 0);
  while (LLVMTypeOf(assigned) != LLVMTypeOf(result) && LLVMIsACastInst(assigned))
    assigned = LLVMGetOperand(assigned, 0);
  if (LLVMTypeOf(assigned) == LLVMTypeOf(result) && assigned != result)
    LLVMSetOperand(compare, 1, assigned);
  else
    fe_note_unread(build, "a conversion to a bit-field that clang does not check");
  return true;
}

static bool checks_overflow(const fe_build *build) {
  if (build->options->classes >> AZ_C_OVERFLOW & 1u) return true;
  for (const char *const *s = build->sanitizers; s && *s; s++)
    if (strstr(*s, "signed-integer-overflow")) return true;
  return false;
}

bool fe_keep_computed(fe_build *build) {
  const uint32_t own = 1u << AZ_C_DIV_BY_ZERO | 1u << AZ_C_SHIFT | 1u << AZ_C_CONVERSION;
  if (!(build->options->classes & own)) return false;
  bool overflow = checks_overflow(build), any = false;
  if (build->warnings && strstr(build->warnings, "[" FE_CUT_CONSTANTS "]"))
    fe_note_unread(build, "a constant that a bit-field cuts, which clang does not check");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(build->context);
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
      if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) continue;
      any |= repair(build, end) || settle(b, end, build->options->classes, overflow);
    }
  LLVMDisposeBuilder(b);
  return any;
}
