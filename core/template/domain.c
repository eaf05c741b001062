/* Opens the domain that a description names. Source: design.md section 8. */
#include "ansatz/domain.h"

az_status az_domain_open(const az_domain_context *context, const az_desc *desc, az_domain *out,
                         az_error *err) {
  *out = (az_domain){0};
  const az_module *module = desc ? desc->module : NULL;
  if (!module || module->kind != AZ_MODULE_DOMAIN)
    return az_fail(err, AZ_ERR_INPUT, "'%s' is a %s where a domain is expected",
                   module ? module->name : "(nothing)",
                   module ? az_module_kind_name(module->kind) : "missing description");
  az_domain domain = {.module = module, .ops = module->operations, .desc = desc};
  domain.self = domain.ops->open(context, desc, err);
  if (!domain.self)
    return az_fail(err, AZ_ERR_INTERNAL, "domain '%s' did not open", module->name),
           err && err->status ? err->status : AZ_ERR_INTERNAL;

  /* A row of no site would be asked nowhere, and so be "inductive" whatever it claims. */
  uint32_t rows = domain.ops->row_count(domain.self);
  for (uint32_t r = 0; r < rows; r++) {
    uint32_t site = domain.ops->row(domain.self, r).site;
    if (site < context->site_count + context->part_count) continue;
    domain.ops->close(domain.self);
    return az_fail(err, AZ_ERR_INTERNAL, "domain '%s': row %u names site %u of %u", module->name, r,
                   site, context->site_count + context->part_count);
  }
  *out = domain;
  return AZ_OK;
}

void az_domain_close(az_domain *domain) {
  if (domain->self) domain->ops->close(domain->self);
  *domain = (az_domain){0};
}

bool az_tvars_related(const az_domain_context *context, uint32_t a, uint32_t b) {
  if (!context->related || !context->related[a] || a == b) return true;
  for (const uint32_t *v = context->related[a]; *v != UINT32_MAX && *v <= b; v++)
    if (*v == b) return true;
  return false;
}
