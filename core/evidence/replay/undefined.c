/* Undefined behaviour in the rewritten program (docs/soundness.md 8). The traps of the compiler's
 * checks report their locations. This file adds checks for behaviour that LLVM's instructions
 * themselves show: divisions, shifts, conversions of floats, calls through pointers, values of
 * functions that return none. */
#include "replay/rewrite.h"
#include <stb/stb_ds.h>
#include <string.h>

static void report_if(rewriter *r, LLVMValueRef bad, LLVMValueRef i, unsigned kind) {
  if (bad) rewriter_report(r, LLVMBuildNot(r->b, bad, ""), i, kind);
}

/* ---- the compiler's checks ----------------------------------------------------------------- */

/* Returns whether AddressSanitizer reports invalid accesses, because their check is requested. */
static bool finds_accesses(const rewriter *r) {
  return (r->options->classes >> AZ_C_DEREF & 1u) && r->options->address_sanitizer;
}

static bool only_notes(const rewriter *r, unsigned kind) {
  return finds_accesses(r) &&
         (kind == NATIVE_NULL || kind == NATIVE_NULL_ARGUMENT || kind == NATIVE_POINTER_ARITHMETIC);
}

/* If an index leaves its object, the access through the pointer reports this, on the line of the
 * access; if the index leaves only its array, the interpreter reports this. */
static bool is_left_to_access(const rewriter *r, unsigned kind) {
  return finds_accesses(r) && kind == NATIVE_INDEX && !(r->options->classes >> AZ_C_BOUNDS & 1u);
}

/* Returns whether clang knows that the condition is false, including `false && x`, which clang does
 * not simplify. */
static bool is_never(LLVMValueRef condition) {
  if (LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMAnd)
    condition = LLVMGetOperand(condition, 0);
  return LLVMIsAConstantInt(condition) && LLVMIsNull(condition);
}

/* Returns the kind of a trap. Operations that clang has computed belong to the class that was
 * requested (frontend/bitcode/computed.c). */
static unsigned kind_of(const rewriter *r, LLVMValueRef trap, LLVMValueRef condition) {
  unsigned kind = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(trap, 0));
  uint32_t classes = r->options->classes;
  if (kind == NATIVE_FLOAT) return NATIVE_CONVERSION;
  if (!is_never(condition)) return kind;
  if (kind == NATIVE_QUOTIENT && classes >> AZ_C_DIV_BY_ZERO & 1u) return NATIVE_DIVISION;
  if (kind == NATIVE_SIGNED_SHIFT && classes >> AZ_C_SHIFT & 1u) return NATIVE_SHIFT;
  return kind;
}

/* Reports or notes the condition of one trap. */
static void report_condition(rewriter *r, LLVMValueRef ok, LLVMValueRef branch, unsigned kind) {
  (only_notes(r, kind) ? rewriter_note : rewriter_report)(r, ok, branch, kind);
}

/* Returns whether the condition is (address & mask) == 0. */
static bool is_alignment(LLVMValueRef ok) {
  return LLVMIsAICmpInst(ok) && LLVMGetICmpPredicate(ok) == LLVMIntEQ &&
         LLVMIsABinaryOperator(LLVMGetOperand(ok, 0)) &&
         LLVMGetInstructionOpcode(LLVMGetOperand(ok, 0)) == LLVMAnd;
}

/* A null pointer and a misaligned one share a trap, whose condition is a conjunction. */
static void report_place(rewriter *r, LLVMValueRef ok, LLVMValueRef branch) {
  bool both = LLVMIsAInstruction(ok) && LLVMGetInstructionOpcode(ok) == LLVMAnd;
  LLVMValueRef parts[] = {both ? LLVMGetOperand(ok, 0) : ok, both ? LLVMGetOperand(ok, 1) : NULL};
  for (size_t i = 0; i < 2 && parts[i]; i++)
    report_condition(r, parts[i], branch, is_alignment(parts[i]) ? NATIVE_MISALIGNED : NATIVE_NULL);
}

/* Replaces a branch to a trap by a report of its condition. */
static void report_trap(rewriter *r, LLVMValueRef branch) {
  for (unsigned k = 0; k < 2; k++) {
    LLVMValueRef trap = rewriter_trap_of(LLVMGetSuccessor(branch, k)),
                 ok = LLVMGetCondition(branch);
    if (!trap) continue;
    unsigned kind = kind_of(r, trap, ok);
    LLVMPositionBuilderBefore(r->b, branch);
    if (k == 0) ok = LLVMBuildNot(r->b, ok, "");
    /* Checks of one kind may share a trap, so the location is the branch's. */
    if (kind == NATIVE_NULL)
      report_place(r, ok, branch);
    else if (!is_left_to_access(r, kind))
      report_condition(r, ok, branch, kind);
    LLVMSetCondition(branch, LLVMConstInt(r->i1, k == 1, false));
    return;
  }
}

/* ---- suspect places, of which the compiler warns --------------------------------------------- */

/* Reports when the run reaches a line with undefined behaviour; the column is unknown. */
static void report_suspects(rewriter *r, LLVMValueRef i) {
  static const unsigned suspected[] = {[AZ_SUSPECT_UNSEQUENCED] = NATIVE_UNSEQUENCED,
                                       [AZ_SUSPECT_VALUE] = NATIVE_FORMATTED_VALUE,
                                       [AZ_SUSPECT_FORMAT] = NATIVE_FORMAT};
  const az_checked_build *build = r->checked ? r->p->checked : NULL;
  unsigned length = 0, line = build && build->suspect_count ? LLVMGetDebugLocLine(i) : 0;
  const char *file = line ? LLVMGetDebugLocFilename(i, &length) : NULL;
  for (uint32_t k = 0; file && k < build->suspect_count; k++) {
    const az_suspect *s = &build->suspects[k];
    if (s->line != line || strlen(s->file) != length || strncmp(s->file, file, length)) continue;
    LLVMPositionBuilderBefore(r->b, i);
    rewriter_report(r, LLVMConstInt(r->i1, 0, false), i, suspected[s->kind]);
    return;
  }
}

/* ---- instructions -------------------------------------------------------------------------- */

/* Scalars that are assigned to each other must overlap exactly or not at all (C17 6.5.16.1p3;
 * AddressSanitizer checks copies of records). Without optimisation, the stored value is read in the
 * same expression, with only conversions in between. */
static void report_assignment(rewriter *r, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
  while (LLVMIsACastInst(value)) value = LLVMGetOperand(value, 0);
  LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  LLVMTypeRef read = LLVMTypeOf(value), written = LLVMTypeOf(LLVMGetOperand(store, 0));
  if (!from || LLVMIsAAllocaInst(from) || LLVMIsAAllocaInst(to) || (from == to && read == written))
    return;
  LLVMPositionBuilderBefore(r->b, store);
  LLVMValueRef apart = rewriter_apart(r, from, read, to, written);
  LLVMValueRef same = LLVMBuildICmp(r->b, LLVMIntEQ, from, to, "");
  rewriter_report(r, read == written ? LLVMBuildOr(r->b, apart, same, "") : apart, store,
                  NATIVE_OVERLAP);
}

static void report_instruction(rewriter *r, LLVMValueRef i) {
  static const struct {
    az_class cls;
    unsigned kind;
  } rules[] = {{AZ_C_DIV_BY_ZERO, NATIVE_DIVISION},
               {AZ_C_SHIFT, NATIVE_SHIFT},
               {AZ_C_CONVERSION, NATIVE_CONVERSION}};
  LLVMPositionBuilderBefore(r->b, i);
  for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
    if (!(r->options->classes >> rules[k].cls & 1u))
      report_if(r, rewriter_breach(r, i, rules[k].cls), i, rules[k].kind);
}

/* ---- constants ------------------------------------------------------------------------------ */

static bool is_poison(LLVMValueRef v) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
  return LLVMIsPoison(v) && (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
                             kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind);
}

/* Operations that clang computes, such as 1 / 0, 1 << 32 or (int)1e10, are `poison`. */
static void report_constant(rewriter *r, LLVMValueRef i) {
  bool found = false;
  for (int k = 0; k < LLVMGetNumOperands(i) && !found; k++) {
    LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
    found = LLVMIsConstant(operand) && is_poison(operand);
  }
  if (!found || LLVMIsAInsertElementInst(i)) return;
  if (!LLVMIsAPHINode(i)) {
    LLVMPositionBuilderBefore(r->b, i);
    rewriter_report(r, LLVMConstInt(r->i1, 0, false), i, NATIVE_CONSTANT);
    return;
  }
  for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
    LLVMValueRef from = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(i, k));
    if (!is_poison(LLVMGetIncomingValue(i, k)) || LLVMGetNumSuccessors(from) != 1) continue;
    LLVMPositionBuilderBefore(r->b, from);
    rewriter_report(r, LLVMConstInt(r->i1, 0, false), from, NATIVE_CONSTANT);
  }
}

/* ---- calls through pointers ---------------------------------------------------------------- */

/* Returns false if one side of the call sign-extends and the other one zero-extends. */
static bool extended_alike(LLVMValueRef call, LLVMValueRef f, unsigned place) {
  unsigned sign = LLVMGetEnumAttributeKindForName("signext", 7);
  unsigned zero = LLVMGetEnumAttributeKindForName("zeroext", 7);
  return !(LLVMGetCallSiteEnumAttribute(call, place, sign) &&
           LLVMGetEnumAttributeAtIndex(f, place, zero)) &&
         !(LLVMGetCallSiteEnumAttribute(call, place, zero) &&
           LLVMGetEnumAttributeAtIndex(f, place, sign));
}

/* Returns whether call and function agree on parameters and result. Types that LLVM does not
 * distinguish may differ. */
static bool fits(LLVMValueRef call, LLVMValueRef f) {
  LLVMTypeRef as = LLVMGetCalledFunctionType(call), is = LLVMGlobalGetValueType(f);
  bool without_prototype =
      LLVMIsFunctionVarArg(as) &&
      (LLVMCountParamTypes(as) == 0 ||
       LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, AZ_WITHOUT_PROTOTYPE,
                                      sizeof AZ_WITHOUT_PROTOTYPE - 1));
  unsigned given = LLVMGetNumArgOperands(call), taken = LLVMCountParamTypes(is);
  if (LLVMGetReturnType(as) != LLVMGetReturnType(is)) return false;
  if (LLVMIsFunctionVarArg(is))
    return without_prototype || (LLVMIsFunctionVarArg(as) && LLVMCountParamTypes(as) == taken);
  if (given != taken || (LLVMIsFunctionVarArg(as) && !without_prototype)) return false;
  for (unsigned k = 0; k < given; k++)
    if (LLVMTypeOf(LLVMGetOperand(call, k)) != LLVMTypeOf(LLVMGetParam(f, k)) ||
        !extended_alike(call, f, k + 1))
      return false;
  return extended_alike(call, f, LLVMAttributeReturnIndex);
}

static bool has_address(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return true;
  }
  return false;
}

static void report_call(rewriter *r, LLVMValueRef call, LLVMValueRef const *functions) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) return;
  LLVMPositionBuilderBefore(r->b, call);
  static const char *const apart[] = {"__ansatz_apart", NULL};
  if (rewriter_is_call_of(call, apart)) {
    LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1);
    report_if(r, LLVMBuildICmp(r->b, LLVMIntEQ, a, b, ""), call, NATIVE_OVERLAP);
    return;
  }
  static const char *const assume[] = {"llvm.assume", NULL};
  if (rewriter_is_call_of(call, assume)) {
    rewriter_report(r, LLVMGetOperand(call, 0), call, NATIVE_ASSUMED);
    return;
  }
  if (LLVMIsAFunction(callee)) { /* a call without a prototype; the definition may follow */
    if (!LLVMIsDeclaration(callee) && !fits(call, callee))
      report_if(r, LLVMConstInt(r->i1, 1, false), call, NATIVE_CALL);
    return;
  }
  for (size_t k = 0; k < arrlenu(functions); k++)
    if (!fits(call, functions[k]))
      report_if(r, LLVMBuildICmp(r->b, LLVMIntEQ, callee, functions[k], ""), call, NATIVE_CALL);
}

/* ---- functions that return no value -------------------------------------------------------- */

static void mark_writes(rewriter *r, LLVMValueRef place, LLVMValueRef flag, unsigned depth) {
  LLVMValueRef *writers = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGetElementPtrInst(user) && depth < 8) mark_writes(r, user, flag, depth + 1);
    bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == place;
    if (stored || (LLVMIsACallInst(user) && LLVMGetOperand(user, 0) == place))
      arrput(writers, user);
  }
  for (size_t k = 0; k < arrlenu(writers); k++) {
    LLVMPositionBuilderBefore(r->b, writers[k]);
    LLVMBuildStore(r->b, LLVMConstInt(r->i1, 1, false), flag);
  }
  arrfree(writers);
}

/* Makes the function record, when it returns, whether the slot for its result was written. */
static void watch_result(rewriter *r, LLVMValueRef f) {
  LLVMValueRef slot = NULL, first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
  size_t length = 0;
  for (LLVMValueRef i = first; i && !slot && LLVMIsAAllocaInst(i); i = LLVMGetNextInstruction(i))
    if (!strcmp(LLVMGetValueName2(i, &length), "retval")) slot = i;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  if (!slot || LLVMGetTypeKind(result) == LLVMVoidTypeKind) return;
  LLVMPositionBuilderBefore(r->b, first);
  LLVMValueRef flag = LLVMBuildAlloca(r->b, r->i1, "");
  LLVMBuildStore(r->b, LLVMConstInt(r->i1, 0, false), flag);
  mark_writes(r, slot, flag, 0);
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    if (!end || !LLVMIsAReturnInst(end)) continue;
    LLVMPositionBuilderBefore(r->b, end);
    LLVMBuildStore(r->b, LLVMBuildLoad2(r->b, r->i1, flag, ""),
                   LLVMGetNamedGlobal(r->module, "ansatz.value"));
  }
}

/* If the result of the call is used, the function must have returned a value. */
static void report_result(rewriter *r, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call), value, next = LLVMGetNextInstruction(call);
  if (!LLVMGetFirstUse(call) || !next || LLVMIsAInlineAsm(callee) || LLVMIsAPHINode(next)) return;
  if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee)) return;
  value = LLVMGetNamedGlobal(r->module, "ansatz.value");
  LLVMPositionBuilderBefore(r->b, call);
  LLVMBuildStore(r->b, LLVMConstInt(r->i1, 1, false), value);
  LLVMPositionBuilderBefore(r->b, next);
  rewriter_report(r, LLVMBuildLoad2(r->b, r->i1, value, ""), call, NATIVE_NO_VALUE);
}

/* ---- all ----------------------------------------------------------------------------------- */

static void report_function(rewriter *r, LLVMValueRef f, LLVMValueRef const *functions) {
  LLVMValueRef *all = NULL;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
      if (!LLVMIsADbgInfoIntrinsic(i)) arrput(all, i);
  rewriter_unsequenced(r, f);
  for (size_t k = 0; k < arrlenu(all); k++) {
    if (LLVMIsACallInst(all[k]) || LLVMIsAStoreInst(all[k])) report_suspects(r, all[k]);
    report_constant(r, all[k]);
    if (LLVMIsACallInst(all[k])) {
      report_call(r, all[k], functions);
      report_result(r, all[k]);
    } else if (LLVMIsABranchInst(all[k])) {
      if (r->checked && LLVMIsConditional(all[k])) report_trap(r, all[k]);
    } else {
      if (LLVMIsAStoreInst(all[k])) report_assignment(r, all[k]);
      report_instruction(r, all[k]);
    }
  }
  arrfree(all);
  watch_result(r, f);
}

void rewriter_undefined(rewriter *r) {
  LLVMValueRef *functions = NULL; /* possible targets of function pointers */
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMGetIntrinsicID(f) && has_address(f)) arrput(functions, f);
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && strncmp(LLVMGetValueName2(f, &length), "ansatz.", 7) &&
        strcmp(LLVMGetValueName2(f, &length), "__asan_on_error"))
      report_function(r, f, functions);
  arrfree(functions);
}
