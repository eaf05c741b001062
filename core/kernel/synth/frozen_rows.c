/* Rows over formals, instantiated by substitution (docs/soundness.md, what is trusted). */
#include "synth/frozen_rows.h"
#include "ansatz/allocate.h"
#include "base/check.h"
#include "module/builtin.h"
#include <stdlib.h>
#include <string.h>

static const az_module *foreign(const az_registry *registry, const az_desc *desc, bool all) {
  if (strcmp(az_registry_origin(registry, desc->module), "built in") != 0) return desc->module;
  const az_module *found = NULL;
  for (size_t i = 0; i < desc->count; i++) {
    const az_value_desc *v = &desc->values[i];
    bool lists = v->type == AZ_OPT_DOMAIN || v->type == AZ_OPT_DOMAINS;
    lists |= all && (v->type == AZ_OPT_STRATEGY || v->type == AZ_OPT_POLICY);
    for (size_t j = 0; lists && !found && j < v->as.modules.count; j++)
      found = foreign(registry, v->as.modules.items[j], all);
  }
  return found;
}

bool az_frozen_needed(const az_registry *registry, const az_desc *domain) {
  return foreign(registry, domain, false) != NULL;
}

const az_module *az_frozen_foreign(const az_registry *registry, const az_desc *desc) {
  return foreign(registry, desc, true);
}

/* ---- the variables of a claim ---------------------------------------------------------------- */

typedef struct marks {
  bool *known; /* by term */
  size_t terms;
  bool foreign; /* the claim has an unknown variable */
} marks;

static void mark(void *ctx, az_term var) {
  marks *m = ctx;
  m->known = az_by_term(m->known, &m->terms, var, sizeof *m->known);
  m->known[var] = true;
}

static void check(void *ctx, az_term var) {
  marks *m = ctx;
  m->foreign |= var >= m->terms || !m->known[var];
}

/* Marks indices, instance numbers of fixed objects and sizes of arrays, which no state changes. */
static void mark_rigid(marks *m, const az_cuts *cuts, const az_domain_context *context) {
  size_t count;
  const az_rigid *rigids = az_cuts_rigids(cuts, &count);
  for (size_t i = 0; i < count; i++) az_free_vars(context->store, &rigids[i].index, 1, mark, m);
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *v = &context->vars[i];
    if (v->kind != AZ_TV_ARRAY) continue;
    if (v->index) az_free_vars(context->store, &v->index, 1, mark, m);
    if (v->size) az_free_vars(context->store, &v->size, 1, mark, m);
  }
  for (uint32_t i = 0; i < context->view_count; i++)
    for (uint32_t ordinal = 0; context->views[i].heap && ordinal < 2; ordinal++) {
      az_term object = az_fixed_object(context, context->views[i].heap, ordinal);
      if (object) az_free_vars(context->store, &object, 1, mark, m);
    }
}

bool az_frozen_admits(const az_cuts *cuts, const az_domain_context *context, uint32_t view,
                      az_term t) {
  marks m = {0};
  mark_rigid(&m, cuts, context);
  for (uint32_t i = 0, n = az_cuts_width(cuts, view); i < n; i++) {
    az_term formal = az_cuts_formal(cuts, view, i);
    if (formal) az_free_vars(context->store, &formal, 1, mark, &m);
  }
  az_free_vars(context->store, &t, 1, check, &m);
  free(m.known);
  return !m.foreign;
}

az_term *az_frozen_formals(const az_cuts *cuts, uint32_t view) {
  uint32_t n = az_cuts_width(cuts, view);
  az_term *formals = az_calloc(n + 1, sizeof *formals);
  for (uint32_t i = 0; i < n; i++) formals[i] = az_cuts_formal(cuts, view, i);
  return formals;
}

static bool freeze(az_frozen_rows *s, const az_domain_context *context, const az_domain *domain,
                   uint32_t r, const void *value) {
  const uint32_t view = s->rows[r].view;
  az_term *formals = az_frozen_formals(s->cuts, view);
  az_state state = {view, formals, NULL};
  az_term claim = az_domain_claim(s->store, domain, r, value, &state);
  free(formals);
  s->claims[r] = claim;
  return az_frozen_admits(s->cuts, context, view, claim);
}

az_frozen_rows *az_frozen_new(const az_cuts *cuts, const az_domain_context *context,
                              const az_domain *domain, const az_row *rows, uint32_t count,
                              const void *value) {
  az_frozen_rows *s = az_calloc(1, sizeof *s);
  *s = (az_frozen_rows){.cuts = cuts,
                        .store = context->store,
                        .count = count,
                        .rows = az_calloc(count + 1, sizeof *s->rows),
                        .claims = az_calloc(count + 1, sizeof *s->claims)};
  if (count) memcpy(s->rows, rows, count * sizeof *rows);
  bool fine = true;
  for (uint32_t r = 0; r < count && fine; r++)
    if (!rows[r].is_transition) fine = freeze(s, context, domain, r, value);
  if (fine) return s;
  az_frozen_free(s);
  return NULL;
}

void az_frozen_free(az_frozen_rows *frozen) {
  if (!frozen) return;
  free(frozen->rows);
  free(frozen->claims);
  free(frozen);
}

az_term az_frozen_claim(const az_frozen_rows *frozen, uint32_t row, const az_term *values) {
  assert(row < frozen->count && !frozen->rows[row].is_transition && frozen->claims[row]);
  return az_cuts_in_state(frozen->cuts, frozen->rows[row].view, frozen->claims[row], values);
}
