/* The hierarchical decomposition into strongly connected components [bourdoncle1993, sec. 4.2]: the
 * components of a graph in topological order, where the head of each is its first point in reverse
 * post-order, and the rest is decomposed in turn. Uses Tarjan's algorithm with an explicit stack,
 * since functions may have very many points in sequence. */
#include "weak_topological_order.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

typedef struct place {
  uint32_t point, next; /* next: the edge to follow */
} place;

typedef struct decomposition {
  const az_equations *equations;
  uint32_t *region; /* by point: the part that is decomposed */
  uint32_t *number; /* by point: its number in the search, from 1; 0: not yet reached */
  uint32_t *low;
  bool *open; /* on the stack */
  uint32_t *stack, regions, seen;
  place *path; /* stb_ds: scratch */
  order_element *order;
  uint32_t filled;
} decomposition;

/* Lists the components of a region in reverse topological order in `*members`, and the end of each
 * in `*ends`. */
static void components(decomposition *d, uint32_t region, const uint32_t *points, uint32_t count,
                       uint32_t **members, uint32_t **ends) {
  const az_equations *e = d->equations;
  for (uint32_t i = 0; i < count; i++) {
    if (d->number[points[i]]) continue;
    arrput(d->path, ((place){points[i], 0}));
    while (arrlenu(d->path)) {
      place *top = &arrlast(d->path);
      uint32_t p = top->point;
      const az_point *point = &e->points[p];
      if (!d->number[p]) {
        d->number[p] = d->low[p] = ++d->seen;
        d->open[p] = true;
        arrput(d->stack, p);
      }
      if (top->next < point->out_count) {
        uint32_t to = e->edges[point->out[top->next++]].to;
        if (d->region[to] != region) continue;
        if (!d->number[to])
          arrput(d->path, ((place){to, 0}));
        else if (d->open[to] && d->number[to] < d->low[p])
          d->low[p] = d->number[to];
        continue;
      }
      (void)arrpop(d->path);
      if (arrlenu(d->path)) {
        uint32_t below = arrlast(d->path).point;
        if (d->low[p] < d->low[below]) d->low[below] = d->low[p];
      }
      if (d->low[p] != d->number[p]) continue;
      uint32_t member;
      do {
        member = arrpop(d->stack);
        d->open[member] = false;
        arrput(*members, member);
      } while (member != p);
      arrput(*ends, (uint32_t)arrlenu(*members));
    }
  }
}

static bool has_loop(const az_equations *e, uint32_t p) {
  for (uint32_t i = 0; i < e->points[p].out_count; i++)
    if (e->edges[e->points[p].out[i]].to == p) return true;
  return false;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void decompose(decomposition *d, const uint32_t *points, uint32_t count) {
  uint32_t region = ++d->regions, *members = NULL, *ends = NULL;
  for (uint32_t i = 0; i < count; i++) {
    d->region[points[i]] = region;
    d->number[points[i]] = 0;
  }
  components(d, region, points, count, &members, &ends);
  for (size_t c = arrlenu(ends); c-- > 0;) {
    uint32_t first = c ? ends[c - 1] : 0, size = ends[c] - first;
    qsort(members + first, size, sizeof *members, by_number);
    uint32_t at = d->filled++, head = members[first];
    d->order[at] = (order_element){head, 0};
    if (size == 1 && !has_loop(d->equations, head)) continue;
    d->region[head] = 0;
    if (size > 1) decompose(d, members + first + 1, size - 1);
    d->order[at].end = d->filled;
  }
  arrfree(members);
  arrfree(ends);
}

order_element *weak_topological_order(const az_equations *e) {
  uint32_t n = e->point_count;
  decomposition d = {.equations = e};
  d.region = az_calloc(n + 1, sizeof *d.region);
  d.number = az_calloc(n + 1, sizeof *d.number);
  d.low = az_calloc(n + 1, sizeof *d.low);
  d.open = az_calloc(n + 1, sizeof *d.open);
  d.order = az_calloc(n + 1, sizeof *d.order);
  uint32_t *points = az_calloc(n + 1, sizeof *points);
  for (uint32_t p = 0; p < n; p++) points[p] = p;
  decompose(&d, points, n);
  free(points);
  free(d.region);
  free(d.number);
  free(d.low);
  free(d.open);
  arrfree(d.stack);
  arrfree(d.path);
  return d.order;
}
