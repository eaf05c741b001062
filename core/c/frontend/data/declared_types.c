/* Types and places as the debug information gives them: names, signs, record layouts and places in
 * files (docs/frontend.md, "Names, types, lines"). The C API has no getter for the encoding of a
 * basic type, but clang writes the type's C name, which implies it. */
#include "frontend/data/data.h"
#include "frontend/bitcode/debug_info.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { FLAG_BIT_FIELD = 1 << 19 };

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

static az_type basic_type(fe *f, LLVMMetadataRef di) {
  size_t length = 0;
  const char *text = LLVMDITypeGetName(di, &length);
  char *name = az_arena_printf(f->arena, "%.*s", (int)length, text ? text : "");
  uint64_t bits = LLVMDITypeGetSizeInBits(di);
  if (!strcmp(name, "_Bool") || !strcmp(name, "bool")) return f->bool_type;
  if (!strncmp(name, "complex ", 8) || !strncmp(name, "_Complex ", 9)) {
    az_type part = !strcmp(strchr(name, ' ') + 1, "float")
                       ? fe_float_type(f, "float", 32, az_sort_float(8, 24))
                   : !strcmp(strchr(name, ' ') + 1, "double")
                       ? fe_float_type(f, "double", 64, az_sort_float(11, 53))
                       : 0;
    return part ? fe_array_of(f, part, 2) : 0;
  }
  if (!strcmp(name, "float")) return fe_float_type(f, name, 32, az_sort_float(8, 24));
  if (!strcmp(name, "double") || !strcmp(name, "_Float64") || !strcmp(name, "_Float32x"))
    return fe_float_type(f, "double", 64, az_sort_float(11, 53));
  if (!strcmp(name, "long double")) {
    return bits == 64 ? fe_float_type(f, name, 64, az_sort_float(11, 53))
                      : fe_long_double_type(f, bits / 8);
  }
  if (!strcmp(name, "_Float16")) return fe_float_type(f, name, 16, az_sort_float(5, 11));
  if (!strcmp(name, "__float128") || !strcmp(name, "_Float128"))
    return fe_float_type(f, name, 128, az_sort_float(15, 113));
  if (strstr(name, "loat") || bits == 0 || bits > AZ_MAX_WIDTH) return 0;
  /* The debug information has the size of the storage; LLVM's type has the value bits. */
  if (strstr(name, "BitInt")) return 0;
  return fe_int_type(f, (uint32_t)bits, !strstr(name, "unsigned"), name);
}

static az_type composite_type(fe *f, LLVMMetadataRef di, unsigned tag, const char *hint) {
  LLVMValueRef elements = fe_di_value(f->build, di, 4);
  unsigned count = elements ? LLVMGetMDNodeNumOperands(elements) : 0;
  LLVMValueRef *list = az_calloc(count ? count : 1, sizeof *list);
  if (count) LLVMGetMDNodeOperands(elements, list);
  az_type type = 0;
  if (tag == TAG_ARRAY) {
    type = fe_di_type(f, fe_di_operand(f->build, di, 3));
    for (unsigned i = count; i-- && type;) {
      LLVMValueRef number = fe_di_value(f->build, LLVMValueAsMetadata(list[i]), 0);
      LLVMValueRef constant = number ? LLVMIsAConstantInt(number) : NULL;
      int64_t n = constant ? LLVMConstIntGetSExtValue(constant) : 0;
      type = fe_array_of(f, type, n > 0 ? (uint64_t)n : 0);
    }
    hmput(f->di_types, di, type);
  } else if (tag == TAG_ENUM) {
    const char *name = fe_di_string(f->build, di, 2);
    az_type base = fe_di_type(f, fe_di_operand(f->build, di, 3));
    bool is_signed = base && f->types[base].is_signed;
    uint64_t bits = LLVMDITypeGetSizeInBits(di);
    name = az_arena_printf(f->arena, "enum %s", name ? name : hint ? hint : "");
    if (!bits) bits = 32;
    type = fe_int_type(f, (uint32_t)bits, is_signed, name);
    hmput(f->di_types, di, type);
  } else {
    const char *name = fe_di_string(f->build, di, 2), *word = tag == TAG_UNION ? "union" : "struct";
    name = name ? az_arena_printf(f->arena, "%s %s", word, name) : hint ? hint : word;
    type = fe_add_type(f, (az_type_info){.kind = AZ_T_RECORD,
                                         .name = name,
                                         .bytes = LLVMDITypeGetSizeInBits(di) / 8,
                                         .is_union = tag == TAG_UNION});
    hmput(f->di_types, di, type);
    az_field *fields = NULL;
    for (unsigned i = 0; i < count; i++) {
      LLVMMetadataRef member = LLVMValueAsMetadata(list[i]);
      if (fe_di_tag(member) != TAG_MEMBER) continue;
      bool bits = (LLVMDITypeGetFlags(member) & FLAG_BIT_FIELD) != 0;
      az_type field = fe_di_type(f, fe_di_operand(f->build, member, 3));
      arrput(fields,
             ((az_field){.name = fe_di_string(f->build, member, 2),
                         .type = field,
                         .bit_offset = LLVMDITypeGetOffsetInBits(member),
                         .is_const = fe_di_is_const(f->build, fe_di_operand(f->build, member, 3)),
                         .bit_width = bits ? (uint32_t)LLVMDITypeGetSizeInBits(member) : 0}));
    }
    fe_set_fields(f, type, fields);
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
  unsigned tag = fe_di_tag(di);
  az_type type = 0;
  switch (tag) {
  case TAG_TYPEDEF:
    return named_type(f, fe_di_operand(f->build, di, 3), fe_di_string(f->build, di, 2));
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ATOMIC: return named_type(f, fe_di_operand(f->build, di, 3), hint);
  case TAG_POINTER: type = fe_pointer_to(f, fe_di_type(f, fe_di_operand(f->build, di, 3))); break;
  case TAG_ARRAY:
  case TAG_ENUM:
  case TAG_STRUCT:
  case TAG_UNION: return composite_type(f, di, tag, hint);
  case TAG_SUBROUTINE: type = fe_function_type(f); break;
  default: break;
  }
  hmput(f->di_types, di, type);
  return type;
}

az_type fe_di_type(fe *f, LLVMMetadataRef di) {
  return named_type(f, di, NULL);
}
