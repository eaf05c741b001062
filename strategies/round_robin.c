/* Components in turns: the strategy of composites (docs/soundness.md 4). Each component keeps its
 * own
 * strategy, which runs under the claims of all others (reduction through the solver); components of
 * equal strategies run as one. A value is inductive only when one query over all rows, with exactly
 * these rows as facts, says so: that query starts every round, and its model is joined into the
 * rows that it violates, of all components at once, until none of those was bottom. (Under
 * another's bottom rows the loop does not come round, and a component would be done too soon.) Then
 * the violated components' strategies run, each until it is inductive under the others.
 *
 * Strategies of least fixed points: what is joined is reachable from states under the current
 * claims, so the end is the least fixed point of all rows, in whatever order. Accelerated ones
 * (the others) have each turn under claims that others may yet weaken, which can carry them too
 * far. Those that ran more than once are found anew, from bottom, when all are done, under the
 * final claims of the others (`narrow`); the new rows count if they are inductive too.
 *
 * Two components that bound the same variables, unless both are run as one, are each held up by the
 * other's bounds of the last turn. After `PATIENCE` turns the accelerated ones are therefore
 * withdrawn (their rows are top) until the rest is done, and come back one by one, from bottom:
 * what is inductive stays so when rows are added. Then all but the last are found anew.
 *
 * Time: at 0.6 of what is left, the component that holds the others up is frozen, which means that
 * its rows are no longer joined but set to top when they are violated (Houdini's elimination, so
 * the rows that hold as they are stay); at 0.6 of the rest the next one, or all rows of a frozen
 * one are given up. So one slow component does not cost what the others prove. */
#include "ansatz/arena.h"
#include "ansatz/strategy.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct leaf { /* a component that is no composite, or one with a strategy of its own */
  az_component part;
  uint32_t rows, group;
  const az_inner_facet *inner; /* of the composite that it is in */
  void *composite;
  uint32_t index;        /* there */
  const struct leaf *up; /* the composite in the next one, if that is not the whole */
} leaf;

typedef enum state { WAITING, RUNNING, FROZEN, DROPPED } state;

typedef struct group { /* leaves of equal strategies */
  const az_desc *strategy;
  const az_strategy_ops *ops;
  az_synthesis *view;
  void *self;
  leaf **leaves;
  uint32_t leaf_count, rows;
  state state;
  bool violated; /* by the last model */
  uint32_t runs;
  double last;   /* seconds of the last run */
  void **values; /* scratch: the leaves' values */
} group;

typedef struct round_robin {
  az_arena *arena;
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_domain_ops *ops;
  leaf *leaves;
  group *groups;
  uint32_t rows, leaf_count, group_count, accelerated;
  uint32_t *owner; /* by row: group */
  az_term *violations;
  bool started, narrowed, narrow, withdrawn;
  double until;  /* az_clock(): when a component is frozen; 0: never */
  double period; /* until then, when it was set */
} round_robin;

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_own(const az_desc *strategy);

/* Counts the leaves of a composite, and lists them if `out` is there. */
static uint32_t list_leaves(round_robin *t, const az_domain *d, uint32_t first, const leaf *up,
                            leaf *out) {
  const az_inner_facet *inner = d->ops->facet(d->self, "inner");
  uint32_t n = 0;
  for (uint32_t i = 0; i < inner->count(d->self); i++) {
    const az_domain *c = inner->component(d->self, i);
    leaf l = {.part = {c, first + inner->first_row(d->self, i)},
              .rows = c->ops->row_count(c->self),
              .inner = inner,
              .composite = d->self,
              .index = i,
              .up = up};
    if (!l.rows) continue;
    const az_desc *strategy = az_synthesis_strategy(t->synthesis, c);
    if (strategy && is_own(strategy) && !strategy->count && c->ops->facet &&
        c->ops->facet(c->self, "inner")) {
      leaf *step = AZ_NEW(t->arena, leaf);
      *step = l;
      n += list_leaves(t, c, l.part.first, step, out ? out + n : NULL);
      continue;
    }
    if (out) out[n] = l;
    n++;
  }
  return n;
}

static void **slot_of(const leaf *l, void *value) {
  if (l->up) value = *slot_of(l->up, value);
  return l->inner->slot(l->composite, value, l->index);
}

/* What the group's strategy works on: the component's value, or an array of them. */
static void *value_of(const group *g, void *value) {
  for (uint32_t i = 0; i < g->leaf_count; i++) g->values[i] = *slot_of(g->leaves[i], value);
  return g->leaf_count == 1 ? g->values[0] : (void *)g->values;
}

static bool same_strategy(const az_desc *a, const az_desc *b) {
  if (a == b) return true;
  if (a->module != b->module) return false;
  char *x = az_desc_to_json(a), *y = az_desc_to_json(b);
  bool same = x && y && !strcmp(x, y);
  free(x);
  free(y);
  return same;
}

static void close_turns(void *self) {
  round_robin *t = self;
  for (uint32_t i = 0; i < t->group_count; i++) {
    group *g = &t->groups[i];
    if (g->self && g->ops->close) g->ops->close(g->self);
    az_synthesis_view_free(g->view);
  }
  az_arena_free(t->arena);
}

static bool make_groups(round_robin *t, az_error *err) {
  for (uint32_t i = 0; i < t->leaf_count; i++) {
    leaf *l = &t->leaves[i];
    const az_desc *strategy = az_synthesis_strategy(t->synthesis, l->part.domain);
    if (!strategy) {
      az_fail(err, AZ_ERR_INPUT, "no strategy for the component '%s'",
              l->part.domain->module->name);
      return false;
    }
    uint32_t k = 0;
    while (k < t->group_count && !same_strategy(t->groups[k].strategy, strategy)) k++;
    group *g = &t->groups[k];
    if (k == t->group_count) {
      t->group_count++;
      *g = (group){.strategy = strategy,
                   .ops = strategy->module->operations,
                   .leaves = AZ_NEWN(t->arena, leaf *, t->leaf_count),
                   .values = AZ_NEWN(t->arena, void *, t->leaf_count)};
    }
    l->group = k;
    g->leaves[g->leaf_count++] = l;
    g->rows += l->rows;
    for (uint32_t r = 0; r < l->rows; r++) t->owner[l->part.first + r] = k;
  }
  az_component *parts = AZ_NEWN(t->arena, az_component, t->leaf_count + 1);
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    for (uint32_t i = 0; i < g->leaf_count; i++) parts[i] = g->leaves[i]->part;
    g->view = az_synthesis_view(t->synthesis, parts, g->leaf_count);
    g->self = g->ops->open(g->view, g->strategy, err);
    if (!g->self) return false;
    g->state = RUNNING;
    t->accelerated += !g->ops->least_fixed_point;
  }
  return true;
}

static void *open_turns(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  round_robin *t = AZ_NEW(arena, round_robin);
  t->arena = arena;
  t->synthesis = synthesis;
  t->domain = az_synthesis_domain(synthesis);
  t->ops = t->domain->ops;
  t->narrow = az_desc_bool(options, "narrow");
  t->rows = t->ops->row_count(t->domain->self);
  t->owner = AZ_NEWN(arena, uint32_t, t->rows + 1);
  t->violations = AZ_NEWN(arena, az_term, t->rows + 1);
  uint32_t n = list_leaves(t, t->domain, 0, NULL, NULL);
  t->leaves = AZ_NEWN(arena, leaf, n + 1);
  t->groups = AZ_NEWN(arena, group, n + 1);
  t->leaf_count = list_leaves(t, t->domain, 0, NULL, t->leaves);
  if (make_groups(t, err)) return t;
  close_turns(t);
  return NULL;
}

/* ---- time ------------------------------------------------------------------------------------ */

static bool past(double when) {
  return when > 0 && az_clock() >= when;
}

static void set_limit(round_robin *t, double deadline) {
  double now = az_clock();
  t->period = 0.6 * (deadline - now);
  t->until = deadline > 0 ? now + t->period : 0;
  for (uint32_t k = 0; k < t->group_count; k++) t->groups[k].last = 0;
}

static void set_top(round_robin *t, const group *g, void *value) {
  for (uint32_t i = 0; i < g->leaf_count; i++) {
    const leaf *l = g->leaves[i];
    for (uint32_t r = 0; r < l->rows; r++)
      t->ops->value_top(t->domain->self, value, l->part.first + r);
  }
}

static void tell(round_robin *t, const group *g, const char *what) {
  char text[300] = "";
  size_t n = 0;
  for (uint32_t i = 0; i < g->leaf_count && n < sizeof text; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? ", " : "",
                          g->leaves[i]->part.domain->module->name);
  if (n < sizeof text) snprintf(text + n, sizeof text - n, ": %s", what);
  az_synthesis_note(t->synthesis, text);
}

static void freeze(round_robin *t, group *g) {
  g->state = FROZEN;
  tell(t, g, "stopped early, only rows that hold as they were then are kept");
}

/* Which component at work holds the others up? One whose last run alone took most of the time; else
 * they wait for each other, and it is the one that joins state by state. */
static group *slowest(round_robin *t) {
  group *worst = NULL, *joining = NULL;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != RUNNING) continue;
    if (!worst || g->last > worst->last) worst = g;
    if (g->ops->least_fixed_point && (!joining || g->runs > joining->runs)) joining = g;
  }
  return !joining || worst->last > 0.5 * t->period ? worst : joining;
}

/* Leaves the accelerated components out until the rest is done. */
static void withdraw(round_robin *t, void *value) {
  t->withdrawn = true;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != RUNNING || g->ops->least_fixed_point) continue;
    g->state = WAITING;
    set_top(t, g, value);
  }
}

/* Out of time, or the solver does not know: one component less. False: there is none left. */
static bool give_up(round_robin *t, void *value, double deadline) {
  group *worst = slowest(t);
  if (past(deadline)) return false;
  set_limit(t, deadline);
  if (worst) {
    if (worst->ops->least_fixed_point && worst->runs > 1) withdraw(t, value);
    freeze(t, worst);
    return true;
  }
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state == FROZEN && (!worst || g->rows > worst->rows)) worst = g;
  }
  if (!worst) return false;
  worst->state = DROPPED;
  set_top(t, worst, value);
  tell(t, worst, "out of time, given up");
  return true;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The joint query. The value's claims are the facts afterwards. */
static az_answer ask(round_robin *t, const void *value, double until) {
  az_synthesis_assume(t->synthesis, value);
  for (uint32_t r = 0; r < t->rows; r++)
    t->violations[r] = az_synthesis_violation(t->synthesis, r, value);
  az_term any = az_or_n(az_synthesis_store(t->synthesis), t->violations, t->rows);
  return az_synthesis_check(t->synthesis, &any, 1, until);
}

/* Joins the model into the rows that it violates, or takes those of frozen components to top.
 * *lifted: some of them were bottom. False if no row changed. */
static bool join(round_robin *t, void *value, bool *lifted) {
  az_store *store = az_synthesis_store(t->synthesis);
  const az_model *model = az_synthesis_model(t->synthesis);
  void *domain = t->domain->self;
  const az_place *place;
  bool changed = false;
  for (uint32_t r = 0; r < t->rows; r++) {
    group *g = &t->groups[t->owner[r]];
    if (az_is_false(store, t->violations[r])) continue;
    while ((place = az_synthesis_violated_place(t->synthesis, r, value))) {
      if (g->state == FROZEN) {
        t->ops->value_top(domain, value, r);
        changed = true;
        break;
      }
      bool bottom = az_is_false(store, t->ops->claim(domain, r, value, &place->state));
      if (!t->ops->improve(domain, r, value, model, &place->state)) break;
      *lifted |= bottom;
      changed = g->violated = true;
    }
  }
  return changed;
}

/* The group's strategy, until its rows are inductive under the others'. */
static void run(round_robin *t, group *g, void *value) {
  double start = az_clock();
  az_step step = AZ_STEP_IMPROVED;
  az_synthesis_assume(t->synthesis, value);
  while (step == AZ_STEP_IMPROVED && !past(t->until))
    step = g->ops->step(g->self, value_of(g, value), t->until);
  g->last = az_clock() - start;
  g->runs++;
  if (step == AZ_STEP_STOPPED && !past(t->until)) freeze(t, g); /* it will not get further */
}

static void set_bottom(group *g, void *value) {
  for (uint32_t i = 0; i < g->leaf_count; i++) {
    void **slot = slot_of(g->leaves[i], value);
    const az_domain *d = g->leaves[i]->part.domain;
    d->ops->value_free(d->self, *slot);
    *slot = d->ops->value_new(d->self);
  }
}

/* The next component that was left out, from bottom. False: there is none. */
static bool admit(round_robin *t, void *value, double deadline) {
  az_error err = {.status = AZ_OK};
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != WAITING) continue;
    void *fresh = g->runs ? g->ops->open(g->view, g->strategy, &err) : NULL;
    if (fresh) {
      if (g->ops->close) g->ops->close(g->self);
      g->self = fresh;
      g->runs = 0;
    }
    set_bottom(g, value);
    g->state = RUNNING;
    set_limit(t, deadline);
    return true;
  }
  return false;
}

/* The group once more from bottom, under the claims of the others, which are inductive with its
 * present ones; these stay unless the new ones are inductive too. */
static void run_again(round_robin *t, group *g, void *value, double deadline) {
  az_error err = {.status = AZ_OK};
  void *self = g->ops->open(g->view, g->strategy, &err);
  if (!self) return;
  void *safe = t->ops->value_copy(t->domain->self, value);
  set_bottom(g, value);
  az_step step = AZ_STEP_IMPROVED;
  while (step == AZ_STEP_IMPROVED && !past(deadline))
    step = g->ops->step(self, value_of(g, value), deadline);
  if (g->ops->close) g->ops->close(self);
  bool better = step == AZ_STEP_INDUCTIVE && ask(t, value, deadline) == AZ_UNSAT;
  for (uint32_t i = 0; i < g->leaf_count && !better; i++) {
    void **slot = slot_of(g->leaves[i], value), **old = slot_of(g->leaves[i], safe), *new = *slot;
    *slot = *old;
    *old = new;
  }
  t->ops->value_free(t->domain->self, safe);
  az_synthesis_assume(t->synthesis, value);
}

static void narrow(round_robin *t, void *value, double deadline) {
  uint32_t last = 0;
  for (uint32_t k = 0; k < t->group_count; k++)
    if (!t->groups[k].ops->least_fixed_point) last = k;
  t->narrowed = true;
  set_limit(t, deadline);
  for (int least = 1; least >= 0; least--) {
    for (uint32_t k = 0; k < t->group_count && !past(t->until); k++) {
      group *g = &t->groups[k];
      bool use = t->withdrawn ? k != last : !least && g->runs > 1;
      if (g->state == RUNNING && g->ops->least_fixed_point == (least != 0) && use)
        run_again(t, g, value, t->until);
    }
  }
}

enum { PATIENCE = 4 };

/* Has an accelerated component run often, and not alone? */
static bool impatient(const round_robin *t) {
  bool often = false;
  uint32_t running = 0;
  for (uint32_t k = 0; k < t->group_count; k++) {
    const group *g = &t->groups[k];
    if (g->state != RUNNING) continue;
    running++;
    often |= !g->ops->least_fixed_point && g->runs > PATIENCE;
  }
  return often && running > 1;
}

static bool any_left(const round_robin *t) {
  for (uint32_t k = 0; k < t->group_count; k++)
    if (t->groups[k].state != DROPPED) return true;
  return t->group_count == 0;
}

static az_step turns_step(void *self, void *value, double deadline) {
  round_robin *t = self;
  if (past(deadline)) return AZ_STEP_STOPPED;
  if (!t->started) {
    t->started = true;
    set_limit(t, deadline);
  }
  if (t->group_count == 1 && t->groups[0].state == RUNNING) { /* its rows are all rows */
    group *only = &t->groups[0];
    az_step step = only->ops->step(only->self, value_of(only, value), t->until);
    if (step == AZ_STEP_STOPPED || (step == AZ_STEP_IMPROVED && past(t->until))) {
      set_limit(t, deadline);
      freeze(t, only);
      step = AZ_STEP_IMPROVED;
    }
    return step;
  }
  az_answer answer = ask(t, value, t->until);
  if (answer == AZ_UNSAT) {
    if (admit(t, value, deadline)) return AZ_STEP_IMPROVED;
    if (t->narrow && !t->narrowed && t->accelerated) narrow(t, value, deadline);
    return any_left(t) ? AZ_STEP_INDUCTIVE : AZ_STEP_STOPPED;
  }
  if (answer != AZ_SAT) return give_up(t, value, deadline) ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;

  for (uint32_t k = 0; k < t->group_count; k++) t->groups[k].violated = false;
  bool lifted = false;
  if (!join(t, value, &lifted))
    return give_up(t, value, deadline) ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
  for (uint32_t k = 0; k < t->group_count && !lifted; k++) {
    group *g = &t->groups[k];
    if (g->violated && g->state == RUNNING && !past(t->until)) run(t, g, value);
  }
  if (past(t->until) && !give_up(t, value, deadline)) return AZ_STEP_STOPPED;
  if (!t->withdrawn && impatient(t)) withdraw(t, value);
  return AZ_STEP_IMPROVED;
}

static const char *const facets[] = {"inner", NULL};
static const az_strategy_ops operations = {
    .facets = facets, .open = open_turns, .close = close_turns, .step = turns_step};

static const az_option options[] = {
    {.name = "narrow",
     .type = AZ_OPT_BOOL,
     .summary = "find accelerated components anew under the final claims of the others",
     .initial = "true"},
    {0}};

AZ_MODULE(round_robin) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_STRATEGY,
    .name = "round_robin",
    .version = "1.0",
    .summary = "composites: each component's strategy under the claims of the others",
    .options = options,
    .operations = &operations,
    .operations_size = sizeof operations,
};

static bool is_own(const az_desc *strategy) {
  return strategy->module == &az_module_round_robin_;
}
