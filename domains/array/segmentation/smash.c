/* One segment for all elements: the coarsest policy, the fallback if no border is known. */
#include "ansatz/segmentation.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)use, (void)options, (void)err;
  az_segmentation_begin(out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {{.name = NULL}};

AZ_MODULE(smash) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "smash", "1.0"),
    .summary = "one segment for the whole array: {0} {n}",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
