/* Loads and stores. Aggregates are accessed element by element, so that each access has the type of
 * the memory there. */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "base/check.h"
#include <stb/stb_ds.h>

static uint64_t part_offset(fe *f, LLVMTypeRef type, unsigned i) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return LLVMOffsetOfElement(f->layout, type, i);
  return i * fe_alloc_size(f, LLVMGetElementType(type));
}

static bool is_bit_vector(LLVMTypeRef type) { /* <n x i1>: packed in memory */
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetElementType(type)) % 8 != 0;
}

static const char *access_text(fx *x, const char *what) {
  const az_type_info *type = &x->f->types[arrlast(x->stmts).type];
  return az_arena_printf(x->f->arena, "%s of %s", what, type->name ? type->name : "memory");
}

/* Returns the value of an x87 number; any value for bits whose leading digit contradicts the
 * exponent. The x87 does not accept such bits as numbers; unions can create them. */
static az_term x87_number(fx *x, az_term bits, az_term value) {
  az_store *s = x->f->store;
  az_term digit = az_eq_value(s, az_extract(s, bits, 63, 63), 1);
  az_term normal = az_not(s, az_eq_value(s, az_extract(s, bits, 78, 64), 0));
  return fx_guarded(x, az_eq(s, digit, normal), value, "bits that are not a long double");
}

az_term fx_load(fx *x, az_term ptr, LLVMTypeRef type) {
  fe *f = x->f;
  if (!fe_sort(f, type) || is_bit_vector(type))
    return fx_approx(x, type, "load of a whole aggregate");
  if (fe_is_aggregate(type)) {
    az_term all = 0;
    for (unsigned i = 0; i < fe_part_count(type); i++) {
      LLVMTypeRef element;
      fx_part(f, type, i, &element);
      az_term part = fe_pack(f, fx_load(x, fx_offset(x, ptr, part_offset(f, type, i)), element));
      all = all ? az_concat(f->store, part, all) : part;
    }
    return all;
  }
  az_stmt *s = fx_emit(x, AZ_S_LOAD);
  s->type = fe_register_type(f, type);
  s->ptr = ptr;
  s->result = fx_fresh(x, s->type);
  fx_check_access(x, AZ_C_DEREF, access_text(x, "read"));
  az_term bits = arrlast(x->stmts).result, value = fe_from_memory(f, bits, type);
  return LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind ? x87_number(x, bits, value) : value;
}

/* Returns the bits of the value; arbitrary ones for a NaN, as for other types
 * (az_memory_float_bits). */
static az_term x87_bits(fx *x, az_term value) {
  az_store *s = x->f->store;
  az_sort sort = az_sort_of(s, value), plain = az_sort_bv(az_sort_width(sort));
  az_term nan = az_float_unary(s, AZ_K_F_IS_NAN, value), bits = az_float_to_bits(s, value);
  if (!az_is_false(s, nan))
    bits =
        az_ite(s, nan, az_float_nan_bits(s, sort, fx_undefined(x, plain, "bits of a NaN")), bits);
  return fe_x87_to_memory(x->f, bits);
}

void fx_store(fx *x, az_term ptr, az_term value, LLVMTypeRef type) {
  fe *f = x->f;
  if (!value || !fe_sort(f, type) || is_bit_vector(type)) {
    fx_havoc(x, &ptr, 1, "store of a whole aggregate");
    return;
  }
  if (fe_is_aggregate(type)) {
    for (unsigned i = 0; i < fe_part_count(type); i++) {
      LLVMTypeRef element;
      uint32_t low = fx_part(f, type, i, &element), width = az_sort_width(fe_sort(f, element));
      az_term part = fe_unpack(f, az_extract(f->store, value, low + width - 1, low), element);
      fx_store(x, fx_offset(x, ptr, part_offset(f, type, i)), part, element);
    }
    return;
  }
  bool is_x87 = LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind;
  az_term stored = is_x87 ? x87_bits(x, value) : fe_to_memory(f, value, type);
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = fe_register_type(f, type);
  s->ptr = ptr;
  s->value = stored;
  /* A stored term has the sort of its type in memory. */
  assert(az_sort_of(f->store, stored) == f->types[s->type].sort);
  fx_check_access(x, AZ_C_DEREF, access_text(x, "write"));
}

az_term fx_load_object(fx *x, uint32_t object, LLVMTypeRef type) {
  az_stmt *s = fx_emit(x, AZ_S_LOAD);
  s->type = x->f->objects[object].type;
  s->ptr = fe_address(x->f, object);
  s->result = fx_fresh(x, s->type);
  return fe_from_memory(x->f, s->result, type);
}

void fx_store_object(fx *x, uint32_t object, az_term value, LLVMTypeRef type) {
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = x->f->objects[object].type;
  s->ptr = fe_address(x->f, object);
  s->value = fe_to_memory(x->f, value, type);
  assert(az_sort_of(x->f->store, s->value) == x->f->types[s->type].sort);
}
