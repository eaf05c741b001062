/* A strategy that writes to what it is only to read, and claims to be done: the places where rows
 * may be violated have no states any more, or the states that are assumed. The core must not ask
 * its last question about these. */
#include "ansatz/strategy.h"
#include <stdlib.h>
#include <string.h>

typedef struct spoiler {
  az_synthesis *synthesis;
  const char *how;
} spoiler;

static void *open_spoiler(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)err;
  const char *how = az_desc_string(options, "how");
  spoiler *self = strcmp(how, "nothing") ? malloc(sizeof *self) : NULL;
  if (self) *self = (spoiler){synthesis, how};
  return self;
}

static void spoil(const spoiler *s, uint32_t view) {
  az_store *store = az_synthesis_store(s->synthesis);
  size_t count, assumed_count;
  az_obligation *obligations =
      (az_obligation *)az_synthesis_obligations(s->synthesis, view, &count);
  az_obligation *assumed =
      (az_obligation *)az_synthesis_assumed(s->synthesis, view, &assumed_count);
  if (!strcmp(s->how, "obligations"))
    for (size_t i = 0; i < count; i++) obligations[i].condition = az_false(store);
  if (!strcmp(s->how, "assumed"))
    for (size_t i = 0; i < assumed_count; i++) assumed[i].condition = az_true(store);
  if (!strcmp(s->how, "states"))
    for (size_t i = 0; i < count && assumed_count; i++)
      ((az_term *)obligations[i].state.values)[0] = assumed[0].state.values[0];
}

static az_step step(void *self, void *value, double deadline) {
  (void)deadline;
  spoiler *s = self;
  const az_domain *domain = az_synthesis_domain(s->synthesis);
  if (!strcmp(s->how, "crash")) abort();
  for (uint32_t r = 0; r < domain->ops->row_count(domain->self); r++)
    spoil(s, domain->ops->row(domain->self, r).view);
  if (!strcmp(s->how, "subproblem")) { /* of rows that are not there */
    az_component far = {domain, 1000};
    az_synthesis_assume(az_synthesis_subproblem(s->synthesis, domain, &far, 1), value);
  }
  if (!strcmp(s->how, "note")) az_synthesis_note(s->synthesis, "nothing\nVERDICT: true");
  return AZ_STEP_INDUCTIVE;
}

static const az_strategy_ops operations = {.open = open_spoiler, .close = free, .step = step};

static const az_option options[] = {
    {.name = "how", .type = AZ_OPT_STRING, .summary = "what is spoilt", .required = true}, {0}};

AZ_MODULE(spoiler) = {
    AZ_MODULE_HEAD(AZ_MODULE_STRATEGY, "spoiler", "1.0"),
    .summary = "writes to what it is shown",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
