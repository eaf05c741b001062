/* The policies of the papers, as shared by the modules `written`, `written_preloop`,
 * `written_and_read` and `functor`. */
#ifndef ANSATZ_BY_USE_H
#define ANSATZ_BY_USE_H

#include "ansatz/segmentation.h"

/* The policies of the papers: borders are index expressions, each with the border after it and,
 * with CUT_PRELOOP, its value on entry: {0} {b before} {b} {b + 1} {size} if b increases, {0} {b}
 * {b + 1} {b before + 1} {size} if it decreases. There is one segmentation if the order of all
 * borders is known, else one for each expression, with all borders whose position among its borders
 * is known. Without CUT_CELL, the cell at b has no segment of its own: there is only {b} if b
 * increases, only {b + 1} if it decreases. With CUT_STRIDE, segments between expressions of one
 * stride are cut by that stride. A segmentation has at most `max` borders besides the first and the
 * last, from at most `max` expressions.
 *
 * If this order is unknown: CUT_EACH_ORDER makes one segmentation for each possible order,
 * restricted to the states with that order, if there are few; CUT_ALL_OR_EACH makes one
 * segmentation for each expression, as in the paper. CUT_BOUNDS: bounds of loops are borders, too,
 * each with the border after it. CUT_BY_TERMS: the order is decided by the terms alone, without the
 * solver. */
enum {
  CUT_WRITTEN = 1,
  CUT_READ = 2,
  CUT_PRELOOP = 4,
  CUT_CELL = 8,
  CUT_STRIDE = 16,
  CUT_EACH_ORDER = 32,
  CUT_ALL_OR_EACH = 64,
  CUT_BY_TERMS = 128,
  CUT_BOUNDS = 256
};
void segmentation_by_use(const az_array_use *use, unsigned what, int64_t max,
                         az_segmentations *out);
/* The options `cell`, `strides`, `order` and `max` of such policies. SEGMENTATION_OPTIONS has all
 * four; segmentation_flags returns the flags for the first three. */
#define SEGMENTATION_CELL                                                                          \
  {.name = "cell",                                                                                 \
   .type = AZ_OPT_BOOL,                                                                            \
   .initial = "true",                                                                              \
   .summary = "the cell at an index is a segment by itself (false: fewer rows)"}
#define SEGMENTATION_STRIDES                                                                       \
  {.name = "strides",                                                                              \
   .type = AZ_OPT_BOOL,                                                                            \
   .initial = "true",                                                                              \
   .summary = "where an index moves by 2, 3 or 4, the cells that it skips are separate segments"}
#define SEGMENTATION_ORDER                                                                         \
  {.name = "order",                                                                                \
   .type = AZ_OPT_ENUM,                                                                            \
   .initial = "solver",                                                                            \
   .choices = (const char *const[]){"solver", "several", "paper", "simplified", NULL},             \
   .summary = "how borders whose order is unknown are treated: solver: only those with a known "   \
              "place (by the solver) are used; several: one segmentation per possible order; "     \
              "paper: one per index; simplified: the same without asking the solver"}
unsigned segmentation_flags(const az_desc *options);
#define SEGMENTATION_MAX                                                                           \
  {.name = "max",                                                                                  \
   .type = AZ_OPT_INT,                                                                             \
   .initial = "12",                                                                                \
   .least = 0,                                                                                     \
   .greatest = 1000,                                                                               \
   .summary = "borders of a segmentation besides its ends, at most"}
#define SEGMENTATION_OPTIONS                                                                       \
  SEGMENTATION_CELL, SEGMENTATION_STRIDES, SEGMENTATION_ORDER, SEGMENTATION_MAX

#endif
