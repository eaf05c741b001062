/* Decides whether the program's own memcpy only copies, so that it does not matter for which copies
 * of records compilers call it. A function is a mere copy if it has one read and one write of
 * memory that is not its own, and LLVM's idiom recognition replaces its loop by llvm.memcpy of its
 * arguments. Copies of records do not overlap, and so neither do the arguments. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

static const char passes[] =
    "function(sroa,early-cse,simplifycfg,instcombine,loop-simplify,lcssa,loop(loop-rotate),"
    "simplifycfg,instcombine,loop(indvars,loop-idiom,loop-deletion),simplifycfg,instcombine,adce)";

static bool is_note(LLVMValueRef i) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  return fe_starts(name, "llvm.dbg.") || fe_starts(name, "llvm.lifetime.");
}

/* Returns whether the function has no calls, and one read and one write of memory outside its
 * variables. */
static bool is_small(LLVMValueRef fn) {
  int reads = 0, writes = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsALoadInst(i)) reads += !LLVMIsAAllocaInst(LLVMGetOperand(i, 0));
      if (LLVMIsAStoreInst(i)) writes += !LLVMIsAAllocaInst(LLVMGetOperand(i, 1));
      bool calls = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) || LLVMIsACallBrInst(i);
      if (calls && !is_note(i)) return false;
      LLVMOpcode code = LLVMGetInstructionOpcode(i);
      if (code == LLVMAtomicRMW || code == LLVMAtomicCmpXchg || code == LLVMIntToPtr) return false;
    }
  return reads == 1 && writes == 1;
}

static bool copies_arguments(LLVMValueRef fn, LLVMValueRef call) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  bool copies = fe_starts(name, "llvm.memcpy.") || fe_starts(name, "llvm.memmove.");
  for (unsigned p = 0; copies && p < 3; p++)
    copies = LLVMGetOperand(call, p) == LLVMGetParam(fn, p);
  return copies;
}

/* Returns where the branch leads if the size is zero (`zero`), or if it is not; NULL if the branch
 * does not test the size. */
static LLVMBasicBlockRef next(LLVMValueRef fn, LLVMValueRef branch, bool zero) {
  if (!LLVMIsConditional(branch)) return LLVMGetSuccessor(branch, 0);
  LLVMValueRef c = LLVMGetCondition(branch);
  if (!LLVMIsAICmpInst(c) || LLVMGetOperand(c, 0) != LLVMGetParam(fn, 2)) return NULL;
  LLVMValueRef with = LLVMGetOperand(c, 1);
  LLVMIntPredicate is = LLVMGetICmpPredicate(c);
  if (!LLVMIsAConstantInt(with) || LLVMConstIntGetZExtValue(with) ||
      (is != LLVMIntEQ && is != LLVMIntNE))
    return NULL;
  return LLVMGetSuccessor(branch, zero == (is == LLVMIntEQ) ? 0 : 1);
}

/* Returns whether the function only copies its arguments: exactly once for sizes other than zero
 * or, if `zero`, at most once for a size of zero. */
static bool only_copies(LLVMValueRef fn, bool zero) {
  enum { MOST = 8 };
  uint32_t copies = 0, steps = 0;
  LLVMBasicBlockRef b = LLVMGetEntryBasicBlock(fn);
  while (b && steps++ < MOST) {
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    for (; i && !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i)) {
      bool copy = copies_arguments(fn, i);
      if (!copy && !LLVMIsAICmpInst(i) && !is_note(i)) return false;
      copies += copy;
    }
    if (i && LLVMIsAReturnInst(i)) return copies == 1 || (zero && !copies);
    b = i && LLVMIsABranchInst(i) ? next(fn, i, zero) : NULL;
  }
  return false;
}

static void add_attribute(LLVMValueRef fn, LLVMAttributeIndex at, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
  LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(context, kind, 0));
}

/* Prevents the passes from changing other functions, and from using this one's name as a hint. */
static void prepare(LLVMValueRef fn, LLVMModuleRef module) {
  static const char name[] = "ansatz.copy", builtin[] = "no-builtin-memcpy";
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (f == fn || LLVMIsDeclaration(f)) continue;
    add_attribute(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noinline");
    add_attribute(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "optnone");
  }
  LLVMSetValueName2(fn, name, sizeof name - 1);
  LLVMRemoveStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, builtin,
                                   sizeof builtin - 1);
  for (LLVMAttributeIndex p = 1; p <= 2; p++) add_attribute(fn, p, "noalias");
}

bool fe_copies_plainly(fe_build *build, LLVMValueRef fn) {
  size_t length;
  if (!LLVMIsAFunction(fn) || LLVMCountParams(fn) != 3 || !is_small(fn)) return false;
  LLVMModuleRef module = LLVMCloneModule(build->module);
  LLVMValueRef own = LLVMGetNamedFunction(module, LLVMGetValueName2(fn, &length));
  prepare(own, module);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  bool copies = !error && only_copies(own, false) && only_copies(own, true);
  if (error) LLVMConsumeError(error);
  LLVMDisposeModule(module);
  return copies;
}
