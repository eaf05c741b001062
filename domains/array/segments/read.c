/* Facts about terms and cells in a state. */
#include "segments.h"
#include <stb/stb_ds.h>

static az_facts facts_of_leaf(void *ctx, az_term leaf, bool is_signed) {
  const asked *a = ctx;
  az_store *store = a->d->context->store;
  if (az_kind_of(store, leaf) != AZ_K_SELECT) return variable_facts(a->d, a->s, leaf, is_signed);
  uint32_t array = a->d->context->var_of(a->d->context, az_operand(store, leaf, 0));
  if (array == AZ_NONE || !state_array(a->s, array))
    return az_facts_any(az_sort_width(az_sort_of(store, leaf)), is_signed);
  void *value = segments_read(a->d, a->s, array, az_operand(store, leaf, 1));
  const cell_domain *cells = a->d->arrays[array].cells;
  az_facts f =
      cells->domain.ops->facts(cells->domain.self, value, cells->vars[CELL_VALUE].term, is_signed);
  cells_free(cells, value);
  return f;
}

az_oracle segments_oracle(asked *memory, const segments *d, const state *s) {
  *memory = (asked){d, s};
  return (az_oracle){facts_of_leaf, memory};
}

az_facts segments_facts(const segments *d, const state *s, az_term t, bool is_signed) {
  if (s->bottom) return az_facts_none();
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, s);
  return az_facts_of_term(d->context->store, t, is_signed, &oracle);
}

bool segments_sum(const segments *d, const state *s, az_term t, bool is_signed, az_sum *out) {
  asked memory;
  az_oracle oracle = segments_oracle(&memory, d, s);
  if (!az_sum_of(d->context->store, t, is_signed, &oracle, az_transfer_is_signed,
                 (void *)d->context, out))
    return false;
  for (uint32_t i = 0; i < out->count; i++)
    if (d->context->var_of(d->context, out->of[i].var) == AZ_NONE) return false;
  return true;
}

void segments_locate(const order *o, const segmentation *s, const az_sum *index, uint32_t *low,
                     uint32_t *high) {
  uint32_t last = segmentation_last(s), at = segmentation_position(s, index);
  *low = at == AZ_NONE || at == last ? 0 : at;
  for (uint32_t i = last - 1; i > *low; i--)
    if (order_bound_sum(o, &s->bounds[i], index, 0)) {
      *low = i;
      break;
    }
  *high = last;
  for (uint32_t i = *low + 1; i < last; i++)
    if (order_sum_bound(o, index, &s->bounds[i], 1)) {
      *high = i;
      break;
    }
}

void *segments_read(const segments *d, const state *s, uint32_t array, az_term index) {
  const segmentation *a = state_array(s, array);
  if (!segmentation_last(a)) return cells_top(a->cells);
  const az_transfer *t = &a->cells->domain;
  uint32_t low = 0, high = segmentation_last(a);
  az_sum sum;
  order o = {.d = d, .s = s};
  if (segments_sum(d, s, index, true, &sum)) segments_locate(&o, a, &sum, &low, &high);
  void *value = cells_copy(a->cells, a->values[low]);
  for (uint32_t i = low + 1; i < high; i++) t->ops->join(t->self, value, a->values[i]);
  az_facts at = segments_facts(d, s, index, false);
  t->ops->refine(t->self, value, CELL_INDEX, at);
  if (!t->ops->is_bottom(t->self, value)) return value;
  cells_free(a->cells, value); /* outside the array: any value */
  return cells_top(a->cells);
}
