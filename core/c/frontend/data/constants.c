/* Constants as terms, and the initialisers that consist of them. */
#include "frontend/data/data.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Returns an integer constant of more than 64 bits, which the C API has only as text. */
static az_term wide_integer(fe *f, LLVMValueRef value, uint32_t width) {
  assert(width > 64);                         /* others fit LLVMConstIntGetZExtValue */
  char *text = LLVMPrintValueToString(value); /* "i128 -123" */
  const char *digits = strrchr(text, ' ');
  digits = digits ? digits + 1 : text;
  bool negative = *digits == '-';
  if (negative) digits++;
  az_term result = az_bv(f->store, width, 0), ten = az_bv(f->store, width, 10);
  for (; *digits >= '0' && *digits <= '9'; digits++) {
    const az_term digit = az_bv(f->store, width, (uint64_t)(*digits - '0'));
    result = az_bv_add(f->store, az_bv_mul(f->store, result, ten), digit);
  }
  LLVMDisposeMessage(text);
  return negative ? az_bv_neg(f->store, result) : result;
}

static uint64_t hex(const char *digits, size_t n) {
  assert(n <= 16); /* the digits of 64 bits */
  uint64_t value = 0;
  for (size_t i = 0; i < n; i++) {
    char c = digits[i];
    value = value << 4 | (uint64_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
  }
  return value;
}

static az_term float_constant(fe *f, LLVMValueRef value, LLVMTypeRef type) {
  az_sort sort = fe_sort(f, type);
  LLVMBool loses = 0;
  uint64_t limbs[2] = {0};
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind) {
    double d = LLVMConstRealGetDouble(value, &loses);
    if (kind == LLVMDoubleTypeKind) {
      memcpy(limbs, &d, sizeof d);
    } else {
      float narrow = (float)d;
      memcpy(limbs, &narrow, sizeof narrow);
    }
    return az_float_bits(f->store, sort, limbs);
  }
  /* "x86_fp80 0xK4000C90F...", "fp128 0xL<low><high>", "half 0xH3C00" */
  char *text = LLVMPrintValueToString(value);
  const char *mark = strstr(text, "0x");
  az_term result = 0;
  size_t n = mark && mark[2] ? strlen(mark + 3) : 0;
  if (kind == LLVMX86_FP80TypeKind && n == 20) {
    uint64_t high = hex(mark + 3, 4), mantissa = hex(mark + 7, 16);
    /* Without the explicit integer bit. */
    limbs[0] = (mantissa & UINT64_C(0x7fffffffffffffff)) | high << 63;
    limbs[1] = high >> 1;
    result = az_float_bits(f->store, sort, limbs);
  } else if (kind == LLVMFP128TypeKind && n == 32) {
    limbs[0] = hex(mark + 3, 16);
    limbs[1] = hex(mark + 19, 16);
    result = az_float_bits(f->store, sort, limbs);
  } else if (n == 4) {
    limbs[0] = hex(mark + 3, 4);
    result = az_float_bits(f->store, sort, limbs);
  }
  LLVMDisposeMessage(text);
  return result;
}

static az_term constant_gep(fe *f, LLVMValueRef v) {
  az_term base = fe_constant(f, LLVMGetOperand(v, 0));
  if (!base) return 0;
  uint32_t bits = f->p->pointer_bits;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  az_term offset = az_pointer_offset(f->p, base);
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    if (!LLVMIsAConstantInt(index)) return 0;
    int64_t k = LLVMConstIntGetSExtValue(index);
    uint64_t bytes;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      bytes = LLVMOffsetOfElement(f->layout, type, (unsigned)k);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
    } else {
      if (i > 1) type = LLVMGetElementType(type);
      bytes = (uint64_t)k * fe_alloc_size(f, type);
    }
    offset = az_bv_add(f->store, offset, az_bv(f->store, bits, bytes));
  }
  return az_pointer(f->p, az_pointer_object(f->p, base), offset);
}

static az_term aggregate_constant(fe *f, LLVMValueRef v, LLVMTypeRef type) {
  unsigned count = fe_part_count(type);
  az_term all = 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(v, i);
    az_term part = element ? fe_constant(f, element) : 0;
    if (!part) return 0;
    part = fe_pack(f, part);
    all = all ? az_concat(f->store, part, all) : part;
  }
  return all;
}

/* Translates constant expressions over integers, which clang keeps for offsetof and the like. */
static az_term constant_expression(fe *f, LLVMValueRef v, LLVMTypeRef type) {
  az_term a = fe_constant(f, LLVMGetOperand(v, 0));
  LLVMOpcode opcode = LLVMGetConstOpcode(v);
  if (opcode == LLVMGetElementPtr) return constant_gep(f, v);
  if (!a) return 0;
  uint32_t width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
  switch (opcode) {
  case LLVMBitCast: return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? a : 0;
  /* Only null and numbers converted to pointers have known addresses. */
  case LLVMPtrToInt: {
    if (!fe_leads_nowhere(f, a)) return 0;
    return az_resize(f->store, az_pointer_offset(f->p, a), width, false);
  }
  case LLVMIntToPtr: {
    const az_term address = az_resize(f->store, a, f->p->pointer_bits, false);
    return az_pointer(f->p, az_bv(f->store, AZ_OBJECT_BITS, 0), address);
  }
  case LLVMTrunc: return width > 1 ? az_extract(f->store, a, width - 1, 0) : 0;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMXor: {
    az_term b = fe_constant(f, LLVMGetOperand(v, 1));
    if (!b || width <= 1) return 0;
    return opcode == LLVMAdd   ? az_bv_add(f->store, a, b)
           : opcode == LLVMSub ? az_bv_sub(f->store, a, b)
           : opcode == LLVMMul ? az_bv_mul(f->store, a, b)
                               : az_bv_xor(f->store, a, b);
  }
  default: return 0;
  }
}

/* Returns the address of a label, which is a separate object. If no instruction follows the label,
 * the next label may have the same address. */
az_term fe_block_address(fe *f, LLVMBasicBlockRef bb) {
  if (hmgeti(f->block_objects, bb) < 0) {
    const char *name = LLVMGetBasicBlockName(bb);
    LLVMValueRef first = az_first_counted(bb);
    if (first && LLVMIsABranchInst(first))
      fe_unread(f, az_arena_printf(f->arena, "address of the label %s, which has no code", name));
    uint32_t object = fe_add_code(f, az_arena_printf(f->arena, "&&%s", name));
    hmput(f->block_objects, bb, object);
  }
  return fe_address(f, hmget(f->block_objects, bb));
}

az_term fe_constant(fe *f, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  az_sort sort = fe_sort(f, type);
  if (!sort || LLVMIsUndef(v) || LLVMIsPoison(v)) return 0;
  if (LLVMIsAConstantInt(v)) {
    uint32_t width = LLVMGetIntTypeWidth(type);
    if (width > 64) return wide_integer(f, v, width);
    uint64_t value = LLVMConstIntGetZExtValue(v);
    return width == 1 ? az_bool(f->store, value != 0) : az_bv(f->store, width, value);
  }
  if (LLVMIsAConstantFP(v)) return float_constant(f, v, type);
  if (LLVMIsNull(v)) return az_zero_of(f->store, sort);
  if (LLVMIsABlockAddress(v)) return fe_block_address(f, LLVMGetBlockAddressBasicBlock(v));
  if (LLVMIsAGlobalValue(v)) return fe_address(f, fe_global_object(f, v));
  if (LLVMIsAConstantExpr(v)) return constant_expression(f, v, type);
  if (fe_is_aggregate(type)) return aggregate_constant(f, v, type);
  return 0;
}

static void flatten(fe *f, uint32_t object, LLVMValueRef v, uint64_t offset, az_init **out) {
  LLVMTypeRef type = LLVMTypeOf(v);
  if (LLVMIsNull(v)) return;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool unknown = LLVMIsUndef(v) || LLVMIsPoison(v);
  if (fe_is_aggregate(type) && !unknown) {
    if (LLVMIsAConstantDataArray(v) && LLVMIsConstantString(v)) {
      size_t length = 0;
      const char *bytes = LLVMGetAsString(v, &length);
      for (size_t i = 0; i < length; i++)
        if (bytes[i])
          arrput(*out, ((az_init){offset + i, f->byte_type,
                                  az_bv(f->store, 8, (unsigned char)bytes[i])}));
      return;
    }
    unsigned count = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes(type)
                     : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                  : (unsigned)LLVMGetArrayLength2(type);
    uint64_t step = kind == LLVMStructTypeKind ? 0 : fe_alloc_size(f, LLVMGetElementType(type));
    for (unsigned i = 0; i < count; i++) {
      uint64_t at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(f->layout, type, i) : i * step;
      LLVMValueRef element = LLVMGetAggregateElement(v, i);
      if (element) flatten(f, object, element, offset + at, out);
    }
    return;
  }
  az_type t = 0;
  az_term value = 0;
  if (unknown) {
    uint64_t bytes = fe_alloc_size(f, type);
    if (bytes == 0) return;
    t = bytes <= AZ_MAX_WIDTH / 8 ? fe_int_type(f, (uint32_t)bytes * 8, false, NULL) : 0;
  } else {
    t = fe_register_type(f, type);
    value = fe_constant(f, v);
  }
  if (value) {
    arrput(*out, ((az_init){offset, t, fe_to_memory(f, value, type)}));
  } else {
    f->objects[object].is_const = false; /* __ansatz_start writes it */
    arrput(f->late, ((struct fe_late){object, offset, t, unknown ? NULL : v}));
  }
}

az_status fe_initialise(fe *f, LLVMValueRef global) {
  uint32_t object = hmget(f->object_of, global);
  az_init *list = NULL;
  flatten(f, object, LLVMGetInitializer(global), 0, &list);
  az_object *o = &f->objects[object];
  o->init_count = (uint32_t)arrlenu(list);
  o->init = AZ_COPY(f->arena, list, o->init_count, o->init_count + 1);
  arrfree(list);
  return f->err->status;
}
