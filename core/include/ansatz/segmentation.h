/* Segmentation policies: how an array is cut into segments [malik2024, sec. 3.2]. For one array at
 * one loop, an array domain collects the index expressions that the loop uses; a policy, a module
 * of the kind "segmentation", returns borders, in one ordered segmentation or several. An array
 * domain's claim about a segment is "lower <= index < upper implies ...", so that the choice of
 * borders, their order and overlaps affect precision only (docs/soundness.md 7). */
#ifndef ANSATZ_SEGMENTATION_H
#define ANSATZ_SEGMENTATION_H

#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "ansatz/linkage.h"

AZ_BEGIN_C

/* An index expression. Terms are over `az_array_use.state`, of the index's width. */
typedef struct az_index_use {
  az_term at;
  az_term before;  /* its value on loop entry; AZ_NO_TERM: the loop does not change it */
  int direction;   /* 1: never decreases over the iterations; -1: never increases; 0: unknown */
  uint32_t stride; /* 2, 3, ...: by how much each iteration moves it; 0: 1 or unknown */
  bool is_written; /* an element is written there; false: only read */
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
  /* Non-constant terms that conditions of this loop and of other loops compare. If a term decreases
   * from iteration to iteration, also its value on entry. */
  const az_term *bounds;
  /* By bound: whether it changes in some loop, or an index is compared with it other than by x <
   * bound. */
  const bool *reached;
  uint32_t bound_count;
  bool has_constant_bound; /* a condition compares an index with a constant above 0 */
  az_border first, last; /* 0 and the array's size; if the size is unknown, last.at is AZ_NO_TERM */
} az_array_use;

/* ---- results of a policy --------------------------------------------------------------------- */

typedef struct az_segmentations az_segmentations;

/* Begins an ordered segmentation from use->first to use->last. */
void az_segmentation_begin(az_segmentations *out);
/* Adds the next border of the segmentation unless it equals the border before or use->last. */
void az_segmentation_cut(az_segmentations *out, az_border border);
/* Cuts each segment, except single cells, by the distance of its cells from `from` modulo `stride`.
 * This separates the cells that a loop with this stride visits from those in between. */
void az_segmentation_stride(az_segmentations *out, az_border from, uint32_t stride);
/* Decides by terms alone, without the solver, whether a border is the end of the array. */
void az_segmentation_by_terms(az_segmentations *out);
/* Restricts the segmentation to states in which the condition over `use->state` holds. */
void az_segmentation_when(az_segmentations *out, az_term condition, const char *text);

typedef struct az_segmentation_ops {
  /* Computes at least one segmentation; fills err on failure. */
  az_status (*cut)(const az_array_use *use, const az_desc *options, az_segmentations *out,
                   az_error *err);
} az_segmentation_ops;

/* ---- helpers of policies --------------------------------------------------------------------- */

/* Return the border at an index (of the index's width), and the border behind that element. */
az_border az_border_at(const az_array_use *use, az_term index);
az_border az_border_behind(const az_array_use *use, az_term index);
/* Returns a term over `use->state` and the array's index (printed as `#`) as C. */
const char *az_border_text(const az_array_use *use, az_term term);
/* Returns the order of two borders: -1: a <= b in all states of the loop (or a <= b + 1, but not b
 * <= a + 1), 1: a >= b, 0: equal, 2: unknown. If the terms do not decide it, the solver of the
 * context, if there is one, is queried. */
int az_border_order(const az_array_use *use, az_border a, az_border b);
/* As az_border_order, but decided by the terms alone. */
int az_border_order_of_terms(const az_array_use *use, az_border a, az_border b);
/* Returns whether the border is always the end of the array. */
bool az_border_is_last(const az_array_use *use, az_border b);

/* Conditions over `use->state` that are decided together, since some may be inductive only
 * together. Later queries reuse the answers. */
typedef struct az_border_question {
  const az_array_use *use;
  az_term *conditions; /* stb_ds */
  const char **texts;  /* stb_ds */
} az_border_question;
void az_border_ask(az_border_question *q, az_term condition, const char *text);
/* Adds the question whether a <= b. az_border_ask_order also asks whether b <= a, and both up to
 * one cell, since indices that move towards each other may cross by one. */
void az_border_ask_below(az_border_question *q, az_border a, az_border b);
void az_border_ask_order(az_border_question *q, az_border a, az_border b);
/* Returns, by number, which conditions hold in all states of the loop, and frees the question. The
 * caller frees the result. */
bool *az_border_answers(az_border_question *q);

/* ---- for domains ----------------------------------------------------------------------------- */

/* The count - 1 segments between the borders[0] .. borders[count - 1]. */
typedef struct az_segmentation {
  az_border *borders;
  uint32_t count;
  az_border from;  /* each of these segments, except single cells, is cut into `stride` parts */
  uint32_t stride; /* 0: they are not cut */
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
