/* Kleene iteration with widening and narrowing [cousot1977] along a weak topological order, the
 * recursive strategy of [bourdoncle1993, sec. 3.2]: a component is iterated until its head is
 * stable, its inner components each time. No solver is asked.
 *
 * As a strategy for rows it gives each row the least parameter that the state at its loop head
 * allows, then lets the solver refute rows: what is refuted becomes top, and is named. */
#include "ansatz/arena.h"
#include "ansatz/found_claims.h"
#include "ansatz/strategy.h"
#include "weak_topological_order.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ----------------------------------------------------------------------------------
 */

typedef struct widening {
  bool local;               /* thresholds of a loop are the constants in it */
  az_thresholds thresholds; /* of all loops */
  uint32_t delay;           /* joins before a head is widened */
  uint32_t threshold_steps; /* widenings of a head in which thresholds are used */
  uint32_t narrowings;
  uint32_t reanalyses;
} widening;

/* "-12" as a number; false: it is none. */
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

enum { FEW = 64 }; /* constants of a program, that each loop has as thresholds */

/* The program's constants, where they are many those within a loop; or a list, which may be empty.
 */
static az_status read_options(const az_desc *options, const az_equations *e, az_arena *arena,
                              widening *w, az_error *err) {
  const char *const *items;
  w->delay = (uint32_t)az_desc_int(options, "delay");
  w->threshold_steps = (uint32_t)az_desc_int(options, "threshold_steps");
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
      return az_fail(err, AZ_ERR_INPUT, "kleene: '%s' among the thresholds is no whole number",
                     items[i]);
  qsort(values, n, sizeof *values, by_value);
  w->thresholds = (az_thresholds){values, (uint32_t)n};
  return AZ_OK;
}

/* ---- iteration --------------------------------------------------------------------------------
 */

/* A component, where the equations of some functions stand for several calls. Components with edges
 * behind such calls lie in each other as deep as calls nest: they are not solved afresh, but go on
 * from what they have. None is solved again unless something that comes in from outside has
 * changed. */
typedef struct summary_component {
  bool is_one;    /* it has such an edge */
  uint32_t steps; /* at its head, in all */
  uint64_t solved;
} summary_component;

typedef struct iteration {
  const az_equations *equations;
  const az_transfer *domain;
  const widening *widening;
  const order_element *order;
  const uint32_t *position; /* by point: in the order */
  az_thresholds **local;    /* by position of a head: NULL, not yet asked for */
  az_visit *scratch;
  az_solution *solution;
  void **before;                 /* by point: states of an analysis before; NULL: it is the first */
  summary_component *components; /* by position; NULL: no function stands for several calls */
  uint64_t *changed;             /* by point: when its state last changed; with `components` */
  uint64_t now;
  bool within; /* a component with summaries */
  double deadline;
  bool late;
} iteration;

static const az_transfer_ops *ops_of(const iteration *k) {
  return k->domain->ops;
}

static void tell(const iteration *k, uint32_t point, const char *how) {
  if (k->solution->iterate)
    k->solution->iterate(k->solution->ctx, point, how, k->solution->states[point]);
}

/* The join of what the edges bring; the entry starts from any state. NULL: nothing gets there. */
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
  if (!k->late && k->deadline > 0) k->late = az_clock() > k->deadline;
  return k->late;
}

static void iterate(iteration *k, uint32_t first, uint32_t end);

/* Of the component at a position. */
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

/* A component is solved afresh for each state in which it is entered: what its head once held, it
 * would hold for ever, as the body hands on what it does not change. */
static void forget(iteration *k, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) put(k, k->order[i].point, NULL);
}

/* The head's state to begin with: none, or what an analysis before left of it. */
static void begin(iteration *k, uint32_t head) {
  void *before = k->before ? k->before[head] : NULL;
  if (!before) return;
  void *state = ops_of(k)->copy(k->domain->self, before);
  ops_of(k)->restart(k->domain->self, state);
  put(k, head, state);
}

/* The component as it stands is the solution for what comes in now. */
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

/* Widens the head's state. False: it has not changed, so that it contains what comes back, although
 * the domain could not tell: the order need not be decided, as that of segmentations is not. Asked
 * only where thresholds are used up, as it costs an inclusion. */
static bool widen(iteration *k, uint32_t at, void *state, const void *now, bool use) {
  static const az_thresholds none = {NULL, 0};
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self, *before = use ? NULL : ops->copy(self, state);
  ops->widen(self, state, now, use ? thresholds_of(k, at) : &none);
  bool grows = !before || !ops->included(self, state, before);
  if (before) ops->free(self, before);
  return grows;
}

/* A widening that never becomes stable breaks its contract. */
static void give_up(iteration *k, uint32_t head) {
  put(k, head, ops_of(k)->top(k->domain->self));
  tell(k, head, "top");
}

enum { MOST_WIDENINGS = 1000 }; /* of a head, beyond those with thresholds, and some a variable */

/* The head's state for what comes back now; false: it contains that already. */
static bool grow(iteration *k, uint32_t at, void *now, uint32_t steps) {
  const az_transfer_ops *ops = ops_of(k);
  void *self = k->domain->self;
  uint32_t head = k->order[at].point;
  void **state = &k->solution->states[head];
  if (!*state) {
    put(k, head, now);
    tell(k, head, "entry");
    return true;
  }
  bool grows = !ops->included(self, now, *state), widens = steps >= k->widening->delay;
  uint64_t with_thresholds = (uint64_t)k->widening->delay + k->widening->threshold_steps;
  if (grows && widens)
    grows = widen(k, at, *state, now, steps < with_thresholds);
  else if (grows)
    ops->join(self, *state, now);
  if (grows) note_change(k, head);
  if (grows) tell(k, head, widens ? "widening" : "join");
  ops->free(self, now);
  if (grows && steps > with_thresholds + MOST_WIDENINGS + 4 * k->equations->context.var_count)
    give_up(k, head);
  return grows;
}

/* Up: until what comes back is included. The body is computed at least once: a component with
 * summaries may be entered elsewhere than at its head, where nothing gets to, or nothing new. */
static void ascend(iteration *k, uint32_t at) {
  uint32_t head = k->order[at].point, own_steps = 0;
  bool summary = k->components && k->components[at].is_one;
  uint32_t *steps = summary ? &k->components[at].steps : &own_steps;
  if (!summary) forget(k, at, k->order[at].end);
  if (!k->solution->states[head]) begin(k, head);
  for (bool first = true; !out_of_time(k); first = false) {
    void *now = image(k, head), *state = k->solution->states[head];
    k->solution->iterations[head]++;
    if (!now) {
      if (state && ops_of(k)->is_bottom(k->domain->self, state)) put(k, head, NULL);
      if (!first) break;
    } else if (grow(k, at, now, *steps)) {
      *steps += state != NULL;
    } else if (!first) {
      break;
    }
    iterate(k, at + 1, k->order[at].end);
  }
}

/* Down: as long as the iterates are post-fixpoints. Operations need not be monotone; the last
 * post-fixpoint counts. */
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
      tell(k, head, "last post-fixpoint");
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
    tell(k, head, "narrowing");
    iterate(k, at + 1, k->order[at].end);
  }
  if (safe) ops->free(self, safe);
}

/* What was found inside a component with summaries stays as it is while the outermost of them is
 * narrowed, as components in each other would be narrowed again and again. */
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
  for (uint32_t i = first; i < end && !k->late;) {
    const order_element *e = &k->order[i];
    if (e->end) {
      solve_component(k, i);
      i = e->end;
    } else {
      put(k, e->point, image(k, e->point));
      tell(k, e->point, "");
      i++;
    }
  }
}

/* Recurrent reanalysis: from below again, but for the parts of the states at loop heads that the
 * domain keeps. What is found is a solution by itself, as an iteration ends only where what comes
 * back is included. */
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
  bool *behind = NULL; /* by point: an edge behind a call leads here */
  for (uint32_t i = 0; i < e->edge_count; i++) {
    if (e->edges[i].call == AZ_NONE) continue;
    if (!behind) behind = az_calloc(e->point_count + 1, sizeof *behind);
    behind[e->edges[i].to] = true;
  }
  if (!behind) return;
  k->components = az_calloc(e->point_count + 1, sizeof *k->components);
  k->changed = az_calloc(e->point_count + 1, sizeof *k->changed);
  uint32_t *open = NULL; /* components around a position */
  for (uint32_t i = 0; i < e->point_count; i++) {
    while (arrlenu(open) && k->order[arrlast(open)].end <= i) (void)arrpop(open);
    if (k->order[i].end) arrput(open, i);
    for (size_t c = arrlenu(open); behind[k->order[i].point] && c-- > 0;) {
      if (k->components[open[c]].is_one) break; /* and so are those around it */
      k->components[open[c]].is_one = true;
    }
  }
  arrfree(open);
  free(behind);
}

static az_status solve(const az_equations *equations, const az_transfer *domain,
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
    for (uint32_t i = 0; i < w.reanalyses && domain->ops->restart; i++) analyse_again(&k);
    if (k.late) status = az_fail(err, AZ_ERR_RESOURCE, "kleene: out of time");
    for (uint32_t i = 0; i < n; i++) {
      if (k.local[i]) free((void *)(uintptr_t)k.local[i]->values);
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

/* ---- rows -------------------------------------------------------------------------------------
 */

typedef struct kleene {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_analysis *analysis;
  az_transfer transfer; /* its parts */
  const az_equations *equations;
  az_solution solution;
  bool solved;
} kleene;

/* The leaves of a composite, each with its part of the value. */
typedef struct part {
  const az_domain *domain;
  void *value;
} part;

static const void *facet_of(const az_domain *d, const char *name) {
  return d->ops->facet ? d->ops->facet(d->self, name) : NULL;
}

static const void *state_at(const kleene *k, uint32_t point) {
  return point == AZ_NONE ? NULL : k->solution.states[point];
}

/* Bounds of a row's expression in a state. */
static bool bounds_of(const kleene *k, const void *state, az_term e, az_wide *least,
                      az_wide *greatest) {
  if (az_sort_width(az_sort_of(k->equations->context.store, e)) > AZ_FACTS_BITS) return false;
  az_facts f = k->transfer.ops->facts(k->transfer.self, state, e, true);
  *least = f.least;
  *greatest = f.greatest;
  return !f.none;
}

/* The least bound of each row at its loop head. Where nothing gets, the row stays bottom. */
static void set_bounds(kleene *k, const az_domain *d, const az_numeric_facet *rows, void *value) {
  uint32_t count = d->ops->row_count(d->self);
  for (uint32_t r = 0; r < count; r++) {
    const az_term *values;
    az_state at = {.view = d->ops->row(d->self, r).view};
    uint32_t point = az_analyses_point(az_synthesis_analyses(k->synthesis), at.view, &values);
    const void *state = state_at(k, point);
    if (point == AZ_NONE) d->ops->value_top(d->self, value, r);
    if (!state) continue;
    at.values = values;
    az_wide least, greatest, low, bound;
    rows->range(d->self, r, &least, &greatest);
    if (!bounds_of(k, state, rows->expression(d->self, r, &at), &low, &bound)) bound = greatest;
    rows->set_bound(d->self, r, value, bound < greatest ? bound : greatest);
  }
}

/* What the abstract pointer may be, as objects of the formula; stb_ds. False: not known. */
static bool targets_of(kleene *k, const void *state, uint32_t pointer, az_target **out) {
  const az_transfer_ops *ops = k->transfer.ops;
  uint32_t count = 0;
  const uint32_t *all =
      ops->leads_to ? ops->leads_to(k->transfer.self, state, pointer, &count) : NULL;
  for (uint32_t i = 0; all && i < count; i++) {
    az_target t = {.lives = all[i] && k->equations->context.targets[all[i] - 1].lasts};
    if (all[i])
      t.instance = az_analyses_instance(az_synthesis_analyses(k->synthesis), all[i] - 1, &t.any);
    bool is_new = true;
    for (size_t n = 0; n < arrlenu(*out) && is_new; n++)
      if ((*out)[n].instance == t.instance)
        is_new = false, (*out)[n].any |= t.any, (*out)[n].lives &= t.lives;
    if (t.instance == AZ_NONE) return false;
    if (is_new) arrput(*out, t);
  }
  return all != NULL;
}

/* What each pointer leads to at the row's loop head. */
static void set_pointers(kleene *k, const az_domain *d, const az_pointer_facet *rows, void *value) {
  const az_transfer_context *context = &k->equations->context;
  for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++) {
    const az_term *values;
    uint32_t at = rows->pointer(d->self, r)->at, view = d->ops->row(d->self, r).view;
    uint32_t point = az_analyses_point(az_synthesis_analyses(k->synthesis), view, &values);
    const void *state = state_at(k, point);
    if (point != AZ_NONE && !state) continue; /* nothing gets there: bottom */
    az_target *targets = NULL;
    uint32_t pointer = state ? context->var_of(context, values[at]) : AZ_NONE;
    if (pointer != AZ_NONE && targets_of(k, state, pointer, &targets)) {
      az_wide offset = 0, least, greatest;
      bool one = bounds_of(k, state, values[at + 1], &least, &greatest) && least == greatest;
      if (one) offset = least;
      uint64_t number = (uint64_t)offset;
      rows->set_targets(d->self, r, value, targets, (uint32_t)arrlenu(targets),
                        one && offset >= 0 ? &number : NULL);
    } else {
      d->ops->value_top(d->self, value, r);
    }
    arrfree(targets);
  }
}

typedef struct claim_list {
  const kleene *kleene;
  az_subst *formals;
  bool *known;     /* by abstract variable: the view shows it */
  az_term *claims; /* stb_ds */
  char **texts;    /* stb_ds */
  bool speaks;     /* of what the view does not show */
} claim_list;

static void note_variable(void *ctx, az_term var) {
  claim_list *list = ctx;
  const az_transfer_context *context = &list->kleene->equations->context;
  uint32_t v = context->var_of(context, var);
  if (v != AZ_NONE && !list->known[v]) list->speaks = true;
}

/* Claims about variables that the loop neither changes nor reads are not needed there. */
static void add_claim(void *ctx, az_term claim, const char *text) {
  claim_list *list = ctx;
  list->speaks = false;
  az_free_vars(list->kleene->equations->context.store, &claim, 1, note_variable, list);
  if (list->speaks) return;
  arrput(list->claims, az_subst_apply(list->formals, claim));
  arrput(list->texts, az_strdup(text));
}

/* The offset of a pointer is its variable times a unit (az_abstract_variable.unit). */
static az_term variable_in(const az_store *store, az_term value) {
  bool product = az_kind_of(store, value) == AZ_K_BV_MUL;
  return !product                                          ? value
         : az_is_const(store, az_operand(store, value, 0)) ? az_operand(store, value, 1)
                                                           : az_operand(store, value, 0);
}

static az_term in_units(const az_transfer_context *context, uint32_t var, az_term formal) {
  const az_abstract_variable *v = &context->vars[var];
  return v->unit > 1 ? az_bv_sdiv(context->store, formal, az_bv(context->store, v->bits, v->unit))
                     : formal;
}

/* What the analysis took for granted: the pointer lies between elements at no time. */
static void add_whole_units(claim_list *list, uint32_t var, az_term formal) {
  const az_transfer_context *context = &list->kleene->equations->context;
  const az_abstract_variable *v = &context->vars[var];
  az_store *s = context->store;
  az_term rest = az_bv_srem(s, formal, az_bv(s, v->bits, v->unit));
  const char *slash = strrchr(v->name, '/');
  int length = (int)(slash ? slash - v->name : (ptrdiff_t)strlen(v->name));
  char *text = az_asprintf("%.*s %% %u == 0", length, v->name, (uint32_t)v->unit);
  arrput(list->claims, az_eq(s, rest, az_bv(s, v->bits, 0)));
  arrput(list->texts, text);
}

static void set_claims_at(kleene *k, az_found_claims *f, void *value, uint32_t view) {
  const az_domain_context *shown = az_found_claims_context(f);
  const az_transfer_context *context = &k->equations->context;
  const az_term *values;
  uint32_t point = az_analyses_point(az_synthesis_analyses(k->synthesis), view, &values);
  const void *state = state_at(k, point);
  if (point != AZ_NONE && !state) return; /* nothing gets there: its rows stay bottom */
  claim_list list = {.kleene = k, .formals = az_subst_new(context->store)};
  list.known = az_calloc(context->var_count + 1, sizeof *list.known);
  for (uint32_t i = 0; state && i < shown->var_count; i++) {
    const az_tvar *v = &shown->vars[i];
    az_term formal = az_found_claims_formal(f, i);
    if (v->view != view || !formal) continue;
    az_term term = variable_in(context->store, values[v->at]);
    uint32_t var = context->var_of(context, term);
    if (var == AZ_NONE || list.known[var]) continue;
    list.known[var] = true;
    az_subst_bind(list.formals, term, in_units(context, var, formal));
    if (context->vars[var].unit > 1) add_whole_units(&list, var, formal);
    az_term index = context->vars[var].index;
    if (v->index && index != v->index &&
        az_sort_of(context->store, index) == az_sort_of(context->store, v->index))
      az_subst_bind(list.formals, index, v->index);
  }
  az_claim_sink sink = {add_claim, &list};
  if (state) k->transfer.ops->claims(k->transfer.self, state, &sink);
  uint32_t left_out = az_found_claims_set(
      f, value, view, list.claims, (const char *const *)list.texts, (uint32_t)arrlenu(list.claims));
  if (left_out) {
    char text[80];
    snprintf(text, sizeof text, "%u claims of the analysis had no room", left_out);
    az_synthesis_note(k->synthesis, text);
  }
  for (size_t i = 0; i < arrlenu(list.texts); i++) free(list.texts[i]);
  arrfree(list.texts);
  arrfree(list.claims);
  az_subst_free(list.formals);
  free(list.known);
}

/* Each view has its slots one after the other. */
static void set_claims(kleene *k, const az_domain *d, az_found_claims *f, void *value) {
  uint32_t count = d->ops->row_count(d->self), last = AZ_NONE;
  for (uint32_t r = 0; r < count; r++) {
    uint32_t view = d->ops->row(d->self, r).view;
    if (view != last) set_claims_at(k, f, value, view);
    last = view;
  }
}

static void set_rows(kleene *k, const az_domain *d, void *value) {
  const az_inner_facet *inner = facet_of(d, "inner");
  const az_numeric_facet *numeric = facet_of(d, "numeric");
  const az_pointer_facet *pointers = facet_of(d, "pointers");
  az_found_claims *found = (az_found_claims *)(uintptr_t)facet_of(d, "found_claims");
  if (inner) {
    for (uint32_t i = 0; i < inner->count(d->self); i++)
      set_rows(k, inner->component(d->self, i), *inner->slot(d->self, value, i));
  } else if (numeric) {
    set_bounds(k, d, numeric, value);
  } else if (pointers) {
    set_pointers(k, d, pointers, value);
  } else if (found) {
    set_claims(k, d, found, value);
  } else { /* its rows cannot be told what was found */
    for (uint32_t r = 0, n = d->ops->row_count(d->self); r < n; r++)
      d->ops->value_top(d->self, value, r);
  }
}

/* ---- the strategy -----------------------------------------------------------------------------
 */

static void close_kleene(void *self) {
  free(self);
}

static void *open_kleene(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  kleene *k = az_calloc(1, sizeof *k);
  k->synthesis = synthesis;
  k->domain = az_synthesis_domain(synthesis);
  az_error why = {.status = AZ_OK};
  az_analyses *analyses = az_synthesis_analyses(synthesis);
  if (!analyses) {
    az_fail(err, AZ_ERR_INTERNAL, "this synthesis has no program to interpret");
    close_kleene(k);
    return NULL;
  }
  const az_equations *equations = az_analyses_equations(analyses, &why);
  if (!equations && why.status == AZ_ERR_RESOURCE) { /* nothing is found, which is no error */
    az_synthesis_note(synthesis, why.message);
    return k;
  }
  if (!equations) az_fail(err, why.status, "%s", why.message);
  if (equations) k->analysis = az_analyses_open(analyses, k->domain->desc, options, err);
  if (!k->analysis) {
    close_kleene(k);
    return NULL;
  }
  k->equations = equations;
  k->transfer = k->analysis->transfer;
  return k;
}

static void refute(kleene *k, void *value, uint32_t row) {
  const az_domain *d = k->domain;
  char *text = d->ops->print(d->self, row, value);
  char *note = az_asprintf("refuted by the solver: %s", text ? text : "a row");
  az_synthesis_note(k->synthesis, note);
  free(note);
  free(text);
  d->ops->value_top(d->self, value, row);
}

static bool is_refuted(kleene *k, const void *value, uint32_t row) {
  return az_synthesis_violated_place(k->synthesis, row, value) != NULL;
}

/* Rows that can be violated, with the others as facts, are no invariants. */
static az_step check(kleene *k, void *value, double deadline) {
  const az_domain *d = k->domain;
  uint32_t count = d->ops->row_count(d->self);
  az_term *violations = NULL;
  az_synthesis_assume(k->synthesis, value);
  for (uint32_t r = 0; r < count; r++) {
    az_term v = az_synthesis_violation(k->synthesis, r, value);
    if (!az_is_false(az_synthesis_store(k->synthesis), v)) arrput(violations, v);
  }
  size_t n = arrlenu(violations);
  az_answer answer = n ? az_synthesis_check_any(k->synthesis, violations, n, deadline) : AZ_UNSAT;
  arrfree(violations);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer != AZ_SAT) return AZ_STEP_STOPPED;
  /* All are asked of the same model and value, then dropped. */
  uint32_t *refuted = NULL;
  for (uint32_t r = 0; r < count; r++)
    if (is_refuted(k, value, r)) arrput(refuted, r);
  for (size_t i = 0; i < arrlenu(refuted); i++) refute(k, value, refuted[i]);
  bool any = arrlenu(refuted) != 0;
  arrfree(refuted);
  return any ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
}

/* A verdict does not rest on it: what needs it is refuted. */
static void note_assumed(kleene *k) {
  const char *assumed = az_transfer_assumed(&k->transfer);
  if (!assumed) return;
  char *note = az_asprintf("the analysis assumed at the entry: %s; the verdict does not", assumed);
  az_synthesis_note(k->synthesis, note);
  free(note);
}

static az_step kleene_step(void *self, void *value, double deadline) {
  kleene *k = self;
  if (!k->equations) return AZ_STEP_STOPPED;
  if (k->solved) return check(k, value, deadline);
  az_error err = {.status = AZ_OK};
  if (az_analyses_solve(az_synthesis_analyses(k->synthesis), k->analysis, deadline, &err) !=
      AZ_OK) {
    az_synthesis_note(k->synthesis, err.message);
    return AZ_STEP_STOPPED;
  }
  k->solution = k->analysis->solution;
  k->solved = true;
  note_assumed(k);
  set_rows(k, k->domain, value);
  return AZ_STEP_IMPROVED;
}

static const char *const facets[] = {"transfer", NULL};

static const az_strategy_ops kleene_operations = {.facets = facets,
                                                  .open = open_kleene,
                                                  .close = close_kleene,
                                                  .step = kleene_step,
                                                  .solve = solve};

static const char *const widen_to[] = {"program", "list", NULL};

static const az_option kleene_options[] = {
    {.name = "widen_to",
     .type = AZ_OPT_ENUM,
     .summary = "thresholds of widening: the constants of the program, or the list of `thresholds`",
     .initial = "program",
     .choices = widen_to},
    {.name = "thresholds",
     .type = AZ_OPT_STRINGS,
     .summary = "with widen_to = \"list\": whole numbers at which widening stops first"},
    {.name = "threshold_steps",
     .type = AZ_OPT_INT,
     .summary = "widenings of a loop head in which thresholds are used, as they may be many",
     .initial = "16",
     .least = 0,
     .greatest = INT32_MAX},
    {.name = "delay",
     .type = AZ_OPT_INT,
     .summary = "joins at a loop head before the first widening",
     .initial = "0",
     .least = 0,
     .greatest = INT32_MAX},
    {.name = "reanalysis",
     .type = AZ_OPT_INT,
     .summary = "analyses after the first one that begin with the variables as it left them and "
                "find arrays again (domains of both)",
     .initial = "0",
     .least = 0,
     .greatest = 100},
    {.name = "narrowing",
     .type = AZ_OPT_INT,
     .summary = "iterations downwards of each loop, at most",
     .initial = "4",
     .least = 0,
     .greatest = INT32_MAX},
    {0}};

AZ_MODULE(kleene) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "kleene", "1.0"),
    .summary = "abstract interpretation along the control flow: widening and narrowing in a weak "
               "topological order; the solver checks what comes out",
    .options = kleene_options,
    AZ_MODULE_OPERATIONS(kleene_operations),
};
