/* Translates calls of functions of the program (by name or through a pointer), of functions without
 * a body (library.c), of intrinsics and of inline assembly. */
#include "frontend/calls/calls.h"
#include "frontend/calls/argument.h"
#include "frontend/statements/statements.h"
#include "frontend/names/names.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/data/data.h"
#include "library/model.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

static az_term call(fx *x, uint32_t callee, az_term ptr, az_term *args, uint32_t count,
                    const fx_call *c, LLVMTypeRef type) {
  fe *f = x->f;
  bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
  if (!is_void && !fe_sort(f, type)) {
    fx_unsupported(x, "a result that is a large aggregate");
    return 0;
  }
  az_stmt *s = fx_emit(x, AZ_S_CALL);
  s->callee = callee;
  s->pointee = fe_is_pointer(type) ? fx_result_pointee(x, c) : 0;
  s->ptr = ptr;
  s->args = AZ_COPY(f->arena, args, count, count + 1);
  s->arg_count = count;
  if (callee == AZ_NONE) fx_check_access(x, AZ_C_DEREF, "the callee is a function");
  if (is_void) return 0;
  s = &arrlast(x->stmts);
  s->type = fe_register_type(f, type);
  s->result = az_fresh(S, f->types[s->type].sort, "r");
  return fe_from_memory(f, s->result, type);
}

/* Returns the pointer to the variable arguments for a function of this type. */
static az_term variable_arguments(fx *x, const fx_call *c, LLVMTypeRef type) {
  bool fits = c->instruction && LLVMGetCalledFunctionType(c->instruction) == type;
  if (fits) return fx_variable_arguments(x, c);
  return fx_approx(x, LLVMPointerTypeInContext(x->f->context, 0), "missing argument");
}

static az_term call_function(fx *x, const fx_call *c) {
  fe *f = x->f;
  uint32_t callee = az_library_has(c->callee)
                        ? fe_model_index(f, c->callee, x->index, x->site, x->loc)
                        : fe_function_index(f, c->callee);
  LLVMTypeRef type = LLVMGlobalGetValueType(c->callee), result = LLVMGetReturnType(type);
  uint32_t count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = az_calloc(count + 1, sizeof *types);
  az_term *args = az_calloc(count + 1, sizeof *args);
  bool list = fe_takes_list(c->callee);
  LLVMGetParamTypes(type, types);
  for (uint32_t i = 0; i < count; i++) {
    az_term t = i < c->count ? fx_as_type(x, c->args[i], c->types[i], types[i])
                             : fx_approx(x, types[i], "missing argument");
    if (i < c->count && c->types[i] == types[i]) fx_check_extension(x, c, i);
    if (t) args[i] = fe_to_memory(f, t, types[i]);
    if (!t && !x->stopped) fx_unsupported(x, "an argument that is a large aggregate");
  }
  az_term value = 0;
  if (list && !x->stopped) args[count++] = variable_arguments(x, c, type);
  if (!x->stopped) {
    value = call(x, callee, 0, args, count, c, result);
    if (LLVMGetTypeKind(c->result) == LLVMVoidTypeKind)
      value = 0;
    else if (result != c->result)
      value = fx_as_type(x, value, result, c->result);
  }
  free(types);
  free(args);
  return value;
}

static az_term call_pointer(fx *x, const fx_call *c) {
  fe *f = x->f;
  az_term ptr = fx_value_of(x, c->callee);
  az_term *args = az_calloc(c->count + 1, sizeof *args);
  uint32_t count = c->count;
  for (uint32_t i = 0; i < count; i++) args[i] = fe_to_memory(f, c->args[i], c->types[i]);
  LLVMTypeRef type = LLVMGetCalledFunctionType(c->instruction);
  if (LLVMIsFunctionVarArg(type) && LLVMGetNamedFunction(f->module, "llvm.va_start.p0")) {
    count = LLVMCountParamTypes(type);
    args[count++] = fx_variable_arguments(x, c);
  }
  az_term value = x->stopped ? 0 : call(x, AZ_NONE, ptr, args, count, c, c->result);
  free(args);
  return value;
}

static az_term inline_assembly(fx *x, const fx_call *c) {
  size_t length = 0;
  const char *given = LLVMGetInlineAsmAsmString(c->callee, &length);
  char *text = az_arena_printf(x->f->arena, "%.*s", (int)length, given);
  if (fx_assembly_is_idle(text) && !fx_has_result(c)) return 0; /* affects only the compiler */
  if (LLVMGetInlineAsmDialect(c->callee) != LLVMInlineAsmDialectATT ||
      !fx_assembly_is_plain(text)) {
    fx_unsupported(x, "inline assembly that may do more than change its operands");
    return 0;
  }
  az_term result = fx_assembly_result(x, c, text);
  if (result) return result;
  fx_havoc_arguments(x, c, 0);
  return x->stopped || !fx_is_used(c) ? 0 : fx_approx(x, c->result, "inline assembly");
}

/* Objects that live as long as the call. */
typedef struct call_objects {
  uint32_t *objects; /* stb_ds */
  uint32_t result;   /* 1 + the object that receives the result; 0: none */
  az_term wanted;    /* where the result is to be copied after the call */
} call_objects;

/* Creates an object that replaces argument k, the address of a record of this type. */
static uint32_t add_object(fx *x, LLVMValueRef i, fx_call *c, uint32_t k, LLVMTypeRef type,
                           call_objects *o) {
  fe *f = x->f;
  ptrdiff_t at = hmgeti(x->allocas, LLVMGetOperand(i, k));
  az_type t = at >= 0 ? f->objects[x->allocas[at].value].type : fe_llvm_type(f, type);
  if (f->types[t].bytes != fe_alloc_size(f, type)) t = fe_llvm_type(f, type);
  uint32_t object = fx_temp(x, "byval", t);
  arrput(o->objects, object);
  fx_emit_life(x, AZ_S_LIVE, object);
  c->args[k] = fe_address(f, object);
  return object;
}

static LLVMTypeRef type_behind(LLVMValueRef i, const fx_call *c, uint32_t k, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeRef attribute =
      fe_is_pointer(c->types[k]) ? LLVMGetCallSiteEnumAttribute(i, k + 1, kind) : NULL;
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Creates the objects of a call. For an argument passed by value in memory, the callee gets the
 * address of a copy, which is its parameter and ends with the call. clang lets the callee write a
 * result where the caller needs it. If the callee may access that place, the result gets a separate
 * object: in C, the variable is set after the call (struct s x = f(&x), {1, f(&x)}). */
static void pass_by_value(fx *x, LLVMValueRef i, fx_call *c, call_objects *o) {
  fe *f = x->f;
  for (uint32_t k = 0; k < c->count; k++) {
    LLVMTypeRef passed = type_behind(i, c, k, "byval"), result = type_behind(i, c, k, "sret");
    LLVMValueRef whole = fe_base_of(LLVMGetOperand(i, k));
    bool seen = result && hmgeti(x->allocas, whole) >= 0 && fe_is_given_away_by(whole, i);
    if (!passed && !seen) continue;
    LLVMTypeRef type = passed ? passed : result;
    az_term given = c->args[k];
    uint32_t object = add_object(x, i, c, k, type, o);
    if (seen) {
      o->result = object + 1;
      o->wanted = given;
    } else {
      fx_copy_record(x, fe_address(f, object), given, fe_alloc_size(f, type));
    }
  }
}

static az_term translate_call(fx *x, LLVMValueRef i, call_objects *objects) {
  const char *intrinsic = fx_intrinsic(i);
  LLVMValueRef named = LLVMGetCalledValue(i), callee = fe_behind_aliases(named);
  uint32_t count = LLVMGetNumArgOperands(i);
  fx_call c = {.callee = callee, .instruction = i, .result = LLVMTypeOf(i), .count = count};
  if (intrinsic && fx_quiet_intrinsic(x, intrinsic, i)) return 0;
  if (LLVMIsAFunction(callee)) {
    size_t length = 0;
    c.name = az_arena_strdup(x->f->arena, LLVMGetValueName2(callee, &length));
  }
  fx_action ends =
      c.name && !intrinsic && LLVMIsDeclaration(callee) ? fx_library_action(c.name) : A_NONE;
  if (ends == A_ERROR && !fe_is_error(x->f->build, c.name)) ends = A_NONE;
  if (ends == A_ASSERT_FAIL || ends == A_ERROR)
    return fx_library(x, &c); /* the arguments do not matter */
  c.args = AZ_NEWN(x->f->arena, az_term, count + 1);
  c.types = AZ_NEWN(x->f->arena, LLVMTypeRef, count + 1);
  for (uint32_t k = 0; k < count; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    c.types[k] = LLVMTypeOf(argument);
    if (LLVMGetTypeKind(c.types[k]) != LLVMMetadataTypeKind) c.args[k] = fx_value_of(x, argument);
  }
  if (intrinsic) return fx_call_intrinsic(x, &c);
  if (LLVMIsAInlineAsm(callee)) {
    c.name = "inline assembly";
    return inline_assembly(x, &c);
  }
  pass_by_value(x, i, &c, objects);
  for (uint32_t k = 0; k < count; k++)
    if (!c.args[k]) {
      fx_unsupported(x, "an argument that is a large aggregate");
      return 0;
    }
  if (LLVMIsAGlobalIFunc(callee)) {
    fx_unsupported(x, "call of a function that is resolved at run time (ifunc)");
    return 0;
  }
  if (!c.name) return call_pointer(x, &c);
  if (LLVMIsDeclaration(callee)) return fx_library(x, &c);
  const char *error = fe_error_name(x->f->build, named);
  if (error)
    fx_check(x, AZ_C_UNREACH, az_false(S),
             az_arena_printf(x->f->arena, "%s() is not reached", error));
  return call_function(x, &c);
}

az_term fx_translate_call(fx *x, LLVMValueRef i) {
  call_objects o = {0};
  az_term value = translate_call(x, i, &o);
  if (o.result && !x->stopped)
    fx_copy_record(x, o.wanted, fe_address(x->f, o.result - 1), x->f->objects[o.result - 1].bytes);
  for (size_t k = 0; k < arrlenu(o.objects) && !x->stopped; k++)
    fx_emit_life(x, AZ_S_DEAD, o.objects[k]);
  arrfree(o.objects);
  return value;
}
