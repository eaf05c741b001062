/* Bit-fields that are wider than int. C leaves the type of their values open (C17 6.7.2.1p5,
 * 6.3.1.1p2): clang takes the declared type, gcc an integer type of exactly this width. An
 * expression of such a value and of operands that are no wider than int also has this type, up to a
 * conversion. Both readings agree as long as results in the declared type fit in the width, and so
 * do the operands of comparisons, divisions and right shifts. */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"

#define S (x->f->store)

typedef struct width {
  unsigned bits; /* 0: not such a type */
  bool is_signed;
} width;

enum { INT_BITS = 32, DEPTH = 24 };

static unsigned type_bits(LLVMValueRef v) {
  return fe_is_integer(LLVMTypeOf(v)) ? LLVMGetIntTypeWidth(LLVMTypeOf(v)) : 0;
}

/* Returns the number of low bits of a mask; 0 if it is not a mask of low bits. */
static unsigned mask_bits(LLVMValueRef mask) {
  if (!LLVMIsAConstantInt(mask) || type_bits(mask) > 64) return 0;
  uint64_t m = LLVMConstIntGetZExtValue(mask);
  return m && !(m & (m + 1)) ? (unsigned)__builtin_popcountll(m) : 0;
}

/* Returns the number of bits of a value that remain after a right shift by a constant. */
static unsigned shifted_bits(LLVMValueRef shift) {
  LLVMValueRef amount = LLVMGetOperand(shift, 1);
  return LLVMIsAConstantInt(amount) ? type_bits(shift) - (unsigned)LLVMConstIntGetZExtValue(amount)
                                    : 0;
}

/* Returns whether the value is no wider than int. */
static bool is_narrow(LLVMValueRef v) {
  if (LLVMIsAConstantInt(v) && type_bits(v) <= 64) {
    int64_t value = LLVMConstIntGetSExtValue(v);
    return value >= INT32_MIN && value <= UINT32_MAX;
  }
  return (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v)) && !fe_is_named(v, "bf.") &&
         type_bits(LLVMGetOperand(v, 0)) <= INT_BITS;
}

/* Returns the width of a value that was read from a bit-field, or results from assigning to one. */
static width field_width(LLVMValueRef v) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  if (opcode == LLVMAnd) return (width){mask_bits(LLVMGetOperand(v, 1)), false};
  if (opcode == LLVMAShr) return (width){shifted_bits(v), true};
  if (opcode == LLVMLShr) return (width){shifted_bits(v), false};
  if (opcode != LLVMZExt && opcode != LLVMSExt) return (width){0, false};
  LLVMValueRef from = LLVMGetOperand(v, 0);
  if (LLVMIsAInstruction(from) && fe_is_named(from, "bf.") && field_width(from).bits)
    return field_width(from);
  return (width){type_bits(from), opcode == LLVMSExt};
}

static width width_of(LLVMValueRef v, unsigned depth);

/* Returns the width of an expression with two operands that are converted to one type. */
static width common(LLVMValueRef a, LLVMValueRef b, unsigned depth) {
  width l = width_of(a, depth), r = width_of(b, depth);
  if ((!l.bits && !is_narrow(a)) || (!r.bits && !is_narrow(b))) return (width){0, false};
  if (l.bits != r.bits) return l.bits > r.bits ? l : r;
  return (width){l.bits, l.is_signed && r.is_signed};
}

static width width_of(LLVMValueRef v, unsigned depth) {
  width w = {0, false};
  if (!LLVMIsAInstruction(v) || type_bits(v) <= INT_BITS || !depth) return w;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  if (fe_is_named(v, "bf.")) {
    w = field_width(v);
    bool wide = w.bits > INT_BITS && w.bits < type_bits(v);
    return wide ? w : (width){0, false};
  }
  if (opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr)
    return width_of(LLVMGetOperand(v, 0), depth - 1);
  if (LLVMIsABinaryOperator(v))
    return common(LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), depth - 1);
  if (opcode == LLVMSelect) return common(LLVMGetOperand(v, 1), LLVMGetOperand(v, 2), depth - 1);
  if (opcode == LLVMPHI && LLVMCountIncoming(v) == 2)
    return common(LLVMGetIncomingValue(v, 0), LLVMGetIncomingValue(v, 1), depth - 1);
  return w;
}

static az_term does_not_fit(fx *x, az_term t, width w) {
  uint32_t bits = az_sort_width(az_sort_of(S, t));
  az_term rest = az_bv(S, bits, bits - w.bits), high = az_bv_shl(S, t, rest);
  return az_ne(S, t, w.is_signed ? az_bv_ashr(S, high, rest) : az_bv_lshr(S, high, rest));
}

/* Returns whether the result is only stored to a field of that width, which drops the rest. */
static bool is_stored_back(LLVMValueRef i, width w) {
  for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool masks = LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMAnd &&
                 fe_is_named(user, "bf.value");
    unsigned bits = masks ? mask_bits(LLVMGetOperand(user, 1)) : 0;
    if (!bits || bits > w.bits) return false;
  }
  return LLVMGetFirstUse(i) != NULL;
}

void fx_note_bit_field(fx *x, LLVMValueRef i, az_term result) {
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  if (!LLVMIsAInstruction(i) || type_bits(a) <= INT_BITS || fe_is_named(i, "bf.")) return;
  bool compares = LLVMIsAICmpInst(i) != NULL;
  width w = compares ? common(a, b, DEPTH) : width_of(i, DEPTH);
  if (!w.bits) return;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
  bool low = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMAnd ||
             opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMShl;
  static const char text[] = "type of an expression with a bit-field that is wider than int";
  if (low && is_stored_back(i, w)) return;
  if (result) fx_unsupported_if(x, does_not_fit(x, fe_pack(x->f, result), w), text);
  if (shifts) {
    az_term amount = fe_pack(x->f, fx_value_of(x, b));
    az_term bound = az_bv(S, az_sort_width(az_sort_of(S, amount)), w.bits);
    fx_unsupported_if(x, az_not(S, az_bv_ult(S, amount, bound)), text);
  }
  if (low || shifts) return;
  fx_unsupported_if(x, does_not_fit(x, fe_pack(x->f, fx_value_of(x, a)), w), text);
  fx_unsupported_if(x, does_not_fit(x, fe_pack(x->f, fx_value_of(x, b)), w), text);
}
