/* Computes the parameters of a template's rows from the states that an abstract interpretation
 * found. */
#ifndef KLEENE_ROWS_H
#define KLEENE_ROWS_H

#include "ansatz/analysis.h"
#include "ansatz/strategy.h"

typedef struct kleene {
  az_synthesis *synthesis;
  const az_domain *domain;
  const az_analysis *analysis; /* NULL: the program has too many statements */
  bool begun;                  /* the analysis is done, and the rows are set */
  void *shown;      /* for the log: value of the rows according to the iterates so far; NULL without
                       a log */
  const void *only; /* only sets rows at the head with this iterate; NULL: all rows */
} kleene;

/* Sets the rows of d, which is the domain or one of its components, in the part of a value that
 * belongs to d. */
void kleene_set_rows(kleene *k, const az_domain *d, void *value);
/* Builds the terms whose bounds are computed. Called before there are states, since a log of
 * iterates needs these terms early and must not change the order in which terms are built. */
void kleene_build_rows(kleene *k, const az_domain *d);

#endif
