/* Groups of borders from index expressions (by_use.c), and their orders (orders.c). */
#ifndef ANSATZ_GROUPS_H
#define ANSATZ_GROUPS_H

#include "by_use.h"

typedef struct stride {
  az_border from;
  uint32_t by;
} stride;

typedef struct group { /* borders of one index expression, in order */
  az_border borders[3];
  uint32_t count, before; /* before: 1 + the number of the border that is the index's first value;
                             0: none */
  az_term index;
  stride stride;
} group;

/* Builds segmentations from all groups (stb_ds). Flags in `what` select how orders are treated. */
void segmentations_of_groups(const az_array_use *use, const group *groups, unsigned what,
                             int64_t max, az_segmentations *out);

#endif
