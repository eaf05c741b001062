/* Takes the borders of templates from an analysis along the control flow [cousot2011]: the bounds
 * that the analysis finds at a loop head. So arrays are also cut where contents change although the
 * loop has no index there, for example at the end of the cells that an earlier loop wrote. If the
 * analysis has no result (it ran out of time or does not follow the array), the loop's own indices
 * are the borders, as in written_preloop. */
#include "ansatz/analysis.h"
#include "ansatz/module.h"
#include "by_use.h"
#include <stdlib.h>

typedef struct cutter {
  const az_array_use *use;
  const az_analysis *analysis;
  const az_term *values; /* a state at the array's view, over abstract variables */
  az_segmentations *out;
  int64_t left; /* number of borders that may still be added */
} cutter;

/* Returns the variable of the array's view that has this abstract value, or NULL. */
static const az_tvar *shown_as(const cutter *c, az_term value) {
  const az_domain_context *context = c->use->context;
  uint32_t view = context->vars[c->use->var].view;
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (x->view == view && x->kind == AZ_TV_INT && c->values[x->at] == value) return x;
  }
  return NULL;
}

static const char *name_of(void *ctx, az_term var) {
  const az_tvar *x = shown_as(ctx, var);
  return x ? x->name : "?";
}

static bool is_shown(const cutter *c, const az_sum *sum) {
  for (uint32_t i = 0; i < sum->count; i++)
    if (!shown_as(c, sum->of[i].var)) return false;
  return true;
}

/* Returns a border for a sum that lies between 0 and the array's length, so that it fits. */
static az_border border_of(const cutter *c, const az_sum *sum) {
  az_store *store = c->use->context->store;
  uint32_t bits = az_sort_width(az_sort_of(store, c->use->first.at));
  uint32_t of_sum = az_sum_bits(store, sum);
  az_term term = az_sum_term(store, sum, of_sum > bits ? of_sum : bits);
  if (of_sum > bits) term = az_extract(store, term, bits - 1, 0);
  az_subst *subst = az_subst_new(store);
  for (uint32_t i = 0; i < sum->count; i++)
    az_subst_bind(subst, sum->of[i].var, c->use->state[shown_as(c, sum->of[i].var)->at]);
  char *text = az_sum_text(store, sum, name_of, (void *)(uintptr_t)c);
  az_border border = {az_subst_apply(subst, term), az_arena_strdup(c->use->arena, text)};
  free(text);
  az_subst_free(subst);
  return border;
}

/* Cuts at one of the expressions, since their values are equal. */
static void cut_at(void *ctx, const az_sum *sums, uint32_t count) {
  cutter *c = ctx;
  for (uint32_t i = 0; i < count && c->left > 0; i++) {
    if (!is_shown(c, &sums[i])) continue;
    az_segmentation_cut(c->out, border_of(c, &sums[i]));
    c->left--;
    return;
  }
}

/* Returns false if the analysis does not follow the array here. */
static bool cut_by_analysis(cutter *c) {
  const az_domain_context *context = c->use->context;
  const az_tvar *array = &context->vars[c->use->var];
  const az_analysis *a = c->analysis;
  const void *state;
  if (!az_analysis_state(a, array->view, &state, &c->values)) return false;
  const az_transfer_context *abstract = &a->equations->context;
  uint32_t var = state ? abstract->var_of(abstract, c->values[array->at]) : AZ_NONE;
  if (var == AZ_NONE || a->transfer.ops->is_bottom(a->transfer.self, state)) return false;
  az_segmentation_begin(c->out);
  az_border_sink sink = {cut_at, c};
  return a->transfer.ops->arrays.borders(a->transfer.self, state, var, &sink);
}

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  az_desc *const *domain;
  az_desc_modules(options, "analysis", &domain);
  cutter c = {.use = use, .out = out, .left = az_desc_int(options, "max")};
  az_analyses *analyses = use->context->analyses;
  az_error why = {.status = AZ_OK};
  if (analyses) c.analysis = az_analyses_open(analyses, domain[0], NULL, &why);
  if (why.status == AZ_ERR_INPUT) return az_fail(err, why.status, "%s", why.message);
  if (c.analysis && !c.analysis->transfer.ops->arrays.borders)
    return az_fail(err, AZ_ERR_INPUT, "functor: the domain %s cuts no arrays",
                   domain[0]->module->name);
  if (c.analysis && az_analysis_solve(c.analysis, 0, &why) == AZ_OK && cut_by_analysis(&c))
    return AZ_OK;
  bool written = use->index_count && use->indices[0].is_written;
  segmentation_by_use(use, (written ? CUT_WRITTEN : CUT_READ) | CUT_PRELOOP | CUT_CELL,
                      az_desc_int(options, "max"), out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {
    {.name = "analysis",
     .type = AZ_OPT_DOMAIN,
     .summary = "the domain whose bounds are the borders, run along the control flow: "
                "functor{ analysis = segments{ .. } }",
     .required = true},
    SEGMENTATION_MAX,
    {.name = NULL}};

AZ_MODULE(functor) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "functor", "1.0"),
    .summary = "cut where an analysis along the control flow finds that contents change",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
