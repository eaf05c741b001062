/* The policy of [malik2024, sec. 3.2], the default: borders are the index expressions at which the
 * loop writes, and their values before the loop. An array that the loop only reads is cut where it
 * is read: a loop that searches for the greatest element then has claims about the elements that it
 * has seen. */
#include "by_use.h"

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  bool written = use->index_count && use->indices[0].is_written;
  segmentation_by_use(
      use, (written ? CUT_WRITTEN : CUT_READ) | CUT_PRELOOP | segmentation_flags(options),
      az_desc_int(options, "max"), out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {SEGMENTATION_OPTIONS, {.name = NULL}};

AZ_MODULE(written_preloop) = {
    AZ_MODULE_HEAD(AZ_MODULE_SEGMENTATION, "written_preloop", "1.0"),
    .summary = "cut where the loop writes, and where it began to: {0} {i before} {i} {i + 1} {n}",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
