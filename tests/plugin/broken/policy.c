/* A policy that cuts where the loop writes, and breaks one law, which FAULT chooses; 0: none. */
#include <ansatz/segmentation.h>

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)options, (void)err;
  static unsigned calls;
  az_store *store = use->context->store;
  if (FAULT == 1) return AZ_OK; /* none */
  az_segmentation_begin(out);
  for (uint32_t i = 0; i < use->index_count; i++) {
    az_border at = az_border_at(use, use->indices[i].at),
              behind = az_border_behind(use, use->indices[i].at);
    if (FAULT == 2) at.at = use->indices[i].at; /* of the index's width */
    if (FAULT == 3 && ++calls % 2) continue;    /* another one each time */
    if (FAULT == 4) at.at = az_fresh(store, az_sort_of(store, behind.at), "anywhere");
    if (FAULT == 5) { /* does not ascend */
      az_segmentation_cut(out, behind);
      az_segmentation_cut(out, at);
      break;
    }
    az_segmentation_cut(out, at);
    az_segmentation_cut(out, behind);
    break;
  }
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

#define NAMED(name) AZ_MODULE(name) /* with the macro MODULE replaced */
NAMED(MODULE) = {AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, NAME, "1.0"),
                 .summary = "cuts where the loop writes", AZ_MODULE_OPERATIONS(operations)};
