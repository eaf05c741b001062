/* Operations on two constants, of any width, as a constant. */
#include "term/term_internal.h"
#include <string.h>

static int64_t signed64(uint64_t v, uint32_t width) {
  return (int64_t)to_signed(v, width);
}

static az_term fold64(az_store *s, az_kind kind, uint32_t width, uint64_t a, uint64_t b) {
  int64_t x = signed64(a, width), y = signed64(b, width);
  switch (kind) {
  case AZ_K_BV_AND: return az_bv(s, width, a & b);
  case AZ_K_BV_XOR: return az_bv(s, width, a ^ b);
  case AZ_K_BV_ADD: return az_bv(s, width, a + b);
  case AZ_K_BV_MUL: return az_bv(s, width, a * b);
  case AZ_K_BV_UDIV: return az_bv(s, width, b ? a / b : UINT64_MAX);
  case AZ_K_BV_UREM: return az_bv(s, width, b ? a % b : a);
  case AZ_K_BV_SDIV:
    if (!b) return az_bv(s, width, x < 0 ? 1 : UINT64_MAX);
    return az_bv(s, width, y == -1 ? -a : (uint64_t)(x / y));
  case AZ_K_BV_SREM:
    if (!b) return az_bv(s, width, a);
    return az_bv(s, width, y == -1 ? 0 : (uint64_t)(x % y));
  case AZ_K_BV_SHL: return az_bv(s, width, b >= width ? 0 : a << b);
  case AZ_K_BV_LSHR: return az_bv(s, width, b >= width ? 0 : a >> b);
  case AZ_K_BV_ASHR: return az_bv(s, width, (uint64_t)(x >> (b >= width ? 63 : b)));
  case AZ_K_BV_ULT: return az_bool(s, a < b);
  case AZ_K_BV_SLT: return az_bool(s, x < y);
  default: assert(false && "no binary operator"); return AZ_NO_TERM;
  }
}

az_term fold_binary(az_store *s, az_kind kind, az_term ta, az_term tb) {
  uint32_t width = width_of(s, ta), n = limbs_of(width);
  const uint64_t *a = az_const_limbs(s, ta), *b = az_const_limbs(s, tb);
  if (width <= 64) return fold64(s, kind, width, *a, *b);
  uint64_t r[MAX_LIMBS], q[MAX_LIMBS], x[MAX_LIMBS], y[MAX_LIMBS];
  bool sign_a = limbs_bit(a, width - 1), sign_b = limbs_bit(b, width - 1);
  /* an amount beyond every width has the effect of the width */
  uint32_t by = b[0] < width ? (uint32_t)b[0] : width;
  for (uint32_t i = 1; i < n; i++)
    if (b[i]) by = width;
  switch (kind) {
  case AZ_K_BV_AND:
    for (uint32_t i = 0; i < n; i++) r[i] = a[i] & b[i];
    break;
  case AZ_K_BV_XOR:
    for (uint32_t i = 0; i < n; i++) r[i] = a[i] ^ b[i];
    break;
  case AZ_K_BV_ADD: limbs_add(r, a, b, n); break;
  case AZ_K_BV_MUL: limbs_mul(r, a, b, n); break;
  case AZ_K_BV_UDIV:
    if (bv_is_zero(s, tb))
      memset(r, 0xff, sizeof r);
    else
      limbs_divide(r, q, a, b, n);
    break;
  case AZ_K_BV_UREM:
    if (bv_is_zero(s, tb)) return ta;
    limbs_divide(q, r, a, b, n);
    break;
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM:
    if (bv_is_zero(s, tb)) {
      if (kind == AZ_K_BV_SREM) return ta;
      return az_bv_wide(s, width, sign_a ? 1 : -1);
    }
    limbs_extend(x, n, a, width, true);
    limbs_extend(y, n, b, width, true);
    if (sign_a) limbs_neg(x, x, n);
    if (sign_b) limbs_neg(y, y, n);
    limbs_divide(q, r, x, y, n);
    if (kind == AZ_K_BV_SDIV) memcpy(r, q, sizeof r);
    if (kind == AZ_K_BV_SDIV ? sign_a != sign_b : sign_a) limbs_neg(r, r, n);
    break;
  case AZ_K_BV_SHL: limbs_shift_left(r, a, by, n); break;
  case AZ_K_BV_LSHR: limbs_shift_right(r, a, by, n); break;
  case AZ_K_BV_ASHR: {
    uint64_t wide[2 * MAX_LIMBS];
    limbs_extend(wide, 2 * n, a, width, true);
    limbs_shift_right(wide, wide, by, 2 * n);
    memcpy(r, wide, n * sizeof *r);
    break;
  }
  case AZ_K_BV_ULT: return az_bool(s, limbs_compare(a, b, n) < 0);
  case AZ_K_BV_SLT: return az_bool(s, sign_a != sign_b ? sign_a : limbs_compare(a, b, n) < 0);
  default: assert(false && "no binary operator"); return AZ_NO_TERM;
  }
  return az_bv_limbs(s, width, r);
}

az_term fold_extract(az_store *s, az_term t, uint32_t high, uint32_t low) {
  const node *n = node_of(s, t);
  const uint32_t width = high - low + 1;
  if (az_sort_width(n->sort) <= 64) return az_bv(s, width, n->value >> low);
  uint64_t limbs[MAX_LIMBS];
  limbs_shift_right(limbs, n->limbs, low, limbs_of(az_sort_width(n->sort)));
  return az_bv_limbs(s, width, limbs);
}
