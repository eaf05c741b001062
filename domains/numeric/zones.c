/* Zones: intervals and x - y <= d for every pair of one view's integer variables, if the loop
 * changes at least one of the two [kroening2023, sec. 6.1]. The variables may differ in width and
 * sign, since the helper extends their terms. Along the control flow: zones_transfer.c. */
#include "ansatz/polyhedra.h"
#include "zones_transfer.h"

static void *open_zones(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  az_polyhedra *p = az_polyhedra_new(context);
  az_polyhedra_add_bounds(p);
  az_polyhedra_add_float_bounds(p);
  az_polyhedra_add_pairs(p, false, az_polyhedra_pairs_related(options));
  return p;
}

static const az_option options_of_zones[] = {
    AZ_POLYHEDRA_PAIRS,
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "1000",
     .least = 1,
     .greatest = 1000000,
     .summary = "differences in one state, at most, along the control flow"},
    {.name = NULL}};
static uint32_t asks(const az_desc *options) {
  return az_polyhedra_pairs_related(options) ? AZ_ASKS_RELATIONS : 0;
}

static const az_domain_ops operations = {
    .open = open_zones, .asks = asks, .transfer = &zones_transfer, AZ_POLYHEDRA_OPS};

AZ_MODULE(zones) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "zones", "1.0"),
    .summary = "intervals and bounds of differences: x - y <= d",
    .options = options_of_zones,
    AZ_MODULE_OPERATIONS(operations),
};
