/* Zones: intervals and x - y <= d for every pair of one site's integer variables, of which the loop
 * changes one at least (book chapter 6.1). Widths and signs may differ: the helper extends. */
#include "ansatz/polyhedra.h"

static void *open_zones(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)options, (void)err;
  az_polyhedra *p = az_polyhedra_new(context);
  for (uint32_t x = 0; x < context->var_count; x++) {
    const az_tvar *v = &context->vars[x];
    if (!az_polyhedra_takes(v)) continue;
    if (v->changes) {
      az_polyhedra_add(p, &(az_linear){x, 1}, 1);
      az_polyhedra_add(p, &(az_linear){x, -1}, 1);
    }
    for (uint32_t y = x + 1; y < context->var_count; y++) {
      const az_tvar *w = &context->vars[y];
      if (w->site != v->site || !az_polyhedra_takes(w) || !(v->changes || w->changes)) continue;
      az_polyhedra_add(p, (az_linear[]){{x, 1}, {y, -1}}, 2);
      az_polyhedra_add(p, (az_linear[]){{x, -1}, {y, 1}}, 2);
    }
  }
  return p;
}

static const az_domain_ops operations = {.open = open_zones, AZ_POLYHEDRA_OPS};

AZ_MODULE(zones) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "zones",
    .version = "1.0",
    .summary = "intervals and differences: x - y <= d",
    .operations = &operations,
    .operations_size = sizeof operations,
};
