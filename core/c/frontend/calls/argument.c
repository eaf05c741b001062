/* Arguments and results of a call, with the types that the callee expects. */
#include "frontend/calls/argument.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* Resizes an integer that is passed with one width and read with another. The higher bits of the
 * register are unknown; a callee may rely on an extension to int (LLVM's signext, zeroext). */
static az_term with_width(fx *x, az_term t, LLVMTypeRef to) {
  enum { INT = 32 };
  uint32_t given = az_sort_width(az_sort_of(S, t)), width = LLVMGetIntTypeWidth(to);
  az_term bits;
  if (width > given) {
    LLVMTypeRef rest = LLVMIntTypeInContext(x->f->context, width - given);
    bits = az_concat(S, fe_pack(x->f, fx_approx(x, rest, "call of a function as another type")), t);
  } else {
    bits = az_resize(S, t, width, false);
    uint32_t kept = width == 1 ? width : width - 1; /* equal under both extensions */
    az_term small = az_resize(S, az_resize(S, t, kept, false), given, false);
    if (width < INT) fx_unsupported_if(x, az_ne(S, small, t), "call of a function as another type");
  }
  return width == 1 ? fe_unpack(x->f, bits, to) : bits;
}

az_term fx_as_type(fx *x, az_term t, LLVMTypeRef from, LLVMTypeRef to) {
  if (from == to) return t;
  if (t && fe_is_integer(from) && fe_is_integer(to)) return with_width(x, fe_pack(x->f, t), to);
  if (t && fe_is_pointer(from) && fe_is_integer(to) && LLVMGetIntTypeWidth(to) > 1)
    return fx_ptr_to_int(x, t, LLVMGetIntTypeWidth(to));
  if (t && fe_is_integer(from) && fe_is_pointer(to) &&
      LLVMGetIntTypeWidth(from) == x->f->p->pointer_bits)
    return fx_int_to_ptr(x, t);
  return fx_approx(x, to, "call of a function as another type");
}

/* The type of the variable to which the result is assigned determines the type of the target. */
az_type fx_result_pointee(fx *x, const fx_call *c) {
  for (LLVMUseRef u = c->instruction ? LLVMGetFirstUse(c->instruction) : NULL; u;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == c->instruction) {
      az_type type = fx_pointee(x, LLVMGetOperand(user, 1));
      if (type) return type;
    }
  }
  return 0;
}

static bool is_extended(LLVMAttributeRef (*of)(LLVMValueRef, LLVMAttributeIndex, unsigned),
                        LLVMValueRef v, uint32_t i, const char *how) {
  return of(v, i + 1, LLVMGetEnumAttributeKindForName(how, strlen(how))) != NULL;
}

/* Checks a char or short that the caller sign-extends and the callee expects to be zero-extended,
 * or the converse: the callee may see either value. */
void fx_check_extension(fx *x, const fx_call *c, uint32_t i) {
  LLVMValueRef call = c->instruction, f = c->callee;
  if (!call || !fe_is_integer(c->types[i]) || LLVMGetIntTypeWidth(c->types[i]) == 1) return;
  bool sign = is_extended(LLVMGetCallSiteEnumAttribute, call, i, "signext");
  bool zero = is_extended(LLVMGetCallSiteEnumAttribute, call, i, "zeroext");
  bool fits = (!sign || !is_extended(LLVMGetEnumAttributeAtIndex, f, i, "zeroext")) &&
              (!zero || !is_extended(LLVMGetEnumAttributeAtIndex, f, i, "signext"));
  az_term zeros = az_zero_of(S, az_sort_of(S, c->args[i]));
  if (!fits)
    fx_unsupported_if(x, az_bv_slt(S, c->args[i], zeros), "call of a function as another type");
}

bool fx_has_result(const fx_call *c) {
  return LLVMGetTypeKind(c->result) != LLVMVoidTypeKind;
}

bool fx_is_used(const fx_call *c) {
  return fx_has_result(c) && (!c->instruction || LLVMGetFirstUse(c->instruction));
}

const char *fx_text_argument(fx *x, const fx_call *c, uint32_t i, const char *otherwise) {
  if (!c->instruction || i >= c->count) return otherwise;
  LLVMValueRef v = LLVMGetOperand(c->instruction, i);
  LLVMValueRef data = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
  if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data)) return otherwise;
  size_t length = 0;
  const char *text = LLVMGetAsString(data, &length);
  return az_arena_printf(x->f->arena, "%.*s", (int)strnlen(text, length), text);
}

az_term fx_truth_argument(fx *x, const fx_call *c, uint32_t i) {
  if (i >= c->count) return fx_undefined(x, az_sort_bool(), "missing argument");
  az_term t = c->args[i];
  az_sort sort = az_sort_of(S, t);
  if (sort == az_sort_bool()) return t;
  if (az_sort_kind_of(sort) == AZ_SORT_FLOAT)
    return az_not(S, az_float_binary(S, AZ_K_F_EQ, t, az_zero_of(S, sort)));
  return az_ne(S, t, az_zero_of(S, sort));
}

az_term fx_size_argument(fx *x, const fx_call *c, uint32_t i) {
  uint32_t bits = x->f->p->pointer_bits;
  if (i >= c->count || !fe_is_integer(c->types[i]))
    return az_resize(S, fx_undefined(x, az_sort_bv(bits), "missing argument"), bits, false);
  return az_resize(S, fe_pack(x->f, c->args[i]), bits, true);
}

az_term fx_pointer_argument(fx *x, const fx_call *c, uint32_t i) {
  if (i < c->count && fe_is_pointer(c->types[i])) return c->args[i];
  if (i < c->count && fe_is_integer(c->types[i]))
    return fx_int_to_ptr(x, az_resize(S, fe_pack(x->f, c->args[i]), x->f->p->pointer_bits, false));
  return fx_undefined(x, az_sort_bv(az_pointer_width(x->f->p)), "missing argument");
}

az_term fx_pointer_result(fx *x, const fx_call *c, az_term pointer) {
  if (!fx_has_result(c)) return 0;
  if (fe_is_pointer(c->result)) return pointer;
  if (fe_is_integer(c->result))
    return fx_as_type(x, pointer,
                      LLVMTypeOf(LLVMConstPointerNull(LLVMPointerTypeInContext(x->f->context, 0))),
                      c->result);
  return fx_approx(x, c->result, "call of a function as another type");
}

az_term fx_any_result(fx *x, const fx_call *c, az_input_kind kind) {
  if (!fx_is_used(c)) return 0;
  return fx_input(x, kind, c->result, c->name);
}

/* Includes aggregates that contain pointers. */
az_stmt *fx_havoc_arguments(fx *x, const fx_call *c, uint32_t first) {
  az_term *pointers = NULL;
  bool callback = false;
  az_stmt *havoc = NULL;
  for (uint32_t i = first; i < c->count; i++) {
    if (c->instruction && LLVMIsAFunction(LLVMGetOperand(c->instruction, i))) callback = true;
    if (fe_is_pointer(c->types[i]) && !fe_leads_nowhere(x->f, c->args[i]))
      arrput(pointers, c->args[i]);
    unsigned parts = LLVMGetTypeKind(c->types[i]) == LLVMStructTypeKind
                         ? LLVMCountStructElementTypes(c->types[i])
                         : 0;
    for (unsigned k = 0; k < parts && c->args[i]; k++) {
      LLVMTypeRef element;
      uint32_t low = fx_part(x->f, c->types[i], k, &element);
      if (fe_is_pointer(element))
        arrput(pointers, az_extract(S, c->args[i], low + az_pointer_width(x->f->p) - 1, low));
    }
  }
  if (callback)
    fx_unsupported(x,
                   az_arena_printf(x->f->arena, "a function of the program passed to %s", c->name));
  else if (pointers)
    havoc = fx_havoc(x, pointers, (uint32_t)arrlenu(pointers),
                     az_arena_printf(x->f->arena, "call of %s", c->name));
  arrfree(pointers);
  return havoc;
}
