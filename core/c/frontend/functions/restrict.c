/* An object that is changed while a restrict parameter points to it must not be accessed through
 * other pointers (C17 6.7.3.1). Compilers rely on this, so that a program that does so has no
 * meaning. Two parameters that a function uses only for its own accesses may point to different
 * parts of one object: accesses through the lower pointer must end before the address of the higher
 * one, and accesses through the higher one must not begin below it. Nothing else about the
 * accessed parts is checked, nor are other functions, or restrict pointers that are not parameters.
 */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool has_attribute(const fx *x, unsigned parameter, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(x->fn, parameter + 1, kind) != NULL;
}

/* Returns whether the parameter is a pointer in the program, not one to a copy or to the place of a
 * result. */
static bool is_pointer(const fx *x, unsigned parameter) {
  return fe_is_pointer(LLVMTypeOf(LLVMGetParam(x->fn, parameter))) &&
         !has_attribute(x, parameter, "sret") && !has_attribute(x, parameter, "byval");
}

/* Returns whether the instruction may change memory other than the function's locals. */
static bool changes_memory(LLVMValueRef i) {
  if (LLVMIsAStoreInst(i)) return !LLVMIsAAllocaInst(LLVMGetOperand(i, 1));
  const char *name = LLVMIsACallInst(i) ? fx_intrinsic(i) : NULL;
  return LLVMIsACallInst(i) && !(name && fe_starts(name, "llvm.lifetime."));
}

static const char may_meet[] = "a restrict parameter that points to the object of another pointer";

static az_term same_object(const fx *x, az_term a, az_term b) {
  az_store *s = x->f->store;
  const az_program *p = x->f->p;
  az_term object = az_pointer_object(p, a);
  az_term same = az_eq(s, object, az_pointer_object(p, b));
  return az_and(s, same, az_ne(s, object, az_pointer_object(p, az_null(p))));
}

/* ---- parameters that are used only for accesses ---------------------------------------------- */

/* Returns whether the pointer, or the pointer plus an offset, is only accessed and compared. */
static bool only_accesses(LLVMValueRef pointer) {
  LLVMValueRef *todo = NULL;
  bool only = true;
  arrput(todo, pointer);
  while (arrlenu(todo)) {
    LLVMValueRef v = arrpop(todo);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v)
        arrput(todo, user);
      else
        only &= LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
                (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v);
    }
  }
  arrfree(todo);
  return only;
}

/* Returns the variable that has the parameter's value in the whole function, if it is used only for
 * accesses; NULL: none. */
static LLVMValueRef place_of(LLVMValueRef parameter) {
  LLVMUseRef use = LLVMGetFirstUse(parameter);
  LLVMValueRef first = use ? LLVMGetUser(use) : NULL;
  if (!first || LLVMGetNextUse(use) || !LLVMIsAStoreInst(first)) return NULL;
  LLVMValueRef place = LLVMGetOperand(first, 1);
  if (LLVMGetOperand(first, 0) != parameter || !LLVMIsAAllocaInst(place)) return NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (user != first && (!LLVMIsALoadInst(user) || !only_accesses(user))) return NULL;
  }
  return place;
}

/* Returns the variable of the parameter that the pointer is computed from, or NULL. */
static LLVMValueRef parameter_of(const fx *x, LLVMValueRef pointer, unsigned *parameter) {
  while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  LLVMValueRef place = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
  for (unsigned i = 0; place && i < LLVMCountParams(x->fn); i++) {
    *parameter = i;
    if (is_pointer(x, i) && place_of(LLVMGetParam(x->fn, i)) == place) return place;
  }
  return NULL;
}

/* Makes it unsupported that an access by one parameter reaches the other parameter's part. */
static void stays_apart(fx *x, az_term access, uint64_t bytes, az_term own, az_term other) {
  az_store *s = x->f->store;
  const az_program *p = x->f->p;
  az_term at = az_pointer_offset(p, access), from = az_pointer_offset(p, own);
  az_term bound = az_pointer_offset(p, other);
  az_term end = az_bv_add(s, at, az_bv(s, p->pointer_bits, bytes));
  az_term lower = az_bv_ult(s, from, bound), before = az_bv_ule(s, end, bound);
  az_term fits = az_ite(s, lower, before, az_bv_ule(s, from, at));
  az_term same = same_object(x, own, other);
  fx_unsupported_if(x, az_and(s, same, az_not(s, fits)), may_meet);
}

void fx_note_restricted_access(fx *x, LLVMValueRef pointer, LLVMTypeRef type) {
  unsigned own = 0, count = LLVMCountParams(x->fn);
  LLVMValueRef place = x->restricts ? parameter_of(x, pointer, &own) : NULL;
  for (unsigned i = 0; place && i < count; i++) {
    bool counts = has_attribute(x, i, "noalias") || has_attribute(x, own, "noalias");
    LLVMValueRef other =
        i != own && counts && is_pointer(x, i) ? place_of(LLVMGetParam(x->fn, i)) : NULL;
    if (!other) continue;
    LLVMTypeRef address = LLVMTypeOf(LLVMGetParam(x->fn, i));
    az_term from = fx_load(x, fx_value_of(x, place), address);
    az_term bound = fx_load(x, fx_value_of(x, other), address);
    stays_apart(x, fx_value_of(x, pointer), fe_alloc_size(x->f, type), from, bound);
  }
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Returns the static variables that the function names (stb_ds), and whether it changes memory. */
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
  x->restricts = changes;
  for (unsigned i = 0; changes && i < count; i++) {
    if (!has_attribute(x, i, "noalias") || !is_pointer(x, i)) continue;
    az_term own = fx_value_of(x, LLVMGetParam(x->fn, i));
    for (unsigned k = 0; k < count; k++) {
      bool known = k < i && has_attribute(x, k, "noalias");
      if (k == i || known || !is_pointer(x, k)) continue;
      az_term other = fx_value_of(x, LLVMGetParam(x->fn, k));
      az_term same = same_object(x, own, other);
      if (place_of(LLVMGetParam(x->fn, i)) && place_of(LLVMGetParam(x->fn, k)))
        same = az_and(x->f->store, same, az_eq(x->f->store, own, other)); /* accesses are checked */
      fx_unsupported_if(x, same, may_meet);
    }
    for (size_t g = 0; g < arrlenu(globals); g++)
      fx_unsupported_if(x, same_object(x, own, fx_value_of(x, globals[g])), may_meet);
  }
  arrfree(globals);
}
