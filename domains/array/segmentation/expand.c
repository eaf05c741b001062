/* One segment for each of the first `max` cells, and one for all other cells. */
#include "by_use.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  az_store *store = use->context->store;
  uint32_t width = az_sort_width(az_sort_of(store, use->first.at));
  int64_t max = az_desc_int(options, "max");
  az_wide size;
  if (use->last.at && az_const_wide(store, use->last.at, true, &size) && size <= max)
    max = (int64_t)size - 1;
  az_segmentation_begin(out);
  for (int64_t i = 1; i <= max; i++)
    az_segmentation_cut(out, (az_border){az_bv_signed(store, width, i),
                                         az_arena_printf(use->arena, "%lld", (long long)i)});
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {SEGMENTATION_MAX, {.name = NULL}};

AZ_MODULE(expand) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "expand", "1.0"),
    .summary = "one segment per cell, and one for the rest: {0} {1} {2} ... {n}",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
