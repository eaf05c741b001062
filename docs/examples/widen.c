/* Widening: a row is joined with the models that violate it, and after `delay` joins it claims
 * nothing any more. Ends after at most (delay + 1) * rows rounds. */
#include <ansatz/strategy.h>
#include <stdlib.h>

typedef struct widen {
  az_synthesis *synthesis;
  const az_domain *domain;
  uint32_t rows;
  uint32_t delay;
  uint32_t *joins; /* by row */
} widen;

static void *open_widen(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  widen *w = calloc(1, sizeof *w);
  if (!w) {
    az_fail(err, AZ_ERR_RESOURCE, "widen: out of memory");
    return NULL;
  }
  w->synthesis = synthesis;
  w->domain = az_synthesis_domain(synthesis);
  w->rows = w->domain->ops->row_count(w->domain->self);
  w->delay = (uint32_t)az_desc_int(options, "delay");
  w->joins = calloc(w->rows + 1, sizeof *w->joins);
  return w;
}

static void close_widen(void *self) {
  free(((widen *)self)->joins);
  free(self);
}

/* One round: with the rows as facts, can one of them be violated? If so, the model's states are
 * joined into the rows that it violates, and into no others. */
static az_step step(void *self, void *value, double deadline) {
  widen *w = self;
  const az_domain_ops *ops = w->domain->ops;
  az_store *store = az_synthesis_store(w->synthesis);
  az_synthesis_assume(w->synthesis, value);
  az_term any = az_false(store);
  for (uint32_t r = 0; r < w->rows; r++)
    any = az_or(store, any, az_synthesis_violation(w->synthesis, r, value));
  az_answer answer = az_synthesis_check(w->synthesis, &any, 1, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer == AZ_UNKNOWN) return AZ_STEP_STOPPED;
  bool improved = false;
  for (uint32_t r = 0; r < w->rows; r++) {
    const az_obligation *violated;
    bool joined = false;
    while (
        (violated = az_synthesis_violated_obligation(w->synthesis, r, value)) &&
        ops->improve(w->domain->self, r, value, az_synthesis_model(w->synthesis), &violated->state))
      joined = true;
    if (joined && ++w->joins[r] > w->delay) ops->value_top(w->domain->self, value, r);
    improved |= joined;
  }
  return improved ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
}

static const az_strategy_ops operations = {.open = open_widen, .close = close_widen, .step = step};

static const az_option options[] = {{.name = "delay",
                                     .type = AZ_OPT_INT,
                                     .summary = "joins of a row before it is given up",
                                     .initial = "3",
                                     .least = 0,
                                     .greatest = 1000000},
                                    {0}};

AZ_MODULE(widen) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "widen", "1.0"),
    .summary = "joins models; a row that is violated too often is given up",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
