/* The orders of borders of several index expressions in segmentations [malik2024, sec. 3.1].
 *
 * [malik2024] has two cases: all borders are in order, or each expression has its own segmentation.
 * Two further cases lie between these. "solver": one segmentation for expressions whose borders are
 * in order. "several": for each possible order, a segmentation for only the states with this order;
 * every state has an order, so the claims together are as strong as those of one segmentation. */
#include "ansatz/allocate.h"
#include "groups.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

enum { MOST_UNITS = 8, MOST_ORDERS = 6 };

/* A segmentation while it is built. */
typedef az_border *chain; /* stb_ds */

typedef struct orders {
  const az_array_use *use;
  int64_t max;
  bool by_terms;
} orders;

static int order_of(const orders *q, az_border a, az_border b) {
  return q->by_terms ? az_border_order_of_terms(q->use, a, b) : az_border_order(q->use, a, b);
}

/* Returns a chain of one group's borders. */
static chain begin(const orders *q, const group *g) {
  chain c = NULL;
  for (uint32_t k = 0; k < g->count && k < q->max; k++) arrput(c, g->borders[k]);
  return c;
}

static stride common_stride(const group *groups) {
  stride by = groups[0].stride;
  for (size_t i = 1; i < arrlenu(groups); i++)
    if (groups[i].stride.by != by.by) by.by = 0;
  return by;
}

/* Adds the chain as a segmentation, and frees it. */
static void answer(az_segmentations *out, chain c, stride by) {
  az_segmentation_begin(out);
  for (size_t k = 0; k < arrlenu(c); k++) az_segmentation_cut(out, c[k]);
  if (by.by) az_segmentation_stride(out, by.from, by.by);
  arrfree(c);
}

/* Inserts the group's borders. Returns false, without effect, if a border has no place in the
 * chain. */
static bool take_in(const orders *q, chain *c, const group *g) {
  chain with = NULL;
  for (size_t i = 0; i < arrlenu(*c); i++) arrput(with, (*c)[i]);
  bool fits = true;
  for (uint32_t k = 0; fits && k < g->count; k++) {
    az_border b = g->borders[k];
    size_t at = 0, n = arrlenu(with);
    int order = 1;
    while (at < n && (order = order_of(q, b, with[at])) == 1) at++;
    fits = at == n || order != 2;
    for (size_t o = at; fits && order && o < n; o++) {
      int rest = order_of(q, b, with[o]);
      fits = rest <= 0;
    }
    if (fits && (at == n || order)) arrins(with, at, b);
  }
  fits = fits && (int64_t)arrlenu(with) <= q->max;
  if (fits) {
    chain old = *c;
    *c = with;
    with = old;
  }
  arrfree(with);
  return fits;
}

/* Builds one segmentation for each expression, with the borders of all other expressions that fit
 * into it. */
static void chain_groups(const orders *q, const group *groups, az_segmentations *out) {
  size_t n = arrlenu(groups);
  bool *done = az_calloc(n + 1, sizeof *done);
  for (size_t i = 0; i < n; i++) {
    if (done[i]) continue;
    chain c = begin(q, &groups[i]);
    stride by = groups[i].stride;
    for (size_t o = 0; o < n; o++) {
      if (o == i || !take_in(q, &c, &groups[o])) continue;
      done[o] = true;
      if (groups[o].stride.by != by.by) by.by = 0;
    }
    answer(out, c, by);
  }
  free(done);
}

/* Builds one segmentation from all borders. Returns false if their order is not known. */
static bool all_in_one(const orders *q, const group *groups, az_segmentations *out) {
  chain c = begin(q, &groups[0]);
  bool fits = true;
  for (size_t i = 1; i < arrlenu(groups) && fits; i++) fits = take_in(q, &c, &groups[i]);
  if (fits)
    answer(out, c, common_stride(groups));
  else
    arrfree(c);
  return fits;
}

static void each_alone(const orders *q, const group *groups, az_segmentations *out) {
  for (size_t i = 0; i < arrlenu(groups); i++) answer(out, begin(q, &groups[i]), groups[i].stride);
}

/* ---- a segmentation for each order ----------------------------------------------------------- */

/* Neighbouring borders with no border between them: an index and the border after it. */
typedef struct unit {
  az_border borders[2];
  uint32_t count;
} unit;

typedef struct order {
  uint32_t units[MOST_UNITS];
  unsigned tied; /* bit i: units[i] equals units[i - 1] */
} order;

typedef struct condition { /* over `use->state` */
  az_term term;
  const char *text;
} condition;

typedef struct several {
  const orders *q;
  const group *groups;
  unit units[MOST_UNITS];
  uint32_t n;
  int known[MOST_UNITS][MOST_UNITS]; /* the order of any two units */
  bool ties;                         /* orders that differ only in ties are distinct */
  order all[MOST_ORDERS];            /* the possible orders */
  uint32_t count;
  /* The conditions that a state has the order, and that it does not. */
  condition when[MOST_ORDERS], never[MOST_ORDERS];
} several;

/* Returns false if there are too many. */
static bool add_unit(several *v, unit u) {
  const az_array_use *use = v->q->use;
  if (u.count == 1 && !order_of(v->q, u.borders[0], use->first)) return true;
  if (u.count == 1 && az_border_is_last(use, u.borders[0])) return true;
  for (uint32_t i = 0; i < v->n; i++) {
    if (order_of(v->q, u.borders[0], v->units[i].borders[0])) continue;
    if (u.count > v->units[i].count) v->units[i] = u;
    return true;
  }
  if (v->n == MOST_UNITS) return false;
  v->units[v->n++] = u;
  return true;
}

/* Finds the units of the groups' borders; with `before`, also the units of indices' first
 * values. */
static bool find_units(several *v, bool before) {
  bool fit = true;
  v->n = 0;
  for (size_t i = 0; i < arrlenu(v->groups); i++) {
    const group *g = &v->groups[i];
    for (uint32_t k = 0; k < g->count && fit; k++) {
      if (!before && g->before == k + 1) continue;
      unit u = {{g->borders[k]}, 1};
      bool cell = k + 1 < g->count && g->before != k + 1 && g->before != k + 2;
      if (cell) u.borders[u.count++] = g->borders[++k];
      fit = add_unit(v, u);
    }
  }
  return fit;
}

/* Moves units that are known to precede all others to the front, so that ties among the remaining
 * units belong to one order. */
static void sort_units(several *v) {
  for (uint32_t i = 0; i < v->n; i++) {
    uint32_t next = i;
    for (uint32_t u = i; u < v->n; u++) {
      bool first = true;
      for (uint32_t o = i; o < v->n && first; o++)
        first = order_of(v->q, v->units[o].borders[0], v->units[u].borders[0]) != -1;
      if (!first) continue;
      next = u;
      break;
    }
    unit u = v->units[next];
    for (uint32_t o = next; o > i; o--) v->units[o] = v->units[o - 1];
    v->units[i] = u;
  }
  for (uint32_t i = 0; i < v->n; i++)
    for (uint32_t o = 0; o < v->n; o++)
      v->known[i][o] = order_of(v->q, v->units[i].borders[0], v->units[o].borders[0]);
}

/* Enumerates the orders that continue the first `done` units of `o`. Returns false if too many. */
static bool enumerate(several *v, order *o, uint32_t done, unsigned used) {
  if (done == v->n) {
    if (v->count == MOST_ORDERS) return false;
    v->all[v->count++] = *o;
    return true;
  }
  for (uint32_t u = 0; u < v->n; u++) {
    bool may = !(used >> u & 1);
    for (uint32_t other = 0; other < v->n && may; other++)
      may = other == u || used >> other & 1 || v->known[other][u] != -1;
    uint32_t last = done ? o->units[done - 1] : u;
    bool tie = v->ties && last < u && v->known[last][u] == 2;
    o->units[done] = u;
    for (unsigned tied = 0; may && tied <= tie; tied++) {
      o->tied = (o->tied & ~(1u << done)) | tied << done;
      if (!enumerate(v, o, done + 1, used | 1u << u)) return false;
    }
  }
  return true;
}

/* Computes the condition that a state has the order. In a tie that is not a separate order, the
 * unit with the lower number comes first. */
static void find_condition(several *v, uint32_t number) {
  const az_array_use *use = v->q->use;
  const order *o = &v->all[number];
  az_store *s = use->context->store;
  condition c = {az_true(s), ""};
  for (uint32_t i = 0; i + 1 < v->n; i++) {
    uint32_t x = o->units[i], y = o->units[i + 1];
    if (v->known[x][y] != 2) continue;
    az_border a = v->units[x].borders[0], b = v->units[y].borders[0];
    bool tied = o->tied >> (i + 1) & 1, strict = v->ties || x > y;
    az_term t = tied     ? az_eq(s, a.at, b.at)
                : strict ? az_bv_slt(s, a.at, b.at)
                         : az_bv_sle(s, a.at, b.at);
    c.term = az_and(s, c.term, t);
    c.text = az_arena_printf(use->arena, "%s%s%s %s %s", c.text, *c.text ? " && " : "", a.text,
                             tied     ? "=="
                             : strict ? "<"
                                      : "<=",
                             b.text);
  }
  v->when[number] = c;
  v->never[number] = (condition){az_not(s, c.term), az_arena_printf(use->arena, "!(%s)", c.text)};
}

/* Returns the end of the cell at x, or the start of y if that is less. */
static az_border behind(const several *v, uint32_t x, uint32_t y) {
  const az_array_use *use = v->q->use;
  az_store *s = use->context->store;
  az_border a = v->units[x].borders[1], b = v->units[y].borders[0];
  bool apart = v->known[x][y] == 2 && (v->ties || x > y);
  if (apart || order_of(v->q, a, b) <= 0) return a;
  return (az_border){az_ite(s, az_bv_sle(s, a.at, b.at), a.at, b.at),
                     az_arena_printf(use->arena, "min(%s, %s)", a.text, b.text)};
}

static void answer_order(const several *v, uint32_t number, az_segmentations *out) {
  chain c = NULL;
  const order *o = &v->all[number];
  for (uint32_t i = 0, next; i < v->n; i = next) {
    uint32_t u = o->units[i];
    for (next = i + 1; next < v->n && o->tied >> next & 1; next++)
      if (v->units[o->units[next]].count > v->units[u].count) u = o->units[next];
    arrput(c, v->units[u].borders[0]);
    if (v->units[u].count > 1)
      arrput(c, next < v->n ? behind(v, u, o->units[next]) : v->units[u].borders[1]);
  }
  answer(out, c, common_stride(v->groups));
  if (*v->when[number].text) az_segmentation_when(out, v->when[number].term, v->when[number].text);
}

static bool find_orders(several *v, bool before, bool ties) {
  order o = {.tied = 0};
  uint32_t borders = 0;
  v->count = 0;
  v->ties = ties;
  if (!find_units(v, before)) return false;
  for (uint32_t i = 0; i < v->n; i++) borders += v->units[i].count;
  if (borders > v->q->max) return false;
  sort_units(v);
  return enumerate(v, &o, 0, 0);
}

/* Returns false if there are too many orders. */
static bool each_order(const orders *q, const group *groups, az_segmentations *out) {
  several v = {.q = q, .groups = groups};
  if (!find_orders(&v, true, true) && !find_orders(&v, true, false) &&
      !find_orders(&v, false, true) && !find_orders(&v, false, false))
    return false;
  az_border_question none = {.use = q->use};
  for (uint32_t i = 0; i < v.count; i++) {
    find_condition(&v, i);
    if (v.count > 1) az_border_ask(&none, v.never[i].term, v.never[i].text);
  }
  bool *never = v.count > 1 ? az_border_answers(&none) : NULL;
  for (uint32_t i = 0; i < v.count; i++)
    if (!never || !never[i]) answer_order(&v, i, out);
  free(never);
  return true;
}

void segmentations_of_groups(const az_array_use *use, const group *groups, unsigned what,
                             int64_t max, az_segmentations *out) {
  orders q = {use, max, what & CUT_BY_TERMS};
  if (!arrlenu(groups)) return;
  if (what & (CUT_ALL_OR_EACH | CUT_EACH_ORDER) && all_in_one(&q, groups, out)) return;
  if (what & CUT_ALL_OR_EACH)
    each_alone(&q, groups, out);
  else if (!(what & CUT_EACH_ORDER) || !each_order(&q, groups, out))
    chain_groups(&q, groups, out);
}
