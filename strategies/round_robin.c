/* Runs the strategies of a composite's components in turn (docs/soundness.md 4). Each component
 * keeps its own strategy, which runs under the claims of all others (reduction through the solver);
 * components of equal strategies run as one. A value is inductive only if one query over all rows,
 * with exactly these rows as facts, is unsatisfiable. That query starts every round. Its model is
 * joined into the rows that it violates, of all components at once, and the query is repeated until
 * none of these rows was bottom. (If another component's rows are bottom, the loop does not
 * iterate, and a component would be done too soon.) Then the strategies of violated components run,
 * each until its rows are inductive under the others.
 *
 * If strategies find least fixed points, joined states are reachable from states under the current
 * claims, so the result is the least fixed point of all rows, whatever the order. Other strategies,
 * called accelerated, run under claims that others may still weaken, which can carry them too far.
 * When all are done, those that ran more than once are solved again from bottom, under the final
 * claims of the others (`narrow`); the new rows replace the old ones if they are inductive, too.
 *
 * If two components bound the same variables and do not run as one, each is solved under the bounds
 * that the other had in the last round, so that both may stay too high. After
 * `RUNS_BEFORE_WITHDRAWAL` runs, the accelerated ones are therefore withdrawn (their rows are top)
 * until the rest is done, and come back one by one, from bottom: an inductive value stays inductive
 * when rows are added. Then all but the last are solved again.
 *
 * Components with strategies along the control flow do not search: their analyses run once, before
 * all others, and their rows are facts from then on. A row that is violated under the present
 * claims of the others is also violated under their final claims, which are weaker; so such a
 * component keeps every row here that it would keep alone.
 *
 * Transition rows (rankings) are never assumed, so no other rows depend on them. Components of such
 * rows are withdrawn from the start and run last, once, under the final claims of the others.
 *
 * Time: when 0.6 of the remaining time has passed, the component that delays the others is
 * frozen: its rows are no longer joined, but set to top when they are violated, as Houdini drops
 * candidates. So rows that are not violated stay. After 0.6 of the rest, the next one is frozen, or
 * all rows of one component of a frozen group are dropped, the largest first. So one slow component
 * does not cost the others their claims. */
#include "components.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct leaf { /* a component that is not composite, or that has its own strategy */
  az_component part;
  uint32_t rows;
  const az_inner_facet *inner; /* facet of the composite that contains the leaf */
  void *composite;
  uint32_t index;        /* the leaf's index in that composite */
  const struct leaf *up; /* the component whose own composite contains this leaf; NULL: the whole
                            domain */
  bool dropped;          /* its group ran out of time: all its rows are top */
} leaf;

typedef enum state { WITHDRAWN, RUNNING, FROZEN, DROPPED } state;

typedef struct group { /* leaves of equal strategies */
  component_strategy strategy;
  bool interpreted;       /* a strategy along the control flow finds its rows, and runs first */
  bool least_fixed_point; /* false: the strategy is accelerated, or `interpreted` */
  bool is_transition;     /* all rows of a leaf are transition rows */
  leaf **leaves;
  uint32_t leaf_count, rows;
  state state;
  bool violated; /* violated by the last model */
  uint32_t runs;
  double last;   /* duration of the last run in seconds */
  double spent;  /* of all runs */
  void **values; /* scratch: the leaves' values */
} group;

typedef struct round_robin {
  az_arena *arena;
  composite all;
  leaf *leaves;
  group *groups;
  uint32_t leaf_count, group_count, accelerated;
  uint32_t *group_of; /* by row */
  on_violation *how;  /* scratch, one for each row */
  bool started, narrowed, narrow, withdrawn;
  double rest;   /* az_clock(): end of the time for rows other than transition rows; 0: none */
  double until;  /* az_clock(): time at which a component is frozen; 0: never */
  double period; /* the duration until `until` when that was set */
} round_robin;

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_own(const az_desc *strategy);

/* Counts the leaves of a composite, and lists them if `out` is not NULL. */
static uint32_t list_leaves(round_robin *t, const az_domain *d, uint32_t first, const leaf *up,
                            leaf *out) {
  const az_inner_facet *inner = az_domain_facets(d).inner;
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
    const az_desc *strategy = az_synthesis_strategy(t->all.synthesis, c);
    if (strategy && is_own(strategy) && !strategy->count && az_domain_facets(c).inner) {
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

/* Returns the value for the group's strategy: the component's value, or an array of values. */
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

static void close_round_robin(void *self) {
  round_robin *t = self;
  for (uint32_t i = 0; i < t->group_count; i++) component_strategy_close(&t->groups[i].strategy);
  az_arena_free(t->arena);
}

/* Puts every leaf into the group of its strategy. Returns false if a leaf has none. */
static bool find_groups(round_robin *t, az_error *err) {
  for (uint32_t i = 0; i < t->leaf_count; i++) {
    leaf *l = &t->leaves[i];
    const az_desc *desc = component_strategy_of(&t->all, l->part.domain, err);
    if (!desc) return false;
    uint32_t k = 0;
    bool is_transition = component_is_transition(l->part.domain);
    bool interpreted = component_is_interpreted(desc); /* each has a separate analysis */
    while (k < t->group_count && (interpreted || t->groups[k].is_transition != is_transition ||
                                  !same_strategy(t->groups[k].strategy.desc, desc)))
      k++;
    group *g = &t->groups[k];
    if (k == t->group_count) {
      t->group_count++;
      g->is_transition = is_transition;
      g->interpreted = interpreted;
      g->strategy.desc = desc;
      g->leaves = AZ_NEWN(t->arena, leaf *, t->leaf_count);
      g->values = AZ_NEWN(t->arena, void *, t->leaf_count);
    }
    g->leaves[g->leaf_count++] = l;
    g->rows += l->rows;
    for (uint32_t r = 0; r < l->rows; r++) t->group_of[l->part.first + r] = k;
  }
  return true;
}

/* Returns whether the group's rows may go too far because the claims of others are not final. */
static bool is_accelerated(const group *g) {
  return !g->least_fixed_point && !g->interpreted && !g->is_transition;
}

static bool open_groups(round_robin *t, az_error *err) {
  az_component *parts = AZ_NEWN(t->arena, az_component, t->leaf_count + 1);
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    for (uint32_t i = 0; i < g->leaf_count; i++) parts[i] = g->leaves[i]->part;
    if (!component_strategy_open(&g->strategy, &t->all, parts, g->leaf_count, g->strategy.desc,
                                 err))
      return false;
    g->state = g->is_transition ? WITHDRAWN : RUNNING;
    g->least_fixed_point = g->strategy.ops->least_fixed_point;
    t->accelerated += is_accelerated(g);
  }
  return true;
}

static void *open_round_robin(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  az_arena *arena = az_arena_new();
  round_robin *t = AZ_NEW(arena, round_robin);
  t->arena = arena;
  t->all = composite_open(arena, synthesis);
  t->narrow = az_desc_bool(options, "narrow");
  t->group_of = AZ_NEWN(arena, uint32_t, t->all.rows + 1);
  t->how = AZ_NEWN(arena, on_violation, t->all.rows + 1);
  uint32_t n = list_leaves(t, t->all.domain, 0, NULL, NULL);
  t->leaves = AZ_NEWN(arena, leaf, n + 1);
  t->groups = AZ_NEWN(arena, group, n + 1);
  t->leaf_count = list_leaves(t, t->all.domain, 0, NULL, t->leaves);
  if (find_groups(t, err) && open_groups(t, err)) return t;
  close_round_robin(t);
  return NULL;
}

/* ---- time ------------------------------------------------------------------------------------ */

static void set_limit(round_robin *t, double deadline) {
  double now = az_synthesis_clock(t->all.synthesis);
  t->period = 0.6 * (deadline - now);
  t->until = deadline > 0 ? now + t->period : 0;
  for (uint32_t k = 0; k < t->group_count; k++) t->groups[k].last = 0;
}

static void set_top(round_robin *t, const group *g, void *value) {
  for (uint32_t i = 0; i < g->leaf_count; i++)
    composite_set_top(&t->all, g->leaves[i]->part.first, g->leaves[i]->rows, value);
}

static void note_state(round_robin *t, const group *g, const char *what) {
  char text[300] = "";
  size_t n = 0;
  for (uint32_t i = 0; i < g->leaf_count && n < sizeof text; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? ", " : "",
                          g->leaves[i]->part.domain->module->name);
  if (n < sizeof text) snprintf(text + n, sizeof text - n, ": %s", what);
  az_synthesis_note(t->all.synthesis, text);
}

static void freeze(round_robin *t, group *g, const char *why) {
  char text[200];
  g->state = FROZEN;
  snprintf(text, sizeof text,
           "stopped early after %.2f s, in its run %u, as %s; the rows that held at that point are "
           "kept",
           g->spent, g->runs, why);
  note_state(t, g, text);
}

/* Says how many rows of components that were stopped early are left. */
static void note_kept(round_robin *t, void *value) {
  for (uint32_t k = 0; k < t->group_count; k++) {
    const group *g = &t->groups[k];
    uint32_t kept = 0;
    char text[100];
    if (g->state != FROZEN) continue;
    for (uint32_t i = 0; i < g->leaf_count; i++)
      for (uint32_t r = 0; r < g->leaves[i]->rows; r++) {
        char *claim = t->all.ops->print(t->all.domain->self, g->leaves[i]->part.first + r, value);
        kept += claim != NULL;
        free(claim);
      }
    snprintf(text, sizeof text, "rows kept as inductive: %u, given up: %u", kept, g->rows - kept);
    note_state(t, g, text);
  }
}

/* Returns the running component that delays the others: the one whose last run alone took most of
 * the time. If there is none, the components wait for each other, and the result is the one that
 * joins state by state. */
static group *slowest(round_robin *t) {
  group *worst = NULL, *joining = NULL;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != RUNNING) continue;
    if (!worst || g->last > worst->last) worst = g;
    if (g->least_fixed_point && (!joining || g->runs > joining->runs)) joining = g;
  }
  return !joining || worst->last > 0.5 * t->period ? worst : joining;
}

/* Withdraws the accelerated components until the rest is done. */
static void withdraw(round_robin *t, void *value) {
  t->withdrawn = true;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != RUNNING || !is_accelerated(g)) continue;
    g->state = WITHDRAWN;
    set_top(t, g, value);
  }
}

/* Drops one component of a frozen group, so that the others keep their claims. */
static void drop(round_robin *t, group *g, leaf *l, void *value) {
  bool any = false;
  l->dropped = true;
  composite_set_top(&t->all, l->part.first, l->rows, value);
  for (uint32_t i = 0; i < g->leaf_count; i++) any |= !g->leaves[i]->dropped;
  if (!any) g->state = DROPPED;
  char *text =
      az_asprintf("%s: ran out of time; all its rows are dropped", l->part.domain->module->name);
  az_synthesis_note(t->all.synthesis, text);
  free(text);
}

/* Freezes or drops a component after a time-out or an unknown answer. Returns false if none is
 * left. */
static bool give_up(round_robin *t, void *value, double deadline) {
  group *worst = slowest(t);
  if (is_past(t->all.synthesis, deadline)) return false;
  set_limit(t, deadline);
  if (worst) {
    if (worst->least_fixed_point && worst->runs > 1) withdraw(t, value);
    freeze(t, worst, "the product's share of time for it was over");
    return true;
  }
  leaf *most = NULL;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    for (uint32_t i = 0; g->state == FROZEN && i < g->leaf_count; i++)
      if (!g->leaves[i]->dropped && (!most || g->leaves[i]->rows > most->rows)) {
        most = g->leaves[i];
        worst = g;
      }
  }
  if (!most) return false;
  drop(t, worst, most, value);
  return true;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Joins the model into the rows that it violates, or sets rows of frozen components to top. Sets
 * *lifted to whether some of them were bottom. Returns false if no row changed. */
static bool join(round_robin *t, void *value, bool *lifted) {
  for (uint32_t r = 0; r < t->all.rows; r++) {
    const group *g = &t->groups[t->group_of[r]];
    t->how[r] = g->state == FROZEN ? SET_TOP : g->interpreted ? ASK_STRATEGY : JOIN_MODEL;
  }
  bool changed = composite_join(&t->all, t->how, value, lifted);
  for (uint32_t k = 0; k < t->group_count; k++) t->groups[k].violated = false;
  for (uint32_t r = 0; r < t->all.rows; r++)
    if (t->all.raised[r]) t->groups[t->group_of[r]].violated = true;
  return changed;
}

/* Runs the group's strategy until its rows are inductive under the rows of the others. */
static void run_group(round_robin *t, group *g, void *value) {
  double start = az_synthesis_clock(t->all.synthesis);
  az_synthesis_assume(t->all.synthesis, value);
  az_step step = component_strategy_run(&g->strategy, value_of(g, value), t->until);
  g->last = az_synthesis_clock(t->all.synthesis) - start;
  g->spent += g->last;
  g->runs++;
  if (step == AZ_STEP_STOPPED && !is_past(t->all.synthesis, t->until))
    freeze(t, g, "its strategy gave up");
}

static void set_bottom(group *g, void *value) {
  for (uint32_t i = 0; i < g->leaf_count; i++) {
    void **slot = slot_of(g->leaves[i], value);
    const az_domain *d = g->leaves[i]->part.domain;
    d->ops->value_free(d->self, *slot);
    *slot = d->ops->value_new(d->self);
  }
}

/* Readmits a withdrawn component (of transition rows or not), which starts at bottom. Returns false
 * if none is left. */
static bool admit(round_robin *t, bool is_transition, void *value, double deadline) {
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->state != WITHDRAWN || g->is_transition != is_transition) continue;
    if (g->runs && component_strategy_restart(&g->strategy)) g->runs = 0;
    set_bottom(g, value);
    g->state = RUNNING;
    set_limit(t, deadline);
    return true;
  }
  return false;
}

/* Solves the group again from bottom, under the claims of the others. The old rows, which are
 * inductive together with these claims, stay unless the new rows are inductive, too. */
static void run_again(round_robin *t, group *g, void *value, double deadline) {
  component_strategy again = g->strategy;
  again.self = NULL;
  if (!component_strategy_restart(&again)) return;
  void *safe = t->all.ops->value_copy(t->all.domain->self, value);
  set_bottom(g, value);
  az_step step = component_strategy_run(&again, value_of(g, value), deadline);
  component_strategy_end(&again);
  bool better = step == AZ_STEP_INDUCTIVE && composite_check(&t->all, value, deadline) == AZ_UNSAT;
  for (uint32_t i = 0; i < g->leaf_count && !better; i++) {
    void **slot = slot_of(g->leaves[i], value), **old = slot_of(g->leaves[i], safe), *new = *slot;
    *slot = *old;
    *old = new;
  }
  t->all.ops->value_free(t->all.domain->self, safe);
  az_synthesis_assume(t->all.synthesis, value);
}

static void narrow(round_robin *t, void *value, double deadline) {
  uint32_t last = 0;
  for (uint32_t k = 0; k < t->group_count; k++)
    if (is_accelerated(&t->groups[k])) last = k;
  t->narrowed = true;
  set_limit(t, deadline);
  for (int least = 1; least >= 0; least--) {
    for (uint32_t k = 0; k < t->group_count && !is_past(t->all.synthesis, t->until); k++) {
      group *g = &t->groups[k];
      bool use = t->withdrawn ? k != last : !least && g->runs > 1;
      if (g->state == RUNNING && !g->interpreted && g->least_fixed_point == (least != 0) && use)
        run_again(t, g, value, t->until);
    }
  }
}

enum { RUNS_BEFORE_WITHDRAWAL = 4 };

/* Returns whether an accelerated component has run often while others are running. */
static bool should_withdraw(const round_robin *t) {
  bool often = false;
  uint32_t running = 0;
  for (uint32_t k = 0; k < t->group_count; k++) {
    const group *g = &t->groups[k];
    if (g->state != RUNNING) continue;
    running++;
    often |= is_accelerated(g) && g->runs > RUNS_BEFORE_WITHDRAWAL;
  }
  return often && running > 1;
}

static bool any_left(const round_robin *t) {
  for (uint32_t k = 0; k < t->group_count; k++)
    if (t->groups[k].state != DROPPED) return true;
  return t->group_count == 0;
}

/* Makes a step if one group has all rows. */
static az_step step_alone(round_robin *t, group *only, void *value, double deadline) {
  const component_strategy *s = &only->strategy;
  double start = az_synthesis_clock(t->all.synthesis);
  az_step step =
      az_synthesis_step(s->subproblem, s->desc, s->self, value_of(only, value), t->until);
  only->spent += az_synthesis_clock(t->all.synthesis) - start;
  only->runs++;
  if (step != AZ_STEP_STOPPED && (step != AZ_STEP_IMPROVED || !is_past(t->all.synthesis, t->until)))
    return step;
  set_limit(t, deadline);
  freeze(t, only, step == AZ_STEP_STOPPED ? "its strategy gave up" : "0.6 of the time was over");
  return AZ_STEP_IMPROVED;
}

/* Makes the first step. Withdraws components of transition rows until the others, which get half of
 * the time, are done. Runs the components with a strategy along the control flow; as all other rows
 * are bottom, none of their rows is refuted yet. */
static void start(round_robin *t, void *value, double deadline) {
  bool is_transition = false;
  t->started = true;
  for (uint32_t k = 0; k < t->group_count; k++) {
    if (t->groups[k].state != WITHDRAWN) continue;
    is_transition = true;
    set_top(t, &t->groups[k], value);
  }
  if (is_transition && deadline > 0)
    t->rest = az_synthesis_clock(t->all.synthesis) +
              0.5 * (deadline - az_synthesis_clock(t->all.synthesis));
  set_limit(t, t->rest > 0 ? t->rest : deadline);
  for (uint32_t k = 0; k < t->group_count && t->group_count > 1; k++)
    if (t->groups[k].interpreted && t->groups[k].state == RUNNING)
      run_group(t, &t->groups[k], value);
}

/* Drops the remaining work after a time-out. Returns false if no withdrawn component waits for its
 * turn. */
static bool drop_rest(round_robin *t, void *value, double deadline) {
  if (t->rest <= 0) return false;
  t->rest = 0;
  for (uint32_t k = 0; k < t->group_count; k++) {
    group *g = &t->groups[k];
    if (g->is_transition || g->state == DROPPED) continue;
    g->state = DROPPED;
    set_top(t, g, value);
    note_state(t, g, "ran out of time; all its rows are dropped");
  }
  return admit(t, true, value, deadline);
}

/* Readmits or narrows components once all running ones are inductive. */
static az_step go_on(round_robin *t, void *value, double deadline) {
  if (admit(t, false, value, deadline)) return AZ_STEP_IMPROVED;
  if (t->narrow && !t->narrowed && t->accelerated) narrow(t, value, deadline);
  t->rest = 0;
  if (admit(t, true, value, deadline)) return AZ_STEP_IMPROVED;
  note_kept(t, value);
  return any_left(t) ? AZ_STEP_INDUCTIVE : AZ_STEP_STOPPED;
}

static az_step one_step(round_robin *t, void *value, double deadline) {
  if (is_past(t->all.synthesis, deadline)) return AZ_STEP_STOPPED;
  if (t->group_count == 1 && t->groups[0].state == RUNNING)
    return step_alone(t, &t->groups[0], value, deadline);
  az_answer answer = composite_check(&t->all, value, t->until);
  if (answer == AZ_UNSAT) return go_on(t, value, deadline);
  bool lifted = false;
  if (answer != AZ_SAT || !join(t, value, &lifted))
    return give_up(t, value, deadline) ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
  for (uint32_t k = 0; k < t->group_count && !lifted; k++) {
    group *g = &t->groups[k];
    if (g->violated && g->state == RUNNING && !is_past(t->all.synthesis, t->until))
      run_group(t, g, value);
  }
  if (is_past(t->all.synthesis, t->until) && !give_up(t, value, deadline)) return AZ_STEP_STOPPED;
  if (!t->withdrawn && should_withdraw(t)) withdraw(t, value);
  return AZ_STEP_IMPROVED;
}

static az_step round_robin_step(void *self, void *value, double deadline) {
  round_robin *t = self;
  if (is_past(t->all.synthesis, deadline)) return AZ_STEP_STOPPED;
  if (!t->started) start(t, value, deadline);
  az_step step = one_step(t, value, t->rest > 0 ? t->rest : deadline);
  return step == AZ_STEP_STOPPED && drop_rest(t, value, deadline) ? AZ_STEP_IMPROVED : step;
}

static const az_strategy_ops operations = {.needs = AZ_NEEDS_INNER,
                                           .open = open_round_robin,
                                           .close = close_round_robin,
                                           .step = round_robin_step};

static const az_option options[] = {
    {.name = "narrow",
     .type = AZ_OPT_BOOL,
     .summary =
         "at the end, solve accelerated components anew under the final claims of the others",
     .initial = "true"},
    {0}};

AZ_MODULE(round_robin) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "round_robin", "1.0"),
    .summary = "runs the strategies of a composite's components in turn, each under the claims of "
               "the others",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};

static bool is_own(const az_desc *strategy) {
  return strategy->module == &az_module_round_robin_;
}
