/* Queries about LLVM values that take several steps in the C API. */
#include "frontend/bitcode/llvm.h"
#include "frontend/bitcode/passes.h"
#include <stb/stb_ds.h>
#include <string.h>

const char *fx_intrinsic(LLVMValueRef i) {
  if (!LLVMIsACallInst(i)) return NULL;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  size_t length = 0;
  return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) ? LLVMGetValueName2(callee, &length)
                                                               : NULL;
}

bool fx_is_inexact(LLVMValueRef i) {
  return LLVMIsAInstruction(i) && LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i);
}

LLVMValueRef fx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
  return NULL;
}

bool fe_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

bool fe_is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

bool fe_is_integer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

bool fe_starts(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

bool fe_is_named(LLVMValueRef v, const char *prefix) {
  size_t length = 0;
  return strncmp(LLVMGetValueName2(v, &length), prefix, strlen(prefix)) == 0;
}

const char *fe_name_of(az_arena *arena, LLVMValueRef v) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  return length ? az_arena_strdup(arena, name) : NULL;
}

bool fe_takes_list(LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const char *name = LLVMIsACallInst(i) ? fx_intrinsic(i) : NULL;
      if (name && fe_starts(name, "llvm.va_start")) return true;
    }
  return false;
}

const char *fe_literal(LLVMValueRef v) {
  bool fixed = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v);
  LLVMValueRef data = fixed ? LLVMGetInitializer(v) : NULL;
  size_t length = 0;
  if (data && LLVMIsAConstantAggregateZero(data)) return "";
  if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data)) return NULL;
  const char *text = LLVMGetAsString(data, &length);
  return strnlen(text, length) < length ? text : NULL;
}

const char *fe_wide_literal(az_arena *arena, LLVMValueRef v) {
  bool fixed = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v);
  LLVMValueRef data = fixed ? LLVMGetInitializer(v) : NULL;
  if (!data || !LLVMIsAConstantDataArray(data)) return NULL;
  LLVMTypeRef type = LLVMTypeOf(data), element = LLVMGetElementType(type);
  if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(element) != 32)
    return NULL;
  uint64_t count = LLVMGetArrayLength2(type);
  char *text = az_arena_alloc(arena, count);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t c = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(data, (unsigned)i));
    if (c > 127) return NULL;
    text[i] = (char)c;
    if (!c) return text;
  }
  return NULL;
}

LLVMValueRef fe_base_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) && LLVMGetNumOperands(address)))
    address = LLVMGetOperand(address, 0);
  return address;
}

bool fe_is_passed_on(LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == function) return true;
  }
  return false;
}

bool fe_is_only_read(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  bool only = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  only = only && !fe_is_named(global, FE_CONTRACT_ENTRY "."); /* arbitrary under a contract */
  LLVMValueRef *addresses = NULL;
  arrput(addresses, global);
  for (size_t i = 0; i < arrlenu(addresses) && only; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(addresses[i]); u && only; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      bool read = LLVMIsALoadInst(user) && !LLVMGetVolatile(user);
      bool copied = LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 0) != addresses[i];
      bool moved = LLVMIsAGetElementPtrInst(user) ||
                   (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
      if (moved) arrput(addresses, user);
      only = moved || read || copied || LLVMIsAICmpInst(user);
    }
  arrfree(addresses);
  return only;
}

bool fe_is_read(LLVMValueRef argument) {
  for (LLVMUseRef u = LLVMGetFirstUse(argument); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u),
                 copy = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 1) : NULL;
    if (!copy || !LLVMIsAAllocaInst(copy)) return true;
    for (LLVMUseRef v = LLVMGetFirstUse(copy); v; v = LLVMGetNextUse(v)) {
      LLVMValueRef other = LLVMGetUser(v);
      if (other != user && !LLVMIsADbgInfoIntrinsic(other)) return true;
    }
  }
  return false;
}

bool fe_declares(LLVMValueRef declared, const char *name,
                 bool (*relation)(const char *name, const char *type, unsigned bits),
                 unsigned pointer_bits) {
  char *type = LLVMPrintTypeToString(LLVMGlobalGetValueType(declared));
  bool holds = relation(name, type, pointer_bits);
  LLVMDisposeMessage(type);
  return holds;
}

LLVMValueRef fe_build_call(LLVMModuleRef module, LLVMBuilderRef b, const char *name,
                           LLVMTypeRef result, LLVMValueRef *args, unsigned count, int named) {
  LLVMTypeRef types[16];
  unsigned fixed = named < 0 ? count : (unsigned)named;
  for (unsigned i = 0; i < fixed; i++) types[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, fixed, named >= 0);
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (!function) function = LLVMAddFunction(module, name, type);
  return LLVMBuildCall2(b, type, function, args, count, "");
}
