/* Segmentation policies: how an array is cut into segments [malik2024, sec. 3.2]. For one array at
 * one loop, an array domain collects the index expressions that the loop uses; a policy, a module
 * of the kind "segmentation", returns borders, in one ordered segmentation or several. An array
 * domain's claim about a segment is "lower <= index < upper implies ...", so borders, their order
 * and overlaps affect precision only (docs/soundness.md 7). */
#ifndef ANSATZ_SEGMENTATION_H
#define ANSATZ_SEGMENTATION_H

#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

/* An index expression. Terms are over `az_array_use.state`, of the index's width. */
typedef struct az_index_use {
  az_term at;
  az_term before;  /* with the values on loop entry; AZ_NO_TERM: the loop does not change it */
  int direction;   /* over the iterations, it never decreases (1) or increases (-1); 0: unknown */
  uint32_t stride; /* 2, 3, ...: distance that it moves in every iteration; 0: 1 or unknown */
  bool is_written; /* an element is written there, else only read */
} az_index_use;

/* A border: a signed number one bit wider than the index, over `az_array_use.state`. */
typedef struct az_border {
  az_term at;
  const char *text; /* "i + 1" */
} az_border;

typedef struct az_array_use {
  const az_domain_context *context;
  az_arena *arena;      /* lives as long as the domain */
  uint32_t var;         /* variable of the context that is the array */
  const az_term *state; /* a variable for every term of a state of its view */
  uint32_t state_count;
  const az_index_use *indices; /* distinct; written ones first */
  uint32_t index_count;
  /* Non-constant terms that conditions of this loop and of other loops compare, and the values on
   * entry of those that fall. */
  const az_term *bounds;
  uint32_t bound_count;
  az_border first, last; /* 0 and the array's size; last.at AZ_NO_TERM: unknown */
} az_array_use;

/* ---- results of a policy --------------------------------------------------------------------- */

typedef struct az_segmentations az_segmentations;

/* Begins an ordered segmentation {first} ... {last}. */
void az_segmentation_begin(az_segmentations *out);
/* Adds its next border; a border equal to the previous one (or to the last) is left out. */
void az_segmentation_cut(az_segmentations *out, az_border border);
/* Cuts its segments, except single cells, by the distance of their cells from `from` modulo
 * `stride`: the cells that a loop with this stride visits, and those in between. */
void az_segmentation_stride(az_segmentations *out, az_border from, uint32_t stride);
/* Restricts it to states in which the condition over `use->state` holds. */
void az_segmentation_when(az_segmentations *out, az_term condition, const char *text);

typedef struct az_segmentation_ops {
  /* Computes at least one segmentation; fills err on failure. */
  az_status (*cut)(const az_array_use *use, const az_desc *options, az_segmentations *out,
                   az_error *err);
} az_segmentation_ops;

/* ---- helpers of policies --------------------------------------------------------------------- */

/* Return a term of the index's width as a border, and the border after that element. */
az_border az_border_at(const az_array_use *use, az_term index);
az_border az_border_behind(const az_array_use *use, az_term index);
/* Returns a term over `use->state` and the array's index (`#`) as C. */
const char *az_border_text(const az_array_use *use, az_term term);
/* Returns the order of two borders: -1: a <= b in all states of the loop (or a <= b + 1, and not
 * the converse), 1: a >= b, 0: equal, 2: unknown. If the terms do not decide it, the solver of the
 * context does, if there is one. */
int az_border_order(const az_array_use *use, az_border a, az_border b);

/* The policies of the papers: borders are index expressions, each with the border after it and,
 * with AZ_CUT_PRELOOP, its value on entry: {0} {b before} {b} {b + 1} {size} if b increases, {0}
 * {b} {b + 1} {b before + 1} {size} if it decreases. One segmentation if the order of all borders
 * is known, else one for each expression, with the borders that have a known position in it.
 * Without AZ_CUT_CELL the cell at b has no segment of its own: {b} only if b increases, {b + 1}
 * only if it decreases. With AZ_CUT_STRIDE, segments between expressions of one stride are cut by
 * it. At most `max` borders in a segmentation besides the first and the last, and as many
 * expressions.
 *
 * If not all are ordered: AZ_CUT_EACH_ORDER makes one segmentation for each possible order,
 * restricted to the states with that order, if there are few; AZ_CUT_ALL_OR_EACH makes one for each
 * expression, as in the paper. AZ_CUT_BOUNDS: the bounds of loops are borders, too, with those
 * after them. AZ_CUT_BY_TERMS: the order is decided by the terms alone, without
 * the solver. */
enum {
  AZ_CUT_WRITTEN = 1,
  AZ_CUT_READ = 2,
  AZ_CUT_PRELOOP = 4,
  AZ_CUT_CELL = 8,
  AZ_CUT_STRIDE = 16,
  AZ_CUT_EACH_ORDER = 32,
  AZ_CUT_ALL_OR_EACH = 64,
  AZ_CUT_BY_TERMS = 128,
  AZ_CUT_BOUNDS = 256
};
void az_segmentation_by_use(const az_array_use *use, unsigned what, int64_t max,
                            az_segmentations *out);
/* The options `cell`, `strides`, `order` and `max` of such policies. az_segmentation_flags returns
 * the flags that the first three stand for; AZ_SEGMENTATION_OPTIONS has all four. */
#define AZ_SEGMENTATION_CELL                                                                       \
  {.name = "cell",                                                                                 \
   .type = AZ_OPT_BOOL,                                                                            \
   .initial = "true",                                                                              \
   .summary = "the cell at an index is a segment by itself (false: fewer rows)"}
#define AZ_SEGMENTATION_STRIDES                                                                    \
  {.name = "strides",                                                                              \
   .type = AZ_OPT_BOOL,                                                                            \
   .initial = "true",                                                                              \
   .summary = "where an index moves by 2, 3 or 4, the cells that it skips are separate segments"}
#define AZ_SEGMENTATION_ORDER                                                                      \
  {.name = "order",                                                                                \
   .type = AZ_OPT_ENUM,                                                                            \
   .initial = "solver",                                                                            \
   .choices = (const char *const[]){"solver", "several", "paper", "simplified", NULL},             \
   .summary = "how borders whose order is unknown are treated: solver: only those with a known "   \
              "place (by the solver) are used; several: one segmentation per possible order; "     \
              "paper: one per index; simplified: the same without asking the solver"}
unsigned az_segmentation_flags(const az_desc *options);
#define AZ_SEGMENTATION_MAX                                                                        \
  {.name = "max",                                                                                  \
   .type = AZ_OPT_INT,                                                                             \
   .initial = "12",                                                                                \
   .least = 0,                                                                                     \
   .greatest = 1000,                                                                               \
   .summary = "borders of a segmentation besides its ends, at most"}
#define AZ_SEGMENTATION_OPTIONS                                                                    \
  AZ_SEGMENTATION_CELL, AZ_SEGMENTATION_STRIDES, AZ_SEGMENTATION_ORDER, AZ_SEGMENTATION_MAX

/* ---- for domains ----------------------------------------------------------------------------- */

/* Segments borders[0] .. borders[count - 1], of which there are count - 1. */
typedef struct az_segmentation {
  az_border *borders;
  uint32_t count;
  az_border from;  /* each of these segments, except single cells, is cut into `stride` parts */
  uint32_t stride; /* 0: they are not */
  az_term when;    /* AZ_NO_TERM: always; else a condition over `use->state` for all segments */
  const char *when_text;
} az_segmentation;

/* Computes the segmentations of the policy. */
az_status az_segmentation_ask(const az_array_use *use, const az_desc *policy,
                              const az_segmentation **out, uint32_t *count, az_error *err);
/* Returns at - from == rest modulo the stride; `from` is constant unless the stride is a power
 * of 2. */
az_term az_segmentation_reached(az_store *store, az_term at, az_term from, uint32_t stride,
                                uint32_t rest);

AZ_END_C
#endif
