/* Bit-vector comparisons, equality and overflow predicates. Comparisons have a constant on the
 * right and the smallest width that the structure shows. Equalities of sums are solved by
 * cancelling common monomials; equalities of concatenations are split. */
#include "term/term_internal.h"

/* ---- comparisons ---- */

/* Moves a comparison with a constant into ite(c, x, y) if a constant branch decides it. */
static az_term compare_ite(az_store *s, binary_constructor less, az_term a, az_term b) {
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
  } else if (m->kind == AZ_K_ITE && n->kind == AZ_K_ITE && m->a == n->a && bv_is_const_ite(s, a) &&
             bv_is_const_ite(s, b)) {
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

/* If two concatenations share a part, compares their other parts, as signed only if these are the
 * high parts. */
static az_term compare_concat(az_store *s, bool is_signed, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind != AZ_K_CONCAT) return AZ_NO_TERM;
  uint32_t low = width_of(s, m->b), w = az_sort_width(m->sort);
  if (n->kind == AZ_K_CONCAT && width_of(s, n->b) == low) {
    if (m->a == n->a) return az_bv_ult(s, m->b, n->b);
    if (m->b == n->b) return is_signed ? az_bv_slt(s, m->a, n->a) : az_bv_ult(s, m->a, n->a);
  }
  if (n->kind == AZ_K_CONST && is_const(s, m->a) && az_extract(s, b, w - 1, low) == m->a)
    return az_bv_ult(s, m->b, bv_low(s, b, low));
  return AZ_NO_TERM;
}

az_term az_bv_ult(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV_FOR_BOOL(s, a, b);
  a = bv_compared(s, a), b = bv_compared(s, b);
  if (a == b || bv_is_zero(s, b) || bv_is_ones(s, a)) return TERM_FALSE;
  if (is_const(s, a) && is_const(s, b)) return fold_binary(s, AZ_K_BV_ULT, a, b);
  if (bv_is_zero(s, a)) return az_ne(s, b, a);
  if (bv_is_value(s, b, 1)) return az_eq(s, a, az_zero_of(s, node_of(s, b)->sort));
  if (bv_is_ones(s, b)) return az_ne(s, a, b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a)) {
    az_term next = fold_binary(s, AZ_K_BV_ADD, a, az_bv(s, width, 1));
    return az_not(s, az_bv_ult(s, b, next));
  }
  if (width <= RANGE_WIDTH) {
    az_range x = bv_range(s, a), y = bv_range(s, b);
    if (x.uhi < y.ulo) return TERM_TRUE;
    if (x.ulo >= y.uhi) return TERM_FALSE;
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_BV_NOT) return az_bv_ult(s, n->a, m->a);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_CONST) return az_bv_ult(s, az_bv_not(s, b), m->a);
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least >= width) /* sign extension keeps the unsigned order, too */
    least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return bv_of_low(s, az_bv_ult, a, b, least);
  az_term r = compare_ite(s, az_bv_ult, a, b);
  if (!r) r = compare_concat(s, false, a, b);
  return r ? r : az_cons(s, AZ_K_BV_ULT, az_sort_bool(), a, b, 0);
}

static az_term least_signed(az_store *s, uint32_t width) {
  return bv_power(s, width, width - 1);
}

az_term az_bv_slt(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV_FOR_BOOL(s, a, b);
  a = bv_compared(s, a), b = bv_compared(s, b);
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
    az_range x = bv_range(s, a), y = bv_range(s, b);
    if (x.shi < y.slo) return TERM_TRUE;
    if (x.slo >= y.shi) return TERM_FALSE;
    if (x.slo >= 0 && y.slo >= 0) return az_bv_ult(s, a, b);
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_BV_NOT) return az_bv_slt(s, n->a, m->a);
  if (m->kind == AZ_K_BV_NOT && n->kind == AZ_K_CONST) return az_bv_slt(s, az_bv_not(s, b), m->a);
  uint32_t least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return bv_of_low(s, az_bv_slt, a, b, least);
  if (bv_is_zero(s, b) && m->kind == AZ_K_CONCAT)
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

/* ---- equality ---- */

static az_term both(az_store *s, az_term a, az_term b, az_term c, az_term d) {
  az_term x = az_eq(s, a, b);
  return x == TERM_FALSE ? x : az_and(s, x, az_eq(s, c, d));
}

/* Returns 1/c modulo 2^width for odd c (Newton). */
static u128 inverse(u128 c, uint32_t width) {
  u128 x = c;
  for (int i = 0; i < 7; i++) x *= 2 - c * x;
  return x & mask128(width);
}

static bool is_product(const az_store *s, az_term t) {
  return kind_of(s, t) == AZ_K_BV_MUL && !is_const(s, node_of(s, t)->b);
}

/* If an ite in l chooses between products, returns sum(l) = 0 as an ite of two equations, because
 * facts mention the products themselves; else AZ_NO_TERM. */
static az_term eq_choices(az_store *s, const linear *l, uint32_t width) {
  az_term condition = AZ_NO_TERM;
  uint32_t others = 0; /* number of choices by other conditions */
  for (uint32_t i = 0; i < l->n; i++) {
    const node *m = node_of(s, l->term[i]);
    bool chosen = m->kind == AZ_K_ITE && (is_product(s, m->b) || is_product(s, m->c));
    others += chosen && condition && m->a != condition;
    if (chosen && !condition) condition = m->a;
  }
  if (!condition || others > 1) return AZ_NO_TERM;
  linear then = {.constant = l->constant}, other = then;
  for (uint32_t i = 0; i < l->n; i++) {
    const node *m = node_of(s, l->term[i]);
    bool chosen = m->kind == AZ_K_ITE && m->a == condition;
    if (!linear_add(s, &then, chosen ? m->b : l->term[i], l->coeff[i]) ||
        !linear_add(s, &other, chosen ? m->c : l->term[i], l->coeff[i]))
      return AZ_NO_TERM;
  }
  az_term zero = bv_u128(s, width, 0), holds = az_eq(s, linear_build(s, &then, width), zero);
  return az_ite(s, condition, holds, az_eq(s, linear_build(s, &other, width), zero));
}

/* Simplifies an equality of sums: common monomials cancel, signs are separated, a single monomial
 * is divided out. Rewrites the operands; a result other than AZ_NO_TERM is final. */
static az_term eq_linear(az_store *s, az_term *a, az_term *b) {
  uint32_t width = width_of(s, *a);
  az_kind p = kind_of(s, *a), q = kind_of(s, *b);
  bool sum_a = p == AZ_K_BV_ADD || p == AZ_K_BV_NEG || p == AZ_K_BV_NOT || p == AZ_K_BV_MUL;
  bool sum_b = q == AZ_K_BV_ADD || q == AZ_K_BV_NEG || q == AZ_K_BV_NOT || q == AZ_K_BV_MUL;
  linear l = {.without_promises = true};
  if ((!sum_a && !sum_b) || width > 128) return AZ_NO_TERM;
  if (!linear_add(s, &l, *a, 1) || !linear_add(s, &l, *b, -(u128)1)) return AZ_NO_TERM;
  linear_normalise(&l, width);
  u128 mask = mask128(width);
  if (l.n == 0) return az_bool(s, l.constant == 0);
  if (l.n == 1) {
    u128 c = l.coeff[0], value = -l.constant & mask;
    uint32_t k = 0;
    while (!(c >> k & 1)) k++;
    if (value & mask128(k)) return TERM_FALSE;
    az_term x = k ? bv_low(s, l.term[0], width - k) : l.term[0];
    az_term y = bv_u128(s, width - k, (value >> k) * inverse(c >> k, width - k));
    return x == *a && y == *b ? AZ_NO_TERM : az_eq(s, x, y);
  }
  az_term chosen = eq_choices(s, &l, width);
  if (chosen) return chosen;
  if (coeff_is_negative(l.coeff[0], width)) {
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

/* Returns x % 2^k == c for C's remainder: equal low bits and, unless these are 0, equal signs. */
static az_term eq_srem(az_store *s, const node *m, az_term c) {
  uint32_t width = width_of(s, c);
  int k = bv_power_of_two(s, m->b);
  if (k <= 0 || (uint32_t)k >= width - 1 || width > 64) return AZ_NO_TERM;
  i128 value = to_signed(bv_value(s, c), width), limit = (i128)1 << k;
  if (value <= -limit || value >= limit) return TERM_FALSE;
  az_term x = m->a, low = bv_of_low(s, az_eq, x, c, (uint32_t)k);
  if (value == 0) return low;
  az_term negative = az_bv_slt(s, x, az_bv(s, width, 0));
  return az_and(s, low, value < 0 ? negative : az_not(s, negative));
}

az_term eq_bv(az_store *s, az_term a, az_term b) {
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (width == 1 && bv_is_zero(s, b)) return az_not(s, az_eq(s, a, az_bv(s, 1, 1)));
  if (term_decide_eq(s, a, b) == 0) return TERM_FALSE;
  az_term before_a = a, before_b = b, r = eq_linear(s, &a, &b);
  if (r) return r;
  if (a == b) return TERM_TRUE;
  constant_right(s, &a, &b);
  if ((a != before_a || b != before_b) && term_decide_eq(s, a, b) == 0) return TERM_FALSE;
  uint32_t least = larger(narrow_unsigned(s, a), narrow_unsigned(s, b));
  if (least >= width) least = larger(narrow_signed(s, a), narrow_signed(s, b));
  if (least < width) return bv_of_low(s, az_eq, a, b, least);
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (n->kind == AZ_K_CONST) {
    switch (m->kind) {
    case AZ_K_BV_XOR:
      if (is_const(s, m->b)) return az_eq(s, m->a, fold_binary(s, AZ_K_BV_XOR, m->b, b));
      if (bv_is_zero(s, b)) return az_eq(s, m->a, m->b);
      break;
    case AZ_K_BV_AND:
      if (is_const(s, m->b) && fold_binary(s, AZ_K_BV_AND, m->b, b) != b) return TERM_FALSE;
      if (bv_is_ones(s, b)) return both(s, m->a, b, m->b, b);
      break;
    case AZ_K_BV_NOT: return az_eq(s, m->a, az_bv_not(s, b));
    case AZ_K_BV_NEG: return az_eq(s, m->a, az_bv_neg(s, b));
    case AZ_K_BV_SREM:
      r = eq_srem(s, m, b);
      if (r) return r;
      break;
    case AZ_K_EXTRACT:
      if (width == 1 && m->b + 1 == width_of(s, m->a)) /* b is 1: m->a is negative */
        return az_bv_slt(s, m->a, az_zero_of(s, node_of(s, m->a)->sort));
      break;
    case AZ_K_ITE: /* decided before if both branches are constant */ break;
    default: break;
    }
  }
  if (m->kind == AZ_K_BV_ADD && n->kind == AZ_K_CONST &&
      is_const(s, m->b)) /* wider than a linear sum */
    return az_eq(s, m->a, az_bv_add(s, b, az_bv_neg(s, m->b)));
  if (bv_is_const_ite(s, a) && bv_is_const_ite(s, b) && m->b == n->b && m->c == n->c)
    return az_eq(s, m->a, n->a);
  for (int i = 0; i < 2; i++) { /* part by part, if extracts of both sides cost no new terms */
    if (m->kind == AZ_K_CONCAT || (m->kind == AZ_K_ZEXT && n->kind == AZ_K_CONCAT)) {
      uint32_t low = width_of(s, m->kind == AZ_K_CONCAT ? m->b : m->a);
      int budget = 16;
      if (extract_is_free(s, b, width - 1, low, &budget) &&
          extract_is_free(s, b, low - 1, 0, &budget)) {
        az_term high_a = az_extract(s, a, width - 1, low),
                high_b = az_extract(s, b, width - 1, low);
        const az_term low_b = bv_low(s, b, low);
        return both(s, high_a, high_b, bv_low(s, a, low), low_b);
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

/* ---- overflow ---- */

static az_term negative(az_store *s, az_term a) {
  return az_bv_slt(s, a, az_zero_of(s, node_of(s, a)->sort));
}

/* Returns the overflow condition by signs: the operands have equal signs (`same`) or different
 * signs, and the result's sign differs from a's. */
static az_term sign_overflow(az_store *s, az_term a, az_term b, az_term result, bool same) {
  az_term na = negative(s, a), nb = negative(s, b), nr = negative(s, result);
  az_term operands = az_eq(s, na, nb);
  const az_term turned = az_xor(s, na, nr);
  return az_and(s, same ? operands : az_not(s, operands), turned);
}

az_term az_add_overflows(az_store *s, az_term a, az_term b, bool is_signed) {
  REQUIRE_SAME_BV_FOR_BOOL(s, a, b);
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (bv_is_zero(s, b)) return TERM_FALSE;
  if (width <= RANGE_WIDTH) {
    az_range x = bv_range(s, a), y = bv_range(s, b);
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
  REQUIRE_SAME_BV_FOR_BOOL(s, a, b);
  uint32_t width = width_of(s, a);
  if (a == b || bv_is_zero(s, b)) return TERM_FALSE;
  if (!is_signed) return az_bv_ult(s, a, b);
  if (width <= RANGE_WIDTH) {
    az_range x = bv_range(s, a), y = bv_range(s, b);
    i128 half = (i128)1 << (width - 1);
    if (x.slo - y.shi >= -half && x.shi - y.slo < half) return TERM_FALSE;
    if (x.slo - y.shi >= half || x.shi - y.slo < -half) return TERM_TRUE;
  }
  az_term least = least_signed(s, width);
  if (b == least) return az_not(s, negative(s, a));
  if (is_const(s, b)) return az_add_overflows(s, a, az_bv_neg(s, b), true);
  if (is_const(s, a)) { /* b is beyond a - least or a - most */
    az_term most = az_bv_not(s, least);
    if (negative(s, a) == TERM_TRUE) return az_bv_slt(s, az_bv_sub(s, a, least), b);
    return az_bv_slt(s, b, az_bv_sub(s, a, most));
  }
  return sign_overflow(s, a, b, az_bv_sub(s, a, b), false);
}

az_term az_mul_overflows(az_store *s, az_term a, az_term b, bool is_signed) {
  REQUIRE_SAME_BV_FOR_BOOL(s, a, b);
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  REQUIRE(s, 2 * width <= AZ_MAX_WIDTH, az_sort_bool(), a, b);
  if (bv_is_zero(s, b)) return TERM_FALSE;
  if (width <= 62) {
    az_range x = bv_range(s, a), y = bv_range(s, b);
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
  if (is_const(s, b) && !is_signed) return az_bv_ult(s, az_bv_udiv(s, bv_ones(s, width), b), a);
  if (is_const(s, b)) {
    az_term least = least_signed(s, width), most = az_bv_not(s, least);
    if (bv_is_ones(s, b)) return az_eq(s, a, least);
    az_term up = az_bv_sdiv(s, most, b), down = az_bv_sdiv(s, least, b);
    if (negative(s, b) == TERM_TRUE) swap_terms(&up, &down);
    const az_term below = az_bv_slt(s, a, down);
    return az_or(s, az_bv_slt(s, up, a), below);
  }
  const az_term wide_b = az_resize(s, b, 2 * width, is_signed);
  az_term product = az_bv_mul(s, az_resize(s, a, 2 * width, is_signed), wide_b);
  return az_ne(s, product, az_resize(s, bv_low(s, product, width), 2 * width, is_signed));
}
