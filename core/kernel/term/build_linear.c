/* Sums and products of bit-vectors, with local simplification. The canonical form of a sum is P +
 * -(N) + constant. P and N are sums of products of a term and a positive constant, ordered by
 * index. Sums of more than LINEAR_MAX such products, or of more than 128 bits, are not brought into
 * this form. */
#include "term/term_internal.h"

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

/* Adds factor * t to l; returns false if the sum is too long. */
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
        (is_nsw(n) || (n->kind == AZ_K_BV_MUL && is_const(s, n->b) &&
                       (is_nsw(node_of(s, n->a)) || kind_of(s, n->a) == AZ_K_BV_ADD)))) {
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

/* Normalises l: reduces coefficients, drops zeros, sorts by index. */
void linear_normalise(linear *l, uint32_t width) {
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

/* Returns the sum of the monomials of one sign, without the sign; AZ_NO_TERM if there are none. */
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

/* Rewrites c ? x + k : x + l to x + (c ? k : l), so that sums of counters differ only in constants.
 * An ite that is the whole sum stays, since comparisons look into its branches. */
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

az_term linear_build(az_store *s, linear *l, uint32_t width) {
  linear_normalise(l, width);
  if (l->n > 1) {
    split_counts(s, l, width);
    linear_normalise(l, width);
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
  REQUIRE_SAME_BV(s, a, b);
  constant_right(s, &a, &b);
  uint32_t width = width_of(s, a);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_ADD, a, b);
  if (bv_is_zero(s, b)) return a;
  az_term r = bv_lift(s, az_bv_add, a, b);
  if (r) return r;
  if (width <= 128) {
    linear l = {0};
    if (linear_add(s, &l, a, 1) && linear_add(s, &l, b, 1)) return linear_build(s, &l, width);
  }
  const node *m = node_of(s, a), *n = node_of(s, b);
  if ((m->kind == AZ_K_BV_NEG && m->a == b) || (n->kind == AZ_K_BV_NEG && n->a == a))
    return az_zero_of(s, m->sort);
  if (m->kind == AZ_K_BV_ADD && is_const(s, m->b)) { /* the constant goes outermost */
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
  if (a > b && !is_const(s, b)) swap_terms(&a, &b);
  return az_cons(s, AZ_K_BV_ADD, m->sort, a, b, 0);
}

az_term az_bv_neg(az_store *s, az_term a) {
  REQUIRE_BV(s, a);
  const node *n = node_of(s, a);
  uint32_t width = az_sort_width(n->sort);
  if (n->kind == AZ_K_CONST) {
    uint64_t limbs[MAX_LIMBS];
    limbs_neg(limbs, az_const_limbs(s, a), limbs_of(width));
    return az_bv_limbs(s, width, limbs);
  }
  if (n->kind == AZ_K_BV_NEG) return n->a;
  if (bv_is_const_ite(s, a)) return bv_lift_unary(s, az_bv_neg, a);
  linear l = {0};
  if (width <= 128 && linear_add(s, &l, a, -(u128)1)) return linear_build(s, &l, width);
  return az_cons(s, AZ_K_BV_NEG, n->sort, a, 0, 0);
}

az_term az_bv_sub(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  if (a == b) return az_zero_of(s, node_of(s, a)->sort);
  uint32_t width = width_of(s, a);
  linear l = {0};
  if (width <= 128 && kind_of(s, a) != AZ_K_ITE && kind_of(s, b) != AZ_K_ITE &&
      linear_add(s, &l, a, 1) && linear_add(s, &l, b, -(u128)1))
    return linear_build(s, &l, width);
  return az_bv_add(s, a, az_bv_neg(s, b));
}

/* ---- quotients ---- */

/* A sum a = V mod 2^w with coefficients that are multiples of d is divided by d term by term:
 * V = d * q + r with 0 <= r < d, if |V| < 2^w by the bounds of its terms. Sizes of arrays, as
 * n * sizeof(T), are such sums. Read as unsigned, a negative V, as which q is negative, has the
 * quotient q + (2^w + r) / d and the remainder (2^w + r) % d. */
bool bv_divide_sum(az_store *s, az_term a, az_term d, bool is_signed, az_term *quotient,
                   az_term *remainder) {
  const uint32_t width = width_of(s, a);
  if (width > 64 || !is_const(s, d)) return false;
  const i128 most = (i128)1 << width;
  const i128 by = is_signed ? to_signed(bv_value(s, d), width) : (i128)bv_value(s, d);
  linear l = {0};
  if (by < 2 || !linear_add(s, &l, a, 1)) return false;
  linear_normalise(&l, width);
  const i128 k = to_signed(l.constant, width), r = (k % by + by) % by;
  i128 least = k, largest = k;
  for (uint32_t i = 0; i < l.n; i++) {
    const az_range bounds = bv_range(s, l.term[i]);
    const i128 c = to_signed(l.coeff[i], width);
    const i128 x = c * bounds.slo, y = c * bounds.shi;
    if (c % by || x <= -most || x >= most || y <= -most || y >= most) return false;
    least += x < y ? x : y, largest += x < y ? y : x;
    l.coeff[i] = (u128)(c / by);
  }
  const bool wraps = is_signed ? least < -(most / 2) || largest >= most / 2 || (least < 0 && r)
                               : least <= -most || largest >= most;
  if (!l.n || wraps) return false;
  l.constant = (u128)((k - r) / by);
  *quotient = linear_build(s, &l, width);
  *remainder = bv_u128(s, width, (u128)r);
  if (is_signed || least >= 0) return true;
  const az_term zero = az_bv(s, width, 0), is_negative = az_bv_slt(s, *quotient, zero);
  const u128 wrapped = (u128)(most + r);
  const az_term more = bv_u128(s, width, wrapped / (u128)by);
  const az_term rest = bv_u128(s, width, wrapped % (u128)by);
  *quotient = az_bv_add(s, *quotient, az_ite(s, is_negative, more, zero));
  *remainder = az_ite(s, is_negative, rest, *remainder);
  return true;
}

/* ---- products ---- */

enum { FACTORS = 8, CHOICES = 4 };

/* Adds the factors of t, a left-nested product, in order of index. Returns the number of factors,
 * or more than FACTORS if there are too many. */
static uint32_t add_factors(const az_store *s, az_term t, az_term *f, uint32_t n) {
  for (bool last = false; !last && n <= FACTORS; n++) {
    const node *m = node_of(s, t);
    last = m->kind != AZ_K_BV_MUL || is_nsw(m);
    az_term factor = last ? t : m->b;
    uint32_t i = n;
    for (; i && n < FACTORS && f[i - 1] > factor; i--) f[i] = f[i - 1];
    if (n < FACTORS) f[i] = factor;
    t = m->a;
  }
  return n;
}

/* Returns the number of non-constant leaves of t, a tree of ites; more than CHOICES if the tree is
 * deeper than `depth`. */
static uint32_t choices(const az_store *s, az_term t, uint32_t depth) {
  const node *m = node_of(s, t);
  if (m->kind != AZ_K_ITE) return m->kind != AZ_K_CONST;
  return depth ? choices(s, m->b, depth - 1) + choices(s, m->c, depth - 1) : CHOICES + 1;
}

/* Returns the product of an ite as an ite of products if the ite has few values, because facts
 * mention these products; else AZ_NO_TERM. */
static az_term product_of_choices(az_store *s, az_term a, az_term b) {
  node m = *node_of(s, a), n = *node_of(s, b);
  if (m.kind != AZ_K_ITE) return AZ_NO_TERM;
  bool both = n.kind == AZ_K_ITE && n.a == m.a;
  uint32_t x = choices(s, a, 2), y = choices(s, b, 2);
  if (x > CHOICES || y > CHOICES || (!both && x * y > CHOICES)) return AZ_NO_TERM;
  az_term then = az_bv_mul(s, m.b, both ? n.b : b);
  return az_ite(s, m.a, then, az_bv_mul(s, m.c, both ? n.c : b));
}

/* Returns whether each monomial is a multiple of the previous one, as powers of a variable are. */
static bool are_powers(const az_store *s, const linear *l) {
  az_term before = AZ_NO_TERM;
  for (uint32_t i = 0; i < l->n; i++) {
    az_term t = kind_of(s, l->term[i]) == AZ_K_ITE ? node_of(s, l->term[i])->b : l->term[i];
    const node *m = node_of(s, t);
    if (i && (m->kind != AZ_K_BV_MUL || (m->a != before && m->b != before))) return false;
    before = t;
  }
  return true;
}

/* Returns the product of two sums as a sum of products, over which equations are linear. One of the
 * sums must have a single monomial, and the monomials of each must be powers of one term. Else
 * returns AZ_NO_TERM. */
static az_term product_of_sums(az_store *s, az_term a, az_term b, uint32_t width) {
  linear l = {0}, m = {0}, sum = {0};
  if (width > 128 || !linear_add(s, &l, a, 1) || !linear_add(s, &m, b, 1)) return AZ_NO_TERM;
  linear_normalise(&l, width), linear_normalise(&m, width);
  uint32_t products = l.n * m.n;
  bool fits = products && (l.n == 1 || m.n == 1) && (l.term[0] != a || m.term[0] != b) &&
              are_powers(s, &l) && are_powers(s, &m);
  sum.constant = l.constant * m.constant;
  for (uint32_t i = 0; i < products && fits; i++) {
    uint32_t j = i / m.n, k = i % m.n;
    fits = linear_add(s, &sum, az_bv_mul(s, l.term[j], m.term[k]), l.coeff[j] * m.coeff[k]) &&
           (k || linear_add(s, &sum, l.term[j], l.coeff[j] * m.constant)) &&
           (j || linear_add(s, &sum, m.term[k], m.coeff[k] * l.constant));
  }
  return fits ? linear_build(s, &sum, width) : AZ_NO_TERM;
}

az_term az_bv_mul(az_store *s, az_term a, az_term b) {
  REQUIRE_SAME_BV(s, a, b);
  constant_right(s, &a, &b);
  if (is_const(s, a)) return fold_binary(s, AZ_K_BV_MUL, a, b);
  if (bv_is_zero(s, b)) return b;
  if (bv_is_value(s, b, 1)) return a;
  az_term r = bv_lift(s, az_bv_mul, a, b);
  if (r) return r;
  const node *m = node_of(s, a), *n = node_of(s, b);
  az_sort sort = m->sort;
  uint32_t width = az_sort_width(sort);
  if (n->kind == AZ_K_CONST) {
    linear l = {0};
    if (width <= 128 && linear_add(s, &l, a, bv_value(s, b))) {
      linear_normalise(&l, width);
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
  if ((r = product_of_choices(s, a, b)) || (r = product_of_choices(s, b, a)) ||
      (r = product_of_sums(s, a, b, width)))
    return r;
  az_term f[FACTORS];
  uint32_t count = add_factors(s, b, f, add_factors(s, a, f, 0));
  if (count <= FACTORS) a = f[0], b = f[1];
  if (a > b) swap_terms(&a, &b);
  az_term product = az_cons(s, AZ_K_BV_MUL, sort, a, b, 0);
  for (uint32_t i = 2; i < count && count <= FACTORS; i++)
    product = az_cons(s, AZ_K_BV_MUL, sort, product, f[i], 0);
  return product;
}

/* Returns whether sums of a few products like factor * t, read as signed, do not wrap. */
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
  linear_normalise(&l, width);
  sum = bv_u128(s, width, l.constant * factor & mask128(width));
  for (uint32_t i = 0; i < l.n; i++) {
    bool negative = coeff_is_negative(l.coeff[i], width);
    u128 c = negative ? -l.coeff[i] & mask128(width) : l.coeff[i];
    az_term t =
        c == 1 ? l.term[i] : az_cons(s, AZ_K_BV_MUL, sort, l.term[i], bv_u128(s, width, c), 0);
    /* If the elements are single bytes, a multiple of a term counts bytes and gets no promise. */
    bool plain = (factor == 1 && c != 1) || product_is_small(s, t, factor, width);
    t = plain ? az_bv_mul(s, t, by) : az_cons(s, AZ_K_BV_MUL, sort, t, by, 1);
    sum = negative ? az_bv_sub(s, sum, t) : az_bv_add(s, sum, t);
  }
  return sum;
}

static az_term without_promises(void *ctx, az_term t) {
  az_store *s = ctx;
  uint32_t width = width_of(s, t);
  linear l = {.without_promises = true};
  return width <= 128 && linear_add(s, &l, t, 1) ? linear_build(s, &l, width) : t;
}

az_term az_bv_without_nsw(az_store *s, az_term t) {
  return az_map_choices(s, t, without_promises, s);
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
