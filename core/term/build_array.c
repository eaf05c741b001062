/* Array constructors: reads over writes by deciding equality of indices (McCarthy's axioms),
 * constant arrays. */
#include "term/term_internal.h"

/* Past the writes that provably do not concern the index: the array to read from there; *element is
 * the value if it is known. */
static az_term resolve(az_store *s, az_term array, az_term index, az_term *element) {
  *element = AZ_NO_TERM;
  for (;;) {
    const node *n = node_of(s, array);
    if (n->kind == AZ_K_CONST_ARRAY) *element = n->a;
    if (n->kind != AZ_K_STORE) return array;
    int same = term_decide_eq(s, n->b, index);
    if (same == 1) *element = n->c;
    if (same) return array;
    array = n->a;
  }
}

az_term az_select(az_store *s, az_term array, az_term index) {
  az_sort sort = node_of(s, array)->sort;
  assert(az_sort_kind_of(sort) == AZ_SORT_ARRAY && az_sort_index_width(sort) == width_of(s, index));
  az_term element;
  array = resolve(s, array, index, &element);
  if (element) return element;
  const node *n = node_of(s, array);
  if (n->kind == AZ_K_ITE && s->depth < MAX_NESTING) {
    az_term x, y, a = resolve(s, n->b, index, &x), b = resolve(s, n->c, index, &y);
    if (x || y || a == b) {
      s->depth++;
      if (a == b)
        element = az_select(s, a, index);
      else
        element = az_ite(s, n->a, x ? x : az_select(s, a, index), y ? y : az_select(s, b, index));
      s->depth--;
      return element;
    }
  }
  if (n->kind == AZ_K_STORE && kind_of(s, index) == AZ_K_ITE && is_const(s, n->b) &&
      s->depth < MAX_NESTING) {
    /* an index that is one of two constants: both reads are decided by constants */
    const node *i = node_of(s, index);
    if (is_const(s, i->b) && is_const(s, i->c)) {
      s->depth++;
      element = az_ite(s, i->a, az_select(s, array, i->b), az_select(s, array, i->c));
      s->depth--;
      return element;
    }
  }
  return az_cons(s, AZ_K_SELECT, az_sort_element(sort), array, index, 0);
}

az_term az_store_at(az_store *s, az_term array, az_term index, az_term element) {
  enum { REACH = 16 }; /* writes that are rebuilt to drop an older write to the same index */
  const node *n = node_of(s, array);
  az_sort sort = n->sort;
  assert(az_sort_kind_of(sort) == AZ_SORT_ARRAY &&
         az_sort_index_width(sort) == width_of(s, index) &&
         az_sort_element(sort) == node_of(s, element)->sort);
  const node *e = node_of(s, element);
  if (e->kind == AZ_K_SELECT && e->a == array && e->b == index) return array;
  az_term above[REACH], base = array, known;
  uint32_t count = 0;
  for (;; count++) {
    n = node_of(s, base);
    if (n->kind == AZ_K_CONST_ARRAY && n->a == element) return array;
    if (n->kind != AZ_K_STORE) break;
    int same = term_decide_eq(s, n->b, index);
    if (same == 1) {
      if (n->c == element) return array;
      base = n->a;
      while (count-- > 0) {
        const node *w = node_of(s, above[count]);
        base = az_cons(s, AZ_K_STORE, sort, base, w->b, w->c);
      }
      /* the older write may have hidden that the base holds the element already */
      resolve(s, base, index, &known);
      return known == element ? base : az_cons(s, AZ_K_STORE, sort, base, index, element);
    }
    if (same < 0 || count == REACH) break;
    above[count] = base;
    base = n->a;
  }
  return az_cons(s, AZ_K_STORE, sort, array, index, element);
}

az_term az_const_array(az_store *s, uint32_t index_width, az_term element) {
  az_sort sort = az_sort_array(index_width, node_of(s, element)->sort);
  return az_cons(s, AZ_K_CONST_ARRAY, sort, element, 0, 0);
}

/* Writes over constant arrays with constant indices and elements: decided cell by cell. */
static bool is_array_value(const az_store *s, az_term t) {
  for (;; t = node_of(s, t)->a) {
    const node *n = node_of(s, t);
    if (n->kind == AZ_K_CONST_ARRAY) return is_const(s, n->a);
    if (n->kind != AZ_K_STORE || !is_const(s, n->b) || !is_const(s, n->c)) return false;
  }
}

static az_term eq_values(az_store *s, az_term a, az_term b) {
  az_term x = AZ_NO_TERM, y = AZ_NO_TERM, ends[2] = {a, b};
  term_map cells = {0};
  bool is_new, equal = true;
  for (int side = 0; side < 2; side++) {
    az_term t = ends[side];
    for (; equal && kind_of(s, t) == AZ_K_STORE; t = node_of(s, t)->a) {
      az_term index = node_of(s, t)->b;
      term_map_at(&cells, index, &is_new);
      if (is_new) equal = az_select(s, a, index) == az_select(s, b, index);
    }
    if (equal) *(side ? &y : &x) = node_of(s, t)->a;
  }
  /* the rest of the cells, if there is any */
  uint32_t width = az_sort_index_width(node_of(s, a)->sort);
  if (equal && (width >= 32 || cells.used >> width == 0)) equal = x == y;
  term_map_release(&cells);
  return az_bool(s, equal);
}

az_term eq_array(az_store *s, az_term a, az_term b) {
  const node *m = node_of(s, a), *n = node_of(s, b);
  if (m->kind == AZ_K_CONST_ARRAY && n->kind == AZ_K_CONST_ARRAY) return az_eq(s, m->a, n->a);
  if (m->kind == AZ_K_STORE && n->kind == AZ_K_STORE && m->a == n->a && m->b == n->b)
    return az_eq(s, m->c, n->c);
  if (is_array_value(s, a) && is_array_value(s, b)) return eq_values(s, a, b);
  return AZ_NO_TERM;
}
