/* Promises of attributes, on which compilers rely: a call of a pure function is removed if its
 * result is unused, and so is a test of a nonnull pointer. So nothing is known after a function of
 * the program has broken its promise. Accesses of memory by its callees are not examined. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/statements/statements.h"
#include <string.h>

static LLVMAttributeRef attribute_of(const fx *x, unsigned place, const char *name) {
  return LLVMGetEnumAttributeAtIndex(x->fn, place,
                                     LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Returns whether the address is in a local of the function or, for reads, in a constant. */
static bool is_own(LLVMValueRef address, bool written) {
  LLVMValueRef place = fe_base_of(address);
  return LLVMIsAAllocaInst(place) ||
         (!written && LLVMIsAGlobalVariable(place) && LLVMIsGlobalConstant(place));
}

/* Returns whether the instruction does what LLVM's attribute `memory` excludes. The attribute has
 * two bits for each kind of memory: the first allows reads, the second writes. */
static bool breaks(LLVMValueRef i, uint64_t allowed) {
  enum { reads = 0x15, writes = 0x2a };
  if (LLVMIsAStoreInst(i)) return !(allowed & writes) && !is_own(LLVMGetOperand(i, 1), true);
  return LLVMIsALoadInst(i) && !(allowed & reads) && !is_own(LLVMGetOperand(i, 0), false);
}

static void note_memory(fx *x) {
  LLVMAttributeRef memory = attribute_of(x, LLVMAttributeFunctionIndex, "memory");
  bool broken = false;
  for (LLVMBasicBlockRef b = memory ? LLVMGetEntryBasicBlock(x->fn) : NULL; b && !broken;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i && !broken; i = az_next_counted(i))
      broken = breaks(i, LLVMGetEnumAttributeValue(memory));
  if (broken)
    fx_unsupported_if(x, az_true(x->f->store), "a pure or const function that uses other memory");
}

static void note_null(fx *x, unsigned place, LLVMValueRef value, const char *text) {
  const az_program *p = x->f->p;
  if (!fe_is_pointer(LLVMTypeOf(value)) || !attribute_of(x, place, "nonnull") ||
      x->f->functions[x->index].is_model)
    return;
  az_term object = az_pointer_object(p, fx_value_of(x, value));
  fx_unsupported_if(x, az_eq(x->f->store, object, az_pointer_object(p, az_null(p))), text);
}

void fx_note_promises(fx *x) {
  if (x->f->functions[x->index].is_model) return;
  note_memory(x);
  for (unsigned i = 0; i < LLVMCountParams(x->fn); i++)
    note_null(x, i + 1, LLVMGetParam(x->fn, i), "a null argument that is declared nonnull");
}

void fx_note_promised_result(fx *x, LLVMValueRef value) {
  note_null(x, LLVMAttributeReturnIndex, value, "a null result that is declared nonnull");
}
