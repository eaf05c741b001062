/* Products: product{ a, b, ... } has the rows of all components. The rows of each component are
 * found under the claims of the others, which is reduction through the solver ([kroening2023,
 * sec. 6.5]; docs/soundness.md 4). */
#include "ansatz/tuple.h"
#include "product_transfer.h"

static void *open_product(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_desc *const *components;
  size_t n = az_desc_modules(options, "components", &components);
  az_tuple *t = az_tuple_new("round_robin");
  for (size_t i = 0; i < n; i++) {
    az_domain component;
    if (az_domain_open(context, components[i], &component, err) != AZ_OK) {
      az_tuple_close(t);
      return NULL;
    }
    az_tuple_add(t, &component, true);
  }
  return t;
}

static const az_domain_ops operations = {
    .open = open_product, .transfer = &az_product_transfer, AZ_TUPLE_OPS};

static const az_option options[] = {{.name = "components",
                                     .type = AZ_OPT_DOMAINS,
                                     .summary = "the domains, each with its own strategy or the "
                                                "default: product{ interval(), equality() }",
                                     .required = true},
                                    {0}};

AZ_MODULE(product) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "product", "1.0"),
    .summary = "several domains, each under the others' claims",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
