/* Threads that are joined at once. Between pthread_create, if it succeeds, and the pthread_join of
 * that thread, this one touches no memory that the thread might see: it tests the result, and reads
 * what identifies the thread. So it does not matter when the thread runs, and the two calls become
 * calls of models (library/pthread.c), of which the first one runs the thread to its end. The
 * bitcode is changed, so that a replay runs the same program. Other calls are not modelled. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include "library/units.h"
#include <stb/stb_ds.h>
#include <string.h>

/* The code behind a creation, as it is executed if the creation succeeds. */
typedef struct path {
  const fe_build *build;
  LLVMBuilderRef b; /* computes constants only */
  LLVMValueRef creation, fn;
  struct {
    LLVMValueRef key, value;
  } *known; /* the constants that instructions give, and that variables (allocas) hold */
} path;

static bool calls(const fe_build *build, LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
         callee == LLVMGetNamedFunction(build->module, name) &&
         fe_declares(callee, name, az_library_owns, build->pointer_bits);
}

/* Returns whether the pointer is only used to read the variable, to write it in the function `fn`,
 * and to let creations in `fn` write it. */
static bool is_own(const fe_build *build, LLVMValueRef pointer, LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    bool leads = LLVMIsAGetElementPtrInst(i) || LLVMIsAConstantExpr(i);
    if (leads ? is_own(build, i, fn) : LLVMIsALoadInst(i) != NULL) continue;
    if (leads || !LLVMIsAInstruction(i)) return false;
    bool writes = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != pointer;
    writes |= calls(build, i, "pthread_create") && LLVMGetOperand(i, 3) != pointer;
    bool marks = LLVMIsACallInst(i) && fe_is_named(LLVMGetCalledValue(i), "llvm.lifetime.");
    writes &= LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) == fn;
    if (!marks && !writes) return false;
  }
  return true;
}

/* Returns the constant that a value is, if the creation succeeds; else NULL. */
static LLVMValueRef constant_of(path *p, LLVMValueRef v) {
  if (v == p->creation) return LLVMConstNull(LLVMTypeOf(v));
  return LLVMIsAConstantInt(v) ? v : hmget(p->known, v);
}

static LLVMValueRef compute(path *p, LLVMValueRef i) {
  LLVMOpcode code = LLVMGetInstructionOpcode(i);
  LLVMValueRef a = LLVMGetNumOperands(i) > 0 ? constant_of(p, LLVMGetOperand(i, 0)) : NULL;
  LLVMValueRef c = LLVMGetNumOperands(i) > 1 ? constant_of(p, LLVMGetOperand(i, 1)) : NULL;
  if (code == LLVMLoad && a && LLVMTypeOf(a) == LLVMTypeOf(i)) return a;
  if (code == LLVMICmp && a && c) return LLVMBuildICmp(p->b, LLVMGetICmpPredicate(i), a, c, "");
  if (code == LLVMXor && a && c) return LLVMBuildXor(p->b, a, c, "");
  bool resizes = code == LLVMZExt || code == LLVMSExt || code == LLVMTrunc;
  return resizes && a ? LLVMBuildCast(p->b, code, a, LLVMTypeOf(i), "") : NULL;
}

/* Executes an instruction. Returns false if it may touch memory that other threads see. */
static bool step(path *p, LLVMValueRef i) {
  bool stores = LLVMIsAStoreInst(i), loads = LLVMIsALoadInst(i);
  LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  bool begins = callee && fe_is_named(callee, "llvm.lifetime.start."),
       ends = callee && fe_is_named(callee, "llvm.lifetime.end.");
  bool writes = stores || ends;
  LLVMValueRef place = begins || loads || writes ? LLVMGetOperand(i, !loads) : NULL,
               base = place ? fe_base_of(place) : NULL;
  if (base && !LLVMIsAAllocaInst(base) && (writes || !LLVMIsAGlobalVariable(base))) return false;
  if (base && !begins && !is_own(p->build, base, p->fn)) return false;
  LLVMValueRef value = stores ? constant_of(p, LLVMGetOperand(i, 0)) : compute(p, i);
  if (stores && (base != place || !value || LLVMGetAllocatedType(base) != LLVMTypeOf(value)))
    value = NULL;
  hmput(p->known, loads || !base ? i : base, value);
  return base || LLVMIsAGetElementPtrInst(i) || LLVMIsACastInst(i) || LLVMIsAICmpInst(i) ||
         LLVMIsABinaryOperator(i) || LLVMIsADbgInfoIntrinsic(i);
}

/* Returns where a branch leads; NULL if that is unknown. */
static LLVMBasicBlockRef target_of(path *p, LLVMValueRef branch) {
  if (!LLVMIsABranchInst(branch)) return NULL;
  if (!LLVMIsConditional(branch)) return LLVMGetSuccessor(branch, 0);
  LLVMValueRef condition = constant_of(p, LLVMGetCondition(branch));
  return condition ? LLVMGetSuccessor(branch, LLVMIsNull(condition)) : NULL;
}

/* Returns the call that joins the thread; NULL if that is unknown. */
static LLVMValueRef joined_by(fe_build *build, LLVMValueRef creation) {
  enum { MOST = 200 };
  LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(creation));
  path p = {build, LLVMCreateBuilderInContext(build->context), creation, fn, NULL};
  LLVMValueRef i = LLVMGetNextInstruction(creation);
  bool found = false;
  for (int steps = 0; i && !found && steps < MOST && i != creation; steps++) {
    LLVMBasicBlockRef to = target_of(&p, i);
    found = calls(build, i, "pthread_join");
    if (!found && !to && !step(&p, i)) break;
    if (!found) i = to ? LLVMGetFirstInstruction(to) : LLVMGetNextInstruction(i);
  }
  hmfree(p.known);
  LLVMDisposeBuilder(p.b);
  return found ? i : NULL;
}

/* Returns whether the module has thread-local variables, or jumps that might leave a thread. */
static bool knows_threads(LLVMModuleRef module) {
  if (LLVMGetNamedFunction(module, "longjmp") || LLVMGetNamedFunction(module, "_longjmp"))
    return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsThreadLocal(g)) return true;
  return false;
}

bool fe_run_joined_threads(fe_build *build) {
  LLVMModuleRef module = build->module;
  LLVMValueRef create = LLVMGetNamedFunction(module, "pthread_create"), *found = NULL;
  if (!create || knows_threads(module)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(create); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u), join = NULL;
    if (calls(build, i, "pthread_create") && LLVMIsNull(LLVMGetOperand(i, 1)))
      join = joined_by(build, i);
    if (join) arrput(found, i);
    for (size_t k = 0; join && k < arrlenu(found); k++)
      if (found[k] == join) join = NULL;
    if (join) arrput(found, join);
  }
  bool sees_errno = LLVMGetNamedFunction(module, "__errno_location") != NULL;
  const char *run = sees_errno ? "__ansatz_run_thread_apart" : "__ansatz_run_thread";
  LLVMBuilderRef b = LLVMCreateBuilderInContext(build->context);
  for (size_t k = 0; k < arrlenu(found); k++) {
    LLVMValueRef i = found[k], args[4] = {LLVMGetOperand(i, 0), LLVMGetOperand(i, 1)};
    bool creates = calls(build, i, "pthread_create");
    for (unsigned a = 1; creates && a < 3; a++) args[a] = LLVMGetOperand(i, a + 1);
    args[3] = LLVMConstInt(LLVMTypeOf(i), LLVMGetFirstUse(i) != NULL, false);
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef with = fe_build_call(module, b, creates ? run : "__ansatz_joined_thread",
                                      LLVMTypeOf(i), args, creates ? 4 : 2, -1);
    LLVMReplaceAllUsesWith(i, with);
    LLVMInstructionEraseFromParent(i);
  }
  bool any = arrlenu(found) > 0;
  LLVMDisposeBuilder(b);
  arrfree(found);
  return any;
}
