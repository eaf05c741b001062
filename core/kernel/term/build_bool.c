/* Boolean constructors and constructors for every sort (ite, equality), with local simplification.
 * Canonical forms: or, xor, implies are not/and/=; negation is outside equality and ite conditions;
 * constants on the right. */
#include "term/term_internal.h"

az_term az_not(az_store *s, az_term a) {
  REQUIRE(s, sort_at(s, a) == az_sort_bool(), az_sort_bool(), a, 0);
  const node *n = node_of(s, a);
  if (n->kind == AZ_K_CONST) return az_bool(s, a == TERM_FALSE);
  if (n->kind == AZ_K_NOT) return n->a;
  return az_cons(s, AZ_K_NOT, az_sort_bool(), a, 0, 0);
}

/* Returns `p and q` for a term not(p and q), else NULL. */
static const node *as_clause(const az_store *s, az_term t) {
  const node *n = node_of(s, t);
  if (n->kind != AZ_K_NOT) return NULL;
  n = node_of(s, n->a);
  return n->kind == AZ_K_AND ? n : NULL;
}

/* Simplifies b under `given`: drops parts that `given` implies; returns false if they contradict.
 * `given and b` is equivalent to `given and result`. */
static az_term under(az_store *s, az_term given, az_term b) {
  for (int i = 0; i < 16; i++) {
    int known = term_implied(s, given, b);
    if (known) return az_bool(s, known > 0);
    const node *n = as_clause(s, b);
    if (n) {
      if (term_implied(s, given, n->a) > 0)
        b = az_not(s, n->b);
      else if (term_implied(s, given, n->b) > 0)
        b = az_not(s, n->a);
      else
        return b;
      continue;
    }
    n = node_of(s, b);
    if (n->kind == AZ_K_AND) {
      if (term_implied(s, given, n->a) > 0)
        b = n->b;
      else if (term_implied(s, given, n->b) > 0)
        b = n->a;
      else
        return b;
      continue;
    }
    if (n->kind == AZ_K_ITE) {
      known = term_implied(s, given, n->a);
      if (!known) return b;
      b = known > 0 ? n->b : n->c;
      continue;
    }
    return b;
  }
  return b;
}

az_term az_and(az_store *s, az_term a, az_term b) {
  const az_sort truth = az_sort_bool();
  REQUIRE(s, sort_at(s, a) == truth && sort_at(s, b) == truth, truth, a, b);
  for (int round = 0; round < 4; round++) {
    if (a == b || b == TERM_TRUE || a == TERM_FALSE) return a;
    if (a == TERM_TRUE || b == TERM_FALSE) return b;
    if (complementary(s, a, b)) return TERM_FALSE;
    az_term new_b = under(s, a, b);
    if (new_b == TERM_TRUE) return a;
    if (new_b == TERM_FALSE) return TERM_FALSE;
    az_term new_a = under(s, new_b, a);
    bool same = new_a == a && new_b == b;
    a = new_a;
    b = new_b;
    if (same) break;
  }
  /* not(p and q) and not(p and not q) is not p: this occurs in guards of branches that join. */
  const node *m = as_clause(s, a), *n = as_clause(s, b);
  if (m && n) {
    if (m->a == n->a && complementary(s, m->b, n->b)) return az_not(s, m->a);
    if (m->a == n->b && complementary(s, m->b, n->a)) return az_not(s, m->a);
    if (m->b == n->a && complementary(s, m->a, n->b)) return az_not(s, m->b);
    if (m->b == n->b && complementary(s, m->a, n->a)) return az_not(s, m->b);
  }
  if (a > b) swap_terms(&a, &b);
  return az_cons(s, AZ_K_AND, az_sort_bool(), a, b, 0);
}

az_term az_or(az_store *s, az_term a, az_term b) {
  /* In a separate statement: operands are ordered by index, so that the order in which terms are
   * created must not depend on the compiler. */
  az_term not_b = az_not(s, b);
  return az_not(s, az_and(s, az_not(s, a), not_b));
}
az_term az_implies(az_store *s, az_term a, az_term b) {
  return az_not(s, az_and(s, a, az_not(s, b)));
}
az_term az_xor(az_store *s, az_term a, az_term b) {
  return az_not(s, az_eq(s, a, b));
}
az_term az_ne(az_store *s, az_term a, az_term b) {
  return az_not(s, az_eq(s, a, b));
}
az_term az_eq_value(az_store *s, az_term a, uint64_t value) {
  return az_eq(s, a, az_bv(s, width_of(s, a), value));
}

/* Joins terms in a balanced way, so that a changed operand costs log(n) new terms. */
static az_term join(az_store *s, binary_constructor op, const az_term *a, size_t n) {
  if (n == 1) return a[0];
  const az_term right = join(s, op, a + n / 2, n - n / 2);
  return op(s, join(s, op, a, n / 2), right);
}

az_term az_and_n(az_store *s, const az_term *a, size_t n) {
  return n ? join(s, az_and, a, n) : TERM_TRUE;
}

az_term az_or_n(az_store *s, const az_term *a, size_t n) {
  return n ? join(s, az_or, a, n) : TERM_FALSE;
}

/* ---- ite ---- */

static az_term ite_bool(az_store *s, az_term c, az_term a, az_term b) {
  if (a == c || a == TERM_TRUE) return az_or(s, c, b);
  if (b == c || b == TERM_FALSE) return az_and(s, c, a);
  if (a == TERM_FALSE || complementary(s, a, c)) return az_and(s, az_not(s, c), b);
  if (b == TERM_TRUE || complementary(s, b, c)) return az_or(s, az_not(s, c), a);
  if (complementary(s, a, b)) return az_eq(s, c, a);
  if (kind_of(s, a) == AZ_K_NOT && kind_of(s, b) == AZ_K_NOT)
    return az_not(s, az_ite(s, c, node_of(s, a)->a, node_of(s, b)->a));
  return az_cons(s, AZ_K_ITE, az_sort_bool(), c, a, b);
}

/* Simplifies a branch under its condition. */
static az_term branch(const az_store *s, az_term given, az_term t) {
  for (int i = 0; i < 16 && kind_of(s, t) == AZ_K_ITE; i++) {
    const node *n = node_of(s, t);
    int known = term_implied(s, given, n->a);
    if (!known) break;
    t = known > 0 ? n->b : n->c;
  }
  return t;
}

/* Extracts the common high part of two concatenations that are split at the same bit; one of them
 * may be a constant. */
static az_term ite_concat(az_store *s, az_term c, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  const node *k = m->kind == AZ_K_CONCAT ? m : n;
  if (k->kind != AZ_K_CONCAT) return AZ_NO_TERM;
  if (m->kind != AZ_K_CONST && n->kind != AZ_K_CONST && m->kind != n->kind) return AZ_NO_TERM;
  uint32_t low = width_of(s, k->b), w = az_sort_width(k->sort);
  if (m->kind == n->kind && width_of(s, m->b) != width_of(s, n->b)) return AZ_NO_TERM;
  az_term high_a = az_extract(s, a, w - 1, low), high_b = az_extract(s, b, w - 1, low);
  if (high_a == high_b) {
    const az_term low_b = bv_low(s, b, low);
    return az_concat(s, high_a, az_ite(s, c, bv_low(s, a, low), low_b));
  }
  if (m->kind == n->kind && m->b == n->b) return az_concat(s, az_ite(s, c, m->a, n->a), m->b);
  return AZ_NO_TERM;
}

az_term az_ite(az_store *s, az_term c, az_term a, az_term b) {
  const az_sort sort_of_a = sort_at(s, a), any = sort_of_a ? sort_of_a : az_sort_bool();
  REQUIRE(s, sort_at(s, c) == az_sort_bool(), any, c, 0);
  REQUIRE(s, sort_of_a && sort_of_a == sort_at(s, b), any, a, b);
  if (c == TERM_TRUE || a == b) return a;
  if (c == TERM_FALSE) return b;
  if (kind_of(s, c) == AZ_K_NOT) {
    az_term swap = a;
    a = b, b = swap;
    c = node_of(s, c)->a;
  }
  az_term not_c = AZ_NO_TERM;
  if (kind_of(s, a) == AZ_K_ITE) a = branch(s, c, a);
  if (kind_of(s, b) == AZ_K_ITE) b = branch(s, not_c = az_not(s, c), b);
  if (a == b) return a;
  az_sort sort = node_of(s, a)->sort;
  if (sort == az_sort_bool()) return ite_bool(s, c, a, b);
  const node *n = node_of(s, c);
  if (n->kind == AZ_K_EQ && ((n->a == a && n->b == b) || (n->a == b && n->b == a))) return b;
  if (s->depth < MAX_NESTING) {
    s->depth++;
    az_term r = AZ_NO_TERM;
    n = node_of(s, b);
    const node *m = node_of(s, a);
    /* two ites that share a branch */
    if (n->kind == AZ_K_ITE && n->b == a)
      r = az_ite(s, az_or(s, c, n->a), a, n->c);
    else if (n->kind == AZ_K_ITE && n->c == a)
      r = az_ite(s, az_or(s, c, az_not(s, n->a)), a, n->b);
    else if (m->kind == AZ_K_ITE && m->c == b)
      r = az_ite(s, az_and(s, c, m->a), m->b, b);
    else if (m->kind == AZ_K_ITE && m->b == b)
      r = az_ite(s, az_and(s, c, az_not(s, m->a)), m->c, b);
    else if (m->kind == n->kind && (m->kind == AZ_K_ZEXT || m->kind == AZ_K_SEXT) &&
             width_of(s, m->a) == width_of(s, n->a)) {
      az_term inner = az_ite(s, c, m->a, n->a);
      r = m->kind == AZ_K_ZEXT ? az_zext(s, inner, az_sort_width(sort))
                               : az_sext(s, inner, az_sort_width(sort));
    } else
      r = ite_concat(s, c, a, b);
    s->depth--;
    if (r) return r;
  }
  return az_cons(s, AZ_K_ITE, sort, c, a, b);
}

/* ---- equality ---- */

static az_term eq_bool(az_store *s, az_term a, az_term b) {
  if (a < b) { /* moves a constant, which has a smaller index, to the right */
    az_term swap = a;
    a = b, b = swap;
  }
  if (b == TERM_TRUE) return a;
  if (b == TERM_FALSE) return az_not(s, a);
  if (complementary(s, a, b)) return TERM_FALSE;
  bool negate = false;
  if (kind_of(s, a) == AZ_K_NOT) a = node_of(s, a)->a, negate = !negate;
  if (kind_of(s, b) == AZ_K_NOT) b = node_of(s, b)->a, negate = !negate;
  if (a == b) return az_bool(s, !negate);
  if (a > b) swap_terms(&a, &b);
  az_term r = az_cons(s, AZ_K_EQ, az_sort_bool(), a, b, 0);
  return negate ? az_not(s, r) : r;
}

/* Returns the simplified equality if it is decided for a branch of an ite, else AZ_NO_TERM. */
static az_term eq_ite(az_store *s, az_term a, az_term b) {
  const node *n = node_of(s, a);
  if (n->kind != AZ_K_ITE) return AZ_NO_TERM;
  int p = term_decide_eq(s, n->b, b), q = term_decide_eq(s, n->c, b);
  if (p < 0 && q < 0) return AZ_NO_TERM;
  az_term c = n->a, x = n->b, y = n->c;
  const az_term otherwise = q < 0 ? az_eq(s, y, b) : az_bool(s, q);
  return az_ite(s, c, p < 0 ? az_eq(s, x, b) : az_bool(s, p), otherwise);
}

az_term az_eq(az_store *s, az_term a, az_term b) {
  az_sort sort = sort_at(s, a);
  REQUIRE(s, sort && sort == sort_at(s, b), az_sort_bool(), a, b);
  if (a == b) return TERM_TRUE;
  if (is_const(s, a) && is_const(s, b)) return TERM_FALSE;
  if (sort == az_sort_bool()) return eq_bool(s, a, b);
  if (s->depth < MAX_NESTING) {
    s->depth++;
    az_term r = eq_ite(s, a, b);
    if (!r) r = eq_ite(s, b, a);
    if (!r) {
      const node *m = node_of(s, a), *n = node_of(s, b);
      if (m->kind == AZ_K_ITE && n->kind == AZ_K_ITE && m->a == n->a &&
          (m->b == n->b || m->c == n->c)) {
        az_term c = m->b == n->b ? az_not(s, m->a) : m->a;
        r = az_implies(s, c, m->b == n->b ? az_eq(s, m->c, n->c) : az_eq(s, m->b, n->b));
      } else if (az_sort_kind_of(sort) == AZ_SORT_BV) {
        r = eq_bv(s, a, b);
      } else if (az_sort_kind_of(sort) == AZ_SORT_ARRAY) {
        r = eq_array(s, a, b);
      }
    }
    s->depth--;
    if (r) return r;
  }
  if (is_const(s, a) || (a > b && !is_const(s, b))) swap_terms(&a, &b);
  return az_cons(s, AZ_K_EQ, az_sort_bool(), a, b, 0);
}
