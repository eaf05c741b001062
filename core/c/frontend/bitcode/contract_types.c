/* Types of the debug information, as entry contracts need them. */
#include "frontend/bitcode/contract_types.h"
#include "frontend/bitcode/debug_info.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_NESTING = 32 };

LLVMMetadataRef di_base(const fe_build *build, LLVMMetadataRef type) {
  return fe_di_operand(build, type, 3);
}

static bool is_qualifier(unsigned tag) {
  return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

LLVMMetadataRef di_plain(const fe_build *build, LLVMMetadataRef type) {
  while (type && (is_qualifier(fe_di_tag(type)) || fe_di_tag(type) == TAG_TYPEDEF))
    type = di_base(build, type);
  return type;
}

LLVMMetadataRef di_behind(fe_build *build, LLVMMetadataRef pointer) {
  return di_base(build, di_plain(build, pointer));
}

bool di_is_complete(fe_build *build, LLVMMetadataRef type) {
  type = di_plain(build, type);
  const char *name = type ? fe_di_string(build, type, 2) : NULL; /* va_list's type has no C name */
  return type && fe_di_tag(type) != TAG_SUBROUTINE && LLVMDITypeGetSizeInBits(type) > 0 &&
         (!name || strcmp(name, "__va_list_tag") != 0);
}

LLVMValueRef *di_elements(fe_build *build, LLVMMetadataRef type, unsigned operand,
                          unsigned *count) {
  LLVMMetadataRef list = fe_di_operand(build, type, operand);
  LLVMValueRef value = list ? LLVMMetadataAsValue(build->context, list) : NULL;
  *count = value ? LLVMGetMDNodeNumOperands(value) : 0;
  LLVMValueRef *all = AZ_NEWN(build->arena, LLVMValueRef, *count + 1);
  if (*count) LLVMGetMDNodeOperands(value, all);
  return all;
}

di_variable *di_members(fe_build *build, LLVMMetadataRef record, unsigned *count) {
  unsigned all;
  LLVMValueRef *elements = di_elements(build, record, 4, &all);
  di_variable *members = AZ_NEWN(build->arena, di_variable, all + 1);
  *count = 0;
  for (unsigned i = 0; i < all; i++) {
    LLVMMetadataRef one = di_element(elements[i]);
    if (fe_di_tag(one) == TAG_MEMBER)
      members[(*count)++] = (di_variable){fe_di_string(build, one, 2), di_base(build, one), false};
  }
  return members;
}

LLVMMetadataRef di_element(LLVMValueRef value) {
  return value ? LLVMValueAsMetadata(value) : NULL;
}

uint64_t di_length(fe_build *build, LLVMMetadataRef array) {
  LLVMMetadataRef of = di_plain(build, di_base(build, array));
  uint64_t whole = LLVMDITypeGetSizeInBits(array), one = of ? LLVMDITypeGetSizeInBits(of) : 0;
  return one ? whole / one : 0;
}

bool di_has_pointers(fe_build *build, LLVMMetadataRef type, unsigned depth) {
  type = di_plain(build, type);
  if (!type) return false;
  unsigned tag = fe_di_tag(type), count;
  if (tag == TAG_POINTER || depth > MOST_NESTING) return true;
  if (tag == TAG_ARRAY) return di_has_pointers(build, di_base(build, type), depth + 1);
  if (tag != TAG_STRUCT && tag != TAG_UNION) return false;
  LLVMValueRef *members = di_elements(build, type, 4, &count);
  for (unsigned i = 0; i < count; i++)
    if (di_has_pointers(build, di_base(build, di_element(members[i])), depth + 1)) return true;
  return false;
}

const char *di_declaration(fe_build *build, LLVMMetadataRef type, const char *inner,
                           unsigned depth) {
  if (!type) return az_arena_printf(build->arena, "void %s", inner);
  unsigned tag = fe_di_tag(type), count;
  if (depth > MOST_NESTING) return NULL;
  const char *name = fe_di_string(build, type, 2);
  LLVMMetadataRef base;
  switch (tag) {
  case 0: /* a basic type */
  case TAG_TYPEDEF: return name ? az_arena_printf(build->arena, "%s %s", name, inner) : NULL;
  case TAG_STRUCT: return name ? az_arena_printf(build->arena, "struct %s %s", name, inner) : NULL;
  case TAG_UNION: return name ? az_arena_printf(build->arena, "union %s %s", name, inner) : NULL;
  case TAG_ENUM:
    return name ? az_arena_printf(build->arena, "enum %s %s", name, inner)
                : az_arena_printf(build->arena, "int %s", inner);
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
    base = di_base(build, type);
    name = tag == TAG_CONST ? "const" : tag == TAG_VOLATILE ? "volatile" : "__restrict";
    return di_declaration(build, base, az_arena_printf(build->arena, "%s %s", name, inner),
                          depth + 1);
  case TAG_POINTER:
    base = di_base(build, type);
    while (base && is_qualifier(fe_di_tag(base))) base = di_base(build, base);
    bool apart = base && (fe_di_tag(base) == TAG_ARRAY || fe_di_tag(base) == TAG_SUBROUTINE);
    return di_declaration(build, di_base(build, type),
                          az_arena_printf(build->arena, apart ? "(*%s)" : "*%s", inner), depth + 1);
  case TAG_ARRAY: {
    uint64_t n = di_length(build, type);
    di_elements(build, type, 4, &count);
    if (count != 1) return NULL; /* the array must have one dimension */
    const char *array = n ? az_arena_printf(build->arena, "%s[%llu]", inner, (unsigned long long)n)
                          : az_arena_printf(build->arena, "%s[]", inner);
    return di_declaration(build, di_base(build, type), array, depth + 1);
  }
  case TAG_SUBROUTINE: {
    LLVMValueRef *types = di_elements(build, type, 3, &count);
    const char *list = count == 1 ? "void" : "";
    for (unsigned i = 1; i < count; i++) {
      bool open = !types[i]; /* there is a variable argument list */
      const char *one = open ? "..." : di_declaration(build, di_element(types[i]), "", depth + 1);
      if (!one) return NULL;
      if (open && i == 1) break; /* without a prototype */
      list = az_arena_printf(build->arena, "%s%s%s", list, i > 1 ? ", " : "", one);
    }
    return di_declaration(build, count ? di_element(types[0]) : NULL,
                          az_arena_printf(build->arena, "%s(%s)", inner, list), depth + 1);
  }
  default: return NULL;
  }
}

/* The arguments are the first variables that the function declares. */
const char *di_arguments(fe_build *build, LLVMValueRef fn, LLVMMetadataRef type,
                         di_variable **arguments) {
  unsigned count;
  LLVMValueRef *types = di_elements(build, type, 3, &count);
  if (count > 1 && !types[count - 1])
    return count == 2 ? NULL /* f() */ : "a function with a variable number of arguments";
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsADbgDeclareInst(i) || arrlenu(*arguments) + 1 >= count) continue;
    LLVMMetadataRef declared = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
    LLVMMetadataRef of = di_element(types[arrlenu(*arguments) + 1]);
    const char *name = fe_di_string(build, declared, 1);
    if (!name || fe_di_operand(build, declared, 3) != of) break;
    while (of && is_qualifier(fe_di_tag(of)) && fe_di_tag(of) != TAG_ATOMIC)
      of = di_base(build, of);
    arrput(*arguments, ((di_variable){.name = name, .type = of}));
  }
  return arrlenu(*arguments) + 1 >= count ? NULL : "the names of its arguments are unknown";
}
