/* Threads that are joined at once. No two threads run at the same time, so the creation is a call
 * of the thread's function. pthread_join has to follow in the same basic block, and nothing may
 * test whether the thread was created, since joining a thread that was not created is undefined. */
#include "frontend/calls/argument.h"
#include "frontend/calls/calls.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* Returns whether the instruction only computes arguments. */
static bool is_quiet(LLVMValueRef i) {
  return LLVMIsALoadInst(i) || LLVMIsAGetElementPtrInst(i) || LLVMIsACastInst(i) ||
         LLVMIsADbgInfoIntrinsic(i);
}

static bool calls(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? fe_behind_aliases(LLVMGetCalledValue(i)) : NULL;
  size_t length = 0;
  return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName2(callee, &length), name);
}

/* Returns the call that joins the thread; NULL if other code may be executed before this call. */
static LLVMValueRef joined_by(LLVMValueRef creation) {
  LLVMValueRef i = LLVMGetNextInstruction(creation);
  while (i && is_quiet(i)) i = LLVMGetNextInstruction(i);
  if (!i || !calls(i, "pthread_join") || LLVMGetNumArgOperands(i) != 2) return NULL;
  LLVMValueRef which = LLVMGetOperand(i, 0);
  bool same = LLVMIsALoadInst(which) && LLVMGetOperand(which, 0) == LLVMGetOperand(creation, 0);
  return same && !LLVMGetFirstUse(creation) ? i : NULL;
}

/* Returns whether the module has thread-local variables, or jumps that might leave a thread. */
static bool knows_threads(LLVMModuleRef module) {
  if (LLVMGetNamedFunction(module, "longjmp") || LLVMGetNamedFunction(module, "_longjmp"))
    return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsThreadLocal(g)) return true;
  return false;
}

/* Sets whether another thread, which may hold a mutex, waits for this one (for mutex models). */
static void set_inside(fx *x, az_term *old, bool inside) {
  LLVMValueRef variable = LLVMGetNamedGlobal(x->f->module, "__ansatz_in_thread");
  if (!variable) return;
  az_term at = fx_value_of(x, variable);
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  if (inside) *old = fx_load(x, at, type);
  fx_store(x, at, inside ? az_bv(S, 32, 1) : *old, type);
}

bool fx_run_thread(fx *x, const fx_call *c) {
  fe *f = x->f;
  LLVMValueRef join = c->instruction && c->count == 4 ? joined_by(c->instruction) : NULL;
  if (!join || !LLVMIsNull(LLVMGetOperand(c->instruction, 1)) || knows_threads(f->module))
    return false;
  LLVMTypeRef number = LLVMIntTypeInContext(f->context, f->p->pointer_bits);
  az_term old = 0;
  const az_term any = fx_approx(x, number, "number of a thread");
  fx_store(x, fx_pointer_argument(x, c, 0), any, number);
  set_inside(x, &old, true);
  az_term run = fx_pointer_argument(x, c, 2), argument = fx_pointer_argument(x, c, 3);
  az_stmt *s = fx_emit(x, AZ_S_CALL);
  s->callee = AZ_NONE;
  s->ptr = run;
  s->args = AZ_NEWN(f->arena, az_term, 1);
  s->args[0] = argument;
  s->arg_count = 1;
  fx_check_access(x, AZ_C_DEREF, "the thread is a function");
  s = &arrlast(x->stmts);
  s->type = f->pointer_type;
  x->thread_result = s->result = az_fresh(S, f->types[f->pointer_type].sort, "r");
  x->joins = join;
  set_inside(x, &old, false);
  return true;
}

bool fx_join_thread(fx *x, const fx_call *c) {
  if (!c->instruction || c->instruction != x->joins) return false;
  LLVMValueRef result = LLVMGetOperand(c->instruction, 1);
  if (LLVMIsNull(result)) return true;
  az_term to = fx_pointer_argument(x, c, 1);
  fx_unsupported_if(x, az_eq(S, to, az_null(x->f->p)), "a result of a thread that may be stored");
  LLVMTypeRef type = LLVMPointerTypeInContext(x->f->context, 0);
  fx_store(x, to, x->thread_result, type);
  return true;
}
