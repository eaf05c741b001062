/* Types: LLVM's and the debug information's, interned as az_type. The debug information gives
 * names, signs and record layouts; LLVM's types are the fall-back (docs/frontend.md, "Names,
 * types, lines"). Basic types have no getter for their encoding in the C API, but clang writes
 * their C names, which say it. */
#include "frontend/internal.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { /* DWARF tags */
       TAG_ARRAY = 0x01,
       TAG_ENUM = 0x04,
       TAG_MEMBER = 0x0d,
       TAG_POINTER = 0x0f,
       TAG_STRUCT = 0x13,
       TAG_SUBROUTINE = 0x15,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_SUBRANGE = 0x21,
       TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_ATOMIC = 0x47
};
enum { FLAG_BIT_FIELD = 1 << 19, FLAG_FORWARD = 1 << 2 };

bool fe_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

uint64_t fe_alloc_size(fe *f, LLVMTypeRef type) {
  return LLVMTypeIsSized(type) ? LLVMABISizeOfType(f->layout, type) : 0;
}

static az_type add(fe *f, az_type_info info) {
  arrput(f->types, info);
  return (az_type)(arrlenu(f->types) - 1);
}

/* The type with this key, or 0 (void is never looked up). */
static az_type known(fe *f, const char *key) {
  return shget(f->type_keys, key);
}

static az_type remember(fe *f, const char *key, az_type type) {
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
  /* Storage: what a load or store of this width touches; _BitInt and __int128 in memory have their
   * own sizes. */
  uint64_t bytes = (width + 7) / 8;
  return remember(f, key,
                  add(f, (az_type_info){.kind = AZ_T_INT,
                                        .name = az_arena_strdup(f->arena, name),
                                        .bytes = bytes,
                                        .width = width,
                                        .is_signed = is_signed,
                                        .sort = az_sort_bv(width)}));
}

static az_type float_type(fe *f, const char *name, uint32_t width, az_sort sort) {
  char *key = az_arena_printf(f->arena, "f %u %s", width, name);
  az_type type = known(f, key);
  if (type) return type;
  return remember(f, key,
                  add(f, (az_type_info){.kind = AZ_T_FLOAT,
                                        .name = az_arena_strdup(f->arena, name),
                                        .bytes = width / 8,
                                        .width = width,
                                        .sort = sort}));
}

az_type fe_pointer_to(fe *f, az_type element) {
  char *key = az_arena_printf(f->arena, "p %u", element);
  az_type type = known(f, key);
  if (type) return type;
  const char *name = f->types[element].name;
  char last = *name ? name[strlen(name) - 1] : ' ';
  return remember(f, key,
                  add(f, (az_type_info){.kind = AZ_T_POINTER,
                                        .name = az_arena_printf(f->arena, "%s%s*", name,
                                                                last == '*' ? "" : " "),
                                        .bytes = f->p->pointer_bits / 8,
                                        .width = f->p->pointer_bits,
                                        .sort = az_sort_bv(az_pointer_width(f->p)),
                                        .element = element}));
}

az_type fe_array_of(fe *f, az_type element, uint64_t count) {
  char *key = az_arena_printf(f->arena, "a %u %llu", element, (unsigned long long)count);
  az_type type = known(f, key);
  if (type) return type;
  const char *base = f->types[element].name,
             *bracket = strchr(base, '['); /* int[3] of 2 is int[2][3] */
  int split = (int)(bracket ? bracket - base : (ptrdiff_t)strlen(base));
  char number[24] = "";
  if (count) snprintf(number, sizeof number, "%llu", (unsigned long long)count);
  return remember(f, key,
                  add(f, (az_type_info){.kind = AZ_T_ARRAY,
                                        .name = az_arena_printf(f->arena, "%.*s[%s]%s", split, base,
                                                                number, base + split),
                                        .bytes = f->types[element].bytes * count,
                                        .element = element,
                                        .count = count}));
}

/* Records are filled after they got their index, as they may refer to themselves. */
static void fill(fe *f, az_type record, az_field *fields) {
  az_type_info *info = &f->types[record];
  info->field_count = (uint32_t)arrlenu(fields);
  info->fields = AZ_NEWN(f->arena, az_field, info->field_count ? info->field_count : 1);
  if (info->field_count) memcpy(info->fields, fields, info->field_count * sizeof *fields);
  arrfree(fields);
}

/* long double is 80 bits of value in 12 or 16 bytes: a record, so that loads and stores touch what
 * the processor does. */
static az_type long_double_type(fe *f, uint64_t bytes) {
  az_type type = known(f, "long double");
  if (type) return type;
  az_type bits = fe_int_type(f, 80, false, "long double");
  type =
      remember(f, "long double",
               add(f, (az_type_info){.kind = AZ_T_RECORD, .name = "long double", .bytes = bytes}));
  az_field *fields = NULL;
  arrput(fields, ((az_field){.type = bits}));
  fill(f, type, fields);
  return type;
}

static az_type function_type(fe *f) {
  az_type type = known(f, "function");
  if (type) return type;
  return remember(f, "function", add(f, (az_type_info){.kind = AZ_T_FUNCTION, .name = "function"}));
}

void fe_types_open(fe *f) {
  sh_new_strdup(f->type_keys);
  sh_new_strdup(f->file_keys);
  sh_new_strdup(f->said);
  f->void_type = add(f, (az_type_info){.kind = AZ_T_VOID, .name = "void"});
  f->bool_type = add(f, (az_type_info){.kind = AZ_T_INT,
                                       .name = "_Bool",
                                       .bytes = 1,
                                       .width = 8,
                                       .is_bool = true,
                                       .sort = az_sort_bv(8)});
  f->byte_type = fe_int_type(f, 8, true, NULL);
  f->pointer_type = fe_pointer_to(f, f->void_type);
}

/* ---- LLVM ------------------------------------------------------------------------------------ */

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
  case LLVMHalfTypeKind: type = float_type(f, "_Float16", 16, az_sort_float(5, 11)); break;
  case LLVMBFloatTypeKind: type = float_type(f, "__bf16", 16, az_sort_float(8, 8)); break;
  case LLVMFloatTypeKind: type = float_type(f, "float", 32, az_sort_float(8, 24)); break;
  case LLVMDoubleTypeKind: type = float_type(f, "double", 64, az_sort_float(11, 53)); break;
  case LLVMX86_FP80TypeKind: type = long_double_type(f, fe_alloc_size(f, t)); break;
  case LLVMFP128TypeKind: type = float_type(f, "__float128", 128, az_sort_float(15, 113)); break;
  case LLVMPointerTypeKind: type = f->pointer_type; break;
  case LLVMFunctionTypeKind: type = function_type(f); break;
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
    type = add(f, (az_type_info){.kind = AZ_T_RECORD, .name = name, .bytes = fe_alloc_size(f, t)});
    hmput(f->llvm_types, t, type);
    az_field *fields = NULL;
    for (unsigned i = 0; !LLVMIsOpaqueStruct(t) && i < LLVMCountStructElementTypes(t); i++) {
      az_type element = fe_llvm_type(f, LLVMStructGetTypeAtIndex(t, i));
      arrput(fields, ((az_field){.name = az_arena_printf(f->arena, "f%u", i),
                                 .type = element,
                                 .bit_offset = 8 * LLVMOffsetOfElement(f->layout, t, i)}));
    }
    fill(f, type, fields);
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

/* ---- debug information ----------------------------------------------------------------------- */

static LLVMValueRef operand_value(fe *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = LLVMMetadataAsValue(f->context, node);
  unsigned n = LLVMGetMDNodeNumOperands(value);
  if (i >= n) return NULL;
  LLVMValueRef few[16], *all = n <= 16 ? few : malloc(n * sizeof *all);
  LLVMGetMDNodeOperands(value, all);
  LLVMValueRef result = all[i];
  if (all != few) free(all);
  return result;
}

LLVMMetadataRef fe_di_operand(fe *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = operand_value(f, node, i);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

const char *fe_di_string(fe *f, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = operand_value(f, node, i);
  unsigned length = 0;
  const char *text = value ? LLVMGetMDString(value, &length) : NULL;
  return text && length ? az_arena_printf(f->arena, "%.*s", (int)length, text) : NULL;
}

uint32_t fe_file(fe *f, const char *name, size_t length) {
  char *copy = az_arena_printf(f->arena, "%.*s", (int)length, name);
  ptrdiff_t at = shgeti(f->file_keys, copy);
  if (at >= 0) return f->file_keys[at].value;
  uint32_t index = (uint32_t)arrlenu(f->files);
  arrput(f->files, copy);
  shput(f->file_keys, copy, index);
  return index;
}

az_loc fe_di_loc(fe *f, LLVMMetadataRef file, unsigned line) {
  unsigned length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
  if (!name || !line) return (az_loc){.file = AZ_NONE};
  return (az_loc){.file = fe_file(f, name, length), .line = line};
}

static unsigned tag_of(LLVMMetadataRef di) {
  switch (LLVMGetMetadataKind(di)) {
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind:
  case LLVMDISubroutineTypeMetadataKind: return LLVMGetDINodeTag(di);
  default: return 0;
  }
}

static az_type basic_type(fe *f, LLVMMetadataRef di) {
  size_t length = 0;
  const char *text = LLVMDITypeGetName(di, &length);
  char *name = az_arena_printf(f->arena, "%.*s", (int)length, text ? text : "");
  uint64_t bits = LLVMDITypeGetSizeInBits(di);
  if (!strcmp(name, "_Bool") || !strcmp(name, "bool")) return f->bool_type;
  if (!strncmp(name, "complex ", 8) || !strncmp(name, "_Complex ", 9)) {
    az_type part = !strcmp(strchr(name, ' ') + 1, "float")
                       ? float_type(f, "float", 32, az_sort_float(8, 24))
                   : !strcmp(strchr(name, ' ') + 1, "double")
                       ? float_type(f, "double", 64, az_sort_float(11, 53))
                       : 0;
    return part ? fe_array_of(f, part, 2) : 0;
  }
  if (!strcmp(name, "float")) return float_type(f, name, 32, az_sort_float(8, 24));
  if (!strcmp(name, "double") || !strcmp(name, "_Float64") || !strcmp(name, "_Float32x"))
    return float_type(f, "double", 64, az_sort_float(11, 53));
  if (!strcmp(name, "long double")) {
    return bits == 64 ? float_type(f, name, 64, az_sort_float(11, 53))
                      : long_double_type(f, bits / 8);
  }
  if (!strcmp(name, "_Float16")) return float_type(f, name, 16, az_sort_float(5, 11));
  if (!strcmp(name, "__float128") || !strcmp(name, "_Float128"))
    return float_type(f, name, 128, az_sort_float(15, 113));
  if (strstr(name, "loat") || bits == 0 || bits > AZ_MAX_WIDTH) return 0;
  if (strstr(name, "BitInt")) return 0; /* value bits and storage differ: LLVM's type says more */
  return fe_int_type(f, (uint32_t)bits, !strstr(name, "unsigned"), name);
}

static az_type composite_type(fe *f, LLVMMetadataRef di, unsigned tag, const char *hint) {
  LLVMValueRef elements = operand_value(f, di, 4);
  unsigned count = elements ? LLVMGetMDNodeNumOperands(elements) : 0;
  LLVMValueRef *list = calloc(count ? count : 1, sizeof *list);
  if (count) LLVMGetMDNodeOperands(elements, list);
  az_type type = 0;
  if (tag == TAG_ARRAY) {
    type = fe_di_type(f, fe_di_operand(f, di, 3));
    for (unsigned i = count; i-- && type;) {
      LLVMValueRef number = operand_value(f, LLVMValueAsMetadata(list[i]), 0);
      LLVMValueRef constant = number ? LLVMIsAConstantInt(number) : NULL;
      int64_t n = constant ? LLVMConstIntGetSExtValue(constant) : 0;
      type = fe_array_of(f, type, n > 0 ? (uint64_t)n : 0);
    }
    hmput(f->di_types, di, type);
  } else if (tag == TAG_ENUM) {
    const char *name = fe_di_string(f, di, 2);
    az_type base = fe_di_type(f, fe_di_operand(f, di, 3));
    bool is_signed = base && f->types[base].is_signed;
    uint64_t bits = LLVMDITypeGetSizeInBits(di);
    name = az_arena_printf(f->arena, "enum %s", name ? name : hint ? hint : "");
    if (!bits) bits = 32;
    type = fe_int_type(f, (uint32_t)bits, is_signed, name);
    hmput(f->di_types, di, type);
  } else {
    const char *name = fe_di_string(f, di, 2), *word = tag == TAG_UNION ? "union" : "struct";
    name = name ? az_arena_printf(f->arena, "%s %s", word, name) : hint ? hint : word;
    type = add(f, (az_type_info){.kind = AZ_T_RECORD,
                                 .name = name,
                                 .bytes = LLVMDITypeGetSizeInBits(di) / 8,
                                 .is_union = tag == TAG_UNION});
    hmput(f->di_types, di, type);
    az_field *fields = NULL;
    for (unsigned i = 0; i < count; i++) {
      LLVMMetadataRef member = LLVMValueAsMetadata(list[i]);
      if (tag_of(member) != TAG_MEMBER) continue;
      bool bits = (LLVMDITypeGetFlags(member) & FLAG_BIT_FIELD) != 0;
      az_type field = fe_di_type(f, fe_di_operand(f, member, 3));
      arrput(fields,
             ((az_field){.name = fe_di_string(f, member, 2),
                         .type = field,
                         .bit_offset = LLVMDITypeGetOffsetInBits(member),
                         .bit_width = bits ? (uint32_t)LLVMDITypeGetSizeInBits(member) : 0}));
    }
    fill(f, type, fields);
  }
  free(list);
  return type;
}

static az_type named_type(fe *f, LLVMMetadataRef di, const char *hint) {
  if (!di) return 0;
  ptrdiff_t at = hmgeti(f->di_types, di);
  if (at >= 0) return f->di_types[at].value;
  if (LLVMGetMetadataKind(di) == LLVMDIBasicTypeMetadataKind) {
    az_type type = basic_type(f, di);
    hmput(f->di_types, di, type);
    return type;
  }
  unsigned tag = tag_of(di);
  az_type type = 0;
  switch (tag) {
  case TAG_TYPEDEF: return named_type(f, fe_di_operand(f, di, 3), fe_di_string(f, di, 2));
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ATOMIC: return named_type(f, fe_di_operand(f, di, 3), hint);
  case TAG_POINTER: type = fe_pointer_to(f, fe_di_type(f, fe_di_operand(f, di, 3))); break;
  case TAG_ARRAY:
  case TAG_ENUM:
  case TAG_STRUCT:
  case TAG_UNION: return composite_type(f, di, tag, hint);
  case TAG_SUBROUTINE: type = function_type(f); break;
  default: break;
  }
  hmput(f->di_types, di, type);
  return type;
}

az_type fe_di_type(fe *f, LLVMMetadataRef di) {
  return named_type(f, di, NULL);
}
