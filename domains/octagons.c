/* Octagons: zones and +-(x + y) <= d for the same pairs (book chapter 6.1, after Mine). */
#include "ansatz/polyhedra.h"

static void *open_octagons(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
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
      for (int sign = -1; sign <= 1; sign += 2) {
        az_polyhedra_add(p, (az_linear[]){{x, 1}, {y, sign}}, 2);
        az_polyhedra_add(p, (az_linear[]){{x, -1}, {y, -sign}}, 2);
      }
    }
  }
  return p;
}

static const az_domain_ops operations = {.open = open_octagons, AZ_POLYHEDRA_OPS};

AZ_MODULE(octagons) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "octagons",
    .version = "1.0",
    .summary = "intervals, differences and sums: x - y <= d, x + y <= d",
    .operations = &operations,
    .operations_size = sizeof operations,
};
