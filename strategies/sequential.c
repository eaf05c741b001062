/* Path by path, for sympath{ }: the components of a composite one after the other, each under the
 * claims of the others found so far [kroening2023, fig. 14], where docs/soundness.md 5 asks for
 * more
 * than the book does: a path is left out as infeasible by a check in which no other loop's rows say
 * anything, and the end is one query over all rows of all paths, with no path asserted. Until that
 * query is unsatisfiable, its model is joined into the rows that it violates; when none of those
 * was bottom, the strategies of the violated paths run, each until its rows are inductive. A path
 * whose strategy gives up has no claims. */
#include "ansatz/arena.h"
#include "ansatz/strategy.h"

typedef struct path {
  az_component part;
  uint32_t index, rows;
  const az_desc *strategy;
  const az_strategy_ops *ops;
  az_synthesis *view;
  void *self;
  bool violated, given_up;
} path;

typedef struct sequential {
  az_arena *arena;
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_domain_ops *ops;
  const az_inner_facet *inner;
  path *paths;
  uint32_t count, rows;
  az_term *violations;
  bool pruned;
} sequential;

static void close_by_path(void *self) {
  sequential *s = self;
  for (uint32_t i = 0; i < s->count; i++) {
    path *p = &s->paths[i];
    if (p->self && p->ops->close) p->ops->close(p->self);
    az_synthesis_view_free(p->view);
  }
  az_arena_free(s->arena);
}

static void *open_by_path(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)options;
  az_arena *arena = az_arena_new();
  sequential *s = AZ_NEW(arena, sequential);
  s->arena = arena;
  s->synthesis = synthesis;
  s->domain = az_synthesis_domain(synthesis);
  s->ops = s->domain->ops;
  s->inner = s->ops->facet(s->domain->self, "inner");
  s->rows = s->ops->row_count(s->domain->self);
  s->violations = AZ_NEWN(arena, az_term, s->rows + 1);
  uint32_t n = s->inner->count(s->domain->self);
  s->paths = AZ_NEWN(arena, path, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    path *p = &s->paths[s->count];
    const az_domain *c = s->inner->component(s->domain->self, i);
    *p = (path){.part = {c, s->inner->first_row(s->domain->self, i)},
                .index = i,
                .rows = c->ops->row_count(c->self),
                .strategy = az_synthesis_strategy(synthesis, c)};
    if (!p->rows) continue;
    s->count++;
    if (p->strategy) {
      p->ops = p->strategy->module->operations;
      p->view = az_synthesis_view(synthesis, &p->part, 1);
      p->self = p->ops->open(p->view, p->strategy, err);
    } else {
      az_fail(err, AZ_ERR_INPUT, "no strategy for the component '%s'", c->module->name);
    }
    if (p->self) continue;
    close_by_path(s);
    return NULL;
  }
  return s;
}

static void set_top(sequential *s, const path *p, void *value) {
  for (uint32_t r = 0; r < p->rows; r++)
    s->ops->value_top(s->domain->self, value, p->part.first + r);
}

/* Paths that nothing takes lose their strategies; their rows stay bottom, and are asked about with
 * the others. */
static void prune(sequential *s, double deadline) {
  az_store *store = az_synthesis_store(s->synthesis);
  void *top = s->ops->value_new(s->domain->self);
  for (uint32_t i = 0; i < s->count; i++) set_top(s, &s->paths[i], top);
  az_synthesis_assume(s->synthesis, top);
  s->ops->value_free(s->domain->self, top);
  for (uint32_t i = 0; i < s->count; i++) {
    path *p = &s->paths[i];
    az_term taken = az_false(store);
    for (uint32_t r = 0; r < p->rows; r++) {
      size_t n;
      const az_place *places = az_synthesis_places(
          s->synthesis, p->part.domain->ops->row(p->part.domain->self, r).site, &n);
      for (size_t k = 0; k < n; k++) taken = az_or(store, taken, places[k].condition);
    }
    if (az_synthesis_check(s->synthesis, &taken, 1, deadline) != AZ_UNSAT) continue;
    if (p->ops->close) p->ops->close(p->self);
    p->self = NULL;
  }
  s->pruned = true;
}

/* Joins the model into the rows that it violates. *lifted: some of them were bottom. */
static bool join(sequential *s, void *value, bool *lifted) {
  az_store *store = az_synthesis_store(s->synthesis);
  const az_model *model = az_synthesis_model(s->synthesis);
  bool changed = false;
  for (uint32_t i = 0; i < s->count; i++) {
    path *p = &s->paths[i];
    p->violated = false;
    for (uint32_t r = p->part.first; r < p->part.first + p->rows; r++) {
      const az_place *place;
      if (az_is_false(store, s->violations[r])) continue;
      while ((place = az_synthesis_violated_place(s->synthesis, r, value))) {
        bool bottom = az_is_false(store, s->ops->claim(s->domain->self, r, value, &place->state));
        if (!s->ops->improve(s->domain->self, r, value, model, &place->state)) break;
        *lifted |= bottom;
        changed = p->violated = true;
      }
    }
  }
  return changed;
}

static void run(sequential *s, path *p, void *value, double deadline) {
  az_step step = AZ_STEP_IMPROVED;
  az_synthesis_assume(s->synthesis, value);
  while (step == AZ_STEP_IMPROVED && (deadline <= 0 || az_clock() < deadline))
    step = p->ops->step(p->self, *s->inner->slot(s->domain->self, value, p->index), deadline);
  if (step != AZ_STEP_STOPPED || (deadline > 0 && az_clock() >= deadline)) return;
  p->given_up = true;
  set_top(s, p, value);
  az_synthesis_note(s->synthesis, "sequential: the strategy of a path gave up, it has no claims");
}

static az_step by_path_step(void *self, void *value, double deadline) {
  sequential *s = self;
  if (deadline > 0 && az_clock() >= deadline) return AZ_STEP_STOPPED;
  if (!s->pruned) prune(s, deadline);
  az_synthesis_assume(s->synthesis, value);
  for (uint32_t r = 0; r < s->rows; r++)
    s->violations[r] = az_synthesis_violation(s->synthesis, r, value);
  az_term any = az_or_n(az_synthesis_store(s->synthesis), s->violations, s->rows);
  az_answer answer = az_synthesis_check(s->synthesis, &any, 1, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  bool lifted = false;
  if (answer != AZ_SAT || !join(s, value, &lifted)) return AZ_STEP_STOPPED;
  for (uint32_t i = 0; i < s->count && !lifted; i++) {
    path *p = &s->paths[i];
    if (p->violated && p->self && !p->given_up) run(s, p, value, deadline);
  }
  return AZ_STEP_IMPROVED;
}

static const char *const facets[] = {"inner", NULL};
static const az_strategy_ops operations = {
    .facets = facets, .open = open_by_path, .close = close_by_path, .step = by_path_step};

AZ_MODULE(sequential) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_STRATEGY,
    .name = "sequential",
    .version = "1.0",
    .summary = "composites, component by component: paths that nothing takes are left out first",
    .operations = &operations,
    .operations_size = sizeof operations,
};
