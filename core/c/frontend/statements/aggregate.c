/* Elements of aggregates and vectors that are held in registers. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"

#define S (x->f->store)

/* Returns the element of a vector in a register. */
static az_term lane(fx *x, az_term vector, LLVMTypeRef type, unsigned index) {
  LLVMTypeRef element;
  uint32_t low = fx_part(x->f, type, index, &element),
           width = az_sort_width(fe_sort(x->f, element));
  return fe_unpack(x->f, az_extract(S, vector, low + width - 1, low), element);
}

/* Returns the lowest bit of the element that an extractvalue or insertvalue selects. */
static uint32_t indexed(fx *x, LLVMValueRef i, LLVMTypeRef type, LLVMTypeRef *element) {
  const unsigned *indices = LLVMGetIndices(i);
  uint32_t low = 0;
  *element = type;
  for (unsigned k = 0; k < LLVMGetNumIndices(i); k++)
    low += fx_part(x->f, *element, indices[k], element);
  return low;
}

static az_term replace(fx *x, az_term whole, az_term part, uint32_t low) {
  uint32_t width = az_sort_width(az_sort_of(S, whole)), size = az_sort_width(az_sort_of(S, part));
  az_term result = part;
  if (low) result = az_concat(S, result, az_extract(S, whole, low - 1, 0));
  if (low + size < width)
    result = az_concat(S, az_extract(S, whole, width - 1, low + size), result);
  return result;
}

static az_term shuffle(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), element;
  az_term a = fx_value_of(x, LLVMGetOperand(i, 0)), b = fx_value_of(x, LLVMGetOperand(i, 1)),
          all = 0;
  int n = (int)LLVMGetVectorSize(type);
  for (unsigned k = 0; k < LLVMGetNumMaskElements(i); k++) {
    int from = LLVMGetMaskValue(i, k);
    fx_part(x->f, type, 0, &element);
    az_term part = from < 0 ? fx_undefined(x, az_sort_bv(az_sort_width(fe_sort(x->f, element))),
                                           "undefined value")
                            : fe_pack(x->f, from < n ? lane(x, a, type, (unsigned)from)
                                                     : lane(x, b, type, (unsigned)(from - n)));
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}

az_term fx_by_lanes(fx *x, LLVMValueRef i, fx_scalar *of) {
  LLVMTypeRef type = LLVMTypeOf(i);
  az_term operands[3] = {0}, parts[3] = {0}, all = 0;
  unsigned count = (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = 0; k < count; k++) {
    operands[k] = fx_value_of(x, LLVMGetOperand(i, k));
    if (!operands[k]) return fx_approx(x, type, "a register that is a large aggregate");
  }
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return of(x, i, type, operands);
  for (unsigned n = 0; n < LLVMGetVectorSize(type); n++) {
    for (unsigned k = 0; k < count; k++) {
      LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, k));
      parts[k] =
          LLVMGetTypeKind(from) == LLVMVectorTypeKind ? lane(x, operands[k], from, n) : operands[k];
    }
    az_term part = fe_pack(x->f, of(x, i, LLVMGetElementType(type), parts));
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}

/* Returns whether the index is k. */
static az_term is_at(fx *x, az_term index, unsigned k) {
  return az_eq(S, index, az_bv(S, az_sort_width(az_sort_of(S, index)), k));
}

/* Makes an index out of range unsupported, since compilers differ in its effect. */
static void check_index(fx *x, az_term index, LLVMTypeRef type) {
  az_term outside = az_true(S);
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++)
    outside = az_and(S, outside, az_not(S, is_at(x, index, k)));
  fx_unsupported_if(x, outside, "index beyond the elements of a vector");
}

static az_term extract(fx *x, az_term vector, LLVMTypeRef type, az_term index) {
  unsigned k = LLVMGetVectorSize(type) - 1;
  check_index(x, index, type);
  az_term result = fe_pack(x->f, lane(x, vector, type, k));
  while (k--) {
    const az_term element = fe_pack(x->f, lane(x, vector, type, k));
    result = az_ite(S, is_at(x, index, k), element, result);
  }
  return fe_unpack(x->f, result, LLVMGetElementType(type));
}

static az_term insert(fx *x, az_term vector, LLVMTypeRef type, az_term value, az_term index) {
  az_term all = 0;
  check_index(x, index, type);
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    az_term part = fe_pack(x->f, lane(x, vector, type, k)), inserted = fe_pack(x->f, value);
    part = az_ite(S, is_at(x, index, k), inserted, part);
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}

az_term fx_aggregate(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), element;
  az_term whole = fx_value_of(x, LLVMGetOperand(i, 0));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!whole) return fx_approx(x, LLVMTypeOf(i), "a register that is a large aggregate");
  switch (opcode) {
  case LLVMExtractValue: {
    uint32_t low = indexed(x, i, type, &element);
    return fe_unpack(
        x->f, az_extract(S, whole, low + az_sort_width(fe_sort(x->f, element)) - 1, low), element);
  }
  case LLVMInsertValue: {
    uint32_t low = indexed(x, i, type, &element);
    return replace(x, whole, fe_pack(x->f, fx_value_of(x, LLVMGetOperand(i, 1))), low);
  }
  case LLVMExtractElement: return extract(x, whole, type, fx_value_of(x, LLVMGetOperand(i, 1)));
  case LLVMInsertElement: {
    const az_term index = fx_value_of(x, LLVMGetOperand(i, 2));
    return insert(x, whole, type, fx_value_of(x, LLVMGetOperand(i, 1)), index);
  }
  default: return shuffle(x, i);
  }
}
