/* Representations of LLVM's registers: as terms (a bool, a bit-vector or a float), packed into
 * bits, and in memory. An aggregate in a register is one bit-vector, whose lowest bits are the
 * first element. */
#include "frontend/data/data.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"

static uint64_t flat_width(fe *f, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 79;
  case LLVMFP128TypeKind: return 128;
  case LLVMPointerTypeKind: return az_pointer_width(f->p);
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2(type) * flat_width(f, LLVMGetElementType(type));
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type) * flat_width(f, LLVMGetElementType(type));
  case LLVMStructTypeKind: {
    uint64_t sum = 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      sum += flat_width(f, LLVMStructGetTypeAtIndex(type, i));
    return sum;
  }
  default: return 0;
  }
}

az_sort fe_sort(fe *f, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    if (LLVMGetIntTypeWidth(type) == 1) return az_sort_bool();
    break;
  case LLVMHalfTypeKind: return az_sort_float(5, 11);
  case LLVMBFloatTypeKind: return az_sort_float(8, 8);
  case LLVMFloatTypeKind: return az_sort_float(8, 24);
  case LLVMDoubleTypeKind: return az_sort_float(11, 53);
  case LLVMX86_FP80TypeKind: return az_sort_float(15, 64);
  case LLVMFP128TypeKind: return az_sort_float(15, 113);
  default: break;
  }
  uint64_t width = flat_width(f, type);
  return width && width <= AZ_MAX_WIDTH ? az_sort_bv((uint32_t)width) : 0;
}

az_term fe_pack(fe *f, az_term t) {
  switch (az_sort_kind_of(az_sort_of(f->store, t))) {
  case AZ_SORT_BOOL: return az_bool_to_bv(f->store, t, 1);
  case AZ_SORT_FLOAT: return az_float_to_bits(f->store, t);
  default: return t;
  }
}

az_term fe_unpack(fe *f, az_term bits, LLVMTypeRef type) {
  assert(az_sort_kind_of(az_sort_of(f->store, bits)) == AZ_SORT_BV);
  az_sort sort = fe_sort(f, type);
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_eq(f->store, bits, az_bv(f->store, 1, 1));
  case AZ_SORT_FLOAT: return az_float_from_bits(f->store, bits, sort);
  default: return bits;
  }
}

az_term fe_x87_to_memory(fe *f, az_term bits) {
  az_store *s = f->store;
  /* In 79 bits, the exponent implies the leading digit; the x87 stores it in an 80th bit. */
  assert(az_sort_of(s, bits) == az_sort_bv(79));
  az_term exponent = az_extract(s, bits, 77, 63);
  az_term integer = az_bool_to_bv(s, az_ne(s, exponent, az_bv(s, 15, 0)), 1);
  const az_term significand = az_concat(s, integer, az_extract(s, bits, 62, 0));
  return az_concat(s, az_extract(s, bits, 78, 63), significand);
}

az_term fe_to_memory(fe *f, az_term t, LLVMTypeRef type) {
  az_store *s = f->store;
  if (az_sort_of(s, t) == az_sort_bool()) return az_bool_to_bv(s, t, 8);
  if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
    return fe_x87_to_memory(f, az_float_to_bits(s, t));
  if (fe_is_aggregate(type)) return az_zext(s, t, (az_sort_width(az_sort_of(s, t)) + 7) / 8 * 8);
  return t;
}

az_term fe_from_memory(fe *f, az_term t, LLVMTypeRef type) {
  az_store *s = f->store;
  az_sort sort = fe_sort(f, type);
  if (sort == az_sort_bool()) return az_ne(s, t, az_bv(s, 8, 0));
  if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind) {
    const az_term fraction = az_extract(s, t, 62, 0);
    return az_float_from_bits(s, az_concat(s, az_extract(s, t, 79, 64), fraction), sort);
  }
  if (fe_is_aggregate(type)) return az_extract(s, t, az_sort_width(sort) - 1, 0);
  return t;
}

uint32_t fx_part(fe *f, LLVMTypeRef type, unsigned index, LLVMTypeRef *element) {
  assert(index < fe_part_count(type));
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    uint64_t offset = 0;
    for (unsigned i = 0; i < index; i++) offset += flat_width(f, LLVMStructGetTypeAtIndex(type, i));
    *element = LLVMStructGetTypeAtIndex(type, index);
    return (uint32_t)offset;
  }
  *element = LLVMGetElementType(type);
  return (uint32_t)(index * flat_width(f, *element));
}

unsigned fe_part_count(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
  default: return (unsigned)LLVMGetArrayLength2(type);
  }
}

uint64_t fe_alloc_size(fe *f, LLVMTypeRef type) {
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(f->layout, type) : 0;
}
