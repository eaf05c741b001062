/* Values of registers and constants. Here, an LLVM register is known in one block; if other blocks
 * read it, its value goes through an object of kind AZ_OBJ_TEMP. */
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "frontend/bitcode/llvm.h"
#include "base/check.h"
#include <stb/stb_ds.h>

fx_value *fx_slot(fx *x, LLVMValueRef v) {
  ptrdiff_t at = hmgeti(x->values, v);
  if (at < 0) {
    fx_value fresh_value = {0};
    hmput(x->values, v, fresh_value);
    at = hmgeti(x->values, v);
  }
  return &x->values[at].value;
}

typedef struct register_search {
  fe *f;
  bool found;
} register_search;

static void see_register(void *ctx, az_term var) {
  register_search *search = ctx;
  if (fe_object_at(search->f, var) == AZ_NONE) search->found = true;
}

/* Returns whether the term consists of only constants and addresses, so that it is the same
 * wherever it is read. */
static bool is_stable(fx *x, az_term t) {
  register_search search = {x->f, false};
  az_free_vars(x->f->store, &t, 1, see_register, &search);
  return !search.found;
}

void fx_define(fx *x, LLVMValueRef v, az_term term) {
  if (!term) return;
  assert(x->stamp); /* 0 is the stamp of terms that are valid in all blocks */
  assert(az_sort_of(x->f->store, term) == fe_sort(x->f, LLVMTypeOf(v)));
  fx_value *value = fx_slot(x, v);
  value->term = term;
  value->stamp = x->stamp;
  if (!value->crosses) return;
  if (is_stable(x, term)) {
    value->stamp = 0;
    return;
  }
  LLVMTypeRef type = LLVMTypeOf(v);
  if (!value->temp)
    value->temp = 1 + fx_temp(x, fe_name_of(x->f->arena, v), fe_register_type(x->f, type));
  fx_store_object(x, value->temp - 1, term, type);
}

/* Returns whether a and b are addresses of two variables that only the linker places. */
static bool are_apart(LLVMValueRef a, LLVMValueRef b) {
  bool constant = LLVMIsAConstantExpr(a) && LLVMIsAConstantExpr(b) &&
                  LLVMGetConstOpcode(a) == LLVMPtrToInt && LLVMGetConstOpcode(b) == LLVMPtrToInt;
  LLVMValueRef p = constant ? fe_base_of(LLVMGetOperand(a, 0)) : NULL,
               q = constant ? fe_base_of(LLVMGetOperand(b, 0)) : NULL;
  return p != q && LLVMIsAGlobalVariable(p) && LLVMIsAGlobalVariable(q);
}

/* Returns the value of a constant for which fe_constant has no term. */
static az_term odd_constant(fx *x, LLVMValueRef v) {
  fe *f = x->f;
  LLVMTypeRef type = LLVMTypeOf(v);
  az_sort sort = fe_sort(f, type);
  if (!sort) return fx_approx(x, type, "a large constant aggregate");
  if (LLVMIsAConstantExpr(v)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(v);
    az_term a = fx_value_of(x, LLVMGetOperand(v, 0));
    uint32_t width = az_sort_width(sort);
    switch (opcode) {
    case LLVMPtrToInt: return fx_ptr_to_int(x, a, width);
    case LLVMIntToPtr: return fx_int_to_ptr(x, az_resize(f->store, a, f->p->pointer_bits, false));
    case LLVMTrunc: return az_resize(f->store, fe_pack(f, a), width, false);
    case LLVMAdd: return az_bv_add(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMSub:
      if (are_apart(LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)))
        fx_unsupported_if(x, az_true(f->store), "the difference of the addresses of two variables");
      return az_bv_sub(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMMul: return az_bv_mul(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMXor: return az_bv_xor(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    default: return fx_approx(x, type, "constant expression");
    }
  }
  if (fe_is_aggregate(type) && !LLVMIsUndef(v)) {
    az_term all = 0;
    for (unsigned i = 0; i < fe_part_count(type); i++) {
      az_term part = fe_pack(f, fx_value_of(x, LLVMGetAggregateElement(v, i)));
      all = all ? az_concat(f->store, part, all) : part;
    }
    return all;
  }
  return fx_undefined(x, sort, "undefined value");
}

az_term fx_value_of(fx *x, LLVMValueRef v) {
  if (LLVMIsConstant(v)) {
    az_term t = fe_constant(x->f, v);
    return t ? t : odd_constant(x, v);
  }
  ptrdiff_t at = hmgeti(x->allocas, v);
  if (at >= 0) return fe_address(x->f, x->allocas[at].value);
  LLVMTypeRef type = LLVMTypeOf(v);
  fx_value *value = fx_slot(x, v);
  if (value->term && (value->stamp == 0 || value->stamp == x->stamp)) return value->term;
  az_term term = 0;
  if (LLVMIsAArgument(v)) {
    unsigned i = 0;
    while (LLVMGetParam(x->fn, i) != v) i++;
    term = fx_load_object(x, x->params[i], type);
  } else if (value->temp) {
    uint32_t object = value->temp - 1;
    term = fx_load_object(x, object, type);
  } else { /* no definition reaches this use, so no execution does */
    return fe_sort(x->f, type)
               ? fx_undefined(x, fe_sort(x->f, type), "value of code that is not reached")
               : 0;
  }
  value = fx_slot(x, v);
  value->term = term;
  value->stamp = x->stamp;
  return term;
}
