/* An object that is changed while a restrict parameter leads to it must not be accessed by other
 * pointers (C17 6.7.3.1); compilers rely on that, so that a program which does it has no meaning.
 * Which parts of the object are accessed is not looked at, nor what other functions do, nor
 * restrict pointers that are no parameters. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/statements/statements.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool has_attribute(const fx *x, unsigned parameter, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(x->fn, parameter + 1, kind) != NULL;
}

/* Is it a pointer of the program, not one to a copy or to the place of a result? */
static bool is_pointer(const fx *x, unsigned parameter) {
  return fe_is_pointer(LLVMTypeOf(LLVMGetParam(x->fn, parameter))) &&
         !has_attribute(x, parameter, "sret") && !has_attribute(x, parameter, "byval");
}

/* May the function change what is not its own? */
static bool changes_memory(LLVMValueRef i) {
  if (LLVMIsAStoreInst(i)) return !LLVMIsAAllocaInst(LLVMGetOperand(i, 1));
  const char *name = LLVMIsACallInst(i) ? fx_intrinsic(i) : NULL;
  return LLVMIsACallInst(i) && !(name && fe_starts(name, "llvm.lifetime."));
}

static void may_not_meet(fx *x, az_term a, az_term b) {
  az_store *s = x->f->store;
  const az_program *p = x->f->p;
  az_term object = az_pointer_object(p, a);
  az_term same = az_eq(s, object, az_pointer_object(p, b));
  az_term null = az_eq(s, object, az_pointer_object(p, az_null(p)));
  fx_unsupported_if(x, az_and(s, same, az_not(s, null)),
                    "a restrict parameter that points to the object of another pointer");
}

/* The variables with static storage that the function names; stb_ds. */
static LLVMValueRef *named_globals(const fx *x, bool *changes) {
  LLVMValueRef *globals = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i; i = az_next_counted(i)) {
      *changes |= changes_memory(i);
      for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        while (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v)) v = LLVMGetOperand(v, 0);
        bool known = !LLVMIsAGlobalVariable(v) || LLVMIsGlobalConstant(v);
        for (size_t g = 0; g < arrlenu(globals); g++) known |= globals[g] == v;
        if (!known) arrput(globals, v);
      }
    }
  return globals;
}

void fx_note_restrict(fx *x) {
  unsigned count = LLVMCountParams(x->fn);
  bool any = false, changes = false;
  for (unsigned i = 0; i < count; i++) any |= has_attribute(x, i, "noalias") && is_pointer(x, i);
  if (!any || x->f->functions[x->index].is_model) return;
  LLVMValueRef *globals = named_globals(x, &changes);
  for (unsigned i = 0; changes && i < count; i++) {
    if (!has_attribute(x, i, "noalias") || !is_pointer(x, i)) continue;
    az_term own = fx_value_of(x, LLVMGetParam(x->fn, i));
    for (unsigned k = 0; k < count; k++) {
      bool told = k < i && has_attribute(x, k, "noalias");
      if (k != i && !told && is_pointer(x, k))
        may_not_meet(x, own, fx_value_of(x, LLVMGetParam(x->fn, k)));
    }
    for (size_t g = 0; g < arrlenu(globals); g++) may_not_meet(x, own, fx_value_of(x, globals[g]));
  }
  arrfree(globals);
}
