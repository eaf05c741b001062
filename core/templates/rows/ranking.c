/* The lexicographic order of rankings [kroening2023, Definition 2], and the order of allocation,
 * which a component may have. */
#include "ansatz/ranking.h"

az_term az_ranking_lexicographic(az_store *store, const az_term *less, const az_term *not_more,
                                 uint32_t count) {
  az_term any = az_false(store);
  for (uint32_t i = count; i-- > 0;) any = az_or(store, less[i], az_and(store, not_more[i], any));
  return any;
}

/* Returns whether the pointer points to a live object of one of the sites. */
static az_term leads_to_living(az_store *s, const az_descent *of, const az_term *state) {
  az_term object = state[of->pointer->at], any = az_false(s);
  az_term instance = az_extract(s, object, AZ_INSTANCE_BITS - 1, 0);
  az_term instance_number = az_extract(s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  for (uint32_t i = 0; i < of->sites; i++) {
    const az_tvar *site = of->live_sets[i];
    if (of->younger && site->changes) continue;
    az_term is = az_eq_value(s, instance, site->path->instance);
    az_term lives = az_eq_value(s, az_select(s, state[site->at], instance_number), 1);
    any = az_or(s, any, az_and(s, is, lives));
  }
  return any;
}

static az_term is_null(az_store *s, const az_descent *of, const az_term *state) {
  az_term object = state[of->pointer->at], offset = state[of->pointer->at + 1];
  const az_term start = az_eq_value(s, offset, 0);
  return az_and(s, az_eq_value(s, object, 0), start);
}

void az_ranking_descends(az_store *store, const az_descent *of, const az_term *before,
                         const az_term *after, az_term *less, az_term *not_more) {
  az_term from = before[of->pointer->at], to = after[of->pointer->at];
  az_term was_null = is_null(store, of, before), null = is_null(store, of, after);
  az_term live = leads_to_living(store, of, after);
  live = az_and(store, leads_to_living(store, of, before), live);
  az_term was = az_extract(store, from, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  az_term is = az_extract(store, to, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  az_term ahead = of->younger ? az_bv_ult(store, was, is) : az_bv_ult(store, is, was);
  const az_term moves = az_and(store, live, ahead);
  *less = az_or(store, az_and(store, null, az_not(store, was_null)), moves);
  az_term same = az_and(store, live, az_eq(store, from, to));
  *not_more = az_or(store, *less, az_or(store, az_and(store, was_null, null), same));
}

az_term az_ranking_component(az_store *store, const az_domain *d, uint32_t row, const void *value,
                             uint32_t i, const az_term *values) {
  const az_measure_facet *measure = az_domain_facets(d).measure;
  return az_handed_over(store, measure->tuple.component(d->self, row, value, i, values),
                        az_sort_bv(0), "domain '%s': component %u of the tuple of row %u",
                        d->module->name, i, row);
}

az_wide az_ranking_least(uint32_t width) {
  enum { BITS = 14, INT = 32 };
  return -((az_wide)1 << (width < INT ? width - 1 : BITS));
}

az_term az_ranking_bounded(az_store *store, az_term component) {
  uint32_t width = az_sort_width(az_sort_of(store, component));
  az_term least = az_bv_wide(store, width, az_ranking_least(width));
  return az_ite(store, az_bv_slt(store, component, least), least, component);
}
