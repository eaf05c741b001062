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
/* Leaves it to the terms alone whether a border is the end: the solver is not asked. */
void az_segmentation_by_terms(az_segmentations *out);
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
/* As az_border_order, by the terms alone. */
int az_border_order_of_terms(const az_array_use *use, az_border a, az_border b);
/* Returns whether the border is always the end of the array. */
bool az_border_is_last(const az_array_use *use, az_border b);

/* Conditions over `use->state` that are asked about together, since some may hold only together.
 * Later queries find the answers again. */
typedef struct az_border_question {
  const az_array_use *use;
  az_term *conditions; /* stb_ds */
  const char **texts;  /* stb_ds */
} az_border_question;
void az_border_ask(az_border_question *q, az_term condition, const char *text);
/* Asks whether a <= b; az_border_ask_order for both directions, also up to one cell, since indices
 * that run towards each other may pass by one. */
void az_border_ask_below(az_border_question *q, az_border a, az_border b);
void az_border_ask_order(az_border_question *q, az_border a, az_border b);
/* Returns, by number, which conditions hold in all states of the loop; frees the question. The
 * caller frees the result. */
bool *az_border_answers(az_border_question *q);

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
