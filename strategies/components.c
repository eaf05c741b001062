/* Joint queries over the rows of a composite, and the strategies of its components: see
 * components.h. */
#include "components.h"
#include "ansatz/allocate.h"
#include "ansatz/tuple.h"
#include <stdlib.h>

/* ---- all rows -------------------------------------------------------------------------------- */

composite composite_open(az_arena *arena, az_synthesis *synthesis) {
  composite c = {.synthesis = synthesis, .domain = az_synthesis_domain(synthesis)};
  c.ops = c.domain->ops;
  c.rows = c.ops->row_count(c.domain->self);
  c.violations = AZ_NEWN(arena, az_term, c.rows + 1);
  c.raised = AZ_NEWN(arena, bool, c.rows + 1);
  return c;
}

az_answer composite_check(const composite *c, const void *value, double deadline) {
  az_synthesis_assume(c->synthesis, value);
  for (uint32_t r = 0; r < c->rows; r++)
    c->violations[r] = az_synthesis_violation(c->synthesis, r, value);
  az_term any = az_or_n(az_synthesis_store(c->synthesis), c->violations, c->rows);
  return az_synthesis_check(c->synthesis, &any, 1, deadline);
}

static bool row_is_transition(const az_domain *d, uint32_t row) {
  return d->ops->row(d->self, row).is_transition;
}

bool component_is_transition(const az_domain *d) {
  uint32_t rows = d->ops->row_count(d->self);
  for (uint32_t r = 0; r < rows; r++)
    if (!row_is_transition(d, r)) return false;
  return rows > 0;
}

bool component_is_interpreted(const az_desc *strategy) {
  const az_strategy_ops *ops = strategy->module->operations;
  return ops->solve != NULL;
}

bool composite_join(const composite *c, const on_violation *how, void *value, bool *lifted) {
  az_store *store = az_synthesis_store(c->synthesis);
  const az_model *model = az_synthesis_model(c->synthesis);
  void *domain = c->domain->self;
  const az_obligation *obligation;
  bool changed = false;
  for (uint32_t r = 0; r < c->rows; r++) {
    c->raised[r] = false;
    if (az_is_false(store, c->violations[r])) continue;
    while ((obligation = az_synthesis_violated_obligation(c->synthesis, r, value))) {
      on_violation then = how ? how[r] : JOIN_MODEL;
      if (then == SET_TOP) {
        c->ops->value_top(domain, value, r);
        changed = true;
        break;
      }
      if (then == ASK_STRATEGY || row_is_transition(c->domain, r)) {
        changed = c->raised[r] = true;
        break;
      }
      bool bottom = az_is_false(store, c->ops->claim(domain, r, value, &obligation->state));
      if (!c->ops->improve(domain, r, value, model, &obligation->state)) break;
      *lifted |= bottom;
      changed = c->raised[r] = true;
    }
  }
  return changed;
}

void composite_set_top(const composite *c, uint32_t first_row, uint32_t rows, void *value) {
  for (uint32_t r = first_row; r < first_row + rows; r++)
    c->ops->value_top(c->domain->self, value, r);
}

/* ---- components ------------------------------------------------------------------------------ */

const az_desc *component_strategy_of(const composite *c, const az_domain *component,
                                     az_error *err) {
  const az_desc *desc = az_synthesis_strategy(c->synthesis, component);
  if (!desc)
    az_fail(err, AZ_ERR_INPUT, "no strategy for the component '%s'", component->module->name);
  return desc;
}

/* Returns the domain whose rows are those of the components, one component after the other. */
static az_domain *tuple_of(const composite *c, const az_component *parts, size_t count) {
  static const az_domain_ops ops = {AZ_TUPLE_OPS};
  az_domain *tuple = az_calloc(1, sizeof *tuple);
  *tuple = (az_domain){
      .module = az_synthesis_domain(c->synthesis)->module, .ops = &ops, .self = az_tuple_new(NULL)};
  for (size_t i = 0; i < count; i++) az_tuple_add(tuple->self, parts[i].domain, false);
  return tuple;
}

bool component_strategy_open(component_strategy *s, const composite *c, const az_component *parts,
                             size_t count, const az_desc *desc, az_error *err) {
  *s = (component_strategy){.desc = desc};
  s->ops = desc->module->operations;
  s->tuple = count == 1 ? NULL : tuple_of(c, parts, count);
  const az_domain *domain = s->tuple ? s->tuple : parts[0].domain;
  s->subproblem = az_synthesis_subproblem(c->synthesis, domain, parts, count);
  s->self = s->ops->open(s->subproblem, desc, err);
  if (s->self && az_desc_check(desc, err)) {
    s->ops->close(s->self);
    s->self = NULL;
  }
  return s->self != NULL;
}

bool component_strategy_restart(component_strategy *s) {
  az_error err = {.status = AZ_OK};
  void *fresh = s->ops->open(s->subproblem, s->desc, &err);
  if (!fresh) return false;
  component_strategy_end(s);
  s->self = fresh;
  return true;
}

void component_strategy_end(component_strategy *s) {
  if (s->self && s->ops->close) s->ops->close(s->self);
  s->self = NULL;
}

void component_strategy_close(component_strategy *s) {
  component_strategy_end(s);
  az_synthesis_subproblem_free(s->subproblem);
  if (s->tuple) az_tuple_close(s->tuple->self);
  free(s->tuple);
}

az_step component_strategy_run(const component_strategy *s, void *value, double deadline) {
  az_step step = AZ_STEP_IMPROVED;
  while (step == AZ_STEP_IMPROVED && !is_past(s->subproblem, deadline))
    step = az_synthesis_step(s->subproblem, s->desc, s->self, value, deadline);
  return step;
}
