/* Intervals: x <= d and -x <= d for every integer and every float that the loop changes
 * [kroening2023, sec. 6.1]; other variables keep their terms, so they need no row. Along the
 * control flow: the lattice of intervals with its widening and narrowing [cousot1977]. */
#include "ansatz/float_order.h"
#include "ansatz/polyhedra.h"
#include "interval_lattice.h"

static void *open_interval(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
  (void)options, (void)err;
  az_polyhedra *p = az_polyhedra_new(context);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (!x->changes || (!az_polyhedra_takes(x) && !az_float_order_takes(x))) continue;
    az_polyhedra_add(p, &(az_linear){v, 1}, 1);
    az_polyhedra_add(p, &(az_linear){v, -1}, 1);
  }
  return p;
}

/* ---- along the control flow ------------------------------------------------------------------ */

AZ_NONRELATIONAL_TRANSFER(interval_lattice);

static const az_domain_ops operations = {
    .open = open_interval, .transfer = &transfer, AZ_POLYHEDRA_OPS};

AZ_MODULE(interval) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "interval", "1.0"),
    .summary = "bounds of integers and floats: x <= d, -x <= d",
    AZ_MODULE_OPERATIONS(operations),
};
