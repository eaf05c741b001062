/* A strategy that enumerates models, and breaks one law, which FAULT chooses; 0: none. */
#include <ansatz/strategy.h>
#include <stdlib.h>

typedef struct search {
  az_synthesis *synthesis;
  const az_domain *domain;
  uint32_t rows;
} search;

static void *open_search(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  if (FAULT == 1) return NULL; /* without a reason */
  search *s = calloc(1, sizeof *s);
  s->synthesis = synthesis;
  s->domain = az_synthesis_domain(synthesis);
  s->rows = s->domain->ops->row_count(s->domain->self);
  return s;
}

static az_step step(void *self, void *value, double deadline) {
  search *s = self;
  const az_domain_ops *ops = s->domain->ops;
  if (FAULT == 2) return AZ_STEP_IMPROVED;  /* for ever */
  if (FAULT == 3) return AZ_STEP_INDUCTIVE; /* bottom is not */
  if (FAULT == 4)
    for (;;) {}                           /* whatever the deadline is */
  if (FAULT == 5) return AZ_STEP_STOPPED; /* finds nothing */
  if (FAULT == 6) return (az_step)17;
  az_synthesis_assume(s->synthesis, value);
  az_term any = az_false(az_synthesis_store(s->synthesis));
  for (uint32_t r = 0; r < s->rows; r++)
    any = az_or(az_synthesis_store(s->synthesis), any,
                az_synthesis_violation(s->synthesis, r, value));
  az_answer answer = az_synthesis_check(s->synthesis, &any, 1, deadline);
  if (answer == AZ_UNSAT) return AZ_STEP_INDUCTIVE;
  if (answer == AZ_UNKNOWN) return AZ_STEP_STOPPED;
  bool improved = false;
  for (uint32_t r = 0; r < s->rows; r++) {
    const az_obligation *obligation;
    while ((obligation = az_synthesis_violated_obligation(s->synthesis, r, value)) &&
           ops->improve(s->domain->self, r, value, az_synthesis_model(s->synthesis),
                        &obligation->state))
      improved = true;
  }
  return improved ? AZ_STEP_IMPROVED : AZ_STEP_STOPPED;
}

static const az_strategy_ops operations = {.open = open_search, .close = free, .step = step};

#define NAMED(name) AZ_MODULE(name) /* with the macro MODULE replaced */
NAMED(MODULE) = {AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, NAME, "1.0"), .summary = "enumerates models",
                 AZ_MODULE_OPERATIONS(operations)};
