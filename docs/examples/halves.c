/* Two halves, and the cell where the loop writes: {0} {i} {i + 1} {n}, or {0} {n / 2} {n} where it
 * writes nothing. */
#include <ansatz/segmentation.h>

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)options, (void)err;
  az_store *store = use->context->store;
  az_segmentation_begin(out);
  for (uint32_t i = 0; i < use->index_count; i++) {
    if (!use->indices[i].is_written) continue;
    az_segmentation_cut(out, az_border_at(use, use->indices[i].at));
    az_segmentation_cut(out, az_border_behind(use, use->indices[i].at));
    return AZ_OK;
  }
  if (!use->last.at) return AZ_OK; /* of unknown size: one segment */
  uint32_t width = az_sort_width(az_sort_of(store, use->last.at));
  az_term middle = az_bv_lshr(store, use->last.at, az_bv(store, width, 1));
  az_segmentation_cut(out, (az_border){middle, "the middle"});
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

AZ_MODULE(halves) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "halves", "1.0"),
    .summary = "cut where the loop writes first, else in the middle",
    AZ_MODULE_OPERATIONS(operations),
};
