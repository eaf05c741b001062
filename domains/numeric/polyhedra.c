/* Template polyhedra with chosen rows [sankaranarayanan2005]: rows given as text, families of rows,
 * and rows that the program suggests; the public helper implements their syntax and sources. */
#include "ansatz/polyhedra.h"

static void *open_polyhedra(const az_domain_context *context, const az_desc *options,
                            az_error *err) {
  az_polyhedra *p = az_polyhedra_new(context);
  az_polyhedra_limit(p, (uint32_t)az_desc_int(options, "most"));
  if (az_desc_bool(options, "bounds")) {
    az_polyhedra_add_bounds(p);
    az_polyhedra_add_float_bounds(p);
  }
  if (az_desc_bool(options, "entries")) az_polyhedra_add_entries(p);
  if (az_polyhedra_add_chosen(p, options, err) == AZ_OK) return p;
  az_polyhedra_free(p);
  return NULL;
}

static const az_option options_of_polyhedra[] = {
    AZ_POLYHEDRA_CHOSEN,
    {.name = "bounds",
     .type = AZ_OPT_BOOL,
     .initial = "true",
     .summary = "also the rows of interval(): x and -x for each variable that the loop changes"},
    {.name = "entries",
     .type = AZ_OPT_BOOL,
     .initial = "false",
     .summary = "also rows for the change of variables, and of sums and differences of related "
                "pairs, since the loop was entered"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "2000",
     .least = 1,
     .greatest = 1000000,
     .summary = "number of rows at most; kept first are bounds, then rows given, then rows mined"},
    {.name = NULL}};

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_polyhedra, .asks = asks, AZ_POLYHEDRA_OPS};

AZ_MODULE(polyhedra) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "polyhedra", "1.0"),
    .summary = "bounds of chosen sums of variables: x + 2*y - z <= d; by default of those that the "
               "program suggests",
    .options = options_of_polyhedra,
    AZ_MODULE_OPERATIONS(operations),
};
