/* What the files of segmentation policies share: what an index expression makes of an array.
 * segmentation_by_use.c stands on segmentation_orders.c, that on segmentation_answer.c, that on
 * segmentation_borders.c. */
#ifndef ANSATZ_SEGMENTATION_INTERNAL_H
#define ANSATZ_SEGMENTATION_INTERNAL_H

#include "ansatz/segmentation.h"

typedef struct stride {
  az_border from;
  uint32_t by;
} stride;

typedef struct group { /* borders that an index expression makes, in order */
  az_border borders[3];
  uint32_t count, before; /* which is where the index began: its number + 1; 0: none */
  az_term index;
  stride stride;
} group;

typedef struct condition { /* over `use->state` */
  az_term term;
  const char *text;
} condition;

struct az_segmentations { /* in the making */
  const az_array_use *use;
  az_border **all; /* stb_ds of stb_ds */
  stride *strides; /* stb_ds, beside all */
  condition *when; /* stb_ds, beside all */
  bool by_terms;   /* the solver is not asked */
};

/* segmentation_borders.c: as az_border_order, by the terms alone. */
int az_cut_order_of_terms(const az_array_use *use, az_border a, az_border b);
/* Always where the array ends. */
bool az_cut_is_last(const az_array_use *use, az_border b);
/* Which of the conditions hold in all states of the loop. Caller frees. */
bool *az_cut_always(const az_array_use *use, const condition *conditions, uint32_t count);
/* Asks at once what can be known of the borders of the groups (stb_ds), so that later questions
 * about them have an answer. */
void az_cut_ask_order(const az_array_use *use, const group *groups);

/* segmentation_orders.c: segmentations of all groups (stb_ds), ordered as `what` has it. */
void az_cut_answer(const az_array_use *use, const group *groups, unsigned what, int64_t max,
                   az_segmentations *out);

#endif
