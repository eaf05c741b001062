/* Opens the domain that a description names. See docs/architecture.md. */
#include "ansatz/domain.h"
#include "base/check.h"
#include <string.h>

az_status az_domain_open(const az_domain_context *context, const az_desc *desc, az_domain *out,
                         az_error *err) {
  *out = (az_domain){0};
  const az_module *module = desc ? desc->module : NULL;
  if (!module || module->kind != AZ_MODULE_DOMAIN)
    return az_fail(err, AZ_ERR_INPUT, "'%s' is a %s where a domain is expected",
                   module ? module->name : "(nothing)",
                   module ? az_module_kind_name(module->kind) : "missing description");
  assert(module->operations); /* the registry refuses modules without operations */
  az_domain domain = {.module = module, .ops = module->operations, .desc = desc};
  domain.self = domain.ops->open(context, desc, err);
  az_status misused = az_desc_check(desc, err);
  if (misused && domain.self) domain.ops->close(domain.self);
  if (misused) return misused;
  if (!domain.self)
    return az_fail(err, AZ_ERR_INTERNAL, "domain '%s' did not open", module->name),
           err && err->status ? err->status : AZ_ERR_INTERNAL;

  /* A row without a view has no proof obligation, and would be "inductive" whatever it claims. */
  uint32_t rows = domain.ops->row_count(domain.self);
  for (uint32_t r = 0; r < rows; r++) {
    uint32_t view = domain.ops->row(domain.self, r).view;
    if (view < context->view_count) continue;
    domain.ops->close(domain.self);
    return az_fail(err, AZ_ERR_INTERNAL, "domain '%s': row %u names view %u of %u", module->name, r,
                   view, context->view_count);
  }
  *out = domain;
  return AZ_OK;
}

void az_domain_close(az_domain *domain) {
  if (domain->self) domain->ops->close(domain->self);
  *domain = (az_domain){0};
}

az_term az_domain_claim(az_store *store, const az_domain *d, uint32_t row, const void *value,
                        const az_state *state) {
  assert(d->self && d->ops); /* the domain must be open */
  return az_handed_over(store, d->ops->claim(d->self, row, value, state), az_sort_bool(),
                        "domain '%s': the claim of row %u",
                        d->module ? d->module->name : "(conditions)", row);
}

az_term az_fixed_object(const az_domain_context *context, uint32_t site, uint32_t ordinal) {
  az_store *s = context->store;
  const az_term instance = az_bv(s, AZ_INSTANCE_BITS, site);
  return az_concat(s, az_fixed_instance_number(s, site, ordinal), instance);
}

static bool same_path(const az_access *a, const az_access *b) {
  if (!a || !b) return a == b;
  bool root = a->kind == AZ_ACCESS_PROGRAM; /* roots are compared by their object */
  return a->kind == b->kind && (root || a->instance == b->instance) && a->ordinal == b->ordinal &&
         a->offset == b->offset && a->bytes == b->bytes &&
         (a->ghost == b->ghost || (a->ghost && b->ghost && !strcmp(a->ghost, b->ghost))) &&
         same_path(a->of, b->of);
}

bool az_tvars_same_place(const az_tvar *a, const az_tvar *b) {
  if (!a->path || !b->path || a->object != b->object || !same_path(a->path, b->path)) return false;
  const az_access *x = a->path, *y = b->path;
  while (x->of) x = x->of, y = y->of;
  return a->object != AZ_NONE || x->instance == y->instance;
}

bool az_tvars_related(const az_domain_context *context, uint32_t a, uint32_t b) {
  if (!context->related || !context->related[a] || a == b) return true;
  for (const uint32_t *v = context->related[a]; *v != UINT32_MAX && *v <= b; v++)
    if (*v == b) return true;
  return false;
}
