/* The result of a segmentation policy for an array: ordered segmentations [malik2024, sec. 3.1].
 * Borders that are always equal are merged. */
#include "ansatz/segmentation.h"
#include <stb/stb_ds.h>

typedef struct stride {
  az_border from;
  uint32_t by;
} stride;

typedef struct condition {
  az_term term;
  const char *text;
} condition;

struct az_segmentations { /* while they are built */
  const az_array_use *use;
  az_border **all; /* stb_ds of stb_ds */
  stride *strides; /* stb_ds, parallel to `all` */
  condition *when; /* stb_ds, parallel to `all` */
  bool by_terms;   /* the solver is not queried */
};

/* ---- building -------------------------------------------------------------------------------- */

void az_segmentation_begin(az_segmentations *out) {
  az_border *borders = NULL;
  arrput(borders, out->use->first);
  arrput(out->all, borders);
  arrput(out->strides, ((stride){.by = 0}));
  arrput(out->when, ((condition){0}));
}

void az_segmentation_cut(az_segmentations *out, az_border border) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  az_border **borders = &arrlast(out->all);
  if (border.at == out->use->first.at) return;
  if (!out->by_terms && az_border_is_last(out->use, border)) return;
  if (arrlast(*borders).at == border.at || border.at == out->use->last.at) return;
  arrput(*borders, border);
}

void az_segmentation_stride(az_segmentations *out, az_border from, uint32_t by) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  arrlast(out->strides) = (stride){from, by};
}

void az_segmentation_by_terms(az_segmentations *out) {
  out->by_terms = true;
}

void az_segmentation_when(az_segmentations *out, az_term term, const char *text) {
  if (!arrlenu(out->all)) az_segmentation_begin(out);
  arrlast(out->when) = (condition){term, text};
}

/* Checks that borders are as wide as the start of the array, and that the condition is a bool. */
static void check_sorts(const az_array_use *use, const az_desc *policy,
                        const az_segmentation *answer) {
  az_store *store = use->context->store;
  const az_sort number = az_sort_of(store, use->first.at);
  const char *name = policy->module->name;
  for (uint32_t i = 0; i < answer->count; i++)
    if (answer->borders[i].at)
      az_handed_over(store, answer->borders[i].at, number, "segmentation policy '%s': border %u",
                     name, i);
  if (answer->stride)
    az_handed_over(store, answer->from.at, number, "segmentation policy '%s': stride", name);
  if (answer->when)
    az_handed_over(store, answer->when, az_sort_bool(), "segmentation policy '%s': condition",
                   name);
}

/* ---- asking ---------------------------------------------------------------------------------- */

az_status az_segmentation_ask(const az_array_use *use, const az_desc *policy,
                              const az_segmentation **out, uint32_t *count, az_error *err) {
  az_segmentations answer = {.use = use};
  const az_segmentation_ops *ops = policy->module->operations;
  az_status status = ops->cut(use, policy, &answer, err);
  if (!status) status = az_desc_check(policy, err);
  uint32_t n = (uint32_t)arrlenu(answer.all);
  az_segmentation *all = AZ_NEWN(use->arena, az_segmentation, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    az_border **borders = &answer.all[i];
    if (use->last.at) arrput(*borders, use->last);
    all[i].count = (uint32_t)arrlenu(*borders);
    all[i].borders = AZ_COPY(use->arena, *borders, all[i].count, all[i].count + 1);
    if (!use->last.at) all[i].borders[all[i].count++] = (az_border){AZ_NO_TERM, "..."};
    all[i].from = answer.strides[i].from;
    all[i].stride = answer.strides[i].by;
    all[i].when = answer.when[i].term;
    all[i].when_text = answer.when[i].text;
    check_sorts(use, policy, &all[i]);
    arrfree(*borders);
  }
  arrfree(answer.all);
  arrfree(answer.strides);
  arrfree(answer.when);
  *out = all;
  *count = n;
  return status ? status : az_misused(use->context->store, err);
}
