/* Thresholds: likely bounds of a program's variables, as in widening with thresholds (Blanchet et
 * al., A static analyzer for large safety-critical software, 2003). */
#ifndef ANSATZ_THRESHOLD_SET_H
#define ANSATZ_THRESHOLD_SET_H

#include "numeric_rows.h"

typedef struct number_set {
  az_wide *items; /* ascending */
  size_t count;
} number_set;

typedef struct threshold_set {
  number_set constants;  /* constants in comparisons, their opposites, and bounds of types */
  number_set thresholds; /* the constants and their neighbours */
} threshold_set;

/* Returns the thresholds of the rows, and of the conditions of their proof obligations. */
threshold_set *threshold_set_new(az_arena *arena, const numeric_rows *rows);
/* Returns the index of the first item >= x. */
size_t number_set_at_least(const number_set *set, az_wide x);

#endif
