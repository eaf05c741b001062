/* Octagons: zones and +-(x + y) <= d for the same pairs [mine2006]. */
#include "ansatz/polyhedra.h"

static void *open_octagons(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
  (void)err;
  az_polyhedra *p = az_polyhedra_new(context);
  az_polyhedra_add_bounds(p);
  az_polyhedra_add_float_bounds(p);
  az_polyhedra_add_pairs(p, true, az_polyhedra_pairs_related(options));
  return p;
}

static const az_option options_of_octagons[] = {AZ_POLYHEDRA_PAIRS, {.name = NULL}};
static uint32_t asks(const az_desc *options) {
  return az_polyhedra_pairs_related(options) ? AZ_ASKS_RELATIONS : 0;
}

static const az_domain_ops operations = {.open = open_octagons, .asks = asks, AZ_POLYHEDRA_OPS};

AZ_MODULE(octagons) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "octagons", "1.0"),
    .summary = "intervals and bounds of differences and sums: x - y <= d, x + y <= d",
    .options = options_of_octagons,
    AZ_MODULE_OPERATIONS(operations),
};
