/* Programs that set the rounding direction of floats. clang assumes rounding to nearest. With
 * -frounding-math, or where the pragma FENV_ACCESS is on, it computes no constants, and writes
 * llvm.experimental.constrained.fadd(a, b, "round.dynamic", ...) for a + b, in functions with the
 * attribute strictfp. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

bool fe_sets_rounding(LLVMModuleRef module) {
  LLVMValueRef set = LLVMGetNamedFunction(module, "fesetround");
  if (!set || !LLVMIsDeclaration(set)) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(set); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != set ||
        LLVMGetNumArgOperands(call) != 1 || !LLVMIsNull(LLVMGetOperand(call, 0)))
      return true;
  }
  return false;
}

bool fe_follows_rounding(LLVMValueRef function) {
  unsigned strict = LLVMGetEnumAttributeKindForName("strictfp", 8);
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, strict) != NULL;
}

/* Returns the text of the metadata; NULL for another value. */
static const char *text_of(LLVMValueRef v) {
  unsigned length = 0;
  return LLVMGetValueKind(v) == LLVMMetadataAsValueValueKind ? LLVMGetMDString(v, &length) : NULL;
}

static LLVMRealPredicate predicate(const char *name) {
  static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                      "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
  unsigned p = 0;
  while (p < LLVMRealPredicateTrue && strcmp(names[p], name) != 0) p++;
  return (LLVMRealPredicate)p;
}

/* Calls the plain intrinsic: llvm.experimental.constrained.rint.f64 is llvm.rint.f64. */
static LLVMValueRef plain_call(fe_build *build, LLVMBuilderRef b, LLVMValueRef call,
                               const char *word, unsigned count) {
  LLVMValueRef args[3];
  for (unsigned i = 0; i < count; i++) args[i] = LLVMGetOperand(call, i);
  return fe_build_call(build->module, b, az_arena_printf(build->arena, "llvm.%s", word),
                       LLVMTypeOf(call), args, count, -1);
}

/* Returns the plain instruction for the call, or NULL. As LLVM's builder would fold constant
 * operands, the first operand is initially `any`, and is replaced afterwards. */
static LLVMValueRef plain(fe_build *build, LLVMBuilderRef b, LLVMValueRef call, const char *word) {
  static const struct {
    const char *name;
    LLVMOpcode opcode;
  } operations[] = {{"fadd.", LLVMFAdd},       {"fsub.", LLVMFSub},     {"fmul.", LLVMFMul},
                    {"fdiv.", LLVMFDiv},       {"frem.", LLVMFRem},     {"fptosi.", LLVMFPToSI},
                    {"fptoui.", LLVMFPToUI},   {"sitofp.", LLVMSIToFP}, {"uitofp.", LLVMUIToFP},
                    {"fptrunc.", LLVMFPTrunc}, {"fpext.", LLVMFPExt},   {"fcmp.", LLVMFCmp},
                    {"fcmps.", LLVMFCmp}};
  unsigned count = 0, all = LLVMGetNumArgOperands(call);
  const char *first = NULL; /* the predicate of a comparison; else the rounding mode, if any */
  while (count < all && !(first = text_of(LLVMGetOperand(call, count)))) count++;
  if (count == 0 || count > 3 || !first ||
      (fe_starts(first, "round.") && strcmp(first, "round.dynamic") != 0))
    return NULL;
  LLVMOpcode opcode = 0;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (fe_starts(word, operations[i].name)) opcode = operations[i].opcode;
  if (!opcode) return plain_call(build, b, call, word, count);
  LLVMValueRef left = LLVMGetOperand(call, 0), right = count == 2 ? LLVMGetOperand(call, 1) : NULL;
  LLVMValueRef any = LLVMBuildFreeze(b, LLVMGetUndef(LLVMTypeOf(left)), "");
  LLVMValueRef result = opcode == LLVMFCmp ? LLVMBuildFCmp(b, predicate(first), any, right, "")
                        : right            ? LLVMBuildBinOp(b, opcode, any, right, "")
                                           : LLVMBuildCast(b, opcode, any, LLVMTypeOf(call), "");
  LLVMSetOperand(result, 0, left);
  LLVMInstructionEraseFromParent(any);
  return result;
}

static void replace(fe_build *build, LLVMBuilderRef b, LLVMValueRef call, const char *word) {
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef with = plain(build, b, call, word);
  if (!with) return;
  LLVMReplaceAllUsesWith(call, with);
  size_t length = 0;
  const char *name = az_arena_strdup(build->arena, LLVMGetValueName2(call, &length));
  LLVMInstructionEraseFromParent(call);
  LLVMSetValueName2(with, name, length);
}

void fe_make_floats_plain(fe_build *build) {
  static const char prefix[] = "llvm.experimental.constrained.";
  LLVMBuilderRef b = LLVMCreateBuilderInContext(build->context);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!fe_starts(name, prefix)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
      next = LLVMGetNextUse(use);
      replace(build, b, LLVMGetUser(use), name + sizeof prefix - 1);
    }
  }
  LLVMDisposeBuilder(b);
}
