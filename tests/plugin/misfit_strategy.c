/* A strategy that asks whether a number holds, or reads an option that it has not declared, as its
 * option `how` says; it claims to be done then. */
#include "ansatz/strategy.h"
#include <stdlib.h>
#include <string.h>

typedef struct misfit {
  az_synthesis *synthesis;
  const az_desc *options;
} misfit;

static void *open_strategy(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  misfit *self = malloc(sizeof *self);
  if (self) *self = (misfit){synthesis, options};
  return self;
}

static az_step step(void *self, void *value, double deadline) {
  const misfit *m = self;
  (void)value;
  az_term number = az_bv(az_synthesis_store(m->synthesis), 32, 0);
  if (!strcmp(az_desc_string(m->options, "how"), "undeclared"))
    (void)az_desc_int(m->options, "delay");
  else
    (void)az_synthesis_check(m->synthesis, &number, 1, deadline);
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops operations = {.open = open_strategy, .close = free, .step = step};

static const az_option options[] = {
    {.name = "how", .type = AZ_OPT_STRING, .summary = "what does not fit", .required = true}, {0}};

AZ_MODULE(misfit_strategy) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "misfit_strategy", "1.0"),
    .summary = "asks for what does not fit",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
