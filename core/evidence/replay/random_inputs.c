/* Made-up inputs of runs of the interpreter, small numbers mostly. */
#include "ansatz/trace.h"

static uint32_t pick(az_random_inputs *r, uint32_t n) {
  r->state = r->state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % n;
}

az_term az_random_input(az_random_inputs *r, az_store *store, az_sort sort) {
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(store, pick(r, 2));
  if (az_sort_kind_of(sort) != AZ_SORT_BV) return az_zero_of(store, sort);
  static const uint32_t zeros[] = {2, 4, 20, 100};
  uint32_t width = az_sort_width(sort), kind = pick(r, 16);
  if (!pick(r, zeros[r->run % 4])) return az_bv(store, width, 0);
  switch (r->run / 4 % 3) {
  case 0: return az_bv(store, width, kind ? 1 : pick(r, 8));
  case 1: return az_bv(store, width, kind < 12 ? pick(r, 3) : pick(r, 200));
  default: break;
  }
  uint64_t number = (uint64_t)pick(r, 1u << 30) << 32 | pick(r, 1u << 30);
  if (kind < 8) return az_bv_signed(store, width, (int64_t)(number % 41) - 20);
  if (kind < 14) return az_bv(store, width, number % 1000);
  return az_bv(store, width, number >> pick(r, 60));
}
