/* Random terms for the solver tests: a pool of terms of mixed sorts that grows by random operators.
 */
#ifndef ANSATZ_TESTS_SOLVER_RANDOM_H
#define ANSATZ_TESTS_SOLVER_RANDOM_H

#include "ansatz/solver.h"
#include <stdlib.h>
#include <string.h>

typedef struct rng {
  uint64_t state;
} rng;

static inline uint64_t rng_next(rng *r) { /* splitmix64 */
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}
static inline uint32_t rng_below(rng *r, uint32_t n) {
  return (uint32_t)(rng_next(r) % n);
}

typedef struct pool {
  az_store *store;
  rng *random;
  az_term terms[4096];
  uint32_t count;
} pool;

static inline az_term pool_add(pool *p, az_term t) {
  if (p->count < 4096) p->terms[p->count++] = t;
  return t;
}

/* A constant, often a special one. */
static inline az_term random_constant(pool *p, uint32_t width) {
  uint64_t limbs[AZ_MAX_WIDTH / 64];
  for (size_t i = 0; i < sizeof limbs / sizeof *limbs; i++) limbs[i] = rng_next(p->random);
  switch (rng_below(p->random, 6)) {
  case 0: return az_bv(p->store, width, 0);
  case 1: return az_bv_signed(p->store, width, -1);
  case 2: return az_bv(p->store, width, rng_below(p->random, 12));
  case 3: return az_bv_shl(p->store, az_bv(p->store, width, 1), az_bv(p->store, width, width - 1));
  default: return az_bv_limbs(p->store, width, limbs);
  }
}

/* A term of the pool with this sort; where there is none, a constant (arrays: AZ_NO_TERM). */
static inline az_term pick(pool *p, az_sort sort) {
  const uint32_t start = p->count ? rng_below(p->random, p->count) : 0;
  for (uint32_t i = 0; i < p->count; i++) { /* mostly the younger ones, so that terms grow deep */
    const az_term t = p->terms[(start + i) % p->count];
    if (az_sort_of(p->store, t) == sort) return t;
  }
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_bool(p->store, rng_below(p->random, 2));
  case AZ_SORT_BV: return random_constant(p, az_sort_width(sort));
  default: return AZ_NO_TERM;
  }
}

static inline az_term pick_bv(pool *p, uint32_t width) {
  return rng_below(p->random, 6) ? pick(p, az_sort_bv(width)) : random_constant(p, width);
}

static inline az_term random_bool(pool *p, uint32_t width) {
  az_store *s = p->store;
  const az_sort b = az_sort_bool();
  switch (rng_below(p->random, 12)) {
  case 0: return az_not(s, pick(p, b));
  case 1: return az_and(s, pick(p, b), pick(p, b));
  case 2: return az_or(s, pick(p, b), pick(p, b));
  case 3: return az_xor(s, pick(p, b), pick(p, b));
  case 4: return az_ite(s, pick(p, b), pick(p, b), pick(p, b));
  case 5: return az_eq(s, pick_bv(p, width), pick_bv(p, width));
  case 6: return az_bv_ult(s, pick_bv(p, width), pick_bv(p, width));
  case 7: return az_bv_ule(s, pick_bv(p, width), pick_bv(p, width));
  case 8: return az_bv_slt(s, pick_bv(p, width), pick_bv(p, width));
  case 9: return az_bv_sle(s, pick_bv(p, width), pick_bv(p, width));
  case 10:
    return az_add_overflows(s, pick_bv(p, width), pick_bv(p, width), rng_below(p->random, 2));
  default:
    return az_sub_overflows(s, pick_bv(p, width), pick_bv(p, width), rng_below(p->random, 2));
  }
}

enum { RANDOM_BV_OPERATORS = 20 };
static inline az_term random_bv_by(pool *p, uint32_t width, uint32_t operator) {
  az_store *s = p->store;
  const az_term a = pick_bv(p, width), b = pick_bv(p, width);
  switch (operator) {
  case 0: return az_bv_not(s, a);
  case 1: return az_bv_neg(s, a);
  case 2: return az_bv_and(s, a, b);
  case 3: return az_bv_or(s, a, b);
  case 4: return az_bv_xor(s, a, b);
  case 5: return az_bv_add(s, a, b);
  case 6: return az_bv_sub(s, a, b);
  case 7: return az_bv_mul(s, a, b);
  case 8: return az_bv_udiv(s, a, b);
  case 9: return az_bv_urem(s, a, b);
  case 10: return az_bv_sdiv(s, a, b);
  case 11: return az_bv_srem(s, a, b);
  case 12: return az_bv_shl(s, a, b);
  case 13: return az_bv_lshr(s, a, b);
  case 14: return az_bv_ashr(s, a, b);
  case 15: return az_ite(s, pick(p, az_sort_bool()), a, b);
  case 16: {
    const uint32_t cut = width > 1 ? 1 + rng_below(p->random, width - 1) : 1;
    if (width == 1) return az_bv_not(s, a);
    return az_concat(s, az_extract(s, a, width - 1, cut), az_extract(s, b, cut - 1, 0));
  }
  case 17: {
    const uint32_t high = rng_below(p->random, width), low = rng_below(p->random, high + 1);
    return az_resize(s, az_extract(s, a, high, low), width, rng_below(p->random, 2));
  }
  case 18: { /* widen, multiply, take a part */
    const bool sign = rng_below(p->random, 2);
    const az_term product =
        az_bv_mul(s, az_resize(s, a, 2 * width, sign), az_resize(s, b, 2 * width, sign));
    const uint32_t low = rng_below(p->random, width + 1);
    return az_extract(s, product, low + width - 1, low);
  }
  default: return az_bool_to_bv(s, pick(p, az_sort_bool()), width);
  }
}
static inline az_term random_bv(pool *p, uint32_t width) {
  return random_bv_by(p, width, rng_below(p->random, RANDOM_BV_OPERATORS));
}

#endif
