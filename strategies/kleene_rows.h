/* From the states that an abstract interpretation found to the parameters of a template's rows. */
#ifndef KLEENE_ROWS_H
#define KLEENE_ROWS_H

#include "ansatz/analysis.h"
#include "ansatz/strategy.h"

typedef struct kleene {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_analysis *analysis; /* NULL: the program has too many statements */
  bool begun;                  /* it is solved, and rows are set */
} kleene;

/* Sets the rows of d, a part of the domain or all of it, in its part of a value. */
void kleene_set_rows(kleene *k, const az_domain *d, void *value);

#endif
