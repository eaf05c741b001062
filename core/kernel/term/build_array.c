/* Array constructors: reads over writes (McCarthy's axioms, if it is decided whether the indices
 * are equal), constant arrays, and splices, that is, copied blocks of cells. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>

/* Skips the writes that provably do not affect the index: returns the array to read from; *element
 * is the value if it is known. */
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
  az_sort sort = sort_at(s, array);
  const bool is_array = az_sort_kind_of(sort) == AZ_SORT_ARRAY;
  REQUIRE(s, is_array && sort_at(s, index) == az_sort_bv(az_sort_index_width(sort)),
          is_array ? az_sort_element(sort) : az_sort_bv(1), array, index);
  az_term element;
  array = resolve(s, array, index, &element);
  if (element) return element;
  const node *n = node_of(s, array);
  while (n->kind == AZ_K_SPLICE) {
    az_term covers = az_splice_covers(s, array, n->c, index);
    if (!is_const(s, covers)) break;
    if (covers == TERM_TRUE) index = az_splice_source(s, array, n->c, index);
    array = resolve(s, covers == TERM_TRUE ? n->b : n->a, index, &element);
    if (element) return element;
    n = node_of(s, array);
  }
  if (n->kind == AZ_K_ITE && s->depth < MAX_NESTING) {
    az_term x, y, a = resolve(s, n->b, index, &x), b = resolve(s, n->c, index, &y);
    if (x || y || a == b) {
      s->depth++;
      if (a == b)
        element = az_select(s, a, index);
      else {
        if (!y) y = az_select(s, b, index);
        element = az_ite(s, n->a, x ? x : az_select(s, a, index), y);
      }
      s->depth--;
      return element;
    }
  }
  if (n->kind == AZ_K_STORE && kind_of(s, index) == AZ_K_ITE && is_const(s, n->b) &&
      s->depth < MAX_NESTING) {
    /* the index is one of two constants, so that constants decide both reads */
    const node *i = node_of(s, index);
    if (is_const(s, i->b) && is_const(s, i->c)) {
      s->depth++;
      const az_term otherwise = az_select(s, array, i->c);
      element = az_ite(s, i->a, az_select(s, array, i->b), otherwise);
      s->depth--;
      return element;
    }
  }
  return az_cons(s, AZ_K_SELECT, az_sort_element(sort), array, index, 0);
}

az_term az_store_at(az_store *s, az_term array, az_term index, az_term element) {
  /* Number of writes that are rebuilt to drop an older write to the same index. */
  enum { REACH = 16 };
  const az_sort sort = sort_at(s, array), any = az_sort_array(1, az_sort_bv(1));
  const bool is_array = az_sort_kind_of(sort) == AZ_SORT_ARRAY;
  REQUIRE(s, is_array && sort_at(s, index) == az_sort_bv(az_sort_index_width(sort)),
          is_array ? sort : any, array, index);
  REQUIRE(s, az_sort_element(sort) == sort_at(s, element), sort, array, element);
  const node *n = node_of(s, array);
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
      /* the older write may have hidden that the base already holds the element */
      resolve(s, base, index, &known);
      return known == element ? base : az_cons(s, AZ_K_STORE, sort, base, index, element);
    }
    if (same < 0 || count == REACH) break;
    above[count] = base;
    base = n->a;
  }
  return az_cons(s, AZ_K_STORE, sort, array, index, element);
}

/* Returns whether every cell of the array is a constant: writes of constants at constant indices
 * over an array of one constant. */
static bool is_array_value(const az_store *s, az_term t) {
  for (;; t = node_of(s, t)->a) {
    const node *n = node_of(s, t);
    if (n->kind == AZ_K_CONST_ARRAY) return is_const(s, n->a);
    if (n->kind != AZ_K_STORE || !is_const(s, n->b) || !is_const(s, n->c)) return false;
  }
}

/* ---- splices: the window is first, count and from in one term -------------------------------- */

enum { WRITTEN_OUT = 64 }; /* greatest number of cells, all constant, that are written one by one */

static az_term window_part(az_store *s, az_term splice, az_term window, int part) {
  uint32_t own = az_sort_index_width(node_of(s, splice)->sort);
  uint32_t from = az_sort_index_width(node_of(s, node_of(s, splice)->b)->sort);
  uint32_t low = part == 2 ? 0 : part == 1 ? from : from + own;
  return az_extract(s, window, low + (part == 2 ? from : own) - 1, low);
}

az_term az_splice_first(az_store *s, az_term splice) {
  return window_part(s, splice, node_of(s, splice)->c, 0);
}

az_term az_splice_covers(az_store *s, az_term splice, az_term window, az_term index) {
  az_term into = az_bv_sub(s, index, window_part(s, splice, window, 0));
  return az_bv_ult(s, into, window_part(s, splice, window, 1));
}

az_term az_splice_source(az_store *s, az_term splice, az_term window, az_term index) {
  az_term into = az_bv_sub(s, index, window_part(s, splice, window, 0)),
          from = window_part(s, splice, window, 2);
  return az_bv_add(s, from, az_resize(s, into, width_of(s, from), false));
}

az_term splice_of(az_store *s, az_term array, az_term other, az_term window) {
  az_sort sort = sort_at(s, array), source = sort_at(s, other);
  const bool arrays =
      az_sort_kind_of(sort) == AZ_SORT_ARRAY && az_sort_kind_of(source) == AZ_SORT_ARRAY;
  const uint32_t width = 2 * az_sort_index_width(sort) + az_sort_index_width(source);
  REQUIRE(s,
          arrays && az_sort_element(sort) == az_sort_element(source) &&
              sort_at(s, window) == az_sort_bv(width),
          arrays ? sort : az_sort_array(1, az_sort_bv(1)), array, other);
  az_term splice = az_cons(s, AZ_K_SPLICE, sort, array, other, window), count;
  count = window_part(s, splice, window, 1);
  if (!is_const(s, count) || width_of(s, count) > 128 || bv_value(s, count) > WRITTEN_OUT)
    return splice;
  uint32_t n = (uint32_t)bv_value(s, count), w = az_sort_index_width(sort);
  if (n && !(is_const(s, window) && is_array_value(s, array) && is_array_value(s, other)))
    return splice;
  az_term first = window_part(s, splice, window, 0);
  for (uint32_t i = 0; i < n; i++) {
    az_term at = az_bv_add(s, first, az_bv(s, w, i));
    az_term element = az_select(s, other, az_splice_source(s, splice, window, at));
    array = az_store_at(s, array, at, element);
  }
  return array;
}

az_term az_splice(az_store *s, az_term array, az_term other, az_term first, az_term count,
                  az_term from) {
  const az_sort sort = sort_at(s, array), index = az_sort_bv(az_sort_index_width(sort));
  if (az_sort_kind_of(sort) == AZ_SORT_ARRAY) /* splice_of refuses other sorts */
    REQUIRE(s, sort_at(s, first) == index && sort_at(s, count) == index, sort, first, count);
  return splice_of(s, array, other, az_concat(s, first, az_concat(s, count, from)));
}

az_term az_const_array(az_store *s, uint32_t index_width, az_term element) {
  const az_sort of = sort_at(s, element);
  const az_sort_kind kind = az_sort_kind_of(of);
  REQUIRE(s, index_width && index_width < 1024 && (kind == AZ_SORT_BV || kind == AZ_SORT_FLOAT),
          az_sort_array(1, az_sort_bv(1)), element, 0);
  az_sort sort = az_sort_array(index_width, of);
  return az_cons(s, AZ_K_CONST_ARRAY, sort, element, 0, 0);
}

static az_term eq_values(az_store *s, az_term a, az_term b) {
  az_term x = AZ_NO_TERM, y = AZ_NO_TERM, ends[2] = {a, b};
  struct {
    az_term key;
    char value;
  } *cells = NULL; /* stb_ds: the indices of stores */
  bool equal = true;
  for (int side = 0; side < 2; side++) {
    az_term t = ends[side];
    for (; equal && kind_of(s, t) == AZ_K_STORE; t = node_of(s, t)->a) {
      az_term index = node_of(s, t)->b;
      if (hmgeti(cells, index) >= 0) continue;
      hmput(cells, index, 1);
      const az_term of_a = az_select(s, a, index);
      equal = of_a == az_select(s, b, index);
    }
    if (equal) *(side ? &y : &x) = node_of(s, t)->a;
  }
  /* compares the cells that no store writes, if any */
  uint32_t width = az_sort_index_width(node_of(s, a)->sort);
  if (equal && (width >= 32 || hmlenu(cells) >> width == 0)) equal = x == y;
  hmfree(cells);
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
