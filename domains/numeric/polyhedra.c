/* Template polyhedra with chosen rows [sankaranarayanan2005]: rows given as text, families of rows,
 * and rows that the program suggests; the public helper has their syntax and sources. */
#include "ansatz/polyhedra.h"
#include <string.h>

static bool given(const az_desc *options, const char *name) {
  for (size_t i = 0; options && i < options->count; i++)
    if (!strcmp(options->values[i].option, name)) return true;
  return false;
}

static void *open_polyhedra(const az_domain_context *context, const az_desc *options,
                            az_error *err) {
  az_polyhedra *p = az_polyhedra_new(context);
  const char *const *rows;
  size_t count = options ? az_desc_strings(options, "rows", &rows) : 0;
  bool mined = given(options, "mined") ? az_desc_bool(options, "mined") : !count;
  az_polyhedra_limit(p, (uint32_t)az_desc_int(options, "most"));
  if (az_desc_bool(options, "bounds")) az_polyhedra_add_bounds(p);
  for (size_t i = 0; i < count; i++) {
    uint32_t added;
    if (az_polyhedra_add_text(p, rows[i], &added, err)) {
      az_polyhedra_free(p);
      return NULL;
    }
    if (!added && !az_polyhedra_refused(p)) az_polyhedra_note(p, "'%s' gives no row here", rows[i]);
  }
  if (mined) az_polyhedra_add_mined(p);
  return p;
}

static const az_option options_of_polyhedra[] = {
    {.name = "rows",
     .type = AZ_OPT_STRINGS,
     .summary = "sums of variables, \"x + 2*y - z\", with stars in names, \"all pairs; related\""},
    {.name = "mined",
     .type = AZ_OPT_BOOL,
     .summary = "rows that conditions, checks and the loop's steps suggest (default: if no rows "
                "are given)"},
    {.name = "bounds",
     .type = AZ_OPT_BOOL,
     .initial = "true",
     .summary = "also the rows of interval: x and -x of what the loop changes"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .initial = "2000",
     .least = 1,
     .greatest = 1000000,
     .summary = "rows at most; of bounds, rows as given, mined ones, the later are left out"},
    {.name = NULL}};

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {.open = open_polyhedra, .asks = asks, AZ_POLYHEDRA_OPS};

AZ_MODULE(polyhedra) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "polyhedra",
    .version = "1.0",
    .summary = "chosen sums of variables: x + 2*y - z <= d; by default those that the program "
               "suggests",
    .options = options_of_polyhedra,
    .operations = &operations,
    .operations_size = sizeof operations,
};
