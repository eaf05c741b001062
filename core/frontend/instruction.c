/* Instructions -> statements and terms. What C leaves undefined gives any value (docs/soundness.md
 * 8):
 * shifts by the width or more, division by zero, conversions of floats that do not fit; the checks
 * for them come first, in evaluation order. */
#include "frontend/internal.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

static bool named(LLVMValueRef v, const char *prefix) {
  size_t length = 0;
  return strncmp(LLVMGetValueName2(v, &length), prefix, strlen(prefix)) == 0;
}

/* ---- pointers -------------------------------------------------------------------------------- */

az_term fx_ptr_to_int(fx *x, az_term ptr, uint32_t width) {
  az_program *p = x->f->p;
  az_term result;
  if (az_pointer_object(p, ptr) == az_bv(S, AZ_OBJECT_BITS, 0)) {
    result = az_pointer_offset(p, ptr);
  } else {
    az_stmt *s = fx_emit(x, AZ_S_PTR_TO_INT);
    s->ptr = ptr;
    s->type = fe_int_type(x->f, p->pointer_bits, false, NULL);
    result = s->result = az_fresh(S, az_sort_bv(p->pointer_bits), "r");
  }
  return az_resize(S, result, width, false);
}

az_term fx_int_to_ptr(fx *x, az_term value) {
  az_program *p = x->f->p;
  if (az_is_const(S, value)) return az_pointer(p, az_bv(S, AZ_OBJECT_BITS, 0), value);
  az_stmt *s = fx_emit(x, AZ_S_INT_TO_PTR);
  s->value = value;
  s->type = x->f->pointer_type;
  return s->result = az_fresh(S, az_sort_bv(az_pointer_width(p)), "r");
}

static az_term gep(fx *x, LLVMValueRef v) {
  fe *f = x->f;
  uint32_t bits = f->p->pointer_bits;
  az_term base = fx_value_of(x, LLVMGetOperand(v, 0)), offset = az_pointer_offset(f->p, base);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
      offset = az_bv_add(S, offset, az_bv(S, bits, LLVMOffsetOfElement(f->layout, type, k)));
      type = LLVMStructGetTypeAtIndex(type, k);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    az_term k = az_resize(S, fe_pack(f, fx_value_of(x, index)), bits, true);
    offset = az_bv_add(S, offset, az_bv_mul(S, k, az_bv(S, bits, fe_alloc_size(f, type))));
  }
  return az_pointer(f->p, az_pointer_object(f->p, base), offset);
}

/* The object type and byte offset that a pointer value is known to lead to. */
static bool place(fx *x, LLVMValueRef v, unsigned depth, az_type *type, uint64_t *offset) {
  fe *f = x->f;
  *offset = 0;
  if (depth > 8) return false;
  ptrdiff_t at = hmgeti(x->allocas, v);
  if (at >= 0) {
    *type = f->objects[x->allocas[at].value].type;
    return true;
  }
  if (LLVMIsAGlobalVariable(v)) {
    uint32_t object = fe_global_object(f, v); /* before f->objects is read: it may grow */
    *type = f->objects[object].type;
    return true;
  }
  if (LLVMIsAGetElementPtrInst(v) ||
      (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)) {
    if (!place(x, LLVMGetOperand(v, 0), depth + 1, type, offset)) return false;
    LLVMTypeRef t = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
      LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(v, i));
      if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        unsigned k = (unsigned)LLVMConstIntGetZExtValue(index);
        *offset += LLVMOffsetOfElement(f->layout, t, k);
        t = LLVMStructGetTypeAtIndex(t, k);
        continue;
      }
      if (i > 1) t = LLVMGetElementType(t);
      if (index && i > 1) *offset += LLVMConstIntGetZExtValue(index) * fe_alloc_size(f, t);
    }
    return true;
  }
  az_type pointer = 0;
  if (LLVMIsALoadInst(v)) {
    az_type outer;
    uint64_t inner;
    if (place(x, LLVMGetOperand(v, 0), depth + 1, &outer, &inner))
      pointer = fe_type_at(f, outer, inner, f->p->pointer_bits / 8);
  } else if (LLVMIsAArgument(v)) {
    unsigned i = 0;
    while (LLVMGetParam(x->fn, i) != v) i++;
    pointer = f->objects[x->params[i]].type;
  }
  if (f->types[pointer].kind != AZ_T_POINTER || !f->types[pointer].element) return false;
  *type = f->types[pointer].element;
  return true;
}

az_type fx_pointee(fx *x, LLVMValueRef pointer) {
  az_type type;
  uint64_t offset;
  if (!place(x, pointer, 0, &type, &offset)) return 0;
  az_type inner = fe_type_at(x->f, type, offset, x->f->p->pointer_bits / 8);
  return x->f->types[inner].kind == AZ_T_POINTER ? x->f->types[inner].element : 0;
}

/* ---- integers -------------------------------------------------------------------------------- */

static az_term shift(fx *x, LLVMValueRef i, az_kind kind, az_term a, az_term amount) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  LLVMValueRef source = LLVMGetOperand(i, 1);
  az_term whole = amount;
  /* The amount as C has it: clang cuts it to the width of the left operand. */
  if (LLVMIsATruncInst(source) && named(source, "sh_prom"))
    whole = fx_value_of(x, LLVMGetOperand(source, 0));
  az_term in_range = az_bv_ult(S, whole, az_bv(S, az_sort_width(az_sort_of(S, whole)), width));
  fx_check(x, AZ_C_SHIFT, in_range, "shift amount");
  az_term exact = kind == AZ_K_BV_SHL    ? az_bv_shl(S, a, amount)
                  : kind == AZ_K_BV_LSHR ? az_bv_lshr(S, a, amount)
                                         : az_bv_ashr(S, a, amount);
  return fx_guarded(x, in_range, exact, "shift by the width or more");
}

static az_term divide(fx *x, LLVMOpcode opcode, az_term a, az_term b) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem,
       remainder = opcode == LLVMURem || opcode == LLVMSRem;
  az_term nonzero = az_ne(S, b, az_bv(S, width, 0));
  fx_check(x, AZ_C_DIV_BY_ZERO, nonzero, remainder ? "remainder by zero" : "division by zero");
  if (is_signed) {
    uint64_t sign[AZ_MAX_WIDTH / 64] = {0};
    sign[(width - 1) / 64] = UINT64_C(1) << (width - 1) % 64;
    az_term least = az_bv_limbs(S, width, sign),
            overflows = az_and(S, az_eq(S, a, least), az_eq(S, b, az_bv_signed(S, width, -1)));
    fx_check(x, AZ_C_OVERFLOW, az_not(S, overflows),
             remainder ? "signed remainder" : "signed division");
  }
  az_term exact = opcode == LLVMUDiv   ? az_bv_udiv(S, a, b)
                  : opcode == LLVMURem ? az_bv_urem(S, a, b)
                  : opcode == LLVMSDiv ? az_bv_sdiv(S, a, b)
                                       : az_bv_srem(S, a, b);
  return fx_guarded(x, nonzero, exact, "division by zero");
}

static az_term bool_operation(fx *x, LLVMOpcode opcode, az_term a, az_term b) {
  switch (opcode) {
  case LLVMAnd:
  case LLVMMul: return az_and(S, a, b);
  case LLVMOr: return az_or(S, a, b);
  default: return az_xor(S, a, b); /* add, sub, xor; the others do not occur on i1 */
  }
}

/* An operation on two scalars of one LLVM type. */
static az_term binary(fx *x, LLVMValueRef i, LLVMOpcode opcode, LLVMTypeRef type, az_term a,
                      az_term b) {
  switch (opcode) {
  case LLVMFAdd: return az_float_binary(S, AZ_K_F_ADD, a, b);
  case LLVMFSub: return az_float_binary(S, AZ_K_F_ADD, a, az_float_unary(S, AZ_K_F_NEG, b));
  case LLVMFMul: return az_float_binary(S, AZ_K_F_MUL, a, b);
  case LLVMFDiv: return az_float_binary(S, AZ_K_F_DIV, a, b);
  case LLVMFRem: return fx_approx(x, type, "float remainder");
  default: break;
  }
  if (az_sort_of(S, a) == az_sort_bool()) return bool_operation(x, opcode, a, b);
  bool nsw = (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul) &&
             LLVMIsAInstruction(i) && LLVMGetNSW(i);
  switch (opcode) {
  case LLVMAdd:
    if (nsw)
      fx_check(x, AZ_C_OVERFLOW, az_not(S, az_add_overflows(S, a, b, true)), "signed addition");
    return az_bv_add(S, a, b);
  case LLVMSub:
    if (nsw) {
      bool negation = a == az_zero_of(S, az_sort_of(S, a));
      fx_check(x, AZ_C_OVERFLOW, az_not(S, az_sub_overflows(S, a, b, true)),
               negation ? "signed negation" : "signed subtraction");
    }
    return az_bv_sub(S, a, b);
  case LLVMMul:
    if (nsw)
      fx_check(x, AZ_C_OVERFLOW, az_not(S, az_mul_overflows(S, a, b, true)),
               "signed multiplication");
    return az_bv_mul(S, a, b);
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return divide(x, opcode, a, b);
  case LLVMShl: return shift(x, i, AZ_K_BV_SHL, a, b);
  case LLVMLShr: return shift(x, i, AZ_K_BV_LSHR, a, b);
  case LLVMAShr: return shift(x, i, AZ_K_BV_ASHR, a, b);
  case LLVMAnd: return az_bv_and(S, a, b);
  case LLVMOr: return az_bv_or(S, a, b);
  case LLVMXor: return az_bv_xor(S, a, b);
  default: return fx_approx(x, type, "unknown operation");
  }
}

static az_term lane(fx *x, az_term vector, LLVMTypeRef type, unsigned index) {
  LLVMTypeRef element;
  uint32_t low = fx_part(x->f, type, index, &element),
           width = az_sort_width(fe_sort(x->f, element));
  return fe_unpack(x->f, az_extract(S, vector, low + width - 1, low), element);
}

static az_term binary_instruction(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  az_term a = fx_value_of(x, LLVMGetOperand(i, 0)), b = fx_value_of(x, LLVMGetOperand(i, 1));
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return binary(x, i, opcode, type, a, b);
  az_term all = 0;
  for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
    az_term part = fe_pack(x->f, binary(x, i, opcode, LLVMGetElementType(type), lane(x, a, type, k),
                                        lane(x, b, type, k)));
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static az_term compare_bits(fx *x, LLVMIntPredicate p, az_term a, az_term b) {
  switch (p) {
  case LLVMIntEQ: return az_eq(S, a, b);
  case LLVMIntNE: return az_ne(S, a, b);
  case LLVMIntUGT: return az_bv_ult(S, b, a);
  case LLVMIntUGE: return az_bv_ule(S, b, a);
  case LLVMIntULT: return az_bv_ult(S, a, b);
  case LLVMIntULE: return az_bv_ule(S, a, b);
  case LLVMIntSGT: return az_bv_slt(S, b, a);
  case LLVMIntSGE: return az_bv_sle(S, b, a);
  case LLVMIntSLT: return az_bv_slt(S, a, b);
  default: return az_bv_sle(S, a, b);
  }
}

/* Order of pointers: of the offsets (signed: one before the start is less) in one object, of the
 * addresses otherwise. */
static az_term compare_pointers(fx *x, LLVMIntPredicate p, az_term a, az_term b) {
  az_program *program = x->f->p;
  if (p == LLVMIntEQ || p == LLVMIntNE) {
    az_term none = az_bv(S, AZ_OBJECT_BITS, 0), equal;
    az_term first = az_pointer_object(program, a), second = az_pointer_object(program, b);
    if (x->inserted || first == second || first == none || second == none) {
      equal = az_eq(S, a, b);
    } else {
      az_stmt *s = fx_emit(x, AZ_S_SAME);
      s->ptr = a;
      s->value = b;
      equal = s->result = az_fresh(S, az_sort_bool(), "r");
    }
    return p == LLVMIntEQ ? equal : az_not(S, equal);
  }
  static const LLVMIntPredicate as_signed[] = {[LLVMIntUGT] = LLVMIntSGT,
                                               [LLVMIntUGE] = LLVMIntSGE,
                                               [LLVMIntULT] = LLVMIntSLT,
                                               [LLVMIntULE] = LLVMIntSLE};
  LLVMIntPredicate inner = p <= LLVMIntULE && p >= LLVMIntUGT ? as_signed[p] : p;
  az_term same = az_eq(S, az_pointer_object(program, a), az_pointer_object(program, b));
  az_term offsets =
      compare_bits(x, inner, az_pointer_offset(program, a), az_pointer_offset(program, b));
  if (az_is_true(S, same)) return offsets;
  az_term addresses = compare_bits(x, p, fx_ptr_to_int(x, a, program->pointer_bits),
                                   fx_ptr_to_int(x, b, program->pointer_bits));
  return az_ite(S, same, offsets, addresses);
}

static az_term compare(fx *x, LLVMValueRef i) {
  LLVMValueRef left = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(left);
  LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  az_term a = fx_value_of(x, left), b = fx_value_of(x, LLVMGetOperand(i, 1));
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
    az_term all = 0;
    for (unsigned k = 0; k < LLVMGetVectorSize(type); k++) {
      az_term l = lane(x, a, type, k), r = lane(x, b, type, k);
      az_term part = az_bool_to_bv(S, compare_bits(x, p, fe_pack(x->f, l), fe_pack(x->f, r)), 1);
      all = all ? az_concat(S, part, all) : part;
    }
    return all;
  }
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return compare_pointers(x, p, a, b);
  return compare_bits(x, p, fe_pack(x->f, a), fe_pack(x->f, b));
}

static az_term compare_floats(fx *x, LLVMRealPredicate p, az_term a, az_term b) {
  az_term unordered =
      az_or(S, az_float_unary(S, AZ_K_F_IS_NAN, a), az_float_unary(S, AZ_K_F_IS_NAN, b));
  az_term equal = az_float_binary(S, AZ_K_F_EQ, a, b);
  switch (p) {
  case LLVMRealPredicateFalse: return az_false(S);
  case LLVMRealOEQ: return equal;
  case LLVMRealOGT: return az_float_binary(S, AZ_K_F_LT, b, a);
  case LLVMRealOGE: return az_float_binary(S, AZ_K_F_LE, b, a);
  case LLVMRealOLT: return az_float_binary(S, AZ_K_F_LT, a, b);
  case LLVMRealOLE: return az_float_binary(S, AZ_K_F_LE, a, b);
  case LLVMRealONE: return az_and(S, az_not(S, unordered), az_not(S, equal));
  case LLVMRealORD: return az_not(S, unordered);
  case LLVMRealUNO: return unordered;
  case LLVMRealUEQ: return az_or(S, unordered, equal);
  case LLVMRealUGT: return az_not(S, az_float_binary(S, AZ_K_F_LE, a, b));
  case LLVMRealUGE: return az_not(S, az_float_binary(S, AZ_K_F_LT, a, b));
  case LLVMRealULT: return az_not(S, az_float_binary(S, AZ_K_F_LE, b, a));
  case LLVMRealULE: return az_not(S, az_float_binary(S, AZ_K_F_LT, b, a));
  case LLVMRealUNE: return az_not(S, equal);
  default: return az_true(S);
  }
}

/* ---- conversions ----------------------------------------------------------------------------- */

static az_term power_of_two(fx *x, az_sort sort, uint32_t exponent, bool negative, bool minus_one) {
  az_term one = az_bv(S, exponent + 2, 1),
          power = az_bv_shl(S, one, az_bv(S, exponent + 2, exponent));
  if (negative) power = az_bv_neg(S, power);
  if (minus_one) power = az_bv_sub(S, power, one);
  return az_float_convert(S, AZ_K_F_FROM_SBV, power, sort);
}

az_term fx_float_to_int(fx *x, az_term value, uint32_t width, bool is_signed) {
  az_sort sort = az_sort_of(S, value);
  uint32_t digits = is_signed ? width - 1 : width, largest = 1u << (az_sort_exponent(sort) - 1);
  /* least - 1 < value < greatest + 1, where these are floats; least <= value else. */
  az_term low, high;
  if (!is_signed)
    low = az_float_binary(
        S, AZ_K_F_LT, az_float_convert(S, AZ_K_F_FROM_SBV, az_bv_signed(S, 8, -1), sort), value);
  else if (digits >= largest)
    low = az_not(S, az_float_unary(S, AZ_K_F_IS_NAN, value));
  else if (az_sort_significand(sort) > digits)
    low = az_float_binary(S, AZ_K_F_LT, power_of_two(x, sort, digits, true, true), value);
  else
    low = az_float_binary(S, AZ_K_F_LE, power_of_two(x, sort, digits, true, false), value);
  if (digits >= largest)
    high = az_not(S, az_float_unary(S, AZ_K_F_IS_INF, value));
  else
    high = az_float_binary(S, AZ_K_F_LT, value, power_of_two(x, sort, digits, false, false));
  az_term in_range = az_and(S, low, high);
  fx_check(x, AZ_C_CONVERSION, in_range, "float to integer conversion");
  az_term exact =
      az_float_convert(S, is_signed ? AZ_K_F_TO_SBV : AZ_K_F_TO_UBV, value, az_sort_bv(width));
  return fx_guarded(x, in_range, exact, "conversion of a float that does not fit");
}

static az_term bit_cast(fx *x, az_term a, LLVMTypeRef from, LLVMTypeRef to) {
  (void)from;
  if (az_sort_of(S, a) == fe_sort(x->f, to) && LLVMGetTypeKind(to) != LLVMX86_FP80TypeKind)
    return a;
  if (LLVMGetTypeKind(from) == LLVMX86_FP80TypeKind || LLVMGetTypeKind(to) == LLVMX86_FP80TypeKind)
    return fx_approx(x, to, "bits of a long double");
  az_term bits = fe_pack(x->f, a);
  if (az_sort_kind_of(az_sort_of(S, a)) == AZ_SORT_FLOAT) /* which NaN it is, is not said */
    bits = fx_guarded(x, az_not(S, az_float_unary(S, AZ_K_F_IS_NAN, a)), bits, "bits of a NaN");
  return fe_unpack(x->f, bits, to);
}

static az_term convert(fx *x, LLVMValueRef i) {
  LLVMTypeRef to = LLVMTypeOf(i), from = LLVMTypeOf(LLVMGetOperand(i, 0));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  az_term a = fx_value_of(x, LLVMGetOperand(i, 0));
  if (opcode == LLVMBitCast) return bit_cast(x, a, from, to);
  if (fe_is_aggregate(to)) return fx_approx(x, to, "conversion of a vector");
  uint32_t width = LLVMGetTypeKind(to) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(to) : 0;
  switch (opcode) {
  case LLVMTrunc:
    if (width == 1) return az_eq(S, az_extract(S, a, 0, 0), az_bv(S, 1, 1));
    return az_extract(S, a, width - 1, 0);
  case LLVMZExt: return az_zext(S, fe_pack(x->f, a), width);
  case LLVMSExt: return az_sext(S, fe_pack(x->f, a), width);
  case LLVMFPToSI:
  case LLVMFPToUI:
    if (width == 1)
      return az_not(S, az_float_binary(S, AZ_K_F_EQ, a, az_zero_of(S, az_sort_of(S, a))));
    return fx_float_to_int(x, a, width, opcode == LLVMFPToSI);
  case LLVMSIToFP: return az_float_convert(S, AZ_K_F_FROM_SBV, fe_pack(x->f, a), fe_sort(x->f, to));
  case LLVMUIToFP: return az_float_convert(S, AZ_K_F_FROM_UBV, fe_pack(x->f, a), fe_sort(x->f, to));
  case LLVMFPTrunc:
  case LLVMFPExt: return az_float_convert(S, AZ_K_F_FROM_FLOAT, a, fe_sort(x->f, to));
  case LLVMPtrToInt:
    return width == 1 ? fx_approx(x, to, "address as one bit") : fx_ptr_to_int(x, a, width);
  case LLVMIntToPtr:
    return fx_int_to_ptr(x, az_resize(S, fe_pack(x->f, a), x->f->p->pointer_bits, false));
  case LLVMAddrSpaceCast: return a;
  default: return fx_approx(x, to, "unknown conversion");
  }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* va_arg as clang writes it out: an address in the register save area or on the stack, called
 * vaarg.addr (argp.cur on i386). It becomes an object of arbitrary content. */
static az_term next_argument(fx *x, LLVMValueRef i) {
  az_type type = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(i); u && !type; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) type = fe_register_type(x->f, LLVMTypeOf(user));
  }
  if (!type) type = fe_array_of(x->f, x->f->byte_type, 256); /* a struct, copied */
  uint32_t object = fx_temp(x, NULL, type);
  az_term pointer = fe_address(x->f, object);
  fx_emit(x, AZ_S_LIVE)->object = object;
  fx_havoc(x, &pointer, 1, "variable argument");
  return pointer;
}

static az_term allocate(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  LLVMTypeRef llvm = LLVMGetAllocatedType(i);
  uint32_t bits = f->p->pointer_bits;
  az_term count = az_resize(S, fx_value_of(x, LLVMGetOperand(i, 0)), bits, false);
  az_type type = 0;
  LLVMMetadataRef variable = hmget(x->declares, i);
  if (variable) {
    type = fe_di_type(f, fe_di_operand(f, variable, 3));
    if (f->types[type].kind == AZ_T_ARRAY && !f->types[type].count) type = f->types[type].element;
  } else {
    for (LLVMUseRef u = LLVMGetFirstUse(i); u && !type; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == i)
        type = fx_pointee(x, LLVMGetOperand(user, 1));
    }
  }
  bool vla = named(i, "vla");
  az_term size = az_bv(S, bits, fe_alloc_size(f, llvm));
  if (vla) { /* C has no object larger than the address space: no execution goes on with one */
    fx_emit(x, AZ_S_ASSUME)->value = az_not(S, az_mul_overflows(S, count, size, false));
    if (az_is_true(S, arrlast(x->stmts).value)) (void)arrpop(x->stmts);
  }
  az_stmt *s = fx_emit(x, AZ_S_ALLOC);
  s->alloc = vla ? AZ_ALLOC_VLA : AZ_ALLOC_ALLOCA;
  s->type = type ? type : vla ? fe_llvm_type(f, llvm) : 0;
  s->size = az_bv_mul(S, count, size);
  return s->result = az_fresh(S, f->types[f->pointer_type].sort, "r");
}

static az_term exchange(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  az_term ptr = fx_value_of(x, LLVMGetOperand(i, 0)),
          expected = fx_value_of(x, LLVMGetOperand(i, 1));
  az_term wanted = fx_value_of(x, LLVMGetOperand(i, 2)), old = fx_load(x, ptr, type),
          same = az_eq(S, old, expected);
  fx_store(x, ptr, az_ite(S, same, wanted, old), type);
  return az_concat(S, az_bool_to_bv(S, same, 1), fe_pack(x->f, old));
}

static az_term read_modify_write(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  az_term ptr = fx_value_of(x, LLVMGetOperand(i, 0)), b = fx_value_of(x, LLVMGetOperand(i, 1)),
          old = fx_load(x, ptr, type), value;
  switch (LLVMGetAtomicRMWBinOp(i)) {
  case LLVMAtomicRMWBinOpXchg: value = b; break;
  case LLVMAtomicRMWBinOpAdd: value = az_bv_add(S, old, b); break;
  case LLVMAtomicRMWBinOpSub: value = az_bv_sub(S, old, b); break;
  case LLVMAtomicRMWBinOpAnd: value = az_bv_and(S, old, b); break;
  case LLVMAtomicRMWBinOpNand: value = az_bv_not(S, az_bv_and(S, old, b)); break;
  case LLVMAtomicRMWBinOpOr: value = az_bv_or(S, old, b); break;
  case LLVMAtomicRMWBinOpXor: value = az_bv_xor(S, old, b); break;
  case LLVMAtomicRMWBinOpMax: value = az_ite(S, az_bv_slt(S, old, b), b, old); break;
  case LLVMAtomicRMWBinOpMin: value = az_ite(S, az_bv_slt(S, b, old), b, old); break;
  case LLVMAtomicRMWBinOpUMax: value = az_ite(S, az_bv_ult(S, old, b), b, old); break;
  case LLVMAtomicRMWBinOpUMin: value = az_ite(S, az_bv_ult(S, b, old), b, old); break;
  default: value = fx_approx(x, type, "atomic float operation"); break;
  }
  fx_store(x, ptr, value, type);
  return old;
}

/* ---- aggregates ------------------------------------------------------------------------------ */

/* Where extractvalue and insertvalue point into the packed aggregate. */
static uint32_t indexed(fx *x, LLVMValueRef i, LLVMTypeRef type, LLVMTypeRef *element) {
  const unsigned *indices = LLVMGetIndices(i);
  uint32_t low = 0;
  *element = type;
  for (unsigned k = 0; k < LLVMGetNumIndices(i); k++)
    low += fx_part(x->f, *element, indices[k], element);
  return low;
}

static az_term replace(fx *x, az_term whole, az_term part, uint32_t low) {
  uint32_t width = az_sort_width(az_sort_of(S, whole)), size = az_sort_width(az_sort_of(S, part));
  az_term result = part;
  if (low) result = az_concat(S, result, az_extract(S, whole, low - 1, 0));
  if (low + size < width)
    result = az_concat(S, az_extract(S, whole, width - 1, low + size), result);
  return result;
}

static az_term shuffle(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), element;
  az_term a = fx_value_of(x, LLVMGetOperand(i, 0)), b = fx_value_of(x, LLVMGetOperand(i, 1)),
          all = 0;
  int n = (int)LLVMGetVectorSize(type);
  for (unsigned k = 0; k < LLVMGetNumMaskElements(i); k++) {
    int from = LLVMGetMaskValue(i, k);
    fx_part(x->f, type, 0, &element);
    az_term part = from < 0 ? fx_undefined(x, az_sort_bv(az_sort_width(fe_sort(x->f, element))),
                                           "undefined value")
                            : fe_pack(x->f, from < n ? lane(x, a, type, (unsigned)from)
                                                     : lane(x, b, type, (unsigned)(from - n)));
    all = all ? az_concat(S, part, all) : part;
  }
  return all;
}

static az_term aggregate(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), element;
  az_term whole = fx_value_of(x, LLVMGetOperand(i, 0));
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!whole) return fx_approx(x, LLVMTypeOf(i), "a register that is a large aggregate");
  switch (opcode) {
  case LLVMExtractValue: {
    uint32_t low = indexed(x, i, type, &element);
    return fe_unpack(
        x->f, az_extract(S, whole, low + az_sort_width(fe_sort(x->f, element)) - 1, low), element);
  }
  case LLVMInsertValue: {
    uint32_t low = indexed(x, i, type, &element);
    return replace(x, whole, fe_pack(x->f, fx_value_of(x, LLVMGetOperand(i, 1))), low);
  }
  case LLVMExtractElement: {
    LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(i, 1));
    if (!index || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(type)) break;
    return lane(x, whole, type, (unsigned)LLVMConstIntGetZExtValue(index));
  }
  case LLVMInsertElement: {
    LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(i, 2));
    if (!index || LLVMConstIntGetZExtValue(index) >= LLVMGetVectorSize(type)) break;
    uint32_t low = fx_part(x->f, type, (unsigned)LLVMConstIntGetZExtValue(index), &element);
    return replace(x, whole, fe_pack(x->f, fx_value_of(x, LLVMGetOperand(i, 1))), low);
  }
  default: return shuffle(x, i);
  }
  return fx_approx(x, LLVMTypeOf(i), "vector element at a variable index");
}

/* ---- all ------------------------------------------------------------------------------------- */

void fx_instruction(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  LLVMTypeRef type = LLVMTypeOf(i);
  az_term result = 0;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  switch (opcode) {
  case LLVMAlloca:
    if (hmgeti(x->allocas, i) >= 0) return;
    result = allocate(x, i);
    break;
  case LLVMLoad:
    if (LLVMGetOperand(i, 0) == x->dead_slot) return;
    if (named(i, "argp.cur") && LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
      fx_load(x, fx_value_of(x, LLVMGetOperand(i, 0)), type);
      result = next_argument(x, i);
    } else {
      result = fx_load(x, fx_value_of(x, LLVMGetOperand(i, 0)), type);
    }
    break;
  case LLVMStore:
    if (LLVMGetOperand(i, 1) == x->dead_slot) return;
    fx_store(x, fx_value_of(x, LLVMGetOperand(i, 1)), fx_value_of(x, LLVMGetOperand(i, 0)),
             LLVMTypeOf(LLVMGetOperand(i, 0)));
    return;
  case LLVMGetElementPtr:
    result = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? fx_approx(x, type, "vector of pointers")
                                                         : gep(x, i);
    break;
  case LLVMPHI: result = next_argument(x, i); break; /* others are read at the block's start */
  case LLVMICmp: result = compare(x, i); break;
  case LLVMFCmp:
    result = fe_is_aggregate(type)
                 ? fx_approx(x, type, "comparison of float vectors")
                 : compare_floats(x, LLVMGetFCmpPredicate(i), fx_value_of(x, LLVMGetOperand(i, 0)),
                                  fx_value_of(x, LLVMGetOperand(i, 1)));
    break;
  case LLVMFNeg:
    result = fe_is_aggregate(type)
                 ? fx_approx(x, type, "negation of a float vector")
                 : az_float_unary(S, AZ_K_F_NEG, fx_value_of(x, LLVMGetOperand(i, 0)));
    break;
  case LLVMSelect: {
    az_term condition = fx_value_of(x, LLVMGetOperand(i, 0));
    if (az_sort_of(S, condition) != az_sort_bool())
      result = fx_approx(x, type, "selection by a vector");
    else
      result = az_ite(S, condition, fx_value_of(x, LLVMGetOperand(i, 1)),
                      fx_value_of(x, LLVMGetOperand(i, 2)));
    break;
  }
  case LLVMCall:
  case LLVMInvoke: result = fx_translate_call(x, i); break;
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector: result = aggregate(x, i); break;
  case LLVMFreeze: result = fx_value_of(x, LLVMGetOperand(i, 0)); break;
  case LLVMAtomicCmpXchg: result = exchange(x, i); break;
  case LLVMAtomicRMW: result = read_modify_write(x, i); break;
  case LLVMFence: return;
  default:
    if (LLVMIsABinaryOperator(i)) {
      result = binary_instruction(x, i);
    } else if (LLVMIsACastInst(i)) {
      result = convert(x, i);
    } else {
      char *cause = az_arena_printf(f->arena, "instruction %d", (int)opcode);
      if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        fx_unsupported(x, cause);
      else
        result = fx_approx(x, type, cause);
    }
  }
  fx_define(x, i, result);
}
