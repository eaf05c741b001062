/* Exact arithmetic on values of any width: schoolbook algorithms on 64-bit limbs ([knuth1997,
 * sec. 4.3.1]; division is bit by bit: wide constants are rare). */
#include "term/term_internal.h"
#include <string.h>

void limbs_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t n) {
  u128 carry = 0;
  for (uint32_t i = 0; i < n; i++) {
    carry += (u128)a[i] + b[i];
    r[i] = (uint64_t)carry;
    carry >>= 64;
  }
}

void limbs_neg(uint64_t *r, const uint64_t *a, uint32_t n) {
  u128 carry = 1;
  for (uint32_t i = 0; i < n; i++) {
    carry += ~a[i];
    r[i] = (uint64_t)carry;
    carry >>= 64;
  }
}

/* Multiplies; r is distinct from a and b. */
void limbs_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, uint32_t n) {
  memset(r, 0, n * sizeof *r);
  for (uint32_t i = 0; i < n; i++) {
    u128 carry = 0;
    for (uint32_t j = 0; i + j < n; j++) {
      carry += (u128)a[i] * b[j] + r[i + j];
      r[i + j] = (uint64_t)carry;
      carry >>= 64;
    }
  }
}

void limbs_shift_left(uint64_t *r, const uint64_t *a, uint32_t by, uint32_t n) {
  uint32_t words = by / 64, bits = by % 64;
  for (uint32_t i = n; i-- > 0;) {
    uint64_t high = i >= words ? a[i - words] : 0, low = i >= words + 1 ? a[i - words - 1] : 0;
    r[i] = bits ? high << bits | low >> (64 - bits) : high;
  }
}

void limbs_shift_right(uint64_t *r, const uint64_t *a, uint32_t by, uint32_t n) {
  uint32_t words = by / 64, bits = by % 64;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t low = i + words < n ? a[i + words] : 0,
             high = i + words + 1 < n ? a[i + words + 1] : 0;
    r[i] = bits ? low >> bits | high << (64 - bits) : low;
  }
}

int limbs_compare(const uint64_t *a, const uint64_t *b, uint32_t n) {
  for (uint32_t i = n; i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

bool limbs_bit(const uint64_t *a, uint32_t i) {
  return a[i / 64] >> i % 64 & 1;
}

void limbs_divide(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b,
                  uint32_t n) {
  uint64_t q[MAX_LIMBS + 1] = {0}, r[MAX_LIMBS + 1] = {0}, d[MAX_LIMBS + 1] = {0},
                         minus[MAX_LIMBS + 1];
  memcpy(d, b, n * sizeof *d);
  limbs_neg(minus, d, n + 1);
  for (uint32_t i = n * 64; i-- > 0;) {
    limbs_shift_left(r, r, 1, n + 1);
    r[0] |= limbs_bit(a, i);
    if (limbs_compare(r, d, n + 1) >= 0) {
      limbs_add(r, r, minus, n + 1);
      q[i / 64] |= UINT64_C(1) << i % 64;
    }
  }
  memcpy(quotient, q, n * sizeof *q);
  memcpy(remainder, r, n * sizeof *r);
}

void limbs_extend(uint64_t *r, uint32_t n, const uint64_t *a, uint32_t width, bool is_signed) {
  uint32_t have = limbs_of(width);
  bool negative = is_signed && limbs_bit(a, width - 1);
  for (uint32_t i = 0; i < n; i++) r[i] = i < have ? a[i] : negative ? UINT64_MAX : 0;
  if (negative && width % 64 && have <= n) r[have - 1] |= ~mask64(width % 64);
}
