/* Descent from an inductive value: after another strategy has found one, the bound of each row is
 * lowered by halving as long as the rows stay inductive. Accelerated searches and widening stop
 * above the least fixed point. Narrowing by decreasing iterations [cousot1977] stops at a bound
 * that supports itself; here, a candidate is assumed while it is checked.
 *
 * One query about one row decides a candidate, since a lower bound strengthens the facts of all
 * other rows, so that these stay inductive. If a candidate d is refuted, so are the bounds between
 * d and the value of the model. Bounds below d may be inductive and are not tried, so the result
 * need not be the least fixed point, but it is never above the value of the other strategy. A lower
 * bound of one row may make lower bounds of others possible, so there are several passes over the
 * rows. */
#include "ansatz/strategy.h"
#include <stdlib.h>

#define SHARE 0.3 /* share of the remaining time for the descent */

typedef struct descend {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_numeric_facet *numeric;
  const az_desc *after;
  void *strategy; /* the strategy that finds the first value */
  uint32_t passes;
} descend;

static void close_descend(void *self) {
  descend *d = self;
  const az_strategy_ops *ops = d->after->module->operations;
  if (d->strategy && ops->close) ops->close(d->strategy);
  free(d);
}

static void *open_descend(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  az_desc *const *after;
  az_desc_modules(options, "after", &after);
  descend *d = az_calloc(1, sizeof *d);
  d->synthesis = synthesis;
  d->domain = az_synthesis_domain(synthesis);
  d->numeric = az_domain_facets(d->domain).numeric;
  d->after = after[0];
  d->passes = (uint32_t)az_desc_int(options, "passes");
  d->strategy =
      ((const az_strategy_ops *)after[0]->module->operations)->open(synthesis, after[0], err);
  if (d->strategy) return d;
  close_descend(d);
  return NULL;
}

/* Joins the last model into the row of `tried`, if it violates the row; returns the new bound. */
static az_wide found_above(const descend *d, uint32_t row, void *tried) {
  const az_domain *domain = d->domain;
  const az_model *model = az_synthesis_model(d->synthesis);
  const az_obligation *obligation;
  az_wide found = 0;
  while ((obligation = az_synthesis_violated_obligation(d->synthesis, row, tried)) &&
         domain->ops->improve(domain->self, row, tried, model, &obligation->state))
    continue;
  (void)d->numeric->bound(domain->self, row, tried, &found); /* not bottom, as a bound was set */
  return found;
}

/* Lowers the bound of a row of the inductive `value`. Returns false if the bound stays. */
static bool lower(const descend *d, uint32_t row, void *value, double end) {
  const az_domain *domain = d->domain;
  az_wide low, high, greatest;
  d->numeric->range(domain->self, row, &low, &greatest);
  if (!d->numeric->bound(domain->self, row, value, &high)) return false; /* bottom */
  void *tried = domain->ops->value_copy(domain->self, value);
  bool lowered = false;
  while (low < high) {
    az_wide candidate = low + (high - 1 - low) / 2;
    d->numeric->set_bound(domain->self, row, tried, candidate);
    az_synthesis_assume(d->synthesis, tried);
    az_term violation = az_synthesis_violation(d->synthesis, row, tried);
    az_answer answer = az_synthesis_check(d->synthesis, &violation, 1, end);
    if (answer == AZ_UNSAT) {
      high = candidate;
      lowered = true;
      continue;
    }
    if (answer != AZ_SAT) break;
    az_wide found = found_above(d, row, tried);
    low = found > candidate ? found : candidate + 1;
  }
  if (lowered) {
    d->numeric->set_bound(domain->self, row, value, high);
    az_synthesis_why(d->synthesis, row, "descent");
  }
  domain->ops->value_free(domain->self, tried);
  return lowered;
}

static void go_down(const descend *d, void *value, double end) {
  const az_domain *domain = d->domain;
  bool lowered = true;
  for (uint32_t pass = 0; pass < d->passes && lowered; pass++) {
    lowered = false;
    for (uint32_t r = 0, n = domain->ops->row_count(domain->self); r < n; r++)
      if (!domain->ops->row(domain->self, r).is_transition &&
          (end <= 0 || az_synthesis_clock(d->synthesis) < end))
        lowered |= lower(d, r, value, end);
  }
}

/* Sets all bounds to those of `safe`. */
static void restore(const descend *d, const void *safe, void *value) {
  const az_domain *domain = d->domain;
  az_wide bound;
  for (uint32_t r = 0, n = domain->ops->row_count(domain->self); r < n; r++)
    if (d->numeric->bound(domain->self, r, safe, &bound))
      d->numeric->set_bound(domain->self, r, value, bound);
}

static az_step descend_step(void *self, void *value, double deadline) {
  descend *d = self;
  az_step step = az_synthesis_step(d->synthesis, d->after, d->strategy, value, deadline);
  if (step != AZ_STEP_INDUCTIVE) return step;
  double now = az_synthesis_clock(d->synthesis),
         end = deadline > 0 ? now + SHARE * (deadline - now) : 0;
  void *safe = d->domain->ops->value_copy(d->domain->self, value);
  go_down(d, value, end);
  /* One query over all rows, as the contract requires. If there is no time for the query, the first
   * value stays. */
  if (az_synthesis_check_rows(d->synthesis, value, deadline) != AZ_UNSAT) restore(d, safe, value);
  az_synthesis_assume(d->synthesis, value);
  d->domain->ops->value_free(d->domain->self, safe);
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops operations = {.needs = AZ_NEEDS_NUMERIC,
                                           .open = open_descend,
                                           .close = close_descend,
                                           .step = descend_step,
                                           .after = "after"};

static const az_option options[] = {
    {.name = "after",
     .type = AZ_OPT_STRATEGY,
     .summary = "the strategy that finds the inductive value from which bounds are lowered",
     .required = true},
    {.name = "passes",
     .type = AZ_OPT_INT,
     .summary = "passes over all rows, at most; the last one that lowers no bound ends them",
     .initial = "3",
     .least = 1,
     .greatest = 1000},
    {0}};

AZ_MODULE(descend) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "descend", "1.0"),
    .summary = "lowers the bounds that another strategy found, by halving; the result is inductive "
               "and never weaker",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
