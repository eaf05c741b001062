/* Comparisons of integers, pointers and floats. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>

#define S (x->f->store)

static az_term compare_bits(fx *x, LLVMIntPredicate p, az_term a, az_term b) {
  switch (p) {
  case LLVMIntEQ: return az_eq(S, a, b);
  case LLVMIntNE: return az_ne(S, a, b);
  case LLVMIntUGT: return az_bv_ult(S, b, a);
  case LLVMIntUGE: return az_bv_ule(S, b, a);
  case LLVMIntULT: return az_bv_ult(S, a, b);
  case LLVMIntULE: return az_bv_ule(S, a, b);
  case LLVMIntSGT: return az_bv_slt(S, b, a);
  case LLVMIntSGE: return az_bv_sle(S, b, a);
  case LLVMIntSLT: return az_bv_slt(S, a, b);
  default: return az_bv_sle(S, a, b);
  }
}

/* Orders pointers into one object by their offsets (as signed numbers, so that a pointer before the
 * start is less). Orders other pointers, and numbers converted to pointers, by their addresses. A
 * number may equal the address of an object, except null. */
static az_term compare_pointers(fx *x, LLVMIntPredicate p, az_term a, az_term b) {
  az_program *program = x->f->p;
  if (p == LLVMIntEQ || p == LLVMIntNE) {
    az_term equal;
    az_term first = az_pointer_object(program, a), second = az_pointer_object(program, b);
    bool is_null = a == az_null(program) || b == az_null(program);
    if (x->inserted || first == second || is_null) {
      equal = az_eq(S, a, b);
    } else {
      az_stmt *s = fx_emit(x, AZ_S_SAME);
      s->ptr = a;
      s->value = b;
      equal = s->result = az_fresh(S, az_sort_bool(), "r");
    }
    return p == LLVMIntEQ ? equal : az_not(S, equal);
  }
  static const LLVMIntPredicate as_signed[] = {[LLVMIntUGT] = LLVMIntSGT,
                                               [LLVMIntUGE] = LLVMIntSGE,
                                               [LLVMIntULT] = LLVMIntSLT,
                                               [LLVMIntULE] = LLVMIntSLE};
  LLVMIntPredicate inner = p <= LLVMIntULE && p >= LLVMIntUGT ? as_signed[p] : p;
  az_term object = az_pointer_object(program, a);
  az_term same = az_not(S, az_eq_value(S, object, 0));
  same = az_and(S, az_eq(S, object, az_pointer_object(program, b)), same);
  const az_term offset_b = az_pointer_offset(program, b);
  az_term offsets = compare_bits(x, inner, az_pointer_offset(program, a), offset_b);
  if (az_is_true(S, same)) return offsets;
  const az_term address_b = fx_ptr_to_int(x, b, program->pointer_bits);
  az_term addresses = compare_bits(x, p, fx_ptr_to_int(x, a, program->pointer_bits), address_b);
  return az_ite(S, same, offsets, addresses);
}

static az_term compare(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands) {
  LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  LLVMTypeRef left = LLVMTypeOf(LLVMGetOperand(i, 0));
  (void)type;
  if (LLVMGetTypeKind(LLVMGetTypeKind(left) == LLVMVectorTypeKind ? LLVMGetElementType(left)
                                                                  : left) == LLVMPointerTypeKind)
    return compare_pointers(x, p, operands[0], operands[1]);
  const az_term packed = fe_pack(x->f, operands[1]);
  return compare_bits(x, p, fe_pack(x->f, operands[0]), packed);
}

az_term fx_compare(fx *x, LLVMValueRef i) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
  if (kind != LLVMVectorTypeKind && kind != LLVMPointerTypeKind) fx_note_bit_field(x, i, 0);
  return fx_by_lanes(x, i, compare);
}

static az_term compare_floats(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands) {
  LLVMRealPredicate p = LLVMGetFCmpPredicate(i);
  az_term a = operands[0], b = operands[1];
  (void)type;
  az_term unordered = az_float_unary(S, AZ_K_F_IS_NAN, b);
  unordered = az_or(S, az_float_unary(S, AZ_K_F_IS_NAN, a), unordered);
  az_term equal = az_float_binary(S, AZ_K_F_EQ, a, b);
  switch (p) {
  case LLVMRealPredicateFalse: return az_false(S);
  case LLVMRealOEQ: return equal;
  case LLVMRealOGT: return az_float_binary(S, AZ_K_F_LT, b, a);
  case LLVMRealOGE: return az_float_binary(S, AZ_K_F_LE, b, a);
  case LLVMRealOLT: return az_float_binary(S, AZ_K_F_LT, a, b);
  case LLVMRealOLE: return az_float_binary(S, AZ_K_F_LE, a, b);
  case LLVMRealONE: return az_not(S, az_or(S, unordered, equal));
  case LLVMRealORD: return az_not(S, unordered);
  case LLVMRealUNO: return unordered;
  case LLVMRealUEQ: return az_or(S, unordered, equal);
  case LLVMRealUGT: return az_not(S, az_float_binary(S, AZ_K_F_LE, a, b));
  case LLVMRealUGE: return az_not(S, az_float_binary(S, AZ_K_F_LT, a, b));
  case LLVMRealULT: return az_not(S, az_float_binary(S, AZ_K_F_LE, b, a));
  case LLVMRealULE: return az_not(S, az_float_binary(S, AZ_K_F_LT, b, a));
  case LLVMRealUNE: return az_not(S, equal);
  default: return az_true(S);
  }
}

az_term fx_compare_floats(fx *x, LLVMValueRef i) {
  return fx_by_lanes(x, i, compare_floats);
}
