/* Decides, from its uses in the bitcode, whether the address of a local variable escapes, so that
 * instructions that do not name the variable may access it. */
#include "frontend/bitcode/llvm.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Returns whether all arguments equal to `v` are copied by clang for the callee, or are places for
 * the callee's result. */
static bool is_passed_by_copy(LLVMValueRef call, LLVMValueRef v) {
  static const char *const names[] = {"byval", "sret"};
  unsigned count = LLVMIsACallInst(call) ? LLVMGetNumArgOperands(call) : 0;
  bool all = count > 0;
  for (unsigned k = 0; k < count; k++) {
    bool copied = LLVMGetOperand(call, k) != v;
    for (int i = 0; i < 2 && !copied; i++)
      copied =
          LLVMGetCallSiteEnumAttribute(
              call, k + 1, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]))) != NULL;
    all = all && copied;
  }
  return all;
}

/* Returns whether nothing reads the alloca. On i386, clang keeps the address of a result in such an
 * alloca, for debuggers. */
static bool is_only_written(LLVMValueRef place) {
  bool only = LLVMIsAAllocaInst(place) != NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(place); u && only; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    only = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == place;
  }
  return only;
}

static bool is_given_away(LLVMValueRef v, bool in_calls, unsigned depth);

/* Returns whether the address in the copy of a parameter escapes from the callee. */
static bool is_copy_given_away(LLVMValueRef copy, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(copy); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == copy) continue;
    if (!LLVMIsALoadInst(user) || is_given_away(user, true, depth)) return true;
  }
  return false;
}

/* Returns whether the call may let v escape from the callee. */
static bool is_kept(LLVMValueRef call, LLVMValueRef v, unsigned depth) {
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
  LLVMLinkage linkage = callee ? LLVMGetLinkage(callee) : LLVMCommonLinkage;
  if (linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage) return true;
  bool kept = LLVMIsDeclaration(callee) || depth > 8;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && !kept; k++)
    kept =
        LLVMGetOperand(call, k) == v &&
        (k >= LLVMCountParams(callee) || is_given_away(LLVMGetParam(callee, k), true, depth + 3));
  return kept;
}

/* Returns whether an address computed from v escapes into memory, a call or another variable;
 * `in_calls`: a call counts only if the address may escape from the callee. */
static bool is_given_away(LLVMValueRef v, bool in_calls, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || fx_intrinsic(user)) continue;
    LLVMValueRef to = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 1) : NULL;
    if (to && (LLVMGetOperand(user, 0) != v || is_only_written(to))) continue;
    if (to && in_calls && LLVMIsAArgument(v) && LLVMIsAAllocaInst(to) &&
        !is_copy_given_away(to, depth))
      continue;
    if (is_passed_by_copy(user, v) || (in_calls && !to && !is_kept(user, v, depth))) continue;
    bool follows = LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user);
    if (!follows || depth > 8 || is_given_away(user, in_calls, depth + 1)) return true;
  }
  return false;
}

bool fe_is_given_away(LLVMValueRef address) {
  return is_given_away(address, false, 0);
}

bool fe_outlives_calls(LLVMValueRef address) {
  return is_given_away(address, true, 0);
}

static bool is_among(LLVMValueRef v, LLVMValueRef *values) {
  bool found = false;
  for (size_t k = 0; k < arrlenu(values); k++) found = found || values[k] == v;
  return found;
}

/* Returns whether the instruction lets an address escape, except as the place of a result. */
static bool gives_away(LLVMValueRef i, LLVMValueRef *addresses) {
  if (LLVMIsALoadInst(i) || LLVMIsAICmpInst(i) || fx_intrinsic(i)) return false;
  bool away = false;
  int count = LLVMIsAStoreInst(i) ? 1 : LLVMGetNumOperands(i);
  for (int k = 0; k < count; k++) {
    LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
    away = away || (is_among(v, addresses) && !is_passed_by_copy(i, v));
  }
  return away;
}

bool fe_is_given_away_by(LLVMValueRef address, LLVMValueRef call) {
  LLVMValueRef *addresses = NULL;
  bool away = false, behind = false;
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  arrput(addresses, address);
  LLVMBasicBlockRef bb = fe_is_given_away(address) ? LLVMGetEntryBasicBlock(function) : NULL;
  for (; bb && !away && !behind; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = az_first_counted(bb); i && !away && !behind; i = az_next_counted(i)) {
      bool follows = LLVMIsAGetElementPtrInst(i) || LLVMIsAPHINode(i), uses = false;
      for (int k = 0; follows && k < LLVMGetNumOperands(i); k++)
        uses = uses || is_among(LLVMGetOperand(i, (unsigned)k), addresses);
      if (uses) arrput(addresses, i);
      away = !follows && gives_away(i, addresses);
      behind = i == call;
    }
  arrfree(addresses);
  return away;
}
