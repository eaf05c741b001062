/* The policy of the array paper (3.2): borders are the index expressions at which the loop writes,
 * and their values before the loop. One segmentation a written expression,
 * {0} {b before} {b} {b + 1} {size} where b rises, {0} {b} {b + 1} {b before + 1} {size} where it
 * falls: what was written lies between the value before the loop and the present one. An array that
 * the loop only reads is cut where it is read: a loop that looks for the greatest element learns
 * about those that it has seen. */
#include "ansatz/segmentation.h"

static void cut_at(const az_array_use *use, const az_index_use *i, az_segmentations *out) {
  az_segmentation_begin(out);
  if (i->before && i->direction >= 0) az_segmentation_cut(out, az_border_at(use, i->before));
  az_segmentation_cut(out, az_border_at(use, i->at));
  az_segmentation_cut(out, az_border_behind(use, i->at));
  if (i->before && i->direction < 0) az_segmentation_cut(out, az_border_behind(use, i->before));
}

static az_status cut(const az_array_use *use, const az_desc *options, az_segmentations *out,
                     az_error *err) {
  (void)err;
  int64_t most = az_desc_int(options, "max"), n = 0;
  bool any = use->index_count && use->indices[0].is_written;
  for (uint32_t i = 0; i < use->index_count && n < most; i++) {
    if (use->indices[i].is_written != any) continue;
    cut_at(use, &use->indices[i], out);
    n++;
  }
  if (!n) az_segmentation_begin(out);
  return AZ_OK;
}

static const az_segmentation_ops operations = {.cut = cut};

static const az_option options[] = {{.name = "max",
                                     .type = AZ_OPT_INT,
                                     .summary = "index expressions that are taken at most",
                                     .initial = "8",
                                     .least = 0,
                                     .greatest = 1000},
                                    {0}};

AZ_MODULE(written_preloop) = {
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_SEGMENTATION,
    .name = "written_preloop",
    .version = "1.0",
    .summary = "cut where the loop writes, and where it began to: {0} {i before} {i} {i + 1} {n}",
    .options = options,
    .operations = &operations,
    .operations_size = sizeof operations,
};
