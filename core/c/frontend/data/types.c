/* Types of the program, each created once. Where debug information (debug_info.c) has no type,
 * LLVM's types are used, which have no names and no signs. */
#include "frontend/data/data.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

az_type fe_add_type(fe *f, az_type_info info) {
  arrput(f->types, info);
  return (az_type)(arrlenu(f->types) - 1);
}

/* Returns the type with this key, or 0 (void is never looked up). */
static az_type known(fe *f, const char *key) {
  return shget(f->type_keys, key);
}

static az_type remember(fe *f, const char *key, az_type type) {
  assert(type && !known(f, key)); /* each type is created once; void, type 0, has no key */
  shput(f->type_keys, key, type);
  return type;
}

az_type fe_int_type(fe *f, uint32_t width, bool is_signed, const char *name) {
  bool lp64 = f->p->pointer_bits == 64;
  char made[32];
  if (!name) {
    const char *base = width == 8     ? "char"
                       : width == 16  ? "short"
                       : width == 32  ? "int"
                       : width == 128 ? "__int128"
                                      : NULL;
    if (width == 64) base = lp64 ? "long" : "long long";
    if (base) {
      snprintf(made, sizeof made, "%s%s", is_signed ? "" : "unsigned ", base);
    } else {
      snprintf(made, sizeof made, "%s_BitInt(%u)", is_signed ? "" : "unsigned ", width);
    }
    name = made;
  }
  char *key = az_arena_printf(f->arena, "i %u %d %s", width, is_signed, name);
  az_type type = known(f, key);
  if (type) return type;
  /* The number of bytes that a load or store of this width accesses; _BitInt and __int128 have
   * their own sizes in memory. */
  uint64_t bytes = (width + 7) / 8;
  return remember(f, key,
                  fe_add_type(f, (az_type_info){.kind = AZ_T_INT,
                                                .name = az_arena_strdup(f->arena, name),
                                                .bytes = bytes,
                                                .width = width,
                                                .is_signed = is_signed,
                                                .sort = az_sort_bv(width)}));
}

az_type fe_float_type(fe *f, const char *name, uint32_t width, az_sort sort) {
  char *key = az_arena_printf(f->arena, "f %u %s", width, name);
  az_type type = known(f, key);
  if (type) return type;
  return remember(f, key,
                  fe_add_type(f, (az_type_info){.kind = AZ_T_FLOAT,
                                                .name = az_arena_strdup(f->arena, name),
                                                .bytes = width / 8,
                                                .width = width,
                                                .sort = sort}));
}

az_type fe_pointer_to(fe *f, az_type element) {
  assert(element < arrlenu(f->types));
  char *key = az_arena_printf(f->arena, "p %u", element);
  az_type type = known(f, key);
  if (type) return type;
  const char *name = f->types[element].name;
  char last = *name ? name[strlen(name) - 1] : ' ';
  return remember(f, key,
                  fe_add_type(f, (az_type_info){.kind = AZ_T_POINTER,
                                                .name = az_arena_printf(f->arena, "%s%s*", name,
                                                                        last == '*' ? "" : " "),
                                                .bytes = f->p->pointer_bits / 8,
                                                .width = f->p->pointer_bits,
                                                .sort = az_sort_bv(az_pointer_width(f->p)),
                                                .element = element}));
}

az_type fe_array_of(fe *f, az_type element, uint64_t count) {
  assert(element < arrlenu(f->types));
  char *key = az_arena_printf(f->arena, "a %u %llu", element, (unsigned long long)count);
  az_type type = known(f, key);
  if (type) return type;
  const char *base = f->types[element].name,
             *bracket = strchr(base, '['); /* 2 elements of type int[3] are int[2][3] */
  int split = (int)(bracket ? bracket - base : (ptrdiff_t)strlen(base));
  char number[24] = "";
  if (count) snprintf(number, sizeof number, "%llu", (unsigned long long)count);
  return remember(
      f, key,
      fe_add_type(f, (az_type_info){.kind = AZ_T_ARRAY,
                                    .name = az_arena_printf(f->arena, "%.*s[%s]%s", split, base,
                                                            number, base + split),
                                    .bytes = f->types[element].bytes * count,
                                    .element = element,
                                    .count = count}));
}

void fe_set_fields(fe *f, az_type record, az_field *fields) {
  az_type_info *info = &f->types[record];
  assert(info->kind == AZ_T_RECORD); /* a structure, a union, or a long double */
  info->field_count = (uint32_t)arrlenu(fields);
  info->fields = AZ_COPY(f->arena, fields, info->field_count, info->field_count + 1);
  arrfree(fields);
}

/* Creates long double, with 80 value bits in 12 or 16 bytes: a record, so that loads and stores
 * access the bytes that the processor accesses. */
az_type fe_long_double_type(fe *f, uint64_t bytes) {
  az_type type = known(f, "long double");
  if (type) return type;
  az_type bits = fe_int_type(f, 80, false, "long double");
  type = remember(
      f, "long double",
      fe_add_type(f, (az_type_info){.kind = AZ_T_RECORD, .name = "long double", .bytes = bytes}));
  az_field *fields = NULL;
  arrput(fields, ((az_field){.type = bits}));
  fe_set_fields(f, type, fields);
  return type;
}

az_type fe_function_type(fe *f) {
  az_type type = known(f, "function");
  if (type) return type;
  return remember(f, "function",
                  fe_add_type(f, (az_type_info){.kind = AZ_T_FUNCTION, .name = "function"}));
}

void fe_types_open(fe *f) {
  assert(!arrlenu(f->types)); /* void becomes type 0, which lookups use for "none" */
  sh_new_strdup(f->type_keys);
  sh_new_strdup(f->file_keys);
  sh_new_strdup(f->noted);
  f->void_type = fe_add_type(f, (az_type_info){.kind = AZ_T_VOID, .name = "void"});
  f->bool_type = fe_add_type(f, (az_type_info){.kind = AZ_T_INT,
                                               .name = "_Bool",
                                               .bytes = 1,
                                               .width = 8,
                                               .is_bool = true,
                                               .sort = az_sort_bv(8)});
  f->byte_type = fe_int_type(f, 8, true, NULL);
  f->pointer_type = fe_pointer_to(f, f->void_type);
}

az_type fe_llvm_type(fe *f, LLVMTypeRef t) {
  ptrdiff_t at = hmgeti(f->llvm_types, t);
  if (at >= 0) return f->llvm_types[at].value;
  az_type type = 0;
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind: {
    uint32_t width = LLVMGetIntTypeWidth(t);
    type = width == 1              ? f->bool_type
           : width <= AZ_MAX_WIDTH ? fe_int_type(f, width, true, NULL)
                                   : 0;
    break;
  }
  case LLVMHalfTypeKind: type = fe_float_type(f, "_Float16", 16, az_sort_float(5, 11)); break;
  case LLVMBFloatTypeKind: type = fe_float_type(f, "__bf16", 16, az_sort_float(8, 8)); break;
  case LLVMFloatTypeKind: type = fe_float_type(f, "float", 32, az_sort_float(8, 24)); break;
  case LLVMDoubleTypeKind: type = fe_float_type(f, "double", 64, az_sort_float(11, 53)); break;
  case LLVMX86_FP80TypeKind: type = fe_long_double_type(f, fe_alloc_size(f, t)); break;
  case LLVMFP128TypeKind: type = fe_float_type(f, "__float128", 128, az_sort_float(15, 113)); break;
  case LLVMPointerTypeKind: type = f->pointer_type; break;
  case LLVMFunctionTypeKind: type = fe_function_type(f); break;
  case LLVMArrayTypeKind:
    type = fe_array_of(f, fe_llvm_type(f, LLVMGetElementType(t)), LLVMGetArrayLength2(t));
    break;
  case LLVMVectorTypeKind:
    type = fe_array_of(f, fe_llvm_type(f, LLVMGetElementType(t)), LLVMGetVectorSize(t));
    break;
  case LLVMStructTypeKind: {
    const char *name = LLVMGetStructName(t);
    bool is_union = name && strncmp(name, "union.", 6) == 0;
    if (name && (is_union || strncmp(name, "struct.", 7) == 0)) {
      name =
          az_arena_printf(f->arena, "%s %s", is_union ? "union" : "struct", strchr(name, '.') + 1);
    } else {
      name = "struct";
    }
    type = fe_add_type(
        f, (az_type_info){.kind = AZ_T_RECORD, .name = name, .bytes = fe_alloc_size(f, t)});
    hmput(f->llvm_types, t, type);
    az_field *fields = NULL;
    for (unsigned i = 0; !LLVMIsOpaqueStruct(t) && i < LLVMCountStructElementTypes(t); i++) {
      az_type element = fe_llvm_type(f, LLVMStructGetTypeAtIndex(t, i));
      arrput(fields, ((az_field){.name = az_arena_printf(f->arena, "f%u", i),
                                 .type = element,
                                 .bit_offset = 8 * LLVMOffsetOfElement(f->layout, t, i)}));
    }
    fe_set_fields(f, type, fields);
    return type;
  }
  default: break;
  }
  hmput(f->llvm_types, t, type);
  return type;
}

az_type fe_register_type(fe *f, LLVMTypeRef t) {
  if (LLVMGetTypeKind(t) == LLVMX86_FP80TypeKind) return fe_int_type(f, 80, false, "long double");
  if (!fe_is_aggregate(t)) return fe_llvm_type(f, t);
  az_sort sort = fe_sort(f, t);
  return sort ? fe_int_type(f, (az_sort_width(sort) + 7) / 8 * 8, false, NULL) : 0;
}

az_type fe_type_at(fe *f, az_type type, uint64_t offset, uint64_t bytes) {
  for (;;) {
    const az_type_info *info = &f->types[type];
    if (offset == 0 && (bytes ? info->bytes == bytes && info->sort : info->sort != 0)) return type;
    az_type inner = 0;
    if (info->kind == AZ_T_ARRAY && f->types[info->element].bytes) {
      offset %= f->types[info->element].bytes;
      inner = info->element;
    } else if (info->kind == AZ_T_RECORD) {
      for (uint32_t i = 0; i < info->field_count && !inner; i++) {
        const az_field *field = &info->fields[i];
        uint64_t start = field->bit_offset / 8, size = f->types[field->type].bytes;
        if (!field->bit_width && offset >= start && offset < start + size) {
          offset -= start;
          inner = field->type;
        }
      }
    }
    if (!inner) return 0;
    type = inner;
  }
}
