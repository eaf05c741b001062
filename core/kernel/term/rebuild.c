/* Rebuilds a term over other operands, by the simplifying constructor of its kind. */
#include "term/term_internal.h"

az_term az_rebuild(az_store *s, az_term t, const az_term *op) {
  const node *n = node_of(s, t);
  az_kind kind = (az_kind)n->kind;
  switch (kind) {
  case AZ_K_CONST:
  case AZ_K_VAR:
  case AZ_K_COUNT: return t;
  case AZ_K_NOT: return az_not(s, op[0]);
  case AZ_K_AND: return az_and(s, op[0], op[1]);
  case AZ_K_ITE: return az_ite(s, op[0], op[1], op[2]);
  case AZ_K_EQ: return az_eq(s, op[0], op[1]);
  case AZ_K_BV_NOT: return az_bv_not(s, op[0]);
  case AZ_K_BV_AND: return az_bv_and(s, op[0], op[1]);
  case AZ_K_BV_XOR: return az_bv_xor(s, op[0], op[1]);
  case AZ_K_BV_NEG: return az_bv_neg(s, op[0]);
  case AZ_K_BV_ADD: return az_bv_add(s, op[0], op[1]);
  case AZ_K_BV_MUL:
    return is_nsw(n) && is_const(s, op[1]) ? az_bv_mul_nsw(s, op[0], (uint64_t)bv_value(s, op[1]))
                                           : az_bv_mul(s, op[0], op[1]);
  case AZ_K_BV_UDIV: return az_bv_udiv(s, op[0], op[1]);
  case AZ_K_BV_UREM: return az_bv_urem(s, op[0], op[1]);
  case AZ_K_BV_SDIV: return az_bv_sdiv(s, op[0], op[1]);
  case AZ_K_BV_SREM: return az_bv_srem(s, op[0], op[1]);
  case AZ_K_BV_SHL: return az_bv_shl(s, op[0], op[1]);
  case AZ_K_BV_LSHR: return az_bv_lshr(s, op[0], op[1]);
  case AZ_K_BV_ASHR: return az_bv_ashr(s, op[0], op[1]);
  case AZ_K_BV_ULT: return az_bv_ult(s, op[0], op[1]);
  case AZ_K_BV_SLT: return az_bv_slt(s, op[0], op[1]);
  case AZ_K_CONCAT: return az_concat(s, op[0], op[1]);
  case AZ_K_EXTRACT: return az_extract(s, op[0], n->b, n->c);
  case AZ_K_ZEXT: return az_zext(s, op[0], az_sort_width(n->sort));
  case AZ_K_SEXT: return az_sext(s, op[0], az_sort_width(n->sort));
  case AZ_K_SELECT: return az_select(s, op[0], op[1]);
  case AZ_K_STORE: return az_store_at(s, op[0], op[1], op[2]);
  case AZ_K_CONST_ARRAY: return az_const_array(s, az_sort_index_width(n->sort), op[0]);
  case AZ_K_SPLICE: return splice_of(s, op[0], op[1], op[2]);
  case AZ_K_F_NEG:
  case AZ_K_F_ABS:
  case AZ_K_F_IS_NAN:
  case AZ_K_F_IS_INF: return az_float_unary(s, kind, op[0]);
  case AZ_K_F_REM:
  case AZ_K_F_LT:
  case AZ_K_F_LE:
  case AZ_K_F_EQ: return az_float_binary(s, kind, op[0], op[1]);
  case AZ_K_F_FMA: return az_float_fma(s, op[0], op[1], op[2]);
  case AZ_K_F_FROM_BITS: return az_float_from_bits(s, op[0], n->sort);
  case AZ_K_F_TO_BITS: return az_float_to_bits(s, op[0]);
  case AZ_K_F_TO_SBV:
  case AZ_K_F_TO_UBV: return az_float_convert(s, kind, op[0], n->sort);
  case AZ_K_F_ADD:
  case AZ_K_F_MUL:
  case AZ_K_F_DIV: return az_float_rounded(s, kind, az_round_mode(s, t), op[0], op[1], n->sort);
  case AZ_K_F_SQRT:
  case AZ_K_F_FROM_SBV:
  case AZ_K_F_FROM_UBV:
  case AZ_K_F_FROM_FLOAT:
  case AZ_K_F_ROUND_INT:
    return az_float_rounded(s, kind, az_round_mode(s, t), op[0], AZ_NO_TERM, n->sort);
  }
  return t;
}
