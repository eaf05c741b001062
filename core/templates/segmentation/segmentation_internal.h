/* The groups of borders that index expressions make, and orders of them. Each file uses the next:
 * segmentation_by_use.c, segmentation_orders.c, segmentation_answer.c, segmentation_borders.c. */
#pragma once

#include "ansatz/segmentation.h"

typedef struct stride {
  az_border from;
  uint32_t by;
} stride;

typedef struct group { /* borders of one index expression, in order */
  az_border borders[3];
  uint32_t count, before; /* before: 1 + the number of the index's first value; 0: none */
  az_term index;
  stride stride;
} group;

typedef struct condition { /* over `use->state` */
  az_term term;
  const char *text;
} condition;

struct az_segmentations { /* while they are built */
  const az_array_use *use;
  az_border **all; /* stb_ds of stb_ds */
  stride *strides; /* stb_ds, beside all */
  condition *when; /* stb_ds, beside all */
  bool by_terms;   /* the solver is not asked */
};

/* segmentation_borders.c: as az_border_order, by the terms alone. */
int az_cut_order_of_terms(const az_array_use *use, az_border a, az_border b);
/* Returns whether the border is always the end of the array. */
bool az_cut_is_last(const az_array_use *use, az_border b);
/* Returns which conditions hold in all states of the loop. The caller frees the result. */
bool *az_cut_always(const az_array_use *use, const condition *conditions, uint32_t count);
/* Asks at once for the order of the groups' (stb_ds) borders, so that later queries have a
 * result. */
void az_cut_ask_order(const az_array_use *use, const group *groups);

/* segmentation_orders.c: makes segmentations of all groups (stb_ds) in the order `what` says. */
void az_cut_answer(const az_array_use *use, const group *groups, unsigned what, int64_t max,
                   az_segmentations *out);
