/* Facts about terms from inspecting a few levels: bounds of bit-vectors (intervals, read as
 * unsigned and as signed), equality decided by structure, implication between literals (circular
 * intervals over one subject). Every traversal has a budget. */
#include "term/term_internal.h"

/* ---- bounds ---- */

static az_range full_range(uint32_t w) {
  u128 half = (u128)1 << (w - 1);
  return (az_range){0, mask128(w), -(i128)half, (i128)(half - 1)};
}

/* Sharpens the signed and unsigned bounds by each other if they do not cross the sign border. */
static az_range normalise(az_range r, uint32_t w) {
  u128 half = (u128)1 << (w - 1);
  if (r.uhi < half || r.ulo >= half) {
    i128 lo = to_signed(r.ulo, w), hi = to_signed(r.uhi, w);
    if (lo > r.slo) r.slo = lo;
    if (hi < r.shi) r.shi = hi;
  }
  if (r.slo >= 0 || r.shi < 0) {
    u128 lo = (u128)r.slo & mask128(w), hi = (u128)r.shi & mask128(w);
    if (lo > r.ulo) r.ulo = lo;
    if (hi < r.uhi) r.uhi = hi;
  }
  return r;
}

static az_range single_range(u128 v, uint32_t w) {
  return (az_range){v, v, to_signed(v, w), to_signed(v, w)};
}

static az_range join(az_range a, az_range b) {
  if (b.ulo < a.ulo) a.ulo = b.ulo;
  if (b.uhi > a.uhi) a.uhi = b.uhi;
  if (b.slo < a.slo) a.slo = b.slo;
  if (b.shi > a.shi) a.shi = b.shi;
  return a;
}

static az_range signed_only(i128 lo, i128 hi, uint32_t w) {
  az_range r = full_range(w);
  if (lo >= r.slo && hi <= r.shi) r.slo = lo, r.shi = hi;
  return normalise(r, w);
}

static az_range unsigned_only(u128 lo, u128 hi, uint32_t w) {
  az_range r = full_range(w);
  if (lo <= hi && hi <= r.uhi) r.ulo = lo, r.uhi = hi;
  return normalise(r, w);
}

static az_range range(const az_store *s, az_term t, int *budget);

static az_range range_of_extract(const az_store *s, const node *n, int *budget) {
  uint32_t w = az_sort_width(n->sort);
  az_range r = full_range(w);
  if (width_of(s, n->a) > RANGE_WIDTH) return r;
  az_range x = range(s, n->a, budget);
  if (x.uhi >> n->c <= mask128(w)) r = unsigned_only(x.ulo >> n->c, x.uhi >> n->c, w);
  i128 half = (i128)1 << (w - 1);
  if (n->c || x.slo < -half || x.shi >= half) return r;
  az_range y = signed_only(x.slo, x.shi, w);
  if (y.slo > r.slo) r.slo = y.slo;
  if (y.shi < r.shi) r.shi = y.shi;
  return normalise(r, w);
}

static az_range range_of_sum(const az_store *s, const node *n, int *budget) {
  uint32_t w = az_sort_width(n->sort);
  az_range r = full_range(w), x = range(s, n->a, budget), y = range(s, n->b, budget);
  if (x.uhi + y.uhi <= mask128(w)) r.ulo = x.ulo + y.ulo, r.uhi = x.uhi + y.uhi;
  if (x.slo + y.slo >= r.slo && x.shi + y.shi <= r.shi)
    r.slo = x.slo + y.slo, r.shi = x.shi + y.shi;
  return normalise(r, w);
}

/* Returns bounds of a product by a constant. */
static az_range range_of_multiple(const az_store *s, const node *n, int *budget) {
  uint32_t w = az_sort_width(n->sort);
  az_range r = full_range(w);
  if (!is_const(s, n->b) || w > 63) return r;
  az_range x = range(s, n->a, budget), y = single_range(bv_value(s, n->b), w);
  if (x.uhi * y.uhi <= mask128(w)) r.ulo = x.ulo * y.uhi, r.uhi = x.uhi * y.uhi;
  i128 lo = x.slo * y.slo, hi = x.shi * y.slo;
  if (y.slo >= 0 && lo >= r.slo && hi <= r.shi) r.slo = lo, r.shi = hi;
  return normalise(r, w);
}

/* Returns bounds of a quotient by a positive constant. */
static az_range range_of_quotient(const az_store *s, const node *n, int *budget) {
  uint32_t w = az_sort_width(n->sort);
  if (!is_const(s, n->b) || bv_is_zero(s, n->b)) return full_range(w);
  u128 by = bv_value(s, n->b);
  i128 signed_by = to_signed(by, w);
  if (n->kind == AZ_K_BV_SDIV && signed_by <= 0) return full_range(w);
  az_range x = range(s, n->a, budget);
  return n->kind == AZ_K_BV_UDIV ? unsigned_only(x.ulo / by, x.uhi / by, w)
                                 : signed_only(x.slo / signed_by, x.shi / signed_by, w);
}

/* Returns bounds of a remainder; the remainder by 0 is the dividend. */
static az_range range_of_remainder(const az_store *s, const node *n, int *budget) {
  uint32_t w = az_sort_width(n->sort);
  az_range x = range(s, n->a, budget);
  bool by_constant = is_const(s, n->b) && !bv_is_zero(s, n->b);
  if (n->kind == AZ_K_BV_UREM) {
    bool smaller = !by_constant || x.uhi < bv_value(s, n->b);
    return unsigned_only(0, smaller ? x.uhi : bv_value(s, n->b) - 1, w);
  }
  i128 lo = x.slo < 0 ? x.slo : 0, hi = x.shi > 0 ? x.shi : 0;
  if (by_constant) {
    i128 d = to_signed(bv_value(s, n->b), w);
    d = (d < 0 ? -d : d) - 1;
    if (lo < -d) lo = -d;
    if (hi > d) hi = d;
  }
  return signed_only(lo, hi, w);
}

static az_range range(const az_store *s, az_term t, int *budget) {
  const node *n = node_of(s, t);
  uint32_t w = az_sort_width(n->sort);
  az_range x, y;
  if (n->kind == AZ_K_CONST) return single_range(bv_value(s, t), w);
  if (--*budget < 0) return full_range(w);
  switch (n->kind) {
  case AZ_K_ZEXT: x = range(s, n->a, budget); return unsigned_only(x.ulo, x.uhi, w);
  case AZ_K_SEXT: x = range(s, n->a, budget); return signed_only(x.slo, x.shi, w);
  case AZ_K_CONCAT: {
    uint32_t low = width_of(s, n->b);
    x = range(s, n->a, budget);
    y = range(s, n->b, budget);
    return unsigned_only(x.ulo << low | y.ulo, x.uhi << low | y.uhi, w);
  }
  case AZ_K_EXTRACT: return range_of_extract(s, n, budget);
  case AZ_K_ITE: x = range(s, n->b, budget); return join(x, range(s, n->c, budget));
  case AZ_K_BV_NOT:
    x = range(s, n->a, budget);
    return (az_range){mask128(w) - x.uhi, mask128(w) - x.ulo, -1 - x.shi, -1 - x.slo};
  case AZ_K_BV_AND:
    x = range(s, n->a, budget);
    y = range(s, n->b, budget);
    return unsigned_only(0, x.uhi < y.uhi ? x.uhi : y.uhi, w);
  case AZ_K_BV_NEG: x = range(s, n->a, budget); return signed_only(-x.shi, -x.slo, w);
  case AZ_K_BV_ADD: return range_of_sum(s, n, budget);
  case AZ_K_BV_MUL: return range_of_multiple(s, n, budget);
  case AZ_K_BV_UDIV:
  case AZ_K_BV_SDIV: return range_of_quotient(s, n, budget);
  case AZ_K_BV_UREM:
  case AZ_K_BV_SREM: return range_of_remainder(s, n, budget);
  case AZ_K_BV_LSHR: x = range(s, n->a, budget); return unsigned_only(0, x.uhi, w);
  case AZ_K_BV_ASHR:
    x = range(s, n->a, budget);
    return signed_only(x.slo < 0 ? x.slo : 0, x.shi >= 0 ? x.shi : -1, w);
  default: return full_range(w);
  }
}

az_range bv_range(const az_store *s, az_term t) {
  int budget = 12;
  return range(s, t, &budget);
}

void az_bv_signed_bounds(const az_store *s, az_term t, int64_t *least, int64_t *greatest) {
  assert(width_of(s, t) <= 64);
  az_range r = bv_range(s, t);
  *least = (int64_t)r.slo;
  *greatest = (int64_t)r.shi;
}

/* Splits t into base + offset; the base is AZ_NO_TERM for a constant. Width <= 128. */
static az_term split_offset(const az_store *s, az_term t, u128 *offset) {
  const node *n = node_of(s, t);
  *offset = 0;
  if (n->kind == AZ_K_CONST) {
    *offset = bv_value(s, t);
    return AZ_NO_TERM;
  }
  if (n->kind == AZ_K_BV_ADD && is_const(s, n->b)) {
    *offset = bv_value(s, n->b);
    return n->a;
  }
  return t;
}

/* ---- equality by structure ---- */

static int decide(az_store *s, az_term a, az_term b, int *budget) {
  if (a == b) return 1;
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_CONST && n->kind == AZ_K_CONST) return 0;
  if (--*budget < 0) return -1;
  if (n->kind == AZ_K_ITE && m->kind != AZ_K_ITE) {
    const node *swap = m;
    m = n, n = swap;
    az_term other = a;
    a = b, b = other;
  }
  if (m->kind == AZ_K_ITE) {
    int r = decide(s, m->b, b, budget);
    return r >= 0 && decide(s, m->c, b, budget) == r ? r : -1;
  }
  if (az_sort_kind_of(m->sort) == AZ_SORT_BOOL) return complementary(s, a, b) ? 0 : -1;
  if (az_sort_kind_of(m->sort) != AZ_SORT_BV) return -1;
  uint32_t w = az_sort_width(m->sort);
  if (m->kind == AZ_K_CONST) {
    const node *swap = m;
    m = n, n = swap;
    az_term other = a;
    a = b, b = other;
  }
  if (m->kind == AZ_K_CONCAT &&
      (n->kind == AZ_K_CONST ||
       (n->kind == AZ_K_CONCAT && width_of(s, n->b) == width_of(s, m->b)))) {
    uint32_t low = width_of(s, m->b);
    az_term high_b = n->a, low_b = n->b;
    if (n->kind == AZ_K_CONST) {
      high_b = fold_extract(s, b, w - 1, low);
      low_b = fold_extract(s, b, low - 1, 0);
    }
    int r = decide(s, m->a, high_b, budget);
    if (r == 0) return 0;
    int q = decide(s, m->b, low_b, budget);
    return q == 0 ? 0 : r == 1 && q == 1 ? 1 : -1;
  }
  if (w <= 128) {
    u128 c, d;
    if (split_offset(s, a, &c) == split_offset(s, b, &d)) return c == d;
  }
  if (w <= RANGE_WIDTH) {
    az_range x = bv_range(s, a), y = bv_range(s, b);
    if (x.uhi < y.ulo || y.uhi < x.ulo || x.shi < y.slo || y.shi < x.slo) return 0;
  }
  return -1;
}

int term_decide_eq(az_store *s, az_term a, az_term b) {
  int budget = 24;
  return decide(s, a, b, &budget);
}

/* ---- implication ---- */

/* A comparison with constants as a set: subject - low <= length (mod 2^w). */
typedef struct interval {
  az_term subject;
  uint32_t width;
  u128 low, length;
} interval;

static bool as_interval(const az_store *s, az_term t, interval *r) {
  bool negated = kind_of(s, t) == AZ_K_NOT;
  const node *n = node_of(s, negated ? node_of(s, t)->a : t);
  if (n->kind != AZ_K_EQ && n->kind != AZ_K_BV_ULT && n->kind != AZ_K_BV_SLT) return false;
  const node *k = node_of(s, n->b);
  if (k->kind != AZ_K_CONST || az_sort_kind_of(k->sort) != AZ_SORT_BV) return false;
  uint32_t w = az_sort_width(k->sort);
  if (w > 128) return false;
  u128 mask = mask128(w), value = bv_value(s, n->b), offset;
  u128 low = n->kind == AZ_K_EQ ? value : n->kind == AZ_K_BV_ULT ? 0 : (u128)1 << (w - 1);
  u128 length = n->kind == AZ_K_EQ ? 0 : (value - low - 1) & mask; /* canonical: no x < least */
  if (negated) {
    low = (low + length + 1) & mask;
    length = (mask - length - 1) & mask;
  }
  *r = (interval){split_offset(s, n->a, &offset), w, 0, length};
  r->low = (low - offset) & mask;
  return r->subject != AZ_NO_TERM;
}

/* Returns 1 if a is within b, -1 if a and b are disjoint, else 0. */
static int compare_intervals(const interval *a, const interval *b) {
  u128 mask = mask128(a->width), from = (a->low - b->low) & mask;
  if (from <= b->length && a->length <= b->length - from) return 1;
  if (from > b->length && a->length <= mask - from) return -1;
  return 0;
}

/* Decides t, given that the literal `given` is true. `of_t`: t as an interval, or NULL. */
static int literal_implied(const az_store *s, az_term given, az_term t, const interval *of_t) {
  if (given == t) return 1;
  if (complementary(s, given, t)) return -1;
  interval a;
  if (of_t && as_interval(s, given, &a))
    return a.subject == of_t->subject && a.width == of_t->width ? compare_intervals(&a, of_t) : 0;
  /* x < y excludes y < x and x = y */
  bool negated = kind_of(s, t) == AZ_K_NOT;
  const node *g = node_of(s, given), *n = node_of(s, negated ? node_of(s, t)->a : t);
  bool less = g->kind == AZ_K_BV_ULT || g->kind == AZ_K_BV_SLT;
  if ((less && n->kind == g->kind && g->a == n->b && g->b == n->a) ||
      (less && n->kind == AZ_K_EQ &&
       ((g->a == n->a && g->b == n->b) || (g->a == n->b && g->b == n->a))) ||
      (g->kind == AZ_K_EQ && (n->kind == AZ_K_BV_ULT || n->kind == AZ_K_BV_SLT) &&
       ((g->a == n->a && g->b == n->b) || (g->a == n->b && g->b == n->a))))
    return negated ? 1 : -1;
  return 0;
}

/* Decides t, given that the conjuncts of `given` are true. */
static int conjuncts_imply(const az_store *s, az_term given, az_term t, int *budget) {
  az_term stack[16];
  int top = 0;
  interval of_t;
  bool is_interval = as_interval(s, t, &of_t);
  stack[top++] = given;
  while (top && --*budget >= 0) {
    az_term g = stack[--top];
    if (g == t) return 1;
    const node *n = node_of(s, g);
    if (n->kind == AZ_K_AND) {
      if (top < 14) stack[top++] = n->a;
      stack[top++] = n->b;
      if (top == 16) return 0;
      continue;
    }
    int r = literal_implied(s, g, t, is_interval ? &of_t : NULL);
    if (r) return r;
  }
  return 0;
}

int term_implied(const az_store *s, az_term given, az_term t) {
  int budget = 24;
  if (given == t || t == TERM_TRUE) return 1;
  if (t == TERM_FALSE) return -1;
  const node *n = node_of(s, t);
  bool negated = n->kind == AZ_K_NOT && kind_of(s, n->a) == AZ_K_AND;
  if (negated) n = node_of(s, n->a);
  int r = conjuncts_imply(s, given, t, &budget);
  if (r || n->kind != AZ_K_AND) return r;
  int p = conjuncts_imply(s, given, n->a, &budget), q = conjuncts_imply(s, given, n->b, &budget);
  r = p < 0 || q < 0 ? -1 : p > 0 && q > 0;
  return negated ? -r : r;
}
