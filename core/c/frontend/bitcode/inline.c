/* Inline functions (C17 6.7.4) that several files define, for example because all of them include a
 * header. C leaves open whether a call uses its file's inline definition or the external one. So
 * definitions are merged only if they are equal, instruction by instruction. */
#include "frontend/bitcode/passes.h"
#include "library/model.h"
#include <stb/stb_ds.h>
#include <string.h>

static const char mark[] = "disable-tail-calls";

static bool is_marked(LLVMValueRef fn) {
  return LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, mark, sizeof mark - 1) !=
         NULL;
}

/* Returns whether types of two files are equal. Records are equal if their elements are. */
static bool same_type(LLVMTypeRef a, LLVMTypeRef b) {
  if (a == b) return true;
  if (!a || !b || LLVMGetTypeKind(a) != LLVMGetTypeKind(b)) return false;
  switch (LLVMGetTypeKind(a)) {
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2(a) == LLVMGetArrayLength2(b) &&
           same_type(LLVMGetElementType(a), LLVMGetElementType(b));
  case LLVMStructTypeKind: {
    unsigned n = LLVMCountStructElementTypes(a);
    bool same =
        n == LLVMCountStructElementTypes(b) && LLVMIsPackedStruct(a) == LLVMIsPackedStruct(b);
    for (unsigned i = 0; same && i < n; i++)
      same = same_type(LLVMStructGetTypeAtIndex(a, i), LLVMStructGetTypeAtIndex(b, i));
    return same;
  }
  case LLVMFunctionTypeKind: {
    unsigned n = LLVMCountParamTypes(a);
    LLVMTypeRef p[64], q[64];
    if (n != LLVMCountParamTypes(b) || n > 64 || LLVMIsFunctionVarArg(a) != LLVMIsFunctionVarArg(b))
      return false;
    LLVMGetParamTypes(a, p);
    LLVMGetParamTypes(b, q);
    bool same = same_type(LLVMGetReturnType(a), LLVMGetReturnType(b));
    for (unsigned i = 0; same && i < n; i++) same = same_type(p[i], q[i]);
    return same;
  }
  default: return false;
  }
}

static bool is_local(LLVMValueRef global) {
  return LLVMGetLinkage(global) == LLVMInternalLinkage ||
         LLVMGetLinkage(global) == LLVMPrivateLinkage;
}

/* Returns whether a and b are the same object of the program, by name, or constants of equal
 * content, such as strings. */
static bool same_global(LLVMValueRef a, LLVMValueRef b) {
  size_t n = 0, m = 0;
  const char *name = LLVMGetValueName2(a, &n), *other = LLVMGetValueName2(b, &m);
  if (!is_local(a) && !is_local(b)) return n == m && !memcmp(name, other, n);
  return LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b) && LLVMIsGlobalConstant(a) &&
         LLVMIsGlobalConstant(b) && LLVMGetInitializer(a) &&
         LLVMGetInitializer(a) == LLVMGetInitializer(b);
}

typedef struct pairs {
  struct {
    LLVMValueRef key, value;
  } *of; /* stb_ds: pairs of arguments, blocks and instructions of the two functions */
} pairs;

static bool same_operand(pairs *p, LLVMValueRef a, LLVMValueRef b) {
  ptrdiff_t at = hmgeti(p->of, a);
  if (at >= 0) return p->of[at].value == b;
  if (a == b) return true;
  if (LLVMIsAGlobalValue(a) && LLVMIsAGlobalValue(b)) return same_global(a, b);
  if (!LLVMIsAConstantExpr(a) || !LLVMIsAConstantExpr(b) ||
      LLVMGetConstOpcode(a) != LLVMGetConstOpcode(b) ||
      LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
    return false;
  bool same = LLVMGetConstOpcode(a) != LLVMGetElementPtr ||
              same_type(LLVMGetGEPSourceElementType(a), LLVMGetGEPSourceElementType(b));
  for (int i = 0; same && i < LLVMGetNumOperands(a); i++)
    same = same_operand(p, LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i));
  return same;
}

/* Returns whether two instructions of one opcode agree, except in operands; false if unlisted. */
static bool same_details(pairs *p, LLVMValueRef a, LLVMValueRef b) {
  switch (LLVMGetInstructionOpcode(a)) {
  case LLVMAlloca:
    return same_type(LLVMGetAllocatedType(a), LLVMGetAllocatedType(b)) &&
           LLVMGetAlignment(a) == LLVMGetAlignment(b);
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetVolatile(a) == LLVMGetVolatile(b) && LLVMGetAlignment(a) == LLVMGetAlignment(b) &&
           LLVMGetOrdering(a) == LLVMGetOrdering(b);
  case LLVMGetElementPtr:
    return same_type(LLVMGetGEPSourceElementType(a), LLVMGetGEPSourceElementType(b));
  case LLVMICmp: return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
  case LLVMFCmp: return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
  case LLVMCall: return same_type(LLVMGetCalledFunctionType(a), LLVMGetCalledFunctionType(b));
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl: return LLVMGetNSW(a) == LLVMGetNSW(b) && LLVMGetNUW(a) == LLVMGetNUW(b);
  case LLVMSDiv:
  case LLVMUDiv: return LLVMGetExact(a) == LLVMGetExact(b);
  case LLVMPHI: {
    bool same = LLVMCountIncoming(a) == LLVMCountIncoming(b);
    for (unsigned i = 0; same && i < LLVMCountIncoming(a); i++)
      same = same_operand(p, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(a, i)),
                          LLVMBasicBlockAsValue(LLVMGetIncomingBlock(b, i)));
    return same;
  }
  case LLVMRet:
  case LLVMBr:
  case LLVMSwitch:
  case LLVMUnreachable:
  case LLVMFNeg:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMFRem:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMSelect: return true;
  default: return false;
  }
}

/* Pairs arguments, blocks and instructions of two bodies in order; false if the shapes differ. */
static bool pair(pairs *p, LLVMValueRef f, LLVMValueRef g) {
  for (unsigned i = 0; i < LLVMCountParams(f); i++)
    hmput(p->of, LLVMGetParam(f, i), LLVMGetParam(g, i));
  LLVMBasicBlockRef a = LLVMGetFirstBasicBlock(f), b = LLVMGetFirstBasicBlock(g);
  for (; a && b; a = LLVMGetNextBasicBlock(a), b = LLVMGetNextBasicBlock(b)) {
    hmput(p->of, LLVMBasicBlockAsValue(a), LLVMBasicBlockAsValue(b));
    LLVMValueRef i = az_first_counted(a), j = az_first_counted(b);
    for (; i && j; i = az_next_counted(i), j = az_next_counted(j)) {
      if (LLVMGetInstructionOpcode(i) != LLVMGetInstructionOpcode(j) ||
          !same_type(LLVMTypeOf(i), LLVMTypeOf(j)) ||
          LLVMGetNumOperands(i) != LLVMGetNumOperands(j))
        return false;
      hmput(p->of, i, j);
    }
    if (i || j) return false;
  }
  return !a && !b;
}

static bool same_body(LLVMValueRef f, LLVMValueRef g) {
  pairs p = {NULL};
  bool same = same_type(LLVMGlobalGetValueType(f), LLVMGlobalGetValueType(g)) && pair(&p, f, g);
  for (ptrdiff_t k = 0; same && k < hmlen(p.of); k++) {
    LLVMValueRef i = p.of[k].key, j = p.of[k].value;
    if (!LLVMIsAInstruction(i)) continue;
    same = same_details(&p, i, j);
    for (int o = 0; same && o < LLVMGetNumOperands(i); o++)
      same = same_operand(&p, LLVMGetOperand(i, (unsigned)o), LLVMGetOperand(j, (unsigned)o));
  }
  hmfree(p.of);
  return same;
}

static bool is_definition(LLVMValueRef fn) {
  return fn && !LLVMIsDeclaration(fn) &&
         (LLVMGetLinkage(fn) == LLVMExternalLinkage || LLVMGetLinkage(fn) == LLVMWeakAnyLinkage);
}

bool fe_keep_one_inline(fe_build *build, LLVMModuleRef other, const char *file) {
  for (LLVMValueRef g = LLVMGetFirstFunction(other); g; g = LLVMGetNextFunction(g)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(g, &length);
    LLVMValueRef d = LLVMGetNamedFunction(build->module, name);
    if (!is_definition(d) || !is_definition(g) || (!is_marked(d) && !is_marked(g))) continue;
    if (!same_body(d, g)) {
      az_fail(build->err, AZ_ERR_INPUT,
              "%s: the definition of %s differs from that of another file; which one a call of an "
              "inline function takes is not specified",
              file, name);
      return false;
    }
    LLVMSetLinkage(is_marked(g) ? g : d, LLVMWeakAnyLinkage);
  }
  return true;
}

void fe_forget_inline(fe_build *build) {
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn))
    LLVMRemoveStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, mark, sizeof mark - 1);
}
