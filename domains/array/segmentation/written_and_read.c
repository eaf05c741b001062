/* As written_preloop, with borders also where the loop reads the array. */
#include "ansatz/segmentation.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  az_segmentation_by_use(
      use, AZ_CUT_WRITTEN | AZ_CUT_READ | AZ_CUT_PRELOOP | az_segmentation_flags(options),
      az_desc_int(options, "max"), out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {AZ_SEGMENTATION_OPTIONS, {.name = NULL}};

AZ_MODULE(written_and_read) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "written_and_read", "1.0"),
    .summary = "cut where the loop writes or reads, and where it began to",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
