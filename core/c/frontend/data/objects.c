/* Objects of the program, and the functions that are to be translated. */
#include "frontend/data/data.h"
#include "frontend/bitcode/contract_types.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include "library/model.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Addresses are AZ_OBJECT_BITS wide, and executions add further objects. */
enum { LIMIT = 500000 };

uint32_t fe_add_object(fe *f, az_object_kind kind, const char *name, az_type type,
                       uint32_t function, az_loc loc) {
  uint32_t index = (uint32_t)arrlenu(f->objects);
  assert(type < arrlenu(f->types)); /* an object is added after its type */
  /* Locals, parameters and temporaries belong to a function that is already known. */
  assert(kind <= AZ_OBJ_FUNCTION || function < arrlenu(f->functions));
  if (index == LIMIT)
    az_fail(f->err, AZ_ERR_UNSUPPORTED, "the program has more than %d objects", LIMIT);
  az_object o = {.kind = kind,
                 .name = name,
                 .type = type,
                 .bytes = f->types[type].bytes,
                 .align = 1,
                 .loc = loc,
                 .function = function};
  if (kind <= AZ_OBJ_FUNCTION) {
    o.address = az_bv(f->store, AZ_OBJECT_BITS, index + 1u);
  } else {
    o.address = az_var(f->store, az_sort_bv(AZ_OBJECT_BITS),
                       az_arena_printf(f->arena, "&%s#%u", name, index));
  }
  assert(kind <= AZ_OBJ_FUNCTION || hmgeti(f->object_at, o.address) < 0); /* each has its own */
  if (kind > AZ_OBJ_FUNCTION) hmput(f->object_at, o.address, index);
  arrput(f->objects, o);
  return index;
}

uint32_t fe_object_at(fe *f, az_term object_part) {
  uint64_t number;
  if (az_const_u64(f->store, object_part, &number))
    return number && number <= arrlenu(f->objects) ? (uint32_t)number - 1 : AZ_NONE;
  ptrdiff_t at = hmgeti(f->object_at, object_part);
  assert(at < 0 || f->object_at[at].value < arrlenu(f->objects)); /* no object is removed */
  return at >= 0 ? f->object_at[at].value : AZ_NONE;
}

az_term fe_address(fe *f, uint32_t object) {
  assert(object < arrlenu(f->objects));
  return az_pointer(f->p, f->objects[object].address, az_bv(f->store, f->p->pointer_bits, 0));
}

bool fe_leads_nowhere(fe *f, az_term pointer) {
  const az_term none = az_bv(f->store, AZ_OBJECT_BITS, 0);
  return az_pointer_object(f->p, pointer) == none;
}

/* Returns a string literal as C writes it; truncates long ones. */
static const char *literal(fe *f, LLVMValueRef data) {
  size_t length = 0;
  const char *bytes = LLVMGetAsString(data, &length);
  char text[72];
  size_t n = 0;
  text[n++] = '"';
  for (size_t i = 0; i < length && n < 60 && (bytes[i] || i + 1 < length); i++) {
    char c = bytes[i];
    if (c == '\n')
      n += (size_t)snprintf(text + n, 3, "\\n");
    else if (c == '"' || c == '\\')
      n += (size_t)snprintf(text + n, 3, "\\%c", c);
    else if (c < 32 || c > 126)
      n += (size_t)snprintf(text + n, 5, "\\%03o", (unsigned char)c);
    else
      text[n++] = c;
  }
  text[n++] = '"';
  text[n] = 0;
  return az_arena_strdup(f->arena, text);
}

/* Writes the bytes of a constant of numbers to zeroed memory; false if it has other parts. */
static bool put_bytes(fe *f, LLVMValueRef constant, char *to) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  uint64_t bytes = fe_alloc_size(f, type);
  LLVMBool lossy = 0;
  if (LLVMIsNull(constant) || LLVMIsUndef(constant)) return true;
  if (LLVMIsAConstantInt(constant)) {
    uint64_t value = bytes <= 8 ? LLVMConstIntGetZExtValue(constant) : 0;
    for (unsigned k = 0; k < bytes && k < 8; k++) to[k] = (char)(value >> 8 * k & 255);
    return bytes <= 8;
  }
  if (LLVMIsAConstantFP(constant) && (bytes == 4 || bytes == 8)) {
    double value = LLVMConstRealGetDouble(constant, &lossy);
    float narrow = (float)value;
    memcpy(to, bytes == 4 ? (void *)&narrow : (void *)&value, bytes);
    return true;
  }
  bool record = LLVMGetTypeKind(type) == LLVMStructTypeKind, all = fe_is_aggregate(type);
  for (unsigned i = 0; all && i < fe_part_count(type); i++) {
    LLVMValueRef part = LLVMGetAggregateElement(constant, i);
    uint64_t at =
        record ? LLVMOffsetOfElement(f->layout, type, i) : i * fe_alloc_size(f, LLVMTypeOf(part));
    all = put_bytes(f, part, to + at);
  }
  return all;
}

/* Returns the bytes of a string literal, also a wide one, or of a constant compound literal; NULL
 * if the global is neither. The compiler and the linker may place the literal inside another global
 * that contains these bytes (C17 6.4.5p7, 6.5.2.5p7). */
static const char *literal_bytes(fe *f, LLVMValueRef global, LLVMValueRef init, uint64_t bytes) {
  size_t length = 0;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  bool is_string = LLVMHasUnnamedAddr(global) && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                   LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
  bool is_compound = strncmp(LLVMGetValueName2(global, &length), ".compoundliteral", 16) == 0;
  if (!init || !LLVMIsGlobalConstant(global) || !(is_string || is_compound)) return NULL;
  char *text = az_arena_alloc(f->arena, bytes + 1);
  memset(text, 0, bytes + 1);
  return put_bytes(f, init, text) ? text : NULL;
}

/* Returns whether this is an array of unknown size, which another file defines. */
static bool is_open_ended(LLVMValueRef global, const char *name) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  return LLVMIsDeclaration(global) && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
         !LLVMGetArrayLength2(type) && !az_linker_defines(name) &&
         !fx_in_c_library(name + (*name == 1));
}

/* Returns the number of elements that an array of unknown size has in a formula. Executions whose
 * accesses are valid in a smaller array are among those for a larger one, and this one is larger
 * than what a process can have; where accesses have to be valid, none is. */
static uint64_t elements_of_open_ended(const fe *f, az_type element) {
  enum { MOST = 46, MOST32 = 31 }; /* powers of two: bytes */
  const unsigned of_memory = AZ_MEMORY_CLASSES | 1u << AZ_C_BOUNDS;
  const uint64_t bytes = f->types[element].bytes;
  if (f->options->classes & of_memory || !bytes) return 0;
  return (UINT64_C(1) << (f->p->pointer_bits == 64 ? MOST : MOST32)) / bytes;
}

static uint32_t variable_object(fe *f, LLVMValueRef global) {
  LLVMTypeRef llvm = LLVMGlobalGetValueType(global);
  size_t length = 0;
  const char *text = LLVMGetValueName2(global, &length), *name = NULL;
  LLVMValueRef init = LLVMGetInitializer(global);
  bool is_const = LLVMIsGlobalConstant(global) != 0;
  bool is_string = is_const && init && LLVMIsAConstantDataArray(init) &&
                   LLVMIsConstantString(init) && LLVMHasUnnamedAddr(global) &&
                   strncmp(text, ".str", 4) == 0;
  LLVMMetadataRef variable = is_string ? NULL : fe_global_variable(global);
  az_type type = fe_llvm_type(f, llvm);
  uint64_t bytes = fe_alloc_size(f, llvm);
  az_loc loc = {.file = AZ_NONE};
  if (variable) {
    az_type declared = fe_di_type(f, fe_di_operand(f->build, variable, 3));
    if (declared && f->types[declared].bytes == bytes) type = declared;
    LLVMMetadataRef file = fe_di_operand(f->build, variable, 2);
    loc = fe_di_loc(f, file, LLVMDIVariableGetLine(variable));
    name = fe_di_string(f->build, variable, 1);
  }
  const bool open_ended = is_open_ended(global, text);
  if (open_ended) {
    const az_type element = f->types[type].element;
    type = fe_array_of(f, element, elements_of_open_ended(f, element));
    bytes = f->types[type].bytes;
  }
  if (is_string) name = literal(f, init);
  if (!name) name = az_arena_printf(f->arena, "%.*s", (int)length, text);
  uint32_t object =
      fe_add_object(f, is_string ? AZ_OBJ_STRING : AZ_OBJ_GLOBAL, name, type, AZ_NONE, loc);
  az_object *o = &f->objects[object];
  o->bytes = bytes;
  o->align = LLVMGetAlignment(global);
  o->is_const = is_const;
  o->is_external = !init;
  o->is_open_ended = open_ended;
  o->is_static_local = variable && !fe_is_of_file(f->build, variable);
  o->literal = literal_bytes(f, global, init, bytes);
  hmput(f->object_of, global, object);
  bool is_of_model = loc.file != AZ_NONE && fe_starts(f->files[loc.file], "<library>");
  bool keeps = is_const || (az_frontend_is_arbitrary(f->options) && init && !is_of_model &&
                            fe_is_only_read(global));
  if (keeps) hmput(f->constant, object, true);
  if (init) arrput(f->initialised, global);
  return object;
}

/* Adds code that is not a function. Its address is unknown but unique, its content is unknown, and
 * it cannot be written. */
uint32_t fe_add_code(fe *f, const char *name) {
  uint32_t object = fe_add_object(f, AZ_OBJ_GLOBAL, name, fe_array_of(f, f->byte_type, 1), AZ_NONE,
                                  (az_loc){.file = AZ_NONE});
  f->objects[object].is_const = f->objects[object].is_external = true;
  hmput(f->constant, object, true);
  return object;
}

uint32_t fe_global_object(fe *f, LLVMValueRef global) {
  while (LLVMIsAGlobalAlias(global)) {
    global = LLVMAliasGetAliasee(global);
    if (!LLVMIsAGlobalValue(global)) { /* an alias of part of an object */
      az_fail(f->err, AZ_ERR_UNSUPPORTED, "an alias of a part of an object is not supported");
      return 0;
    }
  }
  ptrdiff_t at = hmgeti(f->object_of, global);
  if (at >= 0) return f->object_of[at].value;
  if (LLVMIsAFunction(global)) {
    uint32_t index = fe_function_index(f, global); /* before f->functions is read, as it may grow */
    return f->functions[index].object;
  }
  if (LLVMIsAGlobalIFunc(global)) {
    uint32_t object = fe_add_code(f, fe_name_of(f->arena, global));
    hmput(f->object_of, global, object);
    return object;
  }
  return variable_object(f, global);
}

/* Returns the record that a function returns in registers, or 0. */
static az_type result_record(fe *f, LLVMMetadataRef subprogram) {
  LLVMMetadataRef type = fe_di_operand(f->build, subprogram, 4),
                  types = type ? fe_di_operand(f->build, type, 3) : NULL,
                  result = types ? fe_di_operand(f->build, types, 0) : NULL,
                  plain = result ? di_plain(f->build, result) : NULL;
  return plain && fe_di_tag(plain) == TAG_STRUCT ? fe_di_type(f, result) : 0;
}

/* Adds the function to those to be translated; the caller creates its object. */
static uint32_t add_function(fe *f, LLVMValueRef function) {
  uint32_t index = (uint32_t)arrlenu(f->functions);
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  az_function fn = {.name = az_arena_printf(f->arena, "%.*s", (int)length, name),
                    .is_model = az_library_has(function),
                    .call_site = AZ_NONE,
                    .loc = {.file = AZ_NONE},
                    .object = AZ_NONE};
  if (subprogram)
    fn.loc = fe_di_loc(f, LLVMDIScopeGetFile(subprogram), LLVMDISubprogramGetLine(subprogram));
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  fn.result_type = fe_register_type(f, LLVMGetReturnType(type));
  if (subprogram && fn.result_type) fn.result_record = result_record(f, subprogram);
  fn.is_variadic = LLVMIsFunctionVarArg(type) != 0;
  arrput(f->functions, fn);
  arrput(f->pending, function);
  arrput(f->is_wrapper, LLVMIsDeclaration(function) != 0);
  arrput(f->check_names, fn.name);
  return index;
}

uint32_t fe_function_index(fe *f, LLVMValueRef function) {
  ptrdiff_t at = hmgeti(f->function_of, function);
  if (at >= 0) return f->function_of[at].value;
  uint32_t index = add_function(f, function);
  az_function *fn = &f->functions[index];
  az_type type = fe_llvm_type(f, LLVMGlobalGetValueType(function));
  uint32_t object = fe_add_object(f, AZ_OBJ_FUNCTION, fn->name, type, index, fn->loc);
  fn->object = object;
  hmput(f->function_of, function, index);
  hmput(f->object_of, function, object);
  return index;
}

uint32_t fe_model_index(fe *f, LLVMValueRef model, uint32_t caller, uint32_t site, az_loc loc) {
  assert(caller < arrlenu(f->check_names)); /* each function has a prefix for its checks */
  const char *name = f->check_names[caller];
  if (f->functions[caller].is_model) {
    site = f->functions[caller].call_site;
    loc = f->functions[caller].loc;
  }
  if (site == AZ_NONE) return fe_function_index(f, model);
  struct fe_model_key key = {model, site};
  ptrdiff_t at = hmgeti(f->model_of, key);
  if (at >= 0) return f->model_of[at].value;
  uint32_t index = add_function(f, model);
  if (!f->functions[caller].is_model)
    name = az_arena_printf(f->arena, "%s.%s", name, f->functions[index].name);
  f->check_names[index] = name;
  f->functions[index].caller =
      f->functions[caller].is_model ? f->functions[caller].caller : f->functions[caller].name;
  f->functions[index].call_site = site;
  f->functions[index].loc = loc;
  hmput(f->model_of, key, index);
  return index;
}
