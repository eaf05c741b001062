/* What a checking build asks of the bridge's answers (CMake: ANSATZ_CHECK): of a model, whether
 * what was asserted is true in it; of an unsatisfiable query, what another back end says. A sample
 * of them, as CI has to end. */
#ifndef ANSATZ_SOLVER_CHECK_H
#define ANSATZ_SOLVER_CHECK_H

#include "lower.h"

typedef struct az_checked_query { /* as it was given, before it was lowered */
  az_store *store;
  struct az_registry *registry; /* or NULL */
  const char *backend;          /* that answered */
  const az_term *formulas;      /* all of them, groups and assumptions included */
  size_t count;
  const az_term (*definitions)[2]; /* variables and what they are defined by, in order */
  size_t definition_count;
} az_checked_query;

/* Is the n-th answer of its kind in the sample? */
bool az_is_sampled(uint64_t n);
/* A formula that is false in the model; AZ_NO_TERM: there is none, as far as values are known. */
az_term az_refuted_by_model(const az_checked_query *query, az_model *model);
/* Has another back end a model of the query? The one that answered is asked of no more. */
bool az_satisfied_elsewhere(const az_checked_query *query);

#endif
