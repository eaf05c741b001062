/* Bit-vector arithmetic, bitwise operators, shifts and division, with local simplification.
 * Canonical forms: sums are flat, P + -(N) + constant with monomials in order of index (up to
 * LINEAR_MAX of them and 128 bits); shifts, divisions and masks by powers of two are products and
 * extracts. */
#include "term/term_internal.h"

az_term bv_ones(az_store *s, uint32_t width) {
  return az_bv_wide(s, width, -1);
}

/* ---- operators over ite(c, constant, constant) ---- */

bool bv_is_const_ite(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  return n->kind == AZ_K_ITE && is_const(s, n->b) && is_const(s, n->c);
}

typedef az_term (*unary)(az_store *s, az_term a);

static az_term lift_unary(az_store *s, unary op, az_term a) {
  const node *n = node_of(s, a);
  az_term x = op(s, n->b);
  return az_ite(s, n->a, x, op(s, n->c));
}

/* The operator inside the ite where that leaves constants only; AZ_NO_TERM where it does not. */
static az_term lift(az_store *s, binary_constructor op, az_term a, az_term b) {
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

/* ---- linear sums ---- */

enum { LINEAR_WORK = 40 };

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
bool linear_add(const az_store *s, linear *l, az_term t, u128 factor) {
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
    if (l->without_promises &&
        (is_nsw(n) || (n->kind == AZ_K_BV_MUL && is_const(s, n->b) && is_nsw(node_of(s, n->a))))) {
      if (++work == LINEAR_WORK) return false;
      t = n->a;
      factor *= bv_value(s, n->b);
      continue;
    }
    if (n->kind == AZ_K_CONST) {
      l->constant += factor * bv_value(s, t);
    } else if (n->kind == AZ_K_BV_MUL && is_const(s, n->b) && !is_nsw(n)) {
      if (!linear_monomial(l, n->a, factor * bv_value(s, n->b))) return false;
    } else if (!linear_monomial(l, t, factor)) {
      return false;
    }
    if (!top) return true;
    t = stack[--top].t;
    factor = stack[top].factor;
  }
}

/* Reduces coefficients, drops zeros, sorts by index. */
void linear_settle(linear *l, uint32_t width) {
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

bool coeff_is_negative(u128 coeff, uint32_t width) {
  return coeff > (u128)1 << (width - 1);
}

/* The sum of the monomials of one sign, without the sign; AZ_NO_TERM if there is none. */
az_term linear_side(az_store *s, const linear *l, uint32_t width, bool negative) {
  az_term sum = AZ_NO_TERM;
  for (uint32_t i = 0; i < l->n; i++) {
    if (coeff_is_negative(l->coeff[i], width) != negative) continue;
    u128 c = negative ? -l->coeff[i] & mask128(width) : l->coeff[i];
    az_sort sort = az_sort_bv(width);
    az_term t =
        c == 1 ? l->term[i] : az_cons(s, AZ_K_BV_MUL, sort, l->term[i], bv_u128(s, width, c), 0);
    sum = sum ? az_cons(s, AZ_K_BV_ADD, sort, sum, t, 0) : t;
  }
  return sum;
}

/* c ? x + k : x + l as x and (c ? k : l): sums of what branches count differ in constants alone
 * then. Alone it stays as it is, as comparisons look into branches. */
static void split_counts(az_store *s, linear *l, uint32_t width) {
  linear split = {.constant = l->constant};
  bool any = false;
  for (uint32_t i = 0; i < l->n; i++) {
    const node *t = node_of(s, l->term[i]);
    linear a = {0}, b = {0};
    bool is = t->kind == AZ_K_ITE && !bv_is_const_ite(s, l->term[i]) &&
              linear_add(s, &a, t->b, 1) && linear_add(s, &b, t->c, 1) && a.n == 1 && b.n == 1 &&
              a.term[0] == b.term[0] && a.coeff[0] == b.coeff[0];
    if (!is) {
      if (!linear_monomial(&split, l->term[i], l->coeff[i])) return;
      continue;
    }
    az_term c = t->a, k = bv_u128(s, width, a.constant & mask128(width));
    az_term count = az_ite(s, c, k, bv_u128(s, width, b.constant & mask128(width)));
    if (!linear_monomial(&split, a.term[0], a.coeff[0] * l->coeff[i])) return;
    if (!linear_monomial(&split, count, l->coeff[i])) return;
    any = true;
  }
  if (any) *l = split;
}

static az_term linear_build(az_store *s, linear *l, uint32_t width) {
  linear_settle(l, width);
  if (l->n > 1) {
    split_counts(s, l, width);
    linear_settle(l, width);
  }
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
  if (bv_is_zero(s, b)) return a;
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
      return bv_is_zero(s, b) ? m->a : az_cons(s, AZ_K_BV_ADD, m->sort, m->a, b, 0);
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
  if (bv_is_const_ite(s, a)) return lift_unary(s, az_bv_neg, a);
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
  if (bv_is_zero(s, b)) return b;
  if (bv_is_value(s, b, 1)) return a;
  az_term r = lift(s, az_bv_mul, a, b);
  if (r) return r;
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  uint32_t width = az_sort_width(sort);
  if (n->kind == AZ_K_CONST) {
    linear l = {0};
    if (width <= 128 && linear_add(s, &l, a, bv_value(s, b))) {
      linear_settle(&l, width);
      if (l.n <= 1 || bv_power_of_two(s, b) >= 0 || bv_is_ones(s, b))
        return linear_build(s, &l, width);
    }
    if (bv_is_ones(s, b)) return az_bv_neg(s, a);
    if (m->kind == AZ_K_BV_MUL && is_const(s, m->b))
      return az_bv_mul(s, m->a, fold_binary(s, AZ_K_BV_MUL, m->b, b));
    if (width <= 128 && coeff_is_negative(bv_value(s, b), width))
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
  if (bv_is_const_ite(s, a) && bv_is_value(s, m->b, 1) && bv_is_zero(s, m->c))
    return az_ite(s, m->a, b, m->c);
  if (bv_is_const_ite(s, b) && bv_is_value(s, n->b, 1) && bv_is_zero(s, n->c))
    return az_ite(s, n->a, a, n->c);
  if (a > b) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_MUL, sort, a, b, 0);
}

/* Is factor * t as of signed integers so small that sums of a few such products do not wrap? */
static bool product_is_small(const az_store *s, az_term t, uint64_t factor, uint32_t width) {
  enum { PRODUCTS = 8 };
  if (width > 64) return false;
  az_range r = bv_range(s, t);
  i128 most = ((i128)1 << (width - 1)) / PRODUCTS, by = (i128)factor;
  return by <= most && r.slo >= -(most / by) && r.shi <= most / by;
}

az_term az_bv_mul_nsw(az_store *s, az_term a, uint64_t factor) {
  uint32_t width = width_of(s, a);
  az_sort sort = az_sort_bv(width);
  az_term by = az_bv(s, width, factor), sum;
  linear l = {0};
  if (!factor || width > 64 || is_const(s, a) || bv_is_const_ite(s, a) || !linear_add(s, &l, a, 1))
    return az_bv_mul(s, a, by);
  linear_settle(&l, width);
  sum = bv_u128(s, width, l.constant * factor & mask128(width));
  for (uint32_t i = 0; i < l.n; i++) {
    bool negative = coeff_is_negative(l.coeff[i], width);
    u128 c = negative ? -l.coeff[i] & mask128(width) : l.coeff[i];
    az_term t =
        c == 1 ? l.term[i] : az_cons(s, AZ_K_BV_MUL, sort, l.term[i], bv_u128(s, width, c), 0);
    /* Bytes that are counted by a product: that one has no promise. */
    bool plain = (factor == 1 && c != 1) || product_is_small(s, t, factor, width);
    t = plain ? az_bv_mul(s, t, by) : az_cons(s, AZ_K_BV_MUL, sort, t, by, 1);
    sum = negative ? az_bv_sub(s, sum, t) : az_bv_add(s, sum, t);
  }
  return sum;
}

az_term az_bv_without_nsw(az_store *s, az_term t) {
  uint32_t width = width_of(s, t);
  const node *n = node_of(s, t);
  linear l = {.without_promises = true};
  if (n->kind == AZ_K_ITE) {
    az_term c = n->a, no = n->c, yes = az_bv_without_nsw(s, n->b);
    return az_ite(s, c, yes, az_bv_without_nsw(s, no));
  }
  return width <= 128 && linear_add(s, &l, t, 1) ? linear_build(s, &l, width) : t;
}

az_term bv_compared(az_store *s, az_term t) {
  enum { SUMMANDS = 16 };
  az_term todo[SUMMANDS + 1] = {t};
  for (uint32_t n = 1, seen = 0; n && seen < SUMMANDS; seen++) {
    const node *m = node_of(s, todo[--n]);
    if (is_nsw(m)) return az_bv_without_nsw(s, t);
    if (m->kind != AZ_K_BV_ADD && m->kind != AZ_K_BV_NEG) continue;
    todo[n++] = m->a;
    if (m->kind == AZ_K_BV_ADD) todo[n++] = m->b;
  }
  return t;
}

bool az_bv_is_nsw(const az_store *s, az_term t) {
  return is_nsw(node_of(s, t));
}

void az_bv_signed_bounds(const az_store *s, az_term t, int64_t *least, int64_t *greatest) {
  assert(width_of(s, t) <= 64);
  az_range r = bv_range(s, t);
  *least = (int64_t)r.slo;
  *greatest = (int64_t)r.shi;
}

/* ---- bitwise ---- */

az_term az_bv_not(az_store *s, az_term a) {
  assert(IS_BV(s, a));
  const node *n = node_of(s, a);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_CONST) return fold_binary(s, AZ_K_BV_XOR, a, bv_ones(s, width));
  if (n->kind == AZ_K_BV_NOT) return n->a;
  if (bv_is_const_ite(s, a)) return lift_unary(s, az_bv_not, a);
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
  if (a == b || bv_is_ones(s, b)) return a;
  if (bv_is_zero(s, b)) return b;
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
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (width > 1 && width <= RANGE_WIDTH && !is_const(s, a) && !is_const(s, b)) {
    /* disjoint bits: bytes that are put together */
    for (int i = 0; i < 2; i++) {
      uint32_t k = bv_low_zeros(s, b);
      if (k && k < width && bv_range(s, a).uhi <= mask128(k))
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
  if (bv_is_zero(s, b)) return a;
  if (bv_is_ones(s, b)) return az_bv_not(s, a);
  if (bv_complementary(s, a, b)) return bv_ones(s, az_sort_width(sort));
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

/* ---- shifts ---- */

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

az_term bv_power(az_store *s, uint32_t width, uint32_t exponent) {
  uint64_t limbs[MAX_LIMBS] = {0};
  limbs[exponent / 64] = UINT64_C(1) << exponent % 64;
  return az_bv_limbs(s, width, limbs);
}

az_term az_bv_shl(az_store *s, az_term a, az_term amount) {
  assert(SAME_BV(s, a, amount));
  uint32_t width = width_of(s, a), by;
  if (bv_is_zero(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) return az_zero_of(s, node_of(s, a)->sort);
    return by ? az_bv_mul(s, a, bv_power(s, width, by)) : a;
  }
  az_term r = lift(s, az_bv_shl, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_SHL, node_of(s, a)->sort, a, amount, 0);
}

az_term az_bv_lshr(az_store *s, az_term a, az_term amount) {
  assert(SAME_BV(s, a, amount));
  uint32_t width = width_of(s, a), by;
  if (bv_is_zero(s, a)) return a;
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
  if (bv_is_zero(s, a) || bv_is_ones(s, a)) return a;
  if (shift_amount(s, amount, &by)) {
    if (by == width) by = width - 1;
    return by ? az_sext(s, az_extract(s, a, width - 1, by), width) : a;
  }
  az_term r = lift(s, az_bv_ashr, a, amount);
  return r ? r : az_cons(s, AZ_K_BV_ASHR, node_of(s, a)->sort, a, amount, 0);
}

/* ---- division ---- */

/* Least width at which the term is a zero (sign) extension by structure. */
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

bool bv_nonnegative(const az_store *s, az_term t) {
  return width_of(s, t) <= RANGE_WIDTH && bv_range(s, t).slo >= 0;
}

az_term az_bv_udiv(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b)) return bv_ones(s, width);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UDIV, a, b);
  if (bv_is_value(s, b, 1)) return a;
  int k = bv_power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, width - 1, (uint32_t)k), width);
  az_term r = lift(s, az_bv_udiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (is_const(s, b) && least < width)
    return az_zext(s, az_bv_udiv(s, bv_low(s, a, least), bv_low(s, b, least)), width);
  if (width <= RANGE_WIDTH && bv_range(s, a).uhi < bv_range(s, b).ulo)
    return az_zero_of(s, node_of(s, a)->sort);
  return az_cons(s, AZ_K_BV_UDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_urem(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b) || bv_is_zero(s, a)) return a;
  if (a == b || bv_is_value(s, b, 1)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_UREM, a, b);
  int k = bv_power_of_two(s, b);
  if (k > 0) return az_zext(s, az_extract(s, a, (uint32_t)k - 1, 0), width);
  az_term r = lift(s, az_bv_urem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least < width)
    return az_zext(s, az_bv_urem(s, bv_low(s, a, least), bv_low(s, b, least)), width);
  if (width <= RANGE_WIDTH && bv_range(s, a).uhi < bv_range(s, b).ulo) return a;
  return az_cons(s, AZ_K_BV_UREM, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_sdiv(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SDIV, a, b);
  if (bv_is_zero(s, b)) return az_ite(s, az_bv_slt(s, a, b), az_bv(s, width, 1), bv_ones(s, width));
  if (bv_is_ones(s, b)) return az_bv_neg(s, a);
  if (bv_is_value(s, b, 1)) return a; /* after -1: at width 1 they are one */
  if (bv_nonnegative(s, a) && bv_nonnegative(s, b)) return az_bv_udiv(s, a, b);
  az_term r = lift(s, az_bv_sdiv, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (is_const(s, b) && least < width)
    return az_sext(s, az_bv_sdiv(s, bv_low(s, a, least), bv_low(s, b, least)), width);
  return az_cons(s, AZ_K_BV_SDIV, node_of(s, a)->sort, a, b, 0);
}

az_term az_bv_srem(az_store *s, az_term a, az_term b) {
  assert(SAME_BV(s, a, b));
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b) || bv_is_zero(s, a)) return a;
  if (a == b || bv_is_value(s, b, 1) || bv_is_ones(s, b)) return az_zero_of(s, node_of(s, a)->sort);
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_SREM, a, b);
  if (bv_nonnegative(s, a) && bv_nonnegative(s, b)) return az_bv_urem(s, a, b);
  az_term r = lift(s, az_bv_srem, a, b);
  if (r) return r;
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width)
    return az_sext(s, az_bv_srem(s, bv_low(s, a, least), bv_low(s, b, least)), width);
  return az_cons(s, AZ_K_BV_SREM, node_of(s, a)->sort, a, b, 0);
}
