/* Bit-vector constructors with local simplification. Canonical forms: sums are flat, P + -(N) +
 * constant with monomials in order of index (up to LINEAR_MAX of them and 128 bits); shifts,
 * divisions and masks by powers of two are products and extracts; comparisons have their constant
 * on the right and the least width that shows by structure. */
#include "term/term_internal.h"

#define IS_BV(s, t) (az_sort_kind_of(node_of(s, t)->sort) == AZ_SORT_BV)
#define SAME_BV(s, a, b) (IS_BV(s, a) && node_of(s, a)->sort == node_of(s, b)->sort)

static void swap_terms(az_term *a, az_term *b) {
  az_term t = *a;
  *a = *b;
  *b = t;
}

static void constant_right(const az_store *s, az_term *a, az_term *b) {
  if (is_const(s, *a) && !is_const(s, *b)) swap_terms(a, b);
}

static az_term ones(az_store *s, uint32_t width) {
  return az_bv_wide(s, width, -1);
}

/* ---- operators over ite(c, constant, constant)
 * -------------------------------------------------------------------- */

static bool is_const_ite(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  return n->kind == AZ_K_ITE && is_const(s, n->b) && is_const(s, n->c);
}

typedef az_term (*unary)(az_store *s, az_term a);
typedef az_term (*binary)(az_store *s, az_term a, az_term b);

static az_term lift_unary(az_store *s, unary op, az_term a) {
  const node *n = node_of(s, a);
  az_term x = op(s, n->b);
  return az_ite(s, n->a, x, op(s, n->c));
}

/* The operator inside the ite where that leaves constants only; AZ_NO_TERM where it does not. */
static az_term lift(az_store *s, binary op, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind != AZ_K_ITE && n->kind != AZ_K_ITE) return AZ_NO_TERM;
  bool ite_a = is_const_ite(s, a), ite_b = is_const_ite(s, b);
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

/* ---- linear sums
 * -------------------------------------------------------------------------------------------------------
 */

enum { LINEAR_MAX = 8, LINEAR_WORK = 40 };

/* sum of coeff[i] * term[i] + constant, modulo 2^width */
typedef struct linear {
  uint32_t n;
  u128 constant;
  az_term term[LINEAR_MAX];
  u128 coeff[LINEAR_MAX];
} linear;

static bool linear_monomial(linear *l, az_term t, u128 factor) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->term[i] == t) {
      l->coeff[i] += factor;
      return true;
    }
  if (l->n == LINEAR_MAX) return false;
  l->term[l->n] = t;
  l->coeff[l->n++] = factor;
  return true;
}

/* l += factor * t; false if the sum is too long. */
static bool linear_add(const az_store *s, linear *l, az_term t, u128 factor) {
  struct {
    az_term t;
    u128 factor;
  } stack[LINEAR_WORK];
  uint32_t top = 0, work = 0;
  for (;;) {
    const node *n = node_of(s, t);
    if (n->kind == AZ_K_BV_ADD) {
      if (top == LINEAR_WORK || ++work == LINEAR_WORK) return false;
      stack[top].t = n->a;
      stack[top++].factor = factor;
      t = n->b;
      continue;
    }
    if (n->kind == AZ_K_BV_NEG || n->kind == AZ_K_BV_NOT) {
      if (++work == LINEAR_WORK) return false;
      t = n->a;
      factor = -factor;
      if (n->kind == AZ_K_BV_NOT) l->constant += factor; /* ~x = -x - 1 */
      continue;
    }
    if (n->kind == AZ_K_CONST) {
      l->constant += factor * value_of(s, t);
    } else if (n->kind == AZ_K_BV_MUL && is_const(s, n->b)) {
      if (!linear_monomial(l, n->a, factor * value_of(s, n->b))) return false;
    } else if (!linear_monomial(l, t, factor)) {
      return false;
    }
    if (!top) return true;
    t = stack[--top].t;
    factor = stack[top].factor;
  }
}

/* Reduces coefficients, drops zeros, sorts by index. */
static void linear_settle(linear *l, uint32_t width) {
  u128 mask = mask128(width);
  uint32_t n = 0;
  l->constant &= mask;
  for (uint32_t i = 0; i < l->n; i++) {
    az_term t = l->term[i];
    u128 c = l->coeff[i] & mask;
    if (!c) continue;
    uint32_t j = n++;
    for (; j > 0 && l->term[j - 1] > t; j--)
      l->term[j] = l->term[j - 1], l->coeff[j] = l->coeff[j - 1];
    l->term[j] = t;
    l->coeff[j] = c;
  }
  l->n = n;
}

static bool is_negative(u128 coeff, uint32_t width) {
  return coeff > (u128)1 << (width - 1);
}

/* The sum of the monomials of one sign, without the sign; AZ_NO_TERM if there is none. */
static az_term linear_side(az_store *s, const linear *l, uint32_t width, bool negative) {
  az_term sum = AZ_NO_TERM;
  for (uint32_t i = 0; i < l->n; i++) {
    if (is_negative(l->coeff[i], width) != negative) continue;
    u128 c = negative ? -l->coeff[i] & mask128(width) : l->coeff[i];
    az_sort sort = az_sort_bv(width);
    az_term t =
        c == 1 ? l->term[i] : az_cons(s, AZ_K_BV_MUL, sort, l->term[i], bv_u128(s, width, c), 0);
    sum = sum ? az_cons(s, AZ_K_BV_ADD, sort, sum, t, 0) : t;
  }
  return sum;
}

static az_term linear_build(az_store *s, linear *l, uint32_t width) {
  linear_settle(l, width);
  az_sort sort = az_sort_bv(width);
  az_term p = linear_side(s, l, width, false), n = linear_side(s, l, width, true);
  if (!p && !n) return bv_u128(s, width, l->constant);
  if (!p && l->constant == mask128(width)) return az_cons(s, AZ_K_BV_NOT, sort, n, 0, 0);
  if (n) n = az_cons(s, AZ_K_BV_NEG, sort, n, 0, 0);
  az_term sum = p && n ? az_cons(s, AZ_K_BV_ADD, sort, p, n, 0) : p ? p : n;
  if (!l->constant) return sum;
  return az_cons(s, AZ_K_BV_ADD, sort, sum, bv_u128(s, width, l->constant), 0);
}

az_term az_bv_add(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_ADD, a, b);
  if (is_zero(s, b)) return a;
  az_term r = lift(s, az_bv_add, a, b);
  if (r) return r;
  if (width <= 128) {
    linear l = {0};
    if (linear_add(s, &l, a, 1) && linear_add(s, &l, b, 1)) return linear_build(s, &l, width);
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if ((m->kind == AZ_K_BV_NEG && m->a == b) || (n->kind == AZ_K_BV_NEG && n->a == a))
    return az_zero_of(s, m->sort);
  if (m->kind == AZ_K_BV_ADD && is_const(s, m->b)) { /* constants go outermost */
    if (is_const(s, b)) {
      b = fold_binary(s, AZ_K_BV_ADD, m->b, b);
      return is_zero(s, b) ? m->a : az_cons(s, AZ_K_BV_ADD, m->sort, m->a, b, 0);
    }
    az_term c = m->b, sum = az_bv_add(s, m->a, b);
    return az_bv_add(s, sum, c);
  }
  if (n->kind == AZ_K_BV_ADD && is_const(s, n->b)) {
    az_term c = n->b, sum = az_bv_add(s, a, n->a);
    return az_bv_add(s, sum, c);
  }
  /* (x + y) + -y */
  if (m->kind == AZ_K_BV_ADD && n->kind == AZ_K_BV_NEG && (m->a == n->a || m->b == n->a))
    return m->a == n->a ? m->b : m->a;
  if (n->kind == AZ_K_BV_ADD && m->kind == AZ_K_BV_NEG && (n->a == m->a || n->b == m->a))
    return n->a == m->a ? n->b : n->a;
  if (m->kind == AZ_K_BV_ADD && ((kind_of(s, m->a) == AZ_K_BV_NEG && node_of(s, m->a)->a == b)))
    return m->b;
  if (m->kind == AZ_K_BV_ADD && ((kind_of(s, m->b) == AZ_K_BV_NEG && node_of(s, m->b)->a == b)))
    return m->a;
  if (a > b && !is_const(s, b)) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_ADD, m->sort, a, b, 0);
}

az_term az_bv_neg(az_store *s, az_term a) {
  assert(IS_BV(s, a));
  const node *n = node_of(s, a);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_CONST) {
    uint64_t limbs[MAX_LIMBS];
    limbs_neg(limbs, az_const_limbs(s, a), limbs_of(width));
    return az_bv_limbs(s, width, limbs);
  }
  if (n->kind == AZ_K_BV_NEG) return n->a;
  if (is_const_ite(s, a)) return lift_unary(s, az_bv_neg, a);
  linear l = {0};
  if (width <= 128 && linear_add(s, &l, a, -(u128)1)) return linear_build(s, &l, width);
  return az_cons(s, AZ_K_BV_NEG, n->sort, a, 0, 0);
}

az_term az_bv_sub(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  if (a == b) return az_zero_of(s, node_of(s, a)->sort);
  uint32_t width = width_of(s, a);
  linear l = {0};
  if (width <= 128 && kind_of(s, a) != AZ_K_ITE && kind_of(s, b) != AZ_K_ITE &&
      linear_add(s, &l, a, 1) && linear_add(s, &l, b, -(u128)1))
    return linear_build(s, &l, width);
  return az_bv_add(s, a, az_bv_neg(s, b));
}

az_term az_bv_mul(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_MUL, a, b);
  if (is_zero(s, b)) return b;
  if (is_value(s, b, 1)) return a;
  az_term r = lift(s, az_bv_mul, a, b);
  if (r) return r;
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  uint32_t width = az_sort_width(sort);
  if (n->kind == AZ_K_CONST) {
    linear l = {0};
    if (width <= 128 && linear_add(s, &l, a, value_of(s, b))) {
      linear_settle(&l, width);
      if (l.n <= 1 || power_of_two(s, b) >= 0 || is_ones(s, b)) return linear_build(s, &l, width);
    }
    if (is_ones(s, b)) return az_bv_neg(s, a);
    if (m->kind == AZ_K_BV_MUL && is_const(s, m->b))
      return az_bv_mul(s, m->a, fold_binary(s, AZ_K_BV_MUL, m->b, b));
    if (width <= 128 && is_negative(value_of(s, b), width))
      return az_bv_neg(s, az_cons(s, AZ_K_BV_MUL, sort, a, az_bv_neg(s, b), 0));
    return az_cons(s, AZ_K_BV_MUL, sort, a, b, 0);
  }
  if (m->kind == AZ_K_BV_NEG) return az_bv_neg(s, az_bv_mul(s, m->a, b));
  if (n->kind == AZ_K_BV_NEG) return az_bv_neg(s, az_bv_mul(s, a, n->a));
  if (m->kind == AZ_K_BV_MUL && is_const(s, m->b)) {
    az_term c = m->b, product = az_bv_mul(s, m->a, b);
    return az_bv_mul(s, product, c);
  }
  if (n->kind == AZ_K_BV_MUL && is_const(s, n->b)) {
    az_term c = n->b, product = az_bv_mul(s, a, n->a);
    return az_bv_mul(s, product, c);
  }
  /* a factor that is 0 or 1 */
  if (is_const_ite(s, a) && is_value(s, m->b, 1) && is_zero(s, m->c))
    return az_ite(s, m->a, b, m->c);
  if (is_const_ite(s, b) && is_value(s, n->b, 1) && is_zero(s, n->c))
    return az_ite(s, n->a, a, n->c);
  if (a > b) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_MUL, sort, a, b, 0);
}

/* ---- bitwise
 * ---------------------------------------------------------------------------------------------------------------
 */

az_term az_bv_not(az_store *s, az_term a) {
  assert(IS_BV(s, a));
  const node *n = node_of(s, a);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_CONST) return fold_binary(s, AZ_K_BV_XOR, a, ones(s, width));
  if (n->kind == AZ_K_BV_NOT) return n->a;
  if (is_const_ite(s, a)) return lift_unary(s, az_bv_not, a);
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

/* A constant 0..01..10..0: its lowest one and how many follow; false for other constants. */
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
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_AND, a, b);
  if (a == b || is_ones(s, b)) return a;
  if (is_zero(s, b)) return b;
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  uint32_t width = az_sort_width(sort), low, count;
  if (bv_complementary(s, a, b)) return az_zero_of(s, sort);
  az_term r = lift(s, az_bv_and, a, b);
  if (r) return r;
  if (n->kind == AZ_K_CONST) {
    if (m->kind == AZ_K_BV_AND && is_const(s, m->b))
      return az_bv_and(s, m->a, fold_binary(s, AZ_K_BV_AND, m->b, b));
    if (contiguous(s, b, &low, &count)) {
      az_term middle = az_extract(s, a, low + count - 1, low);
      if (low) middle = az_concat(s, middle, az_bv(s, low, 0));
      return az_zext(s, middle, width);
    }
    if (m->kind == AZ_K_ZEXT) { /* the mask's high part does not matter */
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

/* Number of low bits that are 0 by structure. */
static uint32_t low_zeros(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort), i = 0;
  if (n->kind == AZ_K_ZEXT || n->kind == AZ_K_SEXT) {
    uint32_t inner = width_of(s, n->a);
    i = low_zeros(s, n->a);
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
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (width > 1 && width <= RANGE_WIDTH && !is_const(s, a) && !is_const(s, b)) {
    /* disjoint bits: bytes that are put together */
    for (int i = 0; i < 2; i++) {
      uint32_t k = low_zeros(s, b);
      if (k && k < width && range_of(s, a).uhi <= mask128(k))
        return az_concat(s, az_extract(s, b, width - 1, k), az_extract(s, a, k - 1, 0));
      swap_terms(&a, &b);
    }
  }
  return az_bv_not(s, az_bv_and(s, az_bv_not(s, a), az_bv_not(s, b)));
}

az_term az_bv_xor(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_XOR, a, b);
  if (a == b) return az_zero_of(s, sort);
  if (is_zero(s, b)) return a;
  if (is_ones(s, b)) return az_bv_not(s, a);
  if (bv_complementary(s, a, b)) return ones(s, az_sort_width(sort));
  az_term r = lift(s, az_bv_xor, a, b);
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

/* ---- shifts
 * -----------------------------------------------------------------------------------------------------------------
 */

/* A constant shift amount, the width if it is more. */
static bool shift_amount(const az_store *s, az_term t, uint32_t *by) {
  if (!is_const(s, t)) return false;
  uint32_t width = width_of(s, t);
  const uint64_t *limbs = az_const_limbs(s, t);
  *by = limbs[0] < width ? (uint32_t)limbs[0] : width;
  for (uint32_t i = 1; i < limbs_of(width); i++)
    if (limbs[i]) *by = width;
  return true;
}

static az_term power(az_store *s, uint32_t width, uint32_t exponent) {
  uint64_t limbs[MAX_LIMBS] = {0};
  limbs[exponent / 64] = UINT64_C(1) << exponent % 64;
  return az_bv_limbs(s, width, limbs);
}

az_term az_bv_shl(az_store *s, az_term a, az_term amount) {
  assert(SAME_BV(s, a, amount));
  uint32_t width = width_of(s, a), by;
  if (is_zero(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) return az_zero_of(s, node_of(s, a)->sort);
    return by ? az_bv_mul(s, a, power(s, width, by)) : a;
  }
  az_term r = lift(s, az_bv_shl, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_SHL, node_of(s, a)->sort, a, amount, 0);
}

az_term az_bv_lshr(az_store *s, az_term a, az_term amount) {
  assert(SAME_BV(s, a, amount));
  uint32_t width = width_of(s, a), by;
  if (is_zero(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) return az_zero_of(s, node_of(s, a)->sort);
    return by ? az_zext(s, az_extract(s, a, width - 1, by), width) : a;
  }
  az_term r = lift(s, az_bv_lshr, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_LSHR, node_of(s, a)->sort, a, amount, 0);
}

az_term az_bv_ashr(az_store *s, az_term a, az_term amount) {
  assert(SAME_BV(s, a, amount));
  uint32_t width = width_of(s, a), by;
  if (is_zero(s, a) || is_ones(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) by = width - 1;
    return by ? az_sext(s, az_extract(s, a, width - 1, by), width) : a;
  }
  az_term r = lift(s, az_bv_ashr, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_ASHR, node_of(s, a)->sort, a, amount, 0);
}

/* ---- division
 * ----------------------------------------------------------------------------------------------------------------
 */

/* Least width at which the term is a zero (sign) extension by structure. */
static uint32_t narrow_unsigned(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_ZEXT) return width_of(s, n->a);
  if (n->kind != AZ_K_CONST) return width;
  const uint64_t *limbs = az_const_limbs(s, t);
  while (width > 1 && !limbs_bit(limbs, width - 1)) width--;
  return width;
}

static uint32_t narrow_signed(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_ZEXT) return width_of(s, n->a) + 1;
  if (n->kind == AZ_K_SEXT) return width_of(s, n->a);
  if (n->kind != AZ_K_CONST) return width;
  const uint64_t *limbs = az_const_limbs(s, t);
  while (width > 1 && limbs_bit(limbs, width - 1) == limbs_bit(limbs, width - 2)) width--;
  return width;
}

static uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}
static az_term truncate(az_store *s, az_term t, uint32_t width) {
  return az_extract(s, t, width - 1, 0);
}

static bool nonnegative(const az_store *s, az_term t) {
  return width_of(s, t) <= RANGE_WIDTH && range_of(s, t).slo >= 0;
}

az_term az_bv_udiv(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (is_zero(s, b)) return ones(s, width);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UDIV, a, b);
  if (is_value(s, b, 1)) return a;
  int k = power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, width - 1, (uint32_t)k), width);
  az_term r = lift(s, az_bv_udiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (is_const(s, b) && least < width)
    return az_zext(s, az_bv_udiv(s, truncate(s, a, least), truncate(s, b, least)), width);
  if (width <= RANGE_WIDTH && range_of(s, a).uhi < range_of(s, b).ulo)
    return az_zero_of(s, node_of(s, a)->sort);
  return az_cons(s, AZ_K_BV_UDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_urem(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (is_zero(s, b) || is_zero(s, a)) return a;
  if (a == b || is_value(s, b, 1)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UREM, a, b);
  int k = power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, (uint32_t)k - 1, 0), width);
  az_term r = lift(s, az_bv_urem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least < width)
    return az_zext(s, az_bv_urem(s, truncate(s, a, least), truncate(s, b, least)), width);
  if (width <= RANGE_WIDTH && range_of(s, a).uhi < range_of(s, b).ulo) return a;
  return az_cons(s, AZ_K_BV_UREM, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_sdiv(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SDIV, a, b);
  if (is_zero(s, b)) return az_ite(s, az_bv_slt(s, a, b), az_bv(s, width, 1), ones(s, width));
  if (is_ones(s, b)) return az_bv_neg(s, a);
  if (is_value(s, b, 1)) return a; /* after -1: at width 1 they are one */
  if (nonnegative(s, a) && nonnegative(s, b)) return az_bv_udiv(s, a, b);
  az_term r = lift(s, az_bv_sdiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (is_const(s, b) && least < width)
    return az_sext(s, az_bv_sdiv(s, truncate(s, a, least), truncate(s, b, least)), width);
  return az_cons(s, AZ_K_BV_SDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_srem(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (is_zero(s, b) || is_zero(s, a)) return a;
  if (a == b || is_value(s, b, 1) || is_ones(s, b)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SREM, a, b);
  if (nonnegative(s, a) && nonnegative(s, b)) return az_bv_urem(s, a, b);
  az_term r = lift(s, az_bv_srem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width)
    return az_sext(s, az_bv_srem(s, truncate(s, a, least), truncate(s, b, least)), width);
  return az_cons(s, AZ_K_BV_SREM, node_of(s, a)->sort, a, b, 0);
}

/* ---- comparisons
 * -------------------------------------------------------------------------------------------------------------
 */

/* less(ite(c, x, y), k) where a branch is constant: that branch decides. */
static az_term compare_ite(az_store *s, binary less, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_term x, y, c;
  if (s->depth >= MAX_NESTING) return AZ_NO_TERM;
  if (m->kind == AZ_K_ITE && n->kind == AZ_K_CONST && (is_const(s, m->b) || is_const(s, m->c))) {
    s->depth++;
    c = m->a;
    y = m->c;
    x = less(s, m->b, b);
    y = less(s, y, b);
  } else if (n->kind == AZ_K_ITE && m->kind == AZ_K_CONST &&
             (is_const(s, n->b) || is_const(s, n->c))) {
    s->depth++;
    c = n->a;
    y = n->c;
    x = less(s, a, n->b);
    y = less(s, a, y);
  } else if (m->kind == AZ_K_ITE && n->kind == AZ_K_ITE && m->a == n->a && is_const_ite(s, a) &&
             is_const_ite(s, b)) {
    s->depth++;
    c = m->a;
    x = less(s, m->b, n->b);
    y = less(s, m->c, n->c);
  } else {
    return AZ_NO_TERM;
  }
  s->depth--;
  return az_ite(s, c, x, y);
}

/* Concatenations that agree in one part are compared by the other (signed only if it is the high
 * one). */
static az_term compare_concat(az_store *s, bool is_signed, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind != AZ_K_CONCAT) return AZ_NO_TERM;
  uint32_t low = width_of(s, m->b), w = az_sort_width(m->sort);
  if (n->kind == AZ_K_CONCAT && width_of(s, n->b) == low) {
    if (m->a == n->a) return az_bv_ult(s, m->b, n->b);
    if (m->b == n->b) return is_signed ? az_bv_slt(s, m->a, n->a) : az_bv_ult(s, m->a, n->a);
  }
  if (n->kind == AZ_K_CONST && is_const(s, m->a) && az_extract(s, b, w - 1, low) == m->a)
    return az_bv_ult(s, m->b, truncate(s, b, low));
  return AZ_NO_TERM;
}

az_term az_bv_ult(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  if (a == b || is_zero(s, b) || is_ones(s, a)) return TERM_FALSE;
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_ULT, a, b);
  if (is_zero(s, a)) return az_ne(s, b, a);
  if (is_value(s, b, 1)) return az_eq(s, a, az_zero_of(s, node_of(s, b)->sort));
  if (is_ones(s, b)) return az_ne(s, a, b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a)) {
    az_term next = fold_binary(s, AZ_K_BV_ADD, a, az_bv(s, width, 1));
    return az_not(s, az_bv_ult(s, b, next));
  }
  if (width <= RANGE_WIDTH) {
    az_range x = range_of(s, a), y = range_of(s, b);
    if (x.uhi < y.ulo) return TERM_TRUE;
    if (x.ulo >= y.uhi) return TERM_FALSE;
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_BV_NOT) return az_bv_ult(s, n->a, m->a);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_CONST) return az_bv_ult(s, az_bv_not(s, b), m->a);
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least < width) return az_bv_ult(s, truncate(s, a, least), truncate(s, b, least));
  least = larger(narrow_signed(s, a),
                 narrow_signed(s, b)); /* sign extension keeps the unsigned order, too */
  if (least < width) return az_bv_ult(s, truncate(s, a, least), truncate(s, b, least));
  az_term r = compare_ite(s, az_bv_ult, a, b);
  if (!r) r = compare_concat(s, false, a, b);
  return r ? r : az_cons(s, AZ_K_BV_ULT, az_sort_bool(), a, b, 0);
}

static az_term least_signed(az_store *s, uint32_t width) {
  return power(s, width, width - 1);
}

az_term az_bv_slt(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  if (a == b) return TERM_FALSE;
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SLT, a, b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a) || is_const(s, b)) {
    az_term least = least_signed(s, width), most = az_bv_not(s, least), one = az_bv(s, width, 1);
    if (b == least || a == most) return TERM_FALSE;
    if (b == most) return az_ne(s, a, b);
    if (is_const(s, a)) return az_not(s, az_bv_slt(s, b, fold_binary(s, AZ_K_BV_ADD, a, one)));
    if (b == fold_binary(s, AZ_K_BV_ADD, least, one)) return az_eq(s, a, least);
  }
  if (width <= RANGE_WIDTH) {
    az_range x = range_of(s, a), y = range_of(s, b);
    if (x.shi < y.slo) return TERM_TRUE;
    if (x.slo >= y.shi) return TERM_FALSE;
    if (x.slo >= 0 && y.slo >= 0) return az_bv_ult(s, a, b);
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_BV_NOT) return az_bv_slt(s, n->a, m->a);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_CONST) return az_bv_slt(s, az_bv_not(s, b), m->a);
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return az_bv_slt(s, truncate(s, a, least), truncate(s, b, least));
  if (is_zero(s, b) && m->kind == AZ_K_CONCAT)
    return az_bv_slt(s, m->a, az_zero_of(s, node_of(s, m->a)->sort));
  az_term r = compare_ite(s, az_bv_slt, a, b);
  if (!r) r = compare_concat(s, true, a, b);
  return r ? r : az_cons(s, AZ_K_BV_SLT, az_sort_bool(), a, b, 0);
}

az_term az_bv_ule(az_store *s, az_term a, az_term b) {
  return az_not(s, az_bv_ult(s, b, a));
}
az_term az_bv_sle(az_store *s, az_term a, az_term b) {
  return az_not(s, az_bv_slt(s, b, a));
}

/* ---- extract, concat, extensions
 * ------------------------------------------------------------------------------------------- */

/* Does extracting cost no node on top of an opaque term? */
static bool is_free(const az_store *s, az_term t, uint32_t high, uint32_t low, int *budget) {
  for (;;) {
    if (--*budget < 0) return false;
    const node *n = node_of(s, t);
    uint32_t inner;
    if (low == 0 && high + 1 == az_sort_width(n->sort)) return true;
    switch (n->kind) {
    case AZ_K_CONST:
    case AZ_K_EXTRACT: return true;
    case AZ_K_CONCAT:
      inner = width_of(s, n->b);
      if (high < inner) {
        t = n->b;
        continue;
      }
      if (low < inner && !is_free(s, n->b, inner - 1, low, budget)) return false;
      t = n->a;
      high -= inner;
      low = low < inner ? 0 : low - inner;
      continue;
    case AZ_K_ZEXT:
    case AZ_K_SEXT:
      inner = width_of(s, n->a);
      if (low >= inner) return n->kind == AZ_K_ZEXT;
      if (high >= inner) high = inner - 1;
      t = n->a;
      continue;
    case AZ_K_ITE:
      if (!is_free(s, n->b, high, low, budget)) return false;
      t = n->c;
      continue;
    case AZ_K_BV_NEG:
      if (low) return false;
      t = n->a;
      continue;
    case AZ_K_BV_NOT: t = n->a; continue;
    case AZ_K_BV_ADD:
    case AZ_K_BV_MUL:
      if (low) return false;
      if (!is_free(s, n->a, high, low, budget)) return false;
      t = n->b;
      continue;
    case AZ_K_BV_AND:
    case AZ_K_BV_XOR:
      if (!is_free(s, n->a, high, low, budget)) return false;
      t = n->b;
      continue;
    default: return false;
    }
  }
}

static az_term push_extract(az_store *s, az_term t, uint32_t high, uint32_t low) {
  const node *n = node_of(s, t);
  az_term a, b;
  switch (n->kind) {
  case AZ_K_ITE:
    a = az_extract(s, n->b, high, low);
    b = az_extract(s, n->c, high, low);
    return az_ite(s, n->a, a, b);
  case AZ_K_BV_NEG: return az_bv_neg(s, az_extract(s, n->a, high, low));
  default: break;
  }
  a = az_extract(s, n->a, high, low);
  b = az_extract(s, n->b, high, low);
  switch (n->kind) {
  case AZ_K_BV_ADD: return az_bv_add(s, a, b);
  case AZ_K_BV_MUL: return az_bv_mul(s, a, b);
  case AZ_K_BV_AND: return az_bv_and(s, a, b);
  default: return az_bv_xor(s, a, b);
  }
}

az_term az_extract(az_store *s, az_term a, uint32_t high, uint32_t low) {
  assert(IS_BV(s, a) && low <= high && high < width_of(s, a));
  for (;;) {
    const node *n = node_of(s, a);
    uint32_t width = high - low + 1, inner, k;
    if (width == az_sort_width(n->sort)) return a;
    switch (n->kind) {
    case AZ_K_CONST: {
      if (az_sort_width(n->sort) <= 64) return az_bv(s, width, n->value >> low);
      uint64_t limbs[MAX_LIMBS];
      limbs_shift_right(limbs, n->limbs, low, limbs_of(az_sort_width(n->sort)));
      return az_bv_limbs(s, width, limbs);
    }
    case AZ_K_EXTRACT:
      high += n->c;
      low += n->c;
      a = n->a;
      continue;
    case AZ_K_CONCAT:
      inner = width_of(s, n->b);
      if (high < inner) {
        a = n->b;
      } else if (low >= inner) {
        a = n->a;
        high -= inner;
        low -= inner;
      } else {
        az_term bottom = n->b, top = az_extract(s, n->a, high - inner, 0);
        return az_concat(s, top, az_extract(s, bottom, inner - 1, low));
      }
      continue;
    case AZ_K_ZEXT:
      inner = width_of(s, n->a);
      if (low >= inner) return az_zero_of(s, az_sort_bv(width));
      a = n->a;
      if (high < inner) continue;
      return az_zext(s, az_extract(s, a, inner - 1, low), width);
    case AZ_K_SEXT:
      inner = width_of(s, n->a);
      a = n->a;
      if (high < inner) continue;
      return az_sext(s, az_extract(s, a, inner - 1, low < inner ? low : inner - 1), width);
    case AZ_K_BV_MUL:
      k = low_zeros(s, a);
      if (high < k) return az_zero_of(s, az_sort_bv(width));
      if (power_of_two(s, n->b) < 0 || !low) break;
      a = n->a;
      if (low < k) return az_concat(s, az_extract(s, a, high - k, 0), az_bv(s, k - low, 0));
      high -= k;
      low -= k;
      continue;
    case AZ_K_BV_NOT: return az_bv_not(s, az_extract(s, n->a, high, low));
    case AZ_K_BV_AND:
    case AZ_K_BV_XOR:
      if (is_const(s, n->b)) {
        az_term slice = az_extract(s, n->b, high, low);
        if (is_zero(s, slice)) {
          if (n->kind == AZ_K_BV_AND) return slice;
          a = n->a;
          continue;
        }
        if (is_ones(s, slice) && n->kind == AZ_K_BV_AND) {
          a = n->a;
          continue;
        }
      }
      break;
    default: break;
    }
    int budget = 32;
    if (s->depth < MAX_NESTING && is_free(s, a, high, low, &budget)) {
      s->depth++;
      az_term r = push_extract(s, a, high, low);
      s->depth--;
      return r;
    }
    return az_cons(s, AZ_K_EXTRACT, az_sort_bv(width), a, high, low);
  }
}

/* The bit that `low` begins with, as bit *i of a term. */
static az_term top_bit(const az_store *s, az_term t, uint32_t *i) {
  const node *n = node_of(s, t);
  if (n->kind == AZ_K_SEXT) n = node_of(s, t = n->a);
  *i = n->kind == AZ_K_EXTRACT ? n->b : az_sort_width(n->sort) - 1;
  return n->kind == AZ_K_EXTRACT ? n->a : t;
}

/* Two neighbours as one piece, or AZ_NO_TERM. */
static az_term merge(az_store *s, az_term high, az_term low) {
  const node *m = node_of(s, high), *n = node_of(s, low);
  uint32_t w = az_sort_width(m->sort), v = az_sort_width(n->sort);
  if (m->kind == AZ_K_CONST && n->kind == AZ_K_CONST) {
    if (w + v <= 64) return az_bv(s, w + v, m->value << v | n->value);
    uint64_t x[MAX_LIMBS], y[MAX_LIMBS];
    uint32_t count = limbs_of(w + v);
    limbs_extend(x, count, az_const_limbs(s, high), w, false);
    limbs_extend(y, count, az_const_limbs(s, low), v, false);
    limbs_shift_left(x, x, v, count);
    limbs_add(x, x, y, count);
    return az_bv_limbs(s, w + v, x);
  }
  if (m->kind == AZ_K_EXTRACT && n->kind == AZ_K_EXTRACT && m->a == n->a && m->c == n->b + 1)
    return az_extract(s, m->a, m->b, n->c);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_BV_NOT) {
    az_term r = merge(s, m->a, n->a);
    return r ? az_bv_not(s, r) : r;
  }
  /* copies of the sign bit before what it is the sign of */
  const node *k = m->kind == AZ_K_SEXT ? node_of(s, m->a) : m;
  uint32_t i;
  if (k->kind == AZ_K_EXTRACT && k->b == k->c && top_bit(s, low, &i) == k->a && i == k->b)
    return az_sext(s, low, w + v);
  return AZ_NO_TERM;
}

az_term az_concat(az_store *s, az_term high, az_term low) {
  assert(IS_BV(s, high) && IS_BV(s, low));
  const node *m = node_of(s, high), *n = node_of(s, low);
  uint32_t width = az_sort_width(m->sort) + az_sort_width(n->sort);
  assert(width <= AZ_MAX_WIDTH);
  az_term r = merge(s, high, low);
  if (r) return r;
  if (is_zero(s, high)) return az_zext(s, low, width);
  if (m->kind == AZ_K_ZEXT) return az_zext(s, az_concat(s, m->a, low), width);
  if (m->kind == AZ_K_CONCAT && s->depth < MAX_NESTING) { /* nested to the right */
    s->depth++;
    r = az_concat(s, m->a, az_concat(s, m->b, low));
    s->depth--;
    return r;
  }
  if (n->kind == AZ_K_CONCAT) {
    az_term rest = n->b;
    r = merge(s, high, n->a);
    if (r) return az_concat(s, r, rest);
  }
  if (is_const(s, low) && is_const_ite(s, high)) {
    az_term x = merge(s, m->b, low);
    return az_ite(s, m->a, x, merge(s, m->c, low));
  }
  if (is_const(s, high) && is_const_ite(s, low)) {
    az_term x = merge(s, high, n->b);
    return az_ite(s, n->a, x, merge(s, high, n->c));
  }
  return az_cons(s, AZ_K_CONCAT, az_sort_bv(width), high, low, 0);
}

static az_term extend(az_store *s, az_term a, uint32_t width, bool is_signed) {
  const node *n = node_of(s, a);
  uint32_t inner = az_sort_width(n->sort);
  assert(IS_BV(s, a) && width >= inner && width <= AZ_MAX_WIDTH);
  if (width == inner) return a;
  if (n->kind == AZ_K_CONST) {
    uint64_t limbs[MAX_LIMBS];
    limbs_extend(limbs, limbs_of(width), az_const_limbs(s, a), inner, is_signed);
    return az_bv_limbs(s, width, limbs);
  }
  if (n->kind == AZ_K_ZEXT) return az_cons(s, AZ_K_ZEXT, az_sort_bv(width), n->a, 0, 0);
  if (n->kind == AZ_K_SEXT && is_signed)
    return az_cons(s, AZ_K_SEXT, az_sort_bv(width), n->a, 0, 0);
  if (is_const_ite(s, a)) {
    az_term x = extend(s, n->b, width, is_signed);
    return az_ite(s, n->a, x, extend(s, n->c, width, is_signed));
  }
  if (is_signed && nonnegative(s, a)) return az_zext(s, a, width);
  if (n->kind == AZ_K_EXTRACT && n->c == 0) { /* cut and widened again without loss */
    uint32_t outer = width_of(s, n->a);
    if (outer <= width && outer <= RANGE_WIDTH) {
      az_range r = range_of(s, n->a);
      i128 half = (i128)1 << (inner - 1);
      if (!is_signed && r.uhi <= mask128(inner)) return az_zext(s, n->a, width);
      if (is_signed && r.slo >= -half && r.shi < half) return az_sext(s, n->a, width);
    }
  }
  return az_cons(s, is_signed ? AZ_K_SEXT : AZ_K_ZEXT, az_sort_bv(width), a, 0, 0);
}

az_term az_zext(az_store *s, az_term a, uint32_t width) {
  return extend(s, a, width, false);
}
az_term az_sext(az_store *s, az_term a, uint32_t width) {
  return extend(s, a, width, true);
}

az_term az_resize(az_store *s, az_term a, uint32_t width, bool is_signed) {
  return width <= width_of(s, a) ? truncate(s, a, width) : extend(s, a, width, is_signed);
}

az_term az_bool_to_bv(az_store *s, az_term a, uint32_t width) {
  return az_ite(s, a, az_bv(s, width, 1), az_bv(s, width, 0));
}

/* ---- equality
 * ---------------------------------------------------------------------------------------------------------------
 */

static az_term both(az_store *s, az_term a, az_term b, az_term c, az_term d) {
  az_term x = az_eq(s, a, b);
  return x == TERM_FALSE ? x : az_and(s, x, az_eq(s, c, d));
}

/* 1/c modulo 2^width for odd c (Newton). */
static u128 inverse(u128 c, uint32_t width) {
  u128 x = c;
  for (int i = 0; i < 7; i++) x *= 2 - c * x;
  return x & mask128(width);
}

/* Equality of sums: common monomials cancel, signs separate, a single monomial is divided out.
 * Rewrites the operands; a result other than AZ_NO_TERM is final. */
static az_term eq_linear(az_store *s, az_term *a, az_term *b) {
  uint32_t width = width_of(s, *a);
  az_kind p = kind_of(s, *a), q = kind_of(s, *b);
  bool sum_a = p == AZ_K_BV_ADD || p == AZ_K_BV_NEG || p == AZ_K_BV_NOT || p == AZ_K_BV_MUL;
  bool sum_b = q == AZ_K_BV_ADD || q == AZ_K_BV_NEG || q == AZ_K_BV_NOT || q == AZ_K_BV_MUL;
  linear l = {0};
  if ((!sum_a && !sum_b) || width > 128) return AZ_NO_TERM;
  if (!linear_add(s, &l, *a, 1) || !linear_add(s, &l, *b, -(u128)1)) return AZ_NO_TERM;
  linear_settle(&l, width);
  u128 mask = mask128(width);
  if (l.n == 0) return az_bool(s, l.constant == 0);
  if (l.n == 1) {
    u128 c = l.coeff[0], value = -l.constant & mask;
    uint32_t k = 0;
    while (!(c >> k & 1)) k++;
    if (value & mask128(k)) return TERM_FALSE;
    az_term x = k ? truncate(s, l.term[0], width - k) : l.term[0];
    az_term y = bv_u128(s, width - k, (value >> k) * inverse(c >> k, width - k));
    return x == *a && y == *b ? AZ_NO_TERM : az_eq(s, x, y);
  }
  if (is_negative(l.coeff[0], width)) {
    for (uint32_t i = 0; i < l.n; i++) l.coeff[i] = -l.coeff[i] & mask;
    l.constant = -l.constant & mask;
  }
  *a = linear_side(s, &l, width, false);
  *b = linear_side(s, &l, width, true);
  az_term constant = bv_u128(s, width, -l.constant);
  if (!*b)
    *b = constant;
  else if (l.constant)
    *b = az_cons(s, AZ_K_BV_ADD, az_sort_bv(width), *b, constant, 0);
  return AZ_NO_TERM;
}

/* x % 2^k == c, rounding to zero: the low bits, and the sign if they are not zero. */
static az_term eq_srem(az_store *s, const node *m, az_term c) {
  uint32_t width = width_of(s, c);
  int k = power_of_two(s, m->b);
  if (k <= 0 || (uint32_t)k >= width - 1 || width > 64) return AZ_NO_TERM;
  i128 value = to_signed(value_of(s, c), width), limit = (i128)1 << k;
  if (value <= -limit || value >= limit) return TERM_FALSE;
  az_term x = m->a, low = az_eq(s, truncate(s, x, (uint32_t)k), truncate(s, c, (uint32_t)k));
  if (value == 0) return low;
  az_term negative = az_bv_slt(s, x, az_bv(s, width, 0));
  return az_and(s, low, value < 0 ? negative : az_not(s, negative));
}

az_term eq_bv(az_store *s, az_term a, az_term b) {
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (width == 1 && is_zero(s, b)) return az_not(s, az_eq(s, a, az_bv(s, 1, 1)));
  if (decide_eq(s, a, b) == 0) return TERM_FALSE;
  az_term before_a = a, before_b = b, r = eq_linear(s, &a, &b);
  if (r) return r;
  if (a == b) return TERM_TRUE;
  constant_right(s, &a, &b);
  if ((a != before_a || b != before_b) && decide_eq(s, a, b) == 0) return TERM_FALSE;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least >= width) least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return az_eq(s, truncate(s, a, least), truncate(s, b, least));
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (n->kind == AZ_K_CONST) {
    switch (m->kind) {
    case AZ_K_BV_XOR:
      if (is_const(s, m->b)) return az_eq(s, m->a, fold_binary(s, AZ_K_BV_XOR, m->b, b));
      if (is_zero(s, b)) return az_eq(s, m->a, m->b);
      break;
    case AZ_K_BV_AND:
      if (is_const(s, m->b) && fold_binary(s, AZ_K_BV_AND, m->b, b) != b) return TERM_FALSE;
      if (is_ones(s, b)) return both(s, m->a, b, m->b, b);
      break;
    case AZ_K_BV_NOT: return az_eq(s, m->a, az_bv_not(s, b));
    case AZ_K_BV_NEG: return az_eq(s, m->a, az_bv_neg(s, b));
    case AZ_K_BV_SREM:
      r = eq_srem(s, m, b);
      if (r) return r;
      break;
    case AZ_K_EXTRACT:
      if (width == 1 && m->b + 1 == width_of(s, m->a)) /* b is 1: the sign */
        return az_bv_slt(s, m->a, az_zero_of(s, node_of(s, m->a)->sort));
      break;
    case AZ_K_ITE: /* both branches constant was decided before; one constant: no */ break;
    default: break;
    }
  }
  if (m->kind == AZ_K_BV_ADD && n->kind == AZ_K_CONST &&
      is_const(s, m->b)) /* wider than a linear sum */
    return az_eq(s, m->a, az_bv_add(s, b, az_bv_neg(s, m->b)));
  if (is_const_ite(s, a) && is_const_ite(s, b) && m->b == n->b && m->c == n->c)
    return az_eq(s, m->a, n->a);
  for (int i = 0; i < 2; i++) { /* part by part, where cutting both sides is free */
    if (m->kind == AZ_K_CONCAT || (m->kind == AZ_K_ZEXT && n->kind == AZ_K_CONCAT)) {
      uint32_t low = width_of(s, m->kind == AZ_K_CONCAT ? m->b : m->a);
      int budget = 16;
      if (is_free(s, b, width - 1, low, &budget) && is_free(s, b, low - 1, 0, &budget)) {
        az_term high_a = az_extract(s, a, width - 1, low),
                high_b = az_extract(s, b, width - 1, low);
        return both(s, high_a, high_b, truncate(s, a, low), truncate(s, b, low));
      }
    }
    const node *swap = m;
    m = n, n = swap;
    swap_terms(&a, &b);
  }
  constant_right(s, &a, &b);
  if (a > b && !is_const(s, b)) swap_terms(&a, &b);
  return az_cons(s, AZ_K_EQ, az_sort_bool(), a, b, 0);
}

/* ---- overflow
 * ----------------------------------------------------------------------------------------------------------------
 */

static az_term negative(az_store *s, az_term a) {
  return az_bv_slt(s, a, az_zero_of(s, node_of(s, a)->sort));
}

/* The signs of operands and result tell: same = operands of equal sign overflow into the other one.
 */
static az_term sign_overflow(az_store *s, az_term a, az_term b, az_term result, bool same) {
  az_term na = negative(s, a), nb = negative(s, b), nr = negative(s, result);
  az_term operands = az_eq(s, na, nb);
  return az_and(s, same ? operands : az_not(s, operands), az_xor(s, na, nr));
}

az_term az_add_overflows(az_store *s, az_term a, az_term b, bool is_signed) {
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (is_zero(s, b)) return TERM_FALSE;
  if (width <= RANGE_WIDTH) {
    az_range x = range_of(s, a), y = range_of(s, b);
    i128 half = (i128)1 << (width - 1);
    if (is_signed ? x.slo + y.slo >= -half && x.shi + y.shi < half
                  : x.uhi + y.uhi <= mask128(width))
      return TERM_FALSE;
    if (is_signed ? x.slo + y.slo >= half || x.shi + y.shi < -half : x.ulo + y.ulo > mask128(width))
      return TERM_TRUE;
  }
  if (!is_signed) return az_bv_ult(s, az_bv_not(s, a), b);
  if (is_const(s, b)) {
    az_term least = least_signed(s, width), most = az_bv_not(s, least);
    if (negative(s, b) == TERM_TRUE) return az_bv_slt(s, a, az_bv_sub(s, least, b));
    return az_bv_slt(s, az_bv_sub(s, most, b), a);
  }
  return sign_overflow(s, a, b, az_bv_add(s, a, b), true);
}

az_term az_sub_overflows(az_store *s, az_term a, az_term b, bool is_signed) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (a == b || is_zero(s, b)) return TERM_FALSE;
  if (!is_signed) return az_bv_ult(s, a, b);
  if (width <= RANGE_WIDTH) {
    az_range x = range_of(s, a), y = range_of(s, b);
    i128 half = (i128)1 << (width - 1);
    if (x.slo - y.shi >= -half && x.shi - y.slo < half) return TERM_FALSE;
    if (x.slo - y.shi >= half || x.shi - y.slo < -half) return TERM_TRUE;
  }
  az_term least = least_signed(s, width);
  if (b == least) return az_not(s, negative(s, a));
  if (is_const(s, b)) return az_add_overflows(s, a, az_bv_neg(s, b), true);
  if (is_const(s, a)) { /* b beyond a - least or a - most */
    az_term most = az_bv_not(s, least);
    if (negative(s, a) == TERM_TRUE) return az_bv_slt(s, az_bv_sub(s, a, least), b);
    return az_bv_slt(s, b, az_bv_sub(s, a, most));
  }
  return sign_overflow(s, a, b, az_bv_sub(s, a, b), false);
}

az_term az_mul_overflows(az_store *s, az_term a, az_term b, bool is_signed) {
  assert(SAME_BV(s, a, b));
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  assert(2 * width <= AZ_MAX_WIDTH);
  if (is_zero(s, b)) return TERM_FALSE;
  if (width <= 62) {
    az_range x = range_of(s, a), y = range_of(s, b);
    if (is_signed) {
      i128 corner[] = {x.slo * y.slo, x.slo * y.shi, x.shi * y.slo, x.shi * y.shi}, lo = corner[0],
           hi = lo;
      for (int i = 1; i < 4; i++) {
        if (corner[i] < lo) lo = corner[i];
        if (corner[i] > hi) hi = corner[i];
      }
      i128 half = (i128)1 << (width - 1);
      if (lo >= -half && hi < half) return TERM_FALSE;
      if (lo >= half || hi < -half) return TERM_TRUE;
    } else {
      if (x.uhi * y.uhi <= mask128(width)) return TERM_FALSE;
      if (x.ulo * y.ulo > mask128(width)) return TERM_TRUE;
    }
  }
  if (is_const(s, b) && !is_signed) return az_bv_ult(s, az_bv_udiv(s, ones(s, width), b), a);
  if (is_const(s, b)) {
    az_term least = least_signed(s, width), most = az_bv_not(s, least);
    if (is_ones(s, b)) return az_eq(s, a, least);
    az_term up = az_bv_sdiv(s, most, b), down = az_bv_sdiv(s, least, b);
    if (negative(s, b) == TERM_TRUE) return az_or(s, az_bv_slt(s, a, up), az_bv_slt(s, down, a));
    return az_or(s, az_bv_slt(s, up, a), az_bv_slt(s, a, down));
  }
  az_term product =
      az_bv_mul(s, az_resize(s, a, 2 * width, is_signed), az_resize(s, b, 2 * width, is_signed));
  return az_ne(s, product, az_resize(s, truncate(s, product, width), 2 * width, is_signed));
}
