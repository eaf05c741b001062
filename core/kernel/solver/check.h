/* Checks of the bridge's answers in a checking build (CMake: ANSATZ_CHECK): the assertions are
 * evaluated in a model, and an unsatisfiable query is passed to another back end. Only a sample of
 * the answers is checked, as checks take long. */
#pragma once

#include "lower.h"

/* A query as it was given, before it was lowered. */
typedef struct az_checked_query {
  az_store *store;
  struct az_registry *registry; /* or NULL */
  const char *backend;          /* the back end that answered */
  const az_term *formulas;      /* all formulas, also those of groups and assumptions */
  size_t count;
  const az_term (*definitions)[2]; /* variables with their definitions, in order */
  size_t definition_count;
} az_checked_query;

/* Returns whether the n-th answer of its kind is in the sample. */
bool az_is_sampled(uint64_t n);
/* Returns a formula that the known values of the model make false; AZ_NO_TERM if there is none. */
az_term az_refuted_by_model(const az_checked_query *query, az_model *model);
/* Returns whether a back end other than the one that answered finds a model of the query. */
bool az_satisfied_elsewhere(const az_checked_query *query);
