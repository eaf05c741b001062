/* Solves the components of a composite one after another, each under the claims that were found so
 * far for the others. It is for sympath{ }, whose components are symbolic paths [kroening2023, fig.
 * 14]. docs/soundness.md 5 requires more than the book: a path is left out as infeasible only after
 * a check in which no other loop has claims; and the last query is over all rows of all paths, with
 * no path asserted. Until that query is unsatisfiable, its model is joined into the rows that it
 * violates; when none of these was bottom, the strategies of the violated components run, each
 * until its rows are inductive. Components with strategies along the control flow run before the
 * first query, as in round_robin. A component whose strategy gives up has no claims. */
#include "components.h"

typedef struct component {
  az_component part;
  uint32_t index, rows;
  component_strategy
      strategy;     /* not open if the component is left out; its rows then stay bottom */
  bool interpreted; /* a strategy along the control flow finds its rows, and runs first */
  bool given_up;
  bool is_transition; /* runs when no other component's rows are violated */
  bool violated;      /* violated by the last model */
} component;

typedef struct sequential {
  az_arena *arena;
  composite all;
  const az_inner_facet *inner;
  component *components;
  on_violation *how; /* by row */
  uint32_t count;
  bool started;
} sequential;

static void close_sequential(void *self) {
  sequential *s = self;
  for (uint32_t i = 0; i < s->count; i++) component_strategy_close(&s->components[i].strategy);
  az_arena_free(s->arena);
}

static void *open_sequential(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)options;
  az_arena *arena = az_arena_new();
  sequential *s = AZ_NEW(arena, sequential);
  s->arena = arena;
  s->all = composite_open(arena, synthesis);
  void *domain = s->all.domain->self;
  s->inner = az_domain_facets(s->all.domain).inner;
  uint32_t n = s->inner->count(domain);
  s->components = AZ_NEWN(arena, component, n + 1);
  s->how = AZ_NEWN(arena, on_violation, s->all.rows + 1);
  for (uint32_t i = 0; i < n; i++) {
    component *c = &s->components[s->count];
    const az_domain *d = s->inner->component(domain, i);
    *c = (component){.part = {d, s->inner->first_row(domain, i)},
                     .index = i,
                     .rows = d->ops->row_count(d->self),
                     .is_transition = component_is_transition(d)};
    if (!c->rows) continue;
    s->count++;
    const az_desc *desc = component_strategy_of(&s->all, d, err);
    if (!desc || !component_strategy_open(&c->strategy, &s->all, &c->part, 1, desc, err)) {
      close_sequential(s);
      return NULL;
    }
    c->interpreted = component_is_interpreted(desc);
  }
  return s;
}

static void set_top(const sequential *s, const component *c, void *value) {
  composite_set_top(&s->all, c->part.first, c->rows, value);
}

/* Decides whether an execution reaches a proof obligation of the component's rows if no other rows
 * are assumed. */
static bool is_feasible(const sequential *s, const component *c, double deadline) {
  az_store *store = az_synthesis_store(s->all.synthesis);
  const az_domain *d = c->part.domain;
  az_term reached = az_false(store);
  for (uint32_t r = 0; r < c->rows; r++) {
    size_t n;
    az_row row = d->ops->row(d->self, r);
    const az_obligation *obligations =
        row.is_transition ? az_synthesis_iterations(s->all.synthesis, row, &n)
                          : az_synthesis_obligations(s->all.synthesis, row.view, &n);
    for (size_t k = 0; k < n; k++) reached = az_or(store, reached, obligations[k].condition);
  }
  return az_synthesis_check(s->all.synthesis, &reached, 1, deadline) != AZ_UNSAT;
}

/* Removes the strategies of infeasible paths; their rows stay bottom, and are checked with the
 * others. */
static void prune(sequential *s, double deadline) {
  void *domain = s->all.domain->self, *top = s->all.ops->value_new(domain);
  for (uint32_t i = 0; i < s->count; i++) set_top(s, &s->components[i], top);
  az_synthesis_assume(s->all.synthesis, top);
  s->all.ops->value_free(domain, top);
  for (uint32_t i = 0; i < s->count; i++)
    if (!is_feasible(s, &s->components[i], deadline))
      component_strategy_end(&s->components[i].strategy);
  for (uint32_t r = 0; r < s->all.rows; r++) az_synthesis_why(s->all.synthesis, r, "start");
  s->started = true;
}

static bool is_at_work(const component *c) {
  return c->strategy.self && !c->given_up;
}

static void run_component(sequential *s, component *c, void *value, double deadline) {
  if (!is_at_work(c)) {
    if (c->is_transition) set_top(s, c, value);
    return;
  }
  az_synthesis_assume(s->all.synthesis, value);
  az_step step = component_strategy_run(
      &c->strategy, *s->inner->slot(s->all.domain->self, value, c->index), deadline);
  if (step != AZ_STEP_STOPPED || is_past(s->all.synthesis, deadline)) return;
  c->given_up = true;
  set_top(s, c, value);
  az_synthesis_note(s->all.synthesis,
                    "sequential: the strategy of a component gave up, so the component has no "
                    "claims");
}

/* Joins the last query's model into the rows that it violates. Returns false if no row changed. */
static bool join(sequential *s, void *value, bool *lifted) {
  for (uint32_t i = 0; i < s->count; i++) {
    const component *c = &s->components[i];
    for (uint32_t r = 0; r < c->rows; r++)
      s->how[c->part.first + r] = c->interpreted && is_at_work(c) ? ASK_STRATEGY : JOIN_MODEL;
  }
  return composite_join(&s->all, s->how, value, lifted);
}

static void start(sequential *s, void *value, double deadline) {
  prune(s, deadline);
  for (uint32_t i = 0; i < s->count; i++)
    if (s->components[i].interpreted) run_component(s, &s->components[i], value, deadline);
}

static az_step sequential_step(void *self, void *value, double deadline) {
  sequential *s = self;
  if (is_past(s->all.synthesis, deadline)) return AZ_STEP_STOPPED;
  if (!s->started) start(s, value, deadline);
  az_answer answer = composite_check(&s->all, value, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  bool lifted = false;
  if (answer != AZ_SAT || !join(s, value, &lifted)) return AZ_STEP_STOPPED;
  bool others = false;
  for (uint32_t i = 0; i < s->count; i++) {
    component *c = &s->components[i];
    c->violated = false;
    for (uint32_t r = 0; r < c->rows; r++) c->violated |= s->all.raised[c->part.first + r];
    others |= c->violated && !c->is_transition;
  }
  for (uint32_t i = 0; i < s->count && !lifted; i++) {
    component *c = &s->components[i];
    if (c->violated && !(c->is_transition && others)) run_component(s, c, value, deadline);
  }
  return AZ_STEP_IMPROVED;
}

static const az_strategy_ops operations = {.needs = AZ_NEEDS_INNER,
                                           .open = open_sequential,
                                           .close = close_sequential,
                                           .step = sequential_step};

AZ_MODULE(sequential) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "sequential", "1.0"),
    .summary = "solves the components of a composite sequentially; those that no execution reaches "
               "are left out",
    AZ_MODULE_OPERATIONS(operations),
};
