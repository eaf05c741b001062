/* Elements of aggregates and vectors that are held in registers. */
#include "frontend/statements/aggregate.h"
#include "frontend/data/representation.h"
#include "frontend/statements/statement.h"
#include "frontend/statements/value.h"

#define S (x->f->store)

az_term fx_lane(fx *x, az_term vector, LLVMTypeRef type, unsigned index) {
  LLVMTypeRef element;
  uint32_t low = fx_part(x->f, type, index, &element),
           width = az_sort_width(fe_sort(x->f, element));
  return fe_unpack(x->f, az_extract(S, vector, low + width - 1, low), element);
}

/* The lowest bit, within the packed aggregate, of the element that extractvalue or insertvalue
 * names. */
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
                            : fe_pack(x->f, from < n ? fx_lane(x, a, type, (unsigned)from)
                                                     : fx_lane(x, b, type, (unsigned)(from - n)));
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
  case LLVMExtractElement: {
    LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(i, 1));
    if (!index || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(type)) break;
    return fx_lane(x, whole, type, (unsigned)LLVMConstIntGetZExtValue(index));
  }
  case LLVMInsertElement: {
    LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(i, 2));
    if (!index || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(type)) break;
    uint32_t low = fx_part(x->f, type, (unsigned)LLVMConstIntGetZExtValue(index), &element);
    return replace(x, whole, fe_pack(x->f, fx_value_of(x, LLVMGetOperand(i, 1))), low);
  }
  default: return shuffle(x, i);
  }
  return fx_approx(x, LLVMTypeOf(i), "vector element at a variable index");
}
