/* The policy of 2LS at SV-COMP 2023 [malik2023]: borders are the index expressions at which the
 * loop writes, without the values that they had before the loop. An array that the loop only reads
 * is one segment. */
#include "by_use.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  segmentation_by_use(use, CUT_WRITTEN | segmentation_flags(options), az_desc_int(options, "max"),
                      out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {SEGMENTATION_OPTIONS, {.name = NULL}};

AZ_MODULE(written) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "written", "1.0"),
    .summary = "cut where the loop writes: {0} {i} {i + 1} {n}",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
