/* Model enumeration, the generic strategy iteration [kroening2023, fig. 12]: while some row can be
 * violated, join the model's state into the rows.
 *
 * Only rows that the model violates are joined, and only at the proof obligations that it violates
 * (docs/soundness.md 4), since the guard of another row may be false in the model. A violated state
 * is one step away from states that satisfy the current claims, so it lies in every inductive value
 * above the current one. The result is therefore the least fixed point of the rows (unless `limit`
 * gives rows up). */
#include "ansatz/arena.h"
#include "ansatz/strategy.h"
#include "sample_model.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct enumerate {
  az_arena *arena;
  az_synthesis *synthesis;
  const az_domain *domain;
  az_term *violations; /* one for each row */
  uint32_t *joins;     /* by row: number of models joined into it */
  uint32_t *view;      /* by row: number of its view; views are numbered by their first row */
  uint32_t views, next;
  uint32_t rows, limit, given_up; /* given_up: rows that reached the limit */
  bool by_view;
  bool samples; /* samples have not been joined yet */
} enumerate;

/* Numbers the views that have rows, in the order of their first rows. */
static void number_views(enumerate *e) {
  uint32_t *of = AZ_NEWN(e->arena, uint32_t, e->rows);
  e->view = AZ_NEWN(e->arena, uint32_t, e->rows);
  for (uint32_t r = 0; r < e->rows; r++) {
    uint32_t view = e->domain->ops->row(e->domain->self, r).view, n = 0;
    while (n < e->views && of[n] != view) n++;
    if (n == e->views) of[e->views++] = view;
    e->view[r] = n;
  }
}

static void *open_enumerate(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  az_arena *arena = az_arena_new();
  enumerate *e = AZ_NEW(arena, enumerate);
  e->arena = arena;
  e->synthesis = synthesis;
  e->domain = az_synthesis_domain(synthesis);
  e->rows = e->domain->ops->row_count(e->domain->self);
  e->violations = AZ_NEWN(arena, az_term, e->rows);
  e->joins = AZ_NEWN(arena, uint32_t, e->rows);
  e->limit = (uint32_t)az_desc_int(options, "limit");
  e->samples = az_desc_bool(options, "samples");
  e->by_view = az_desc_bool(options, "by_view");
  number_views(e);
  return e;
}

static void close_enumerate(void *self) {
  az_arena_free(((enumerate *)self)->arena);
}

/* Joins the states of test runs, which every inductive value includes. */
static void join_samples(enumerate *e, void *value) {
  for (uint32_t r = 0; r < e->rows; r++) {
    az_state state = {.view = e->domain->ops->row(e->domain->self, r).view};
    size_t count;
    const az_term *const *samples = az_synthesis_samples(e->synthesis, state.view, &count);
    for (size_t i = 0; i < count; i++) {
      state.values = samples[i];
      if (e->domain->ops->improve(e->domain->self, r, value, &sample_model, &state))
        az_synthesis_why(e->synthesis, r, "sample");
    }
  }
}

static az_answer check_all(enumerate *e, double deadline) {
  az_term any = az_or_n(az_synthesis_store(e->synthesis), e->violations, e->rows);
  return az_synthesis_check(e->synthesis, &any, 1, deadline);
}

/* Decides whether a row can be violated, with one query for each view, starting with the view of
 * the last model. A single query for all views takes at least as long as these queries together. */
static az_answer check_views(enumerate *e, double deadline) {
  az_term *some = az_calloc(e->rows + 1, sizeof *some);
  az_answer answer = AZ_UNSAT;
  for (uint32_t i = 0; i < e->views && answer == AZ_UNSAT; i++) {
    uint32_t n = 0;
    for (uint32_t r = 0; r < e->rows; r++)
      if (e->view[r] == e->next) some[n++] = e->violations[r];
    az_term any = az_or_n(az_synthesis_store(e->synthesis), some, n);
    answer = az_synthesis_check(e->synthesis, &any, 1, deadline);
    if (answer == AZ_UNSAT) e->next = (e->next + 1) % e->views;
  }
  free(some);
  return answer;
}

/* Says that the limit ended the search for some rows. */
static void note_limit(enumerate *e, const void *value) {
  char text[160];
  uint32_t kept = 0;
  if (!e->given_up) return;
  for (uint32_t r = 0; r < e->rows; r++) {
    char *claim = e->domain->ops->print(e->domain->self, r, value);
    kept += claim != NULL;
    free(claim);
  }
  snprintf(text, sizeof text,
           "%s: enumerate.limit = %u ended the search for rows; rows kept as inductive: %u, given "
           "up: %u",
           e->domain->module->name, e->limit, kept, e->given_up);
  az_synthesis_note(e->synthesis, text);
}

static az_step enumerate_step(void *self, void *value, double deadline) {
  enumerate *e = self;
  const az_domain_ops *ops = e->domain->ops;
  void *domain = e->domain->self;
  if (deadline > 0 && az_synthesis_clock(e->synthesis) > deadline) return AZ_STEP_STOPPED;
  if (e->samples) join_samples(e, value);
  e->samples = false;

  az_synthesis_assume(e->synthesis, value);
  for (uint32_t r = 0; r < e->rows; r++)
    e->violations[r] = az_synthesis_violation(e->synthesis, r, value);
  const az_answer answer = e->by_view ? check_views(e, deadline) : check_all(e, deadline);
  if (answer == AZ_UNSAT) {
    note_limit(e, value);
    return AZ_STEP_INDUCTIVE;
  }
  if (answer != AZ_SAT) return AZ_STEP_STOPPED;

  const az_model *model = az_synthesis_model(e->synthesis);
  const az_obligation *obligation;
  bool improved = false;
  for (uint32_t r = 0; r < e->rows; r++) {
    bool joined = false;
    while ((obligation = az_synthesis_violated_obligation(e->synthesis, r, value)) &&
           ops->improve(domain, r, value, model, &obligation->state))
      joined = true;
    if (joined && e->limit && ++e->joins[r] > e->limit) {
      ops->value_top(domain, value, r);
      e->given_up++;
    }
    improved |= joined;
  }
  return improved ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
}

static const az_strategy_ops enumerate_operations = {.open = open_enumerate,
                                                     .close = close_enumerate,
                                                     .step = enumerate_step,
                                                     .least_fixed_point = true};

static const az_option enumerate_options[] = {
    {.name = "limit",
     .type = AZ_OPT_INT,
     .summary = "drop a row after this many models (0: never, needed for the least fixed point)",
     .initial = "0",
     .least = 0,
     .greatest = INT32_MAX},
    {.name = "by_view",
     .type = AZ_OPT_BOOL,
     .summary = "ask one view after another; for rows of the heap, about which queries are hard",
     .initial = "false"},
    {.name = "samples",
     .type = AZ_OPT_BOOL,
     .summary = "join states of test runs first; for domains of numbers",
     .initial = "false"},
    {0}};

AZ_MODULE(enumerate) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "enumerate", "1.0"),
    .summary =
        "joins models of violated rows until there are none; finds the least fixed point, slowly "
        "where ranges are wide",
    .options = enumerate_options,
    AZ_MODULE_OPERATIONS(enumerate_operations),
};
