/* Intervals as abstract values. */
#ifndef INTERVAL_LATTICE_H
#define INTERVAL_LATTICE_H

#include "ansatz/nonrelational.h"

typedef struct interval {
  az_wide least, greatest;
  uint64_t reached; /* 0: bottom */
} interval;

extern const az_lattice interval_lattice;

#endif
