/* Extract, concat and the extensions. Adjacent pieces are merged; extracts move inside operators if
 * that costs no new terms. */
#include "term/term_internal.h"

/* ---- extract, concat, extensions ---- */

/* Returns whether extracting these bits adds no extract of an opaque term. */
bool extract_is_free(const az_store *s, az_term t, uint32_t high, uint32_t low, int *budget) {
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
      if (low < inner && !extract_is_free(s, n->b, inner - 1, low, budget)) return false;
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
      if (!extract_is_free(s, n->b, high, low, budget)) return false;
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
      if (!extract_is_free(s, n->a, high, low, budget)) return false;
      t = n->b;
      continue;
    case AZ_K_BV_AND:
    case AZ_K_BV_XOR:
      if (!extract_is_free(s, n->a, high, low, budget)) return false;
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
  REQUIRE(s, IS_BV(s, a) && low <= high && high < az_sort_width(sort_at(s, a)),
          az_sort_bv(low <= high && high - low < AZ_MAX_WIDTH ? high - low + 1 : 1), a, 0);
  for (;;) {
    const node *n = node_of(s, a);
    uint32_t width = high - low + 1, inner, k;
    if (width == az_sort_width(n->sort)) return a;
    switch (n->kind) {
    case AZ_K_CONST: return fold_extract(s, a, high, low);
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
      k = bv_low_zeros(s, a);
      if (high < k) return az_zero_of(s, az_sort_bv(width));
      if (bv_power_of_two(s, n->b) < 0 || !low) break;
      a = n->a;
      if (low < k) {
        const az_term zeros = az_bv(s, k - low, 0);
        return az_concat(s, az_extract(s, a, high - k, 0), zeros);
      }
      high -= k;
      low -= k;
      continue;
    case AZ_K_BV_NOT: return az_bv_not(s, az_extract(s, n->a, high, low));
    case AZ_K_BV_AND:
    case AZ_K_BV_XOR:
      if (is_const(s, n->b)) {
        az_term slice = az_extract(s, n->b, high, low);
        if (bv_is_zero(s, slice)) {
          if (n->kind == AZ_K_BV_AND) return slice;
          a = n->a;
          continue;
        }
        if (bv_is_ones(s, slice) && n->kind == AZ_K_BV_AND) {
          a = n->a;
          continue;
        }
      }
      break;
    default: break;
    }
    int budget = 32;
    if (s->depth < MAX_NESTING && extract_is_free(s, a, high, low, &budget)) {
      s->depth++;
      az_term r = push_extract(s, a, high, low);
      s->depth--;
      return r;
    }
    return az_cons(s, AZ_K_EXTRACT, az_sort_bv(width), a, high, low);
  }
}

/* Returns the term whose bit *i is the highest bit of t, behind sign extensions and extracts. */
static az_term top_bit(const az_store *s, az_term t, uint32_t *i) {
  const node *n = node_of(s, t);
  if (n->kind == AZ_K_SEXT) n = node_of(s, t = n->a);
  *i = n->kind == AZ_K_EXTRACT ? n->b : az_sort_width(n->sort) - 1;
  return n->kind == AZ_K_EXTRACT ? n->a : t;
}

/* Merges two adjacent pieces, or returns AZ_NO_TERM. */
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
  /* copies of the sign bit above the term that they extend */
  const node *k = m->kind == AZ_K_SEXT ? node_of(s, m->a) : m;
  uint32_t i;
  if (k->kind == AZ_K_EXTRACT && k->b == k->c && top_bit(s, low, &i) == k->a && i == k->b)
    return az_sext(s, low, w + v);
  return AZ_NO_TERM;
}

az_term az_concat(az_store *s, az_term high, az_term low) {
  REQUIRE(s,
          IS_BV(s, high) && IS_BV(s, low) &&
              az_sort_width(sort_at(s, high)) + az_sort_width(sort_at(s, low)) <= AZ_MAX_WIDTH,
          az_sort_bv(1), high, low);
  const node *m = node_of(s, high), *n = node_of(s, low);
  uint32_t width = az_sort_width(m->sort) + az_sort_width(n->sort);
  az_term r = merge(s, high, low);
  if (r) return r;
  if (bv_is_zero(s, high)) return az_zext(s, low, width);
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
  if (is_const(s, low) && bv_is_const_ite(s, high)) {
    az_term x = merge(s, m->b, low);
    return az_ite(s, m->a, x, merge(s, m->c, low));
  }
  if (is_const(s, high) && bv_is_const_ite(s, low)) {
    az_term x = merge(s, high, n->b);
    return az_ite(s, n->a, x, merge(s, high, n->c));
  }
  return az_cons(s, AZ_K_CONCAT, az_sort_bv(width), high, low, 0);
}

static az_term extend(az_store *s, az_term a, uint32_t width, bool is_signed) {
  const az_sort sort = sort_at(s, a);
  uint32_t inner = az_sort_width(sort);
  if (az_sort_kind_of(sort) != AZ_SORT_BV || width < inner || width > AZ_MAX_WIDTH)
    return ill_sorted(s, is_signed ? "az_sext" : "az_zext",
                      az_sort_bv(width && width <= AZ_MAX_WIDTH ? width : 1), a, 0);
  const node *n = node_of(s, a);
  if (width == inner) return a;
  if (n->kind == AZ_K_CONST) {
    uint64_t limbs[MAX_LIMBS];
    limbs_extend(limbs, limbs_of(width), az_const_limbs(s, a), inner, is_signed);
    return az_bv_limbs(s, width, limbs);
  }
  if (n->kind == AZ_K_ZEXT) return az_cons(s, AZ_K_ZEXT, az_sort_bv(width), n->a, 0, 0);
  if (n->kind == AZ_K_SEXT && is_signed)
    return az_cons(s, AZ_K_SEXT, az_sort_bv(width), n->a, 0, 0);
  if (bv_is_const_ite(s, a)) {
    az_term x = extend(s, n->b, width, is_signed);
    return az_ite(s, n->a, x, extend(s, n->c, width, is_signed));
  }
  if (is_signed && bv_nonnegative(s, a)) return az_zext(s, a, width);
  if (n->kind == AZ_K_EXTRACT && n->c == 0) { /* truncated and extended again without loss */
    uint32_t outer = width_of(s, n->a);
    if (outer <= width && outer <= RANGE_WIDTH) {
      az_range r = bv_range(s, n->a);
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
  return width <= width_of(s, a) ? bv_low(s, a, width) : extend(s, a, width, is_signed);
}

az_term az_bool_to_bv(az_store *s, az_term a, uint32_t width) {
  const az_term zero = az_bv(s, width, 0);
  return az_ite(s, a, az_bv(s, width, 1), zero);
}
