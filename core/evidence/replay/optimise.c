/* Optimises a program that is run, so that test runs execute billions of iterations in seconds.
 * First, whatever lets the optimiser exploit undefined behaviour (flags of operations, types of
 * accesses, progress of loops) is removed from the bitcode. The optimised program then behaves as
 * the unoptimised one wherever the checks for undefined behaviour find nothing. */
#include "replay/rewrite.h"
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

static void remove_metadata(LLVMValueRef i, const char *name) {
  unsigned kind =
      LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(i)), name, (unsigned)strlen(name));
  if (LLVMGetMetadata(i, kind)) LLVMSetMetadata(i, kind, NULL);
}

/* Lets signed overflow and pointers wrap, and lets divisions be inexact. */
static void remove_flags(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    LLVMSetNSW(i, false);
    LLVMSetNUW(i, false);
    break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMLShr:
  case LLVMAShr: LLVMSetExact(i, false); break;
  case LLVMGetElementPtr: LLVMSetIsInBounds(i, false); break;
  default: break;
  }
}

static void remove_attribute(LLVMValueRef f, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  if (kind) LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
}

/* Hides from LLVM that a float is a sum. LLVM replaces a float that is incremented in a loop by an
 * integer if its start and its step are whole numbers, although such a float stays the same from
 * 2^24 on. */
static void hide_sum(rewriter *r, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMTypeRef type = LLVMTypeOf(i);
  if ((opcode != LLVMFAdd && opcode != LLVMFSub) || LLVMGetTypeKind(type) != LLVMFloatTypeKind)
    return;
  static const char name[] = "llvm.arithmetic.fence";
  LLVMValueRef fence = LLVMGetIntrinsicDeclaration(
      r->module, LLVMLookupIntrinsicID(name, sizeof name - 1), &type, 1);
  LLVMPositionBuilderBefore(r->b, LLVMGetNextInstruction(i));
  LLVMValueRef hidden =
      LLVMBuildCall2(r->b, LLVMGlobalGetValueType(fence), fence, (LLVMValueRef[]){i}, 1, "");
  LLVMReplaceAllUsesWith(i, hidden);
  LLVMSetOperand(hidden, 0, i);
}

static void take_licences(rewriter *r) {
  static const char *const metadata[] = {"llvm.loop", "tbaa", "tbaa.struct", "range", "nonnull"};
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    bool ours = !strncmp(LLVMGetValueName2(f, &length), "ansatz.", 7);
    if (!LLVMIsDeclaration(f) && !ours) {
      remove_attribute(f, "noinline");
      remove_attribute(f, "optnone");
    }
    remove_attribute(f, "mustprogress");
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        remove_flags(i);
        hide_sum(r, i);
        for (size_t k = 0; k < sizeof metadata / sizeof *metadata; k++)
          remove_metadata(i, metadata[k]);
      }
  }
}

/* Returns whether the module calls functions that save registers or change the rounding mode. */
static bool is_left_alone(LLVMModuleRef module) {
  static const char *const names[] = {"setjmp",      "_setjmp",      "sigsetjmp",
                                      "__sigsetjmp", "fesetround",   "fesetenv",
                                      "feupdateenv", "feholdexcept", "feenableexcept"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (LLVMGetNamedFunction(module, names[k])) return true;
  return false;
}

const char *rewriter_optimise(rewriter *r, LLVMTargetMachineRef machine) {
  if (is_left_alone(r->module)) return NULL;
  take_licences(r);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(r->module, "default<O2>", machine, options);
  LLVMDisposePassBuilderOptions(options);
  return error ? LLVMGetErrorMessage(error) : NULL;
}

static bool uses(LLVMValueRef i, LLVMValueRef place) {
  for (int n = 0; n < LLVMGetNumOperands(i); n++)
    if (LLVMGetOperand(i, (unsigned)n) == place) return true;
  return false;
}

/* Returns the next instruction of the execution; NULL if there are several, not counting traps. */
static LLVMValueRef next_of(LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  if (next || !LLVMIsABranchInst(i)) return next;
  unsigned to = LLVMIsConditional(i) && rewriter_trap_of(LLVMGetSuccessor(i, 0)) ? 1 : 0;
  bool only = !LLVMIsConditional(i) || to || rewriter_trap_of(LLVMGetSuccessor(i, 1));
  return only ? LLVMGetFirstInstruction(LLVMGetSuccessor(i, to)) : NULL;
}

bool rewriter_is_written_first(const rewriter *r, LLVMValueRef instruction) {
  bool begins = LLVMIsACallInst(instruction) && LLVMGetNumArgOperands(instruction) == 2;
  LLVMValueRef place = begins ? LLVMGetOperand(instruction, 1) : instruction;
  if (!LLVMIsAAllocaInst(place) || !LLVMIsConstant(LLVMGetOperand(place, 0))) return false;
  static const char *const start[] = {"llvm.lifetime.start.p0", NULL};
  LLVMTypeRef type = LLVMGetAllocatedType(place);
  enum { FOLLOWED = 1000 };
  LLVMValueRef i = next_of(instruction);
  for (int n = 0; i && (!uses(i, place) || rewriter_is_call_of(i, start)); n++)
    i = n < FOLLOWED ? next_of(i) : NULL;
  return i && LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == place &&
         LLVMGetOperand(i, 0) != place &&
         LLVMStoreSizeOfType(r->layout, LLVMTypeOf(LLVMGetOperand(i, 0))) ==
             LLVMABISizeOfType(r->layout, type);
}
