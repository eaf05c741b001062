/* As written_preloop, but the index expressions at which the loop reads the array are borders,
 * too. */
#include "by_use.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  const unsigned what =
      CUT_WRITTEN | CUT_READ | CUT_PRELOOP | (az_desc_bool(options, "bounds") ? CUT_BOUNDS : 0u);
  segmentation_by_use(use, what | segmentation_flags(options), az_desc_int(options, "max"), out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {
    {.name = "bounds",
     .type = AZ_OPT_BOOL,
     .initial = "false",
     .summary = "also cut at the bounds of the loop, of loops within it and around it"},
    SEGMENTATION_OPTIONS,
    {.name = NULL}};

AZ_MODULE(written_and_read) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "written_and_read", "1.0"),
    .summary = "cut where the loop writes or reads, and where it began to",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
