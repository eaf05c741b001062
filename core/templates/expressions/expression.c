/* C expressions over the variables of a view, as terms over a state. Types are only widths and
 * signs: integers of at least 32 bits after promotion, and pointers, which can only be compared,
 * tested and selected. */
#include "expressions/expression_internal.h"
#include <assert.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

static az_term truth(const az_expression *e, uint32_t n, const az_state *state);

bool expression_is_comparison(expression_op o) {
  return (o >= OP_LT && o <= OP_NE) || o == OP_AND || o == OP_OR || o == OP_NOT;
}

ctype expression_promoted(ctype t) {
  return t.is_pointer || t.bits >= INT_BITS ? (ctype){t.bits, t.is_signed, t.is_pointer, false}
                                            : (ctype){INT_BITS, true, false, false};
}

ctype expression_common(ctype a, ctype b) {
  a = expression_promoted(a), b = expression_promoted(b);
  if (a.is_pointer || b.is_pointer) return a.is_pointer ? a : b;
  ctype wide = a.bits >= b.bits ? a : b;
  if (a.bits == b.bits) wide.is_signed = a.is_signed && b.is_signed;
  return wide;
}

static az_term converted(const az_expression *e, uint32_t n, ctype to, const az_state *state) {
  const expression_node *from = &e->nodes[n];
  if (to.is_bool) return az_bool_to_bv(e->context.store, truth(e, n, state), to.bits);
  return az_resize(e->context.store, expression_value(e, n, state), to.bits,
                   from->type.is_signed && !from->type.is_pointer);
}

az_term expression_value(const az_expression *e, uint32_t number, const az_state *state) {
  const expression_node *n = &e->nodes[number];
  az_store *s = e->context.store;
  if (n->constant) return n->constant;
  if (expression_is_comparison(n->op))
    return az_bool_to_bv(s, truth(e, number, state), n->type.bits);
  switch (n->op) {
  case OP_VARIABLE: {
    uint32_t at = e->context.vars[n->var].at;
    if (!n->type.is_pointer) return state->values[at];
    return az_concat(s, state->values[at], state->values[at + 1]);
  }
  case OP_CHOOSE: {
    const az_term no = converted(e, n->operand[2], n->type, state);
    const az_term yes = converted(e, n->operand[1], n->type, state);
    return az_ite(s, truth(e, n->operand[0], state), yes, no);
  }
  default: break;
  }
  az_term a = converted(e, n->operand[0], n->type, state);
  if (n->op == OP_CAST) return a;
  if (n->op == OP_NEGATE) return az_bv_neg(s, a);
  if (n->op == OP_INVERT) return az_bv_not(s, a);
  az_term b = converted(e, n->operand[1], n->type, state);
  bool sign = n->type.is_signed;
  switch (n->op) {
  case OP_MUL: return az_bv_mul(s, a, b);
  case OP_DIV: return sign ? az_bv_sdiv(s, a, b) : az_bv_udiv(s, a, b);
  case OP_REM: return sign ? az_bv_srem(s, a, b) : az_bv_urem(s, a, b);
  case OP_ADD: return az_bv_add(s, a, b);
  case OP_SUB: return az_bv_sub(s, a, b);
  case OP_SHL: return az_bv_shl(s, a, b);
  case OP_SHR: return sign ? az_bv_ashr(s, a, b) : az_bv_lshr(s, a, b);
  case OP_BITAND: return az_bv_and(s, a, b);
  case OP_BITXOR: return az_bv_xor(s, a, b);
  default: assert(n->op == OP_BITOR); return az_bv_or(s, a, b);
  }
}

static az_term truth(const az_expression *e, uint32_t number, const az_state *state) {
  const expression_node *n = &e->nodes[number];
  az_store *s = e->context.store;
  if (!expression_is_comparison(n->op)) {
    az_term v = expression_value(e, number, state);
    return az_ne(s, v, az_zero_of(s, az_sort_of(s, v)));
  }
  switch (n->op) {
  case OP_NOT: return az_not(s, truth(e, n->operand[0], state));
  case OP_AND:
  case OP_OR: {
    const az_term right = truth(e, n->operand[1], state), left = truth(e, n->operand[0], state);
    return n->op == OP_AND ? az_and(s, left, right) : az_or(s, left, right);
  }
  default: break;
  }
  ctype type = expression_common(e->nodes[n->operand[0]].type, e->nodes[n->operand[1]].type);
  az_term a = converted(e, n->operand[0], type, state),
          b = converted(e, n->operand[1], type, state);
  bool sign = type.is_signed;
  switch (n->op) {
  case OP_LT: return sign ? az_bv_slt(s, a, b) : az_bv_ult(s, a, b);
  case OP_LE: return sign ? az_bv_sle(s, a, b) : az_bv_ule(s, a, b);
  case OP_GT: return sign ? az_bv_slt(s, b, a) : az_bv_ult(s, b, a);
  case OP_GE: return sign ? az_bv_sle(s, b, a) : az_bv_ule(s, b, a);
  case OP_EQ: return az_eq(s, a, b);
  default: assert(n->op == OP_NE); return az_ne(s, a, b);
  }
}

void az_expression_free(az_expression *e) {
  if (!e) return;
  arrfree(e->nodes);
  free(e);
}

uint32_t az_expression_bits(const az_expression *e) {
  return e->nodes[e->root].type.bits;
}

bool az_expression_signed(const az_expression *e) {
  return e->nodes[e->root].type.is_signed;
}

bool az_expression_is_pointer(const az_expression *e) {
  return e->nodes[e->root].type.is_pointer;
}

az_term az_expression_term(const az_expression *e, const az_state *state) {
  return expression_value(e, e->root, state);
}

az_term az_expression_truth(const az_expression *e, const az_state *state) {
  return truth(e, e->root, state);
}

void az_print_wide(FILE *out, az_wide number) {
  if (number > UINT64_MAX)
    fprintf(out, "((__int128)%lld << 64 | %lluu)", (long long)(number >> 64),
            (unsigned long long)number);
  else if (number > INT64_MAX)
    fprintf(out, "%lluu", (unsigned long long)number);
  else if (number <= INT64_MIN) {
    fputs("(-", out);
    az_print_wide(out, -(number + 1));
    fputs(" - 1)", out);
  } else
    fprintf(out, "%lld", (long long)number);
}
