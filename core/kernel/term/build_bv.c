/* Bitwise operators, shifts and division of bit-vectors, with local simplification. Shifts and
 * divisions by powers of two become products and extracts. */
#include "term/term_internal.h"

az_term bv_ones(az_store *s, uint32_t width) {
  return az_bv_wide(s, width, -1);
}

/* ---- operators over ite(c, constant, constant) ---- */

bool bv_is_const_ite(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  return n->kind == AZ_K_ITE && is_const(s, n->b) && is_const(s, n->c);
}

az_term bv_lift_unary(az_store *s, unary_constructor op, az_term a) {
  const node *n = node_of(s, a);
  az_term x = op(s, n->b);
  return az_ite(s, n->a, x, op(s, n->c));
}

az_term bv_lift(az_store *s, binary_constructor op, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind != AZ_K_ITE && n->kind != AZ_K_ITE) return AZ_NO_TERM;
  bool ite_a = bv_is_const_ite(s, a), ite_b = bv_is_const_ite(s, b);
  if (ite_a && n->kind == AZ_K_CONST) {
    az_term x = op(s, m->b, b);
    return az_ite(s, m->a, x, op(s, m->c, b));
  }
  if (ite_b && m->kind == AZ_K_CONST) {
    az_term x = op(s, a, n->b);
    return az_ite(s, n->a, x, op(s, a, n->c));
  }
  if (ite_a && ite_b && m->a == n->a) {
    az_term x = op(s, m->b, n->b);
    return az_ite(s, m->a, x, op(s, m->c, n->c));
  }
  return AZ_NO_TERM;
}

/* ---- bitwise ---- */

az_term az_bv_not(az_store *s, az_term a) {
  REQUIRE_BV(s, a);
  const node *n = node_of(s, a);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_CONST) return fold_binary(s, AZ_K_BV_XOR, a, bv_ones(s, width));
  if (n->kind == AZ_K_BV_NOT) return n->a;
  if (bv_is_const_ite(s, a)) return bv_lift_unary(s, az_bv_not, a);
  if (n->kind == AZ_K_CONCAT && (is_const(s, n->a) || is_const(s, n->b))) {
    az_term low = n->b, high = az_bv_not(s, n->a);
    return az_concat(s, high, az_bv_not(s, low));
  }
  if (width <= 128 && (n->kind == AZ_K_BV_ADD || n->kind == AZ_K_BV_NEG)) {
    linear l = {.constant = mask128(width)};
    if (linear_add(s, &l, a, -(u128)1)) return linear_build(s, &l, width);
  }
  return az_cons(s, AZ_K_BV_NOT, n->sort, a, 0, 0);
}

static bool bv_complementary(const az_store *s, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  return (m->kind == AZ_K_BV_NOT && m->a == b) || (n->kind == AZ_K_BV_NOT && n->a == a);
}

/* Returns whether the constant is 0..01..10..0; computes its lowest one bit and number of ones. */
static bool contiguous(const az_store *s, az_term t, uint32_t *low, uint32_t *count) {
  uint32_t width = width_of(s, t), i = 0;
  const uint64_t *limbs = az_const_limbs(s, t);
  while (i < width && !limbs_bit(limbs, i)) i++;
  *low = i;
  while (i < width && limbs_bit(limbs, i)) i++;
  *count = i - *low;
  while (i < width && !limbs_bit(limbs, i)) i++;
  return i == width && *count;
}

az_term az_bv_and(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  constant_right(s, &a, &b);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_AND, a, b);
  if (a == b || bv_is_ones(s, b)) return a;
  if (bv_is_zero(s, b)) return b;
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  uint32_t width = az_sort_width(sort), low, count;
  if (bv_complementary(s, a, b)) return az_zero_of(s, sort);
  az_term r = bv_lift(s, az_bv_and, a, b);
  if (r) return r;
  if (n->kind == AZ_K_CONST) {
    if (m->kind == AZ_K_BV_AND && is_const(s, m->b))
      return az_bv_and(s, m->a, fold_binary(s, AZ_K_BV_AND, m->b, b));
    if (contiguous(s, b, &low, &count)) {
      az_term middle = az_extract(s, a, low + count - 1, low);
      if (low) middle = az_concat(s, middle, az_bv(s, low, 0));
      return az_zext(s, middle, width);
    }
    if (m->kind == AZ_K_ZEXT) { /* only the low part of the mask matters */
      uint32_t inner = width_of(s, m->a);
      return az_zext(s, az_bv_and(s, m->a, az_extract(s, b, inner - 1, 0)), width);
    }
  }
  if (m->kind == AZ_K_ZEXT && n->kind == AZ_K_ZEXT && width_of(s, m->a) == width_of(s, n->a))
    return az_zext(s, az_bv_and(s, m->a, n->a), width);
  if (m->kind == AZ_K_CONCAT && n->kind == AZ_K_CONCAT && width_of(s, m->a) == width_of(s, n->a) &&
      s->depth < MAX_NESTING) {
    s->depth++;
    az_term x = m->b, y = n->b, high = az_bv_and(s, m->a, n->a);
    r = az_concat(s, high, az_bv_and(s, x, y));
    s->depth--;
    return r;
  }
  for (int i = 0; i < 2; i++) {
    if (m->kind == AZ_K_BV_AND) {
      if (m->a == b || m->b == b) return a; /* duplicate */
      if (bv_complementary(s, m->a, b) || bv_complementary(s, m->b, b)) return az_zero_of(s, sort);
    }
    if (m->kind == AZ_K_BV_NOT && kind_of(s, m->a) == AZ_K_BV_AND) { /* (x | y) & b */
      const node *k = node_of(s, m->a);
      if (bv_complementary(s, k->a, b) || bv_complementary(s, k->b, b)) return b;
    }
    const node *swap = m;
    m = n, n = swap;
    swap_terms(&a, &b);
  }
  if (a > b && !is_const(s, b)) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_AND, sort, a, b, 0);
}

/* Returns the number of low bits that are 0 by structure. */
uint32_t bv_low_zeros(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort), i = 0;
  if (n->kind == AZ_K_ZEXT || n->kind == AZ_K_SEXT) {
    uint32_t inner = width_of(s, n->a);
    i = bv_low_zeros(s, n->a);
    return i == inner ? width : i;
  }
  if (n->kind == AZ_K_CONCAT || (n->kind == AZ_K_BV_MUL && is_const(s, n->b))) t = n->b;
  if (!is_const(s, t)) return 0;
  const uint64_t *limbs = az_const_limbs(s, t);
  width = width_of(s, t);
  while (i < width && !limbs_bit(limbs, i)) i++;
  return i;
}

az_term az_bv_or(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  uint32_t width = width_of(s, a);
  if (width > 1 && width <= RANGE_WIDTH && !is_const(s, a) && !is_const(s, b)) {
    /* disjoint bits: a value assembled from bytes */
    for (int i = 0; i < 2; i++) {
      uint32_t k = bv_low_zeros(s, b);
      if (k && k < width && bv_range(s, a).uhi <= mask128(k)) {
        const az_term low = bv_low(s, a, k);
        return az_concat(s, az_extract(s, b, width - 1, k), low);
      }
      swap_terms(&a, &b);
    }
  }
  const az_term not_b = az_bv_not(s, b);
  return az_bv_not(s, az_bv_and(s, az_bv_not(s, a), not_b));
}

az_term az_bv_xor(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  constant_right(s, &a, &b);
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_XOR, a, b);
  if (a == b) return az_zero_of(s, sort);
  if (bv_is_zero(s, b)) return a;
  if (bv_is_ones(s, b)) return az_bv_not(s, a);
  if (bv_complementary(s, a, b)) return bv_ones(s, az_sort_width(sort));
  az_term r = bv_lift(s, az_bv_xor, a, b);
  if (r) return r;
  if (n->kind == AZ_K_CONST && m->kind == AZ_K_BV_XOR && is_const(s, m->b))
    return az_bv_xor(s, m->a, fold_binary(s, AZ_K_BV_XOR, m->b, b));
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_CONST) return az_bv_xor(s, m->a, az_bv_not(s, b));
  if (m->kind == AZ_K_BV_NOT) return az_bv_not(s, az_bv_xor(s, m->a, b));
  if (n->kind == AZ_K_BV_NOT) return az_bv_not(s, az_bv_xor(s, a, n->a));
  if (m->kind == AZ_K_BV_XOR && (m->a == b || m->b == b)) return m->a == b ? m->b : m->a;
  if (n->kind == AZ_K_BV_XOR && (n->a == a || n->b == a)) return n->a == a ? n->b : n->a;
  if (m->kind == AZ_K_ZEXT && n->kind == AZ_K_ZEXT && width_of(s, m->a) == width_of(s, n->a))
    return az_zext(s, az_bv_xor(s, m->a, n->a), az_sort_width(sort));
  if (a > b && !is_const(s, b)) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_XOR, sort, a, b, 0);
}

/* ---- shifts ---- */

/* Returns a constant shift amount, capped at the width. */
static bool shift_amount(const az_store *s, az_term t, uint32_t *by) {
  if (!is_const(s, t)) return false;
  uint32_t width = width_of(s, t);
  const uint64_t *limbs = az_const_limbs(s, t);
  *by = limbs[0] < width ? (uint32_t)limbs[0] : width;
  for (uint32_t i = 1; i < limbs_of(width); i++)
    if (limbs[i]) *by = width;
  return true;
}

az_term bv_power(az_store *s, uint32_t width, uint32_t exponent) {
  uint64_t limbs[MAX_LIMBS] = {0};
  limbs[exponent / 64] = UINT64_C(1) << exponent % 64;
  return az_bv_limbs(s, width, limbs);
}

az_term az_bv_shl(az_store *s, az_term a, az_term amount) {
  REQUIRE_SAME_BV(s, a, amount);
  uint32_t width = width_of(s, a), by;
  if (bv_is_zero(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) return az_zero_of(s, node_of(s, a)->sort);
    return by ? az_bv_mul(s, a, bv_power(s, width, by)) : a;
  }
  az_term r = bv_lift(s, az_bv_shl, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_SHL, node_of(s, a)->sort, a, amount, 0);
}

az_term az_bv_lshr(az_store *s, az_term a, az_term amount) {
  REQUIRE_SAME_BV(s, a, amount);
  uint32_t width = width_of(s, a), by;
  if (bv_is_zero(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) return az_zero_of(s, node_of(s, a)->sort);
    return by ? az_zext(s, az_extract(s, a, width - 1, by), width) : a;
  }
  az_term r = bv_lift(s, az_bv_lshr, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_LSHR, node_of(s, a)->sort, a, amount, 0);
}

az_term az_bv_ashr(az_store *s, az_term a, az_term amount) {
  REQUIRE_SAME_BV(s, a, amount);
  uint32_t width = width_of(s, a), by;
  if (bv_is_zero(s, a) || bv_is_ones(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) by = width - 1;
    return by ? az_sext(s, az_extract(s, a, width - 1, by), width) : a;
  }
  az_term r = bv_lift(s, az_bv_ashr, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_ASHR, node_of(s, a)->sort, a, amount, 0);
}

/* ---- division ---- */

/* Returns the least width at which the term is a zero (sign) extension by structure. */
uint32_t narrow_unsigned(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_ZEXT) return width_of(s, n->a);
  if (n->kind != AZ_K_CONST) return width;
  const uint64_t *limbs = az_const_limbs(s, t);
  while (width > 1 && !limbs_bit(limbs, width - 1)) width--;
  return width;
}

uint32_t narrow_signed(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_ZEXT) return width_of(s, n->a) + 1;
  if (n->kind == AZ_K_SEXT) return width_of(s, n->a);
  if (n->kind != AZ_K_CONST) return width;
  const uint64_t *limbs = az_const_limbs(s, t);
  while (width > 1 && limbs_bit(limbs, width - 1) == limbs_bit(limbs, width - 2)) width--;
  return width;
}

az_term bv_low(az_store *s, az_term t, uint32_t width) {
  return az_extract(s, t, width - 1, 0);
}

az_term bv_of_low(az_store *s, binary_constructor op, az_term a, az_term b, uint32_t width) {
  const az_term low_b = bv_low(s, b, width);
  return op(s, bv_low(s, a, width), low_b);
}

bool bv_nonnegative(const az_store *s, az_term t) {
  return width_of(s, t) <= RANGE_WIDTH && bv_range(s, t).slo >= 0;
}

az_term az_bv_udiv(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b)) return bv_ones(s, width);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UDIV, a, b);
  if (bv_is_value(s, b, 1)) return a;
  int k = bv_power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, width - 1, (uint32_t)k), width);
  az_term quotient, remainder;
  if (bv_divide_sum(s, a, b, false, &quotient, &remainder)) return quotient;
  az_term r = bv_lift(s, az_bv_udiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (is_const(s, b) && least < width)
    return az_zext(s, bv_of_low(s, az_bv_udiv, a, b, least), width);
  if (width <= RANGE_WIDTH && bv_range(s, a).uhi < bv_range(s, b).ulo)
    return az_zero_of(s, node_of(s, a)->sort);
  return az_cons(s, AZ_K_BV_UDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_urem(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b) || bv_is_zero(s, a)) return a;
  if (a == b || bv_is_value(s, b, 1)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UREM, a, b);
  int k = bv_power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, (uint32_t)k - 1, 0), width);
  az_term quotient, remainder;
  if (bv_divide_sum(s, a, b, false, &quotient, &remainder)) return remainder;
  az_term r = bv_lift(s, az_bv_urem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least < width) return az_zext(s, bv_of_low(s, az_bv_urem, a, b, least), width);
  if (width <= RANGE_WIDTH && bv_range(s, a).uhi < bv_range(s, b).ulo) return a;
  return az_cons(s, AZ_K_BV_UREM, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_sdiv(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SDIV, a, b);
  if (bv_is_zero(s, b)) {
    const az_term minus_1 = bv_ones(s, width), one = az_bv(s, width, 1);
    return az_ite(s, az_bv_slt(s, a, b), one, minus_1);
  }
  if (bv_is_ones(s, b)) return az_bv_neg(s, a);
  if (bv_is_value(s, b, 1)) return a; /* tested after -1: at width 1, 1 and -1 are equal */
  if (bv_nonnegative(s, a) && bv_nonnegative(s, b)) return az_bv_udiv(s, a, b);
  az_term quotient, remainder;
  if (bv_divide_sum(s, a, b, true, &quotient, &remainder)) return quotient;
  az_term r = bv_lift(s, az_bv_sdiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (is_const(s, b) && least < width)
    return az_sext(s, bv_of_low(s, az_bv_sdiv, a, b, least), width);
  return az_cons(s, AZ_K_BV_SDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_srem(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b) || bv_is_zero(s, a)) return a;
  if (a == b || bv_is_value(s, b, 1) || bv_is_ones(s, b)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SREM, a, b);
  if (bv_nonnegative(s, a) && bv_nonnegative(s, b)) return az_bv_urem(s, a, b);
  az_term quotient, remainder;
  if (bv_divide_sum(s, a, b, true, &quotient, &remainder)) return remainder;
  az_term r = bv_lift(s, az_bv_srem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return az_sext(s, bv_of_low(s, az_bv_srem, a, b, least), width);
  return az_cons(s, AZ_K_BV_SREM, node_of(s, a)->sort, a, b, 0);
}
