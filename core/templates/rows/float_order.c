/* The order of floats as numbers: see float_order.h. */
#include "ansatz/float_order.h"

static az_sort sort_of_bits(uint32_t bits) {
  return bits == 32 ? az_sort_float(8, 24) : az_sort_float(11, 53);
}

bool az_float_order_takes(const az_tvar *var) {
  return var->kind == AZ_TV_FLOAT && !var->auxiliary && (var->bits == 32 || var->bits == 64);
}

void az_float_order_range(uint32_t bits, az_wide *least, az_wide *greatest) {
  const az_wide infinite = bits == 32 ? (az_wide)0x7f800000 : (az_wide)0x7ff0000000000000;
  *least = -infinite;
  *greatest = infinite + ((az_wide)1 << (bits == 32 ? 22 : 51)); /* the quiet NaN's bits */
}

az_term az_float_place(az_store *s, az_term x) {
  const uint32_t bits = az_sort_width(az_sort_of(s, x));
  if (az_sort_kind_of(az_sort_of(s, x)) != AZ_SORT_FLOAT)
    x = az_float_from_bits(s, x, sort_of_bits(bits)); /* turns all NaNs into one */
  const az_term word = az_float_to_bits(s, x);
  const az_term steps = az_zext(s, az_extract(s, word, bits - 2, 0), bits);
  const az_term negative = az_eq_value(s, az_extract(s, word, bits - 1, bits - 1), 1);
  const az_term below = az_bv_neg(s, steps);
  return az_ite(s, negative, below, steps);
}

az_term az_float_at_place(az_store *s, uint32_t bits, az_wide place) {
  az_wide least, greatest;
  az_float_order_range(bits, &least, &greatest);
  if (place < greatest && place > -least) place = -least;
  const uint64_t sign = (uint64_t)1 << (bits - 1);
  const uint64_t word = place < 0 ? sign | (uint64_t)-place : (uint64_t)place;
  return az_float_bits(s, sort_of_bits(bits), &word);
}
