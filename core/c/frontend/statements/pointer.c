/* Pointer arithmetic, and the types of pointers' targets, from debug information. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>

#define S (x->f->store)

/* Makes it unsupported that clang truncates an index wider than a pointer (long long with ILP32),
 * since the truncated index may be in bounds although the index is not. This includes casts. */
static void refuse_cut_index(fx *x, LLVMValueRef index) {
  if (!LLVMIsATruncInst(index)) return;
  az_term whole = fe_pack(x->f, fx_value_of(x, LLVMGetOperand(index, 0)));
  uint32_t width = az_sort_width(az_sort_of(S, whole)), bits = x->f->p->pointer_bits;
  if (width <= bits) return;
  az_term kept = az_resize(S, az_resize(S, whole, bits, true), width, true);
  az_term lost = az_ne(S, whole, kept);
  if (!az_is_false(S, lost)) fx_unsupported_if(x, lost, "index that is wider than a pointer");
}

/* Returns whether the pointer is used only for accesses: `a[0]`, not `a`. */
static bool is_only_accessed(LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef by = LLVMGetUser(use);
    bool stored = LLVMIsAStoreInst(by) && LLVMGetOperand(by, 0) != pointer;
    if (!stored && !LLVMIsALoadInst(by)) return false;
  }
  return true;
}

/* Notes the arrays whose elements are selected by variables, not only by constants. */
static void note_index(fe *f, LLVMValueRef gep, LLVMTypeRef array, unsigned operand) {
  LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(gep, operand));
  bool last = operand + 1 == (unsigned)LLVMGetNumOperands(gep);
  if (index && !(last && LLVMIsNull(index) && !is_only_accessed(gep))) return;
  struct fe_indexed kind = {LLVMGetArrayLength2(array),
                            fe_alloc_size(f, LLVMGetElementType(array))};
  for (size_t i = 0; i < arrlenu(f->indexed); i++)
    if (f->indexed[i].count == kind.count && f->indexed[i].bytes == kind.bytes) return;
  arrput(f->indexed, kind);
}

az_term fx_gep(fx *x, LLVMValueRef v) {
  fe *f = x->f;
  uint32_t bits = f->p->pointer_bits;
  az_term base = fx_value_of(x, LLVMGetOperand(v, 0)), offset = az_pointer_offset(f->p, base);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  bool promised = LLVMIsInBounds(v);
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
      offset = az_bv_add(S, offset, az_bv(S, bits, LLVMOffsetOfElement(f->layout, type, k)));
      type = LLVMStructGetTypeAtIndex(type, k);
      continue;
    }
    if (i > 1 && LLVMGetTypeKind(type) == LLVMArrayTypeKind) note_index(f, v, type, i);
    f->indexes_bytes |= i == 1 && fe_alloc_size(f, type) == 1 && !LLVMIsAConstantInt(index);
    if (i > 1) type = LLVMGetElementType(type);
    if (promised) refuse_cut_index(x, index);
    az_term k = az_resize(S, fe_pack(f, fx_value_of(x, index)), bits, true);
    uint64_t size = fe_alloc_size(f, type);
    az_term by = promised ? az_bv_mul_nsw(S, k, size) : az_bv_mul(S, k, az_bv(S, bits, size));
    offset = az_bv_add(S, offset, by);
  }
  return az_pointer(f->p, az_pointer_object(f->p, base), offset);
}

/* Finds the object type and byte offset of the target of a pointer value, if they are known. */
static bool place(fx *x, LLVMValueRef v, unsigned depth, az_type *type, uint64_t *offset) {
  fe *f = x->f;
  *offset = 0;
  if (depth > 8) return false;
  ptrdiff_t at = hmgeti(x->allocas, v);
  if (at >= 0) {
    *type = f->objects[x->allocas[at].value].type;
    return true;
  }
  if (LLVMIsAGlobalVariable(v)) {
    uint32_t object = fe_global_object(f, v); /* before f->objects is read, as it may grow */
    *type = f->objects[object].type;
    return true;
  }
  if (LLVMIsAGetElementPtrInst(v) ||
      (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)) {
    if (!place(x, LLVMGetOperand(v, 0), depth + 1, type, offset)) return false;
    LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
      LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(v, i));
      if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
        *offset += LLVMOffsetOfElement(f->layout, t, k);
        t = LLVMStructGetTypeAtIndex(t, k);
        continue;
      }
      if (i > 1) t = LLVMGetElementType(t);
      if (index && i > 1) *offset += LLVMConstIntGetZExtValue(index) * fe_alloc_size(f, t);
    }
    return true;
  }
  az_type pointer = 0;
  if (LLVMIsALoadInst(v)) {
    az_type outer;
    uint64_t inner;
    if (place(x, LLVMGetOperand(v, 0), depth + 1, &outer, &inner))
      pointer = fe_type_at(f, outer, inner, f->p->pointer_bits / 8);
  } else if (LLVMIsAArgument(v)) {
    unsigned i = 0;
    while (LLVMGetParam(x->fn, i) != v) i++;
    pointer = f->objects[x->params[i]].type;
  }
  if (f->types[pointer].kind != AZ_T_POINTER || !f->types[pointer].element) return false;
  *type = f->types[pointer].element;
  return true;
}

az_type fx_pointee(fx *x, LLVMValueRef pointer) {
  az_type type;
  uint64_t offset;
  if (!place(x, pointer, 0, &type, &offset)) return 0;
  az_type inner = fe_type_at(x->f, type, offset, x->f->p->pointer_bits / 8);
  return x->f->types[inner].kind == AZ_T_POINTER ? x->f->types[inner].element : 0;
}
