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
