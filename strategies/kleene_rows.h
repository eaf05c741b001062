/* From the states that an abstract interpretation found to the parameters of a template's rows. */
#ifndef KLEENE_ROWS_H
#define KLEENE_ROWS_H

#include "ansatz/analysis.h"
#include "ansatz/strategy.h"

typedef struct kleene {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_analysis *analysis;
  az_transfer transfer; /* its parts */
  const az_equations *equations;
  az_solution solution;
  bool solved;
} kleene;

/* Sets the rows of d, a part of the domain or all of it, in its part of a value. */
void kleene_set_rows(kleene *k, const az_domain *d, void *value);

#endif
