/* Segmentation policies: where an array is cut [malik2024, sec. 3.2]. For one array at one loop an
 * array domain collects the index expressions that the loop uses; a policy, a module of the kind
 * "segmentation", answers borders, in one ordered segmentation or several. What an array domain
 * claims of a segment is "lower <= index < upper implies ...": so borders, their order and how they
 * overlap are a matter of precision only (docs/soundness.md 7). */
#ifndef ANSATZ_SEGMENTATION_H
#define ANSATZ_SEGMENTATION_H

#include "ansatz/arena.h"
#include "ansatz/domain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An index expression. Terms are over `az_array_use.state`, of the index's width. */
typedef struct az_index_use {
  az_term at;
  az_term
      before;    /* with the values on entry of the loop; AZ_NO_TERM: the loop does not change it */
  int direction; /* 1: it does not fall from round to round, -1: it does not rise, 0: not known */
  uint32_t stride; /* 2, 3, ..: it moves by so much in every round; 0: by 1, or it is not known */
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
  uint32_t var;         /* of the context: the array */
  const az_term *state; /* a variable for every term of a state of its view */
  uint32_t state_count;
  const az_index_use *indices; /* distinct; those written first */
  uint32_t index_count;
  az_border first, last; /* 0 and the array's size; last.at AZ_NO_TERM: not known */
} az_array_use;

/* ---- what a policy answers ------------------------------------------------------------------- */

typedef struct az_segmentations az_segmentations;

/* Begins an ordered segmentation {first} ... {last}. */
void az_segmentation_begin(az_segmentations *out);
/* Its next border; one equal to the one before (or to the last) is left out. */
void az_segmentation_cut(az_segmentations *out, az_border border);
/* Its segments, but for single cells, are cut by the distance of their cells from `from`, modulo
 * `stride`: those that a loop with this stride meets, and those in between. */
void az_segmentation_stride(az_segmentations *out, az_border from, uint32_t stride);
/* It speaks of those states only in which the condition, over `use->state`, holds. */
void az_segmentation_when(az_segmentations *out, az_term condition, const char *text);

typedef struct az_segmentation_ops {
  /* Answers at least one segmentation. Failure: err. */
  az_status (*cut)(const az_array_use *use, const az_desc *options, az_segmentations *out,
                   az_error *err);
} az_segmentation_ops;

/* ---- helpers of policies --------------------------------------------------------------------- */

/* A term of the index's width as a border, and the border behind that element. */
az_border az_border_at(const az_array_use *use, az_term index);
az_border az_border_behind(const az_array_use *use, az_term index);
/* A term over `use->state` and the array's index (`#`) as C. */
const char *az_border_text(const az_array_use *use, az_term term);
/* -1: a <= b in all states of the loop (or a <= b + 1, and not the other way round), 1: a >= b, 0:
 * equal, 2: neither is known. What the terms do not tell is asked of the solver, where the context
 * has one. */
int az_border_order(const az_array_use *use, az_border a, az_border b);

/* The policies of the papers: borders are index expressions, each with the border behind it, and,
 * with AZ_CUT_PRELOOP, where they began: {0} {b before} {b} {b + 1} {size} where b rises, {0} {b}
 * {b + 1} {b before + 1} {size} where it falls. One segmentation if the order of all borders is
 * known, else an expression makes one with those whose borders have a place in it. Without
 * AZ_CUT_CELL the cell at b has no segment of its own: {b} only where b rises, {b + 1} only where
 * it falls. With AZ_CUT_STRIDE, segments of expressions of one stride are cut by it. At most `max`
 * borders a segmentation beside the first and the last, and as many expressions.
 *
 * Where not all are in order: AZ_CUT_EACH_ORDER makes one segmentation an order that may be, each
 * for the states that have that order, if these are few; AZ_CUT_ALL_OR_EACH one an expression, as
 * the paper. AZ_CUT_BY_TERMS: an order is what the terms tell, the solver is not asked. */
enum {
  AZ_CUT_WRITTEN = 1,
  AZ_CUT_READ = 2,
  AZ_CUT_PRELOOP = 4,
  AZ_CUT_CELL = 8,
  AZ_CUT_STRIDE = 16,
  AZ_CUT_EACH_ORDER = 32,
  AZ_CUT_ALL_OR_EACH = 64,
  AZ_CUT_BY_TERMS = 128
};
void az_segmentation_by_use(const az_array_use *use, unsigned what, int64_t max,
                            az_segmentations *out);
/* The options `cell`, `strides`, `order` and `max` of such policies, and their flags by all but the
 * last; AZ_SEGMENTATION_OPTIONS are all four. */
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

typedef struct az_segmentation { /* borders[0] .. borders[count - 1]: count - 1 segments */
  az_border *borders;
  uint32_t count;
  az_border from;  /* each of which is cut in `stride` more, but for single cells */
  uint32_t stride; /* 0: they are not */
  az_term when;    /* AZ_NO_TERM: always; else a condition over `use->state` for all segments */
  const char *when_text;
} az_segmentation;

/* Asks the policy. */
az_status az_segmentation_ask(const az_array_use *use, const az_desc *policy,
                              const az_segmentation **out, uint32_t *count, az_error *err);
/* at - from == rest, modulo the stride; with a stride that is no power of two, `from` is constant.
 */
az_term az_segmentation_met(az_store *store, az_term at, az_term from, uint32_t stride,
                            uint32_t rest);

#ifdef __cplusplus
}
#endif
#endif
