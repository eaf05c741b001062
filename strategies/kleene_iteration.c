/* Kleene iteration with widening and narrowing [cousot1977] along a weak topological order, the
 * recursive strategy of [bourdoncle1993, sec. 3.2]: a component is iterated until its head is
 * stable. In each iteration, its inner components are iterated in the same way. */
#include "kleene_iteration.h"
#include "ansatz/allocate.h"
#include "ansatz/arena.h"
#include "weak_topological_order.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* ---- options --------------------------------------------------------------------------------- */

typedef struct widening {
  bool local;               /* the thresholds of a loop are the constants that occur in it */
  az_thresholds thresholds; /* for all loops */
  uint32_t delay;           /* number of joins before a head is widened */
  uint32_t threshold_steps; /* number of widenings of a head in which thresholds are used */
  bool new_paths; /* a head is not widened after an iteration that reached new points of its loop */
  uint32_t narrowings;
  uint32_t reanalyses;
} widening;

/* Reads a number such as "-12". Returns false if the text is not a number. */
static bool parse_number(const char *text, az_wide *value) {
  bool negative = *text == '-';
  const char *digits = text + negative;
  if (!*digits || strlen(digits) > 20) return false;
  for (*value = 0; *digits; digits++) {
    if (*digits < '0' || *digits > '9') return false;
    *value = *value * 10 + (*digits - '0');
  }
  if (negative) *value = -*value;
  return true;
}

static int by_value(const void *a, const void *b) {
  az_wide x = *(const az_wide *)a, y = *(const az_wide *)b;
  return (x > y) - (x < y);
}

enum {
  FEW = 64
}; /* up to this number, all of the program's constants are thresholds of each loop */

/* Reads the options. Thresholds are the program's constants (those within the loop, if there are
 * many), or a list, which may be empty. */
static az_status read_options(const az_desc *options, const az_equations *e, az_arena *arena,
                              widening *w, az_error *err) {
  const char *const *items;
  w->delay = (uint32_t)az_desc_int(options, "delay");
  w->threshold_steps = (uint32_t)az_desc_int(options, "threshold_steps");
  w->new_paths = az_desc_bool(options, "new_paths");
  w->narrowings = (uint32_t)az_desc_int(options, "narrowing");
  w->reanalyses = (uint32_t)az_desc_int(options, "reanalysis");
  if (!strcmp(az_desc_string(options, "widen_to"), "program")) {
    w->local = e->constant_count > FEW;
    if (!w->local) w->thresholds = (az_thresholds){e->constants, e->constant_count};
    return AZ_OK;
  }
  size_t n = az_desc_strings(options, "thresholds", &items);
  az_wide *values = AZ_NEWN(arena, az_wide, n + 1);
  for (size_t i = 0; i < n; i++)
    if (!parse_number(items[i], &values[i]))
      return az_fail(err, AZ_ERR_INPUT, "kleene: '%s' among the thresholds is not a whole number",
                     items[i]);
  qsort(values, n, sizeof *values, by_value);
  w->thresholds = (az_thresholds){values, (uint32_t)n};
  return AZ_OK;
}

/* ---- iteration ------------------------------------------------------------------------------- */

/* A component of a program in which the equations of some functions represent several calls.
 * Components with edges that return from such calls are nested as deeply as calls. They are not
 * solved afresh but continue from their last states, and are solved again only if a state outside
 * them on which they depend has changed. */
typedef struct summary_component {
  bool is_one;    /* it has an edge that returns from such a call */
  uint32_t steps; /* number of steps at its head, in total */
  uint64_t solved;
} summary_component;

typedef struct iteration {
  const az_equations *equations;
  const az_transfer *domain;
  const widening *widening;
  const order_element *order;
  const uint32_t *position; /* by point: its place in the order */
  az_thresholds **local;    /* by position of a head: its thresholds; NULL until first used */
  az_visit *scratch;
  az_solution *solution;
  void **before;                 /* by point: states of the previous analysis, or NULL */
  summary_component *components; /* by position; NULL: no function represents several calls */
  uint64_t *changed;             /* by point: when its state last changed; with `components` */
  uint64_t now;
  bool within; /* the iteration is inside a component with summaries */
  double deadline;
  bool late;
} iteration;

static const az_transfer_ops *ops_of(const iteration *k) {
  return k->domain->ops;
}

static void show_iterate(const iteration *k, uint32_t point, const char *how) {
  if (k->solution->iterate)
    k->solution->iterate(k->solution->ctx, point, how, k->solution->states[point]);
}

/* Returns the join over the edges to the point; the entry starts from top. NULL if no state reaches
 * the point. */
static void *image(const iteration *k, uint32_t p) {
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self, *joined = p ? NULL : ops->top(self);
  const az_point *point = &k->equations->points[p];
  for (uint32_t i = 0; i < point->in_count; i++) {
    const az_edge *edge = &k->equations->edges[point->in[i]];
    const void *from = k->solution->states[edge->from];
    const void *caller = edge->call == AZ_NONE ? from : k->solution->states[edge->call];
    if (edge->only_orders || !from || ops->is_bottom(self, from)) continue;
    if (!caller || ops->is_bottom(self, caller)) continue;
    void *state = ops->copy(self, from);
    if (edge->call != AZ_NONE) az_edge_return(k->equations, edge, k->domain, state, caller);
    az_edge_apply(k->equations, edge, k->domain, state);
    if (ops->is_bottom(self, state)) {
      ops->free(self, state);
    } else if (!joined) {
      joined = state;
    } else {
      ops->join(self, joined, state);
      ops->free(self, state);
    }
  }
  return joined;
}

static void note_change(iteration *k, uint32_t p) {
  if (k->changed) k->changed[p] = ++k->now;
}

static bool is_same(const iteration *k, const void *a, const void *b) {
  if (!a || !b) return a == b;
  return ops_of(k)->included(k->domain->self, a, b) && ops_of(k)->included(k->domain->self, b, a);
}

static void put(iteration *k, uint32_t p, void *state) {
  if (k->changed && !is_same(k, k->solution->states[p], state)) note_change(k, p);
  if (k->solution->states[p]) ops_of(k)->free(k->domain->self, k->solution->states[p]);
  k->solution->states[p] = state;
}

static bool out_of_time(iteration *k) {
  if (!k->late && k->deadline > 0)
    k->late = az_clock(az_store_work(k->equations->context.store)) > k->deadline;
  return k->late;
}

static void iterate(iteration *k, uint32_t first, uint32_t end);

/* Returns the thresholds of the component at a position. */
static const az_thresholds *thresholds_of(const iteration *k, uint32_t at) {
  if (!k->widening->local) return &k->widening->thresholds;
  if (k->local[at]) return k->local[at];
  uint32_t *edges = NULL;
  for (uint32_t i = at; i < k->order[at].end; i++) {
    const az_point *p = &k->equations->points[k->order[i].point];
    for (uint32_t o = 0; o < p->out_count; o++) {
      uint32_t to = k->position[k->equations->edges[p->out[o]].to];
      if (to >= at && to < k->order[at].end) arrput(edges, p->out[o]);
    }
  }
  az_thresholds *found = az_calloc(1, sizeof *found);
  found->values = az_equations_constants(k->equations, edges ? edges : &(uint32_t){0},
                                         (uint32_t)arrlenu(edges), k->scratch, &found->count);
  arrfree(edges);
  return k->local[at] = found;
}

/* Removes a component's states, so that it is solved afresh for each state in which it is entered.
 * Otherwise its head would keep old states forever if the body passes them on. */
static void forget(iteration *k, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) put(k, k->order[i].point, NULL);
}

/* Sets the head's first state: none, or the state that the previous analysis left. */
static void begin(iteration *k, uint32_t head) {
  void *before = k->before ? k->before[head] : NULL;
  if (!before) return;
  void *state = ops_of(k)->copy(k->domain->self, before);
  ops_of(k)->arrays.restart(k->domain->self, state);
  put(k, head, state);
}

/* Returns whether the component is solved for the current states outside it. */
static bool is_solved(const iteration *k, uint32_t at) {
  const summary_component *c = &k->components[at];
  uint32_t end = k->order[at].end;
  for (uint32_t i = at; i < end; i++) {
    const az_point *point = &k->equations->points[k->order[i].point];
    for (uint32_t e = 0; e < point->in_count; e++) {
      const az_edge *edge = &k->equations->edges[point->in[e]];
      uint32_t from = k->position[edge->from];
      if ((from < at || from >= end) && k->changed[edge->from] > c->solved) return false;
    }
  }
  return true;
}

/* Widens the head's state. Returns false if the state did not change: then it includes the state of
 * the back edges, although the domain could not show this (the order of segmentations is not always
 * decided). This is tested only without thresholds, since it costs an inclusion test. */
static bool widen(iteration *k, uint32_t at, void *state, const void *now, bool use) {
  static const az_thresholds none = {NULL, 0};
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self, *before = use ? NULL : ops->copy(self, state);
  ops->widen(self, state, now, use ? thresholds_of(k, at) : &none);
  bool grows = !before || !ops->included(self, state, before);
  if (before) ops->free(self, before);
  return grows;
}

/* Gives up on a widening that violates its contract and never becomes stable. */
static void give_up(iteration *k, uint32_t head) {
  put(k, head, ops_of(k)->top(k->domain->self));
  show_iterate(k, head, "top");
}

enum {
  MOST_WIDENINGS = 1000
}; /* maximum number of widenings of a head, beside those with thresholds and four for each
      variable */

/* Extends the head's state by `now`, the state of its edges; does not widen if `waits`. Returns
 * false if the head's state already includes `now`. */
static bool grow(iteration *k, uint32_t at, void *now, uint32_t steps, bool waits) {
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self;
  uint32_t head = k->order[at].point;
  void **state = &k->solution->states[head];
  if (!*state) {
    put(k, head, now);
    show_iterate(k, head, "entry");
    return true;
  }
  bool grows = !ops->included(self, now, *state), widens = !waits && steps >= k->widening->delay;
  uint64_t with_thresholds = (uint64_t)k->widening->delay + k->widening->threshold_steps;
  if (grows && widens)
    grows = widen(k, at, *state, now, steps < with_thresholds);
  else if (grows)
    ops->join(self, *state, now);
  if (grows) note_change(k, head);
  if (grows) show_iterate(k, head, widens ? "widening" : "join");
  ops->free(self, now);
  if (grows && steps > with_thresholds + MOST_WIDENINGS + 4 * k->equations->context.var_count)
    give_up(k, head);
  return grows;
}

/* Returns the number of points of the component that were reached so far. */
static uint32_t reached(const iteration *k, uint32_t at) {
  uint32_t count = 0;
  for (uint32_t i = at; i < k->order[at].end; i++)
    count += k->solution->states[k->order[i].point] != NULL;
  return count;
}

/* Ascends until the head's state is stable. The body is computed at least once: a component with
 * summaries may be entered at a point other than its head, and then no new state arrives at the
 * head. */
static void ascend(iteration *k, uint32_t at) {
  uint32_t head = k->order[at].point, own_steps = 0, most = 0; /* reached points */
  bool summary = k->components && k->components[at].is_one;
  uint32_t *steps = summary ? &k->components[at].steps : &own_steps;
  if (!summary) forget(k, at, k->order[at].end);
  if (!k->solution->states[head]) begin(k, head);
  for (bool first = true; !out_of_time(k); first = false) {
    void *now = image(k, head), *state = k->solution->states[head];
    /* The number of points bounds how often widening waits. */
    uint32_t points = k->widening->new_paths ? reached(k, at) : 0;
    bool waits = points > most;
    if (waits) most = points;
    k->solution->iterations[head]++;
    if (!now) {
      if (state && ops_of(k)->is_bottom(k->domain->self, state)) put(k, head, NULL);
      if (!first) break;
    } else if (grow(k, at, now, *steps, waits)) {
      *steps += state != NULL && !waits;
    } else if (!first) {
      break;
    }
    iterate(k, at + 1, k->order[at].end);
  }
}

/* Descends as long as the iterates are post-fixpoints. Operations need not be monotone; the result
 * is the last post-fixpoint. */
static void descend(iteration *k, uint32_t at) {
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self;
  uint32_t head = k->order[at].point;
  void *safe = NULL;
  for (uint32_t n = 0; n <= k->widening->narrowings && !out_of_time(k); n++) {
    void *now = image(k, head), **state = &k->solution->states[head];
    k->solution->iterations[head]++;
    bool below = now && *state && ops->included(self, now, *state);
    if (!below && safe) {
      put(k, head, safe);
      safe = NULL;
      show_iterate(k, head, "last post-fixpoint");
      iterate(k, at + 1, k->order[at].end);
    }
    bool stable = !below || ops->included(self, *state, now);
    if (stable || n == k->widening->narrowings) {
      if (now) ops->free(self, now);
      break;
    }
    if (safe) ops->free(self, safe);
    safe = ops->copy(self, *state);
    ops->narrow(self, *state, now);
    note_change(k, head);
    ops->free(self, now);
    show_iterate(k, head, "narrowing");
    iterate(k, at + 1, k->order[at].end);
  }
  if (safe) ops->free(self, safe);
}

/* Solves a component. A component with summaries inside another one is not narrowed, since nested
 * components would be narrowed again and again. */
static void solve_component(iteration *k, uint32_t at) {
  bool summary = k->components && k->components[at].is_one, outer = k->within;
  if (k->components && k->components[at].solved && is_solved(k, at)) return;
  k->within |= summary;
  ascend(k, at);
  if (k->widening->narrowings && k->solution->states[k->order[at].point] && !(summary && outer))
    descend(k, at);
  k->within = outer;
  if (k->components) k->components[at].solved = ++k->now;
}

static void iterate(iteration *k, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end && !out_of_time(k);) {
    const order_element *e = &k->order[i];
    if (e->end) {
      solve_component(k, i);
      i = e->end;
    } else {
      put(k, e->point, image(k, e->point));
      show_iterate(k, e->point, "");
      i++;
    }
  }
}

/* Recurrent reanalysis: starts from bottom again, except for the parts of the states at loop heads
 * that the domain keeps. The result is a solution by itself, since an iteration ends only when the
 * head's state is stable. */
static void analyse_again(iteration *k) {
  const az_transfer_ops *ops = ops_of(k);
  uint32_t count = k->equations->point_count;
  k->before = az_calloc(count + 1, sizeof *k->before);
  for (uint32_t p = 0; p < count; p++)
    if (k->solution->states[p]) k->before[p] = ops->copy(k->domain->self, k->solution->states[p]);
  if (k->components) forget(k, 0, count);
  for (uint32_t i = 0; k->components && i < count; i++)
    k->components[i].steps = 0, k->components[i].solved = 0;
  iterate(k, 0, count);
  for (uint32_t p = 0; p < count; p++)
    if (k->before[p]) ops->free(k->domain->self, k->before[p]);
  free(k->before);
  k->before = NULL;
}

static void find_summaries(iteration *k) {
  const az_equations *e = k->equations;
  bool *behind = NULL; /* by point: an edge that returns from a call leads here */
  for (uint32_t i = 0; i < e->edge_count; i++) {
    if (e->edges[i].call == AZ_NONE) continue;
    if (!behind) behind = az_calloc(e->point_count + 1, sizeof *behind);
    behind[e->edges[i].to] = true;
  }
  if (!behind) return;
  k->components = az_calloc(e->point_count + 1, sizeof *k->components);
  k->changed = az_calloc(e->point_count + 1, sizeof *k->changed);
  uint32_t *open = NULL; /* the components around a position */
  for (uint32_t i = 0; i < e->point_count; i++) {
    while (arrlenu(open) && k->order[arrlast(open)].end <= i) (void)arrpop(open);
    if (k->order[i].end) arrput(open, i);
    for (size_t c = arrlenu(open); behind[k->order[i].point] && c-- > 0;) {
      if (k->components[open[c]].is_one) break; /* the outer components are marked, too */
      k->components[open[c]].is_one = true;
    }
  }
  arrfree(open);
  free(behind);
}

az_status kleene_solve(const az_equations *equations, const az_transfer *domain,
                       const az_desc *options, az_solution *solution, double deadline,
                       az_error *err) {
  az_arena *arena = az_arena_new();
  widening w = {.local = false};
  az_status status = read_options(options, equations, arena, &w, err);
  if (status == AZ_OK) {
    order_element *order = weak_topological_order(equations);
    uint32_t n = equations->point_count, *position = az_calloc(n + 1, sizeof *position);
    for (uint32_t i = 0; i < n; i++) position[order[i].point] = i;
    iteration k = {.equations = equations,
                   .domain = domain,
                   .widening = &w,
                   .order = order,
                   .position = position,
                   .scratch = az_visit_new(equations->context.store, AZ_VISIT_ANY),
                   .local = az_calloc(n + 1, sizeof(az_thresholds *)),
                   .solution = solution,
                   .deadline = deadline};
    find_summaries(&k);
    iterate(&k, 0, equations->point_count);
    for (uint32_t i = 0; i < w.reanalyses && domain->ops->arrays.restart; i++) analyse_again(&k);
    if (k.late) status = az_fail(err, AZ_ERR_RESOURCE, "kleene: out of time");
    for (uint32_t i = 0; i < n; i++) {
      if (k.local[i]) az_free(k.local[i]->values);
      free(k.local[i]);
    }
    free(k.local);
    free(k.components);
    free(k.changed);
    az_visit_free(k.scratch);
    free(position);
    free(order);
  }
  az_arena_free(arena);
  return status;
}
