/* The lexicographic order of rankings [kroening2023, Definition 2]. */
#include "ansatz/ranking.h"

az_term az_ranking_decreases(az_store *store, const az_term *before, const az_term *after,
                             uint32_t count) {
  az_term any = az_false(store);
  for (uint32_t i = count; i-- > 0;) {
    any = az_and(store, az_bv_sle(store, after[i], before[i]), any);
    any = az_or(store, az_bv_slt(store, after[i], before[i]), any);
  }
  return any;
}

az_wide az_ranking_least(uint32_t width) {
  enum { BITS = 8, MOST = 100, INT = 32 };
  uint32_t bits = width < INT ? width - 1 : width - 1 - BITS;
  return -((az_wide)1 << (bits < MOST ? bits : MOST));
}

az_term az_ranking_bounded(az_store *store, az_term component) {
  uint32_t width = az_sort_width(az_sort_of(store, component));
  az_term least = az_bv_wide(store, width, az_ranking_least(width));
  return az_ite(store, az_bv_slt(store, component, least), least, component);
}
