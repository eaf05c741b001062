/* Borders given by the user, in C syntax over the variables of the loop: fixed{ "i", "n / 2" }. A
 * border with an unknown name is skipped, since it is meant for another loop. */
#include "by_use.h"
#include "ansatz/expression.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  const char *const *texts;
  size_t n = az_desc_strings(options, "borders", &texts);
  int64_t max = az_desc_int(options, "max");
  const az_domain_context *c = use->context;
  uint32_t width = az_sort_width(az_sort_of(c->store, use->first.at));
  az_segmentation_begin(out);
  for (size_t i = 0; i < n && (int64_t)i < max; i++) {
    az_error why = {.status = AZ_OK};
    az_expression *e = az_expression_parse(c, c->vars[use->var].view, texts[i], &why);
    if (!e && why.status == AZ_ERR_UNSUPPORTED) continue;
    if (!e) return az_fail(err, why.status, "fixed: border '%s': %s", texts[i], why.message);
    az_state state = {.view = c->vars[use->var].view, .values = use->state};
    az_term at = az_resize(c->store, az_expression_term(e, &state), width, az_expression_signed(e));
    az_segmentation_cut(out, (az_border){at, az_arena_strdup(use->arena, texts[i])});
    az_expression_free(e);
  }
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {{.name = "borders",
                                     .type = AZ_OPT_STRINGS,
                                     .summary = "in ascending order: fixed{ \"i\", \"n / 2\" }",
                                     .required = true,
                                     .check = az_expression_check},
                                    SEGMENTATION_MAX,
                                    {.name = NULL}};

AZ_MODULE(fixed) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "fixed", "1.0"),
    .summary = "borders given in C syntax: fixed{ \"i\", \"n / 2\" }",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
