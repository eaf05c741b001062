/* Joins models and samples into numeric rows: see numeric_rows.h. */
#include "numeric_rows.h"
#include "sample_model.h"

numeric_rows numeric_rows_open(az_arena *arena, az_synthesis *synthesis) {
  const az_domain *domain = az_synthesis_domain(synthesis);
  numeric_rows rows = {.synthesis = synthesis,
                       .store = az_synthesis_store(synthesis),
                       .ops = domain->ops,
                       .domain = domain->self,
                       .numeric = az_domain_facets(domain).numeric,
                       .count = domain->ops->row_count(domain->self)};
  rows.violations = AZ_NEWN(arena, az_term, rows.count);
  rows.raised = AZ_NEWN(arena, bool, rows.count);
  return rows;
}

bool numeric_rows_single(const numeric_rows *rows, uint32_t row) {
  return !rows->numeric->arity || rows->numeric->arity(rows->domain, row) <= 1;
}

void numeric_rows_set_bottom(const numeric_rows *rows, uint32_t row, void *value) {
  az_wide least, greatest;
  rows->numeric->range(rows->domain, row, &least, &greatest);
  rows->numeric->set_bound(rows->domain, row, value, least - 1);
}

bool numeric_rows_join_model(numeric_rows *rows, const bool *among, void *value) {
  const az_model *model = az_synthesis_model(rows->synthesis);
  bool any = false;
  uint32_t view = UINT32_MAX;
  size_t count = 0;
  const az_obligation *obligations = NULL, **reached = NULL;
  az_arena *scratch = az_arena_new();
  for (uint32_t r = 0; r < rows->count; r++) {
    rows->raised[r] = false;
    if (among && !among[r]) continue;
    if (rows->ops->row(rows->domain, r).view != view) { /* rows of one view are consecutive */
      size_t all;
      view = rows->ops->row(rows->domain, r).view;
      obligations = az_synthesis_obligations(rows->synthesis, view, &all);
      reached = AZ_NEWN(scratch, const az_obligation *, all);
      count = 0;
      for (size_t i = 0; i < all; i++)
        if (az_is_true(rows->store, model->value(model->ctx, obligations[i].condition)))
          reached[count++] = &obligations[i];
    }
    for (size_t i = 0; i < count; i++)
      rows->raised[r] |= rows->ops->improve(rows->domain, r, value, model, &reached[i]->state);
    any |= rows->raised[r];
  }
  az_arena_free(scratch);
  return any;
}

/* ---- samples --------------------------------------------------------------------------------- */

void numeric_rows_join_samples(numeric_rows *rows, const bool *among, void *value) {
  for (uint32_t r = 0; r < rows->count; r++) {
    if (!among[r]) continue;
    az_state state = {.view = rows->ops->row(rows->domain, r).view};
    size_t count;
    const az_term *const *samples = az_synthesis_samples(rows->synthesis, state.view, &count);
    for (size_t i = 0; i < count; i++) {
      state.values = samples[i];
      if (rows->ops->improve(rows->domain, r, value, &sample_model, &state))
        az_synthesis_why(rows->synthesis, r, "sample");
    }
  }
}

uint32_t numeric_rows_sample(numeric_rows *rows, uint32_t row, void *value, az_wide *greatest,
                             uint32_t *with_bound) {
  az_state state = {.view = rows->ops->row(rows->domain, row).view};
  size_t count;
  const az_term *const *samples = az_synthesis_samples(rows->synthesis, state.view, &count);
  az_wide found;
  *with_bound = 0;
  *greatest = 0;
  for (size_t i = 0; i < count; i++) {
    state.values = samples[i];
    numeric_rows_set_bottom(rows, row, value);
    if (!rows->ops->improve(rows->domain, row, value, &sample_model, &state) ||
        !rows->numeric->bound(rows->domain, row, value, &found))
      return UINT32_MAX;
    if (!i || found > *greatest) {
      *greatest = found;
      *with_bound = 0;
    }
    *with_bound += found == *greatest;
  }
  if (count) rows->numeric->set_bound(rows->domain, row, value, *greatest);
  return (uint32_t)count;
}
