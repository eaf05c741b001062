/* Values of cells after an assignment: the value of a term at an index, and whole arrays that are
 * filled with a value or copied. */
#include "segments.h"
#include <stb/stb_ds.h>

/* If the term is a cell of an array with elements of the same form, returns a copy of the cell's
 * value, which is stronger than facts about the term. */
static void *copied(const segments *d, const state *s, uint32_t array, az_term value) {
  az_store *store = d->context->store;
  if (az_kind_of(store, value) != AZ_K_SELECT) return NULL;
  uint32_t other = d->context->var_of(d->context, az_operand(store, value, 0));
  if (other == AZ_NONE || !state_array(s, other) ||
      d->arrays[other].cells != d->arrays[array].cells)
    return NULL;
  const cell_domain *cells = d->arrays[array].cells;
  void *cell = segments_read(d, s, other, az_operand(store, value, 1));
  cells->domain.ops->assign(cells->domain.self, cell, CELL_INDEX, AZ_NO_TERM, false);
  return cell;
}

void *segments_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term behind, az_term value) {
  const cell_domain *cells = d->arrays[array].cells;
  const az_transfer *t = &cells->domain;
  void *cell = value && !cells->of ? copied(d, s, array, value) : NULL;
  if (!cell) cell = cells_top(cells);
  relations_written(d, s, array, behind ? AZ_NO_TERM : index, value, cell);
  if (value) {
    const az_abstract_variable *v = &cells->vars[CELL_VALUE];
    t->ops->refine(t->self, cell, CELL_VALUE, segments_facts(d, s, value, v->is_signed));
  }
  if (index) {
    az_facts f = segments_facts(d, s, index, false);
    if (behind) { /* the last cell is the one before `behind` */
      az_facts last = segments_facts(d, s, behind, false);
      f = az_facts_join(f, last);
      f.modulus = 1, f.rest = 0;
      if (!f.none && f.greatest > f.least) f.greatest--;
    }
    t->ops->refine(t->self, cell, CELL_INDEX, f);
  }
  return cell;
}

/* Returns a copy of the segmentation of `other`; NULL if its length or form of cells may differ. */
static segmentation *copy_of(const segments *d, const state *s, uint32_t array, uint32_t other) {
  const segmentation *a = state_array(s, array), *b = state_array(s, other);
  if (!b || a->cells != b->cells || !segmentation_last(b)) return NULL;
  const bound *end = &a->bounds[segmentation_last(a)];
  const order o = {.d = d, .s = s};
  if (!order_bounds(&o, end, &b->bounds[segmentation_last(b)], 0)) return NULL;
  if (!order_bounds(&o, &b->bounds[segmentation_last(b)], end, 0)) return NULL;
  segmentation *copy = segmentation_copy(b);
  bound *last = &copy->bounds[segmentation_last(copy)];
  bool maybe = last->maybe;
  bound_free(last);
  *last = bound_copy(end);
  last->maybe = maybe;
  return copy;
}

/* Returns one segment. Its cells have values of `other` or, without `other`, the term's value. */
static segmentation *smashed(const segments *d, const state *s, uint32_t array, uint32_t other,
                             az_term value) {
  const segmentation *a = state_array(s, array);
  const cell_domain *cells = a->cells;
  void *cell;
  if (other != AZ_NONE) {
    const segmentation *b = state_array(s, other);
    cell = cells_bottom(cells);
    for (size_t i = 0; b && b->cells == cells && i < arrlenu(b->values); i++)
      cells->domain.ops->join(cells->domain.self, cell, b->values[i]);
    if (!b || b->cells != cells) {
      cells_free(cells, cell);
      cell = cells_top(cells);
    }
  } else {
    cell = segments_written(d, s, array, AZ_NO_TERM, AZ_NO_TERM, value);
  }
  segmentation *all = segmentation_new(cells);
  uint32_t last = segmentation_last(a);
  bool maybe = true;
  for (uint32_t i = 1; i <= last; i++) maybe = maybe && a->bounds[i].maybe;
  segmentation_append(all, NULL, bound_copy(&a->bounds[0]));
  bound end = bound_copy(&a->bounds[last]);
  end.maybe = maybe;
  segmentation_append(all, cell, end);
  return all;
}

void segments_fill(const segments *d, state *s, uint32_t array, az_term value, bool weak) {
  if (!state_array(s, array) || !segmentation_last(state_array(s, array))) return;
  uint32_t other = AZ_NONE;
  az_store *store = d->context->store;
  if (value && az_kind_of(store, value) == AZ_K_SELECT &&
      az_operand(store, value, 1) == d->context->vars[array].index)
    other = d->context->var_of(d->context, az_operand(store, value, 0));
  relations_forget(d, s, array);
  if (weak || d->context->vars[array].several) {
    segmentation *all = smashed(d, s, array, other, value), *a = segmentation_own(d, s, array);
    relations_copied(d, all, array, other);
    segmentation_write_weakly(a, 0, segmentation_last(a), cells_copy(a->cells, all->values[0]));
    segmentation_free(all);
    return;
  }
  segmentation *filled = other != AZ_NONE ? copy_of(d, s, array, other) : NULL;
  if (!filled) filled = smashed(d, s, array, other, value);
  relations_copied(d, filled, array, other);
  state_put_array(d, s, array, filled);
}
