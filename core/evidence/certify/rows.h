/* The rows of a certificate, read from their text as terms over the canonical states of a formula's
 * cut points (certify/state_names.h). */
#pragma once

#include "certify/state_names.h"
#include "certify/proof.h"

typedef struct az_row_reader az_row_reader;

typedef struct az_read_row {
  uint32_t view; /* the view of all loop-back states of its loop */
  az_term claim; /* under the guard */
  bool of_sizes; /* it depends on the size of an object whose size is not constant */
} az_read_row;

typedef struct az_read_component {
  az_term number;     /* over the canonical state; AZ_NO_TERM: a pointer component */
  az_descent descent; /* with variables of the context */
} az_read_component;

typedef struct az_read_ranking {
  az_row row;                    /* a row about iterations */
  az_read_component *components; /* stb_ds */
  const az_tvar **live_sets;     /* stb_ds: the live sets of the descents */
  bool of_sizes;
} az_read_ranking;

/* The layout of `cuts` must not grow while the reader exists. `named_sizes`: an object's size that
 * is not constant is read as a variable with its name, instead of the formula's term. */
az_row_reader *az_row_reader_new(const az_cuts *cuts, bool named_sizes);
void az_row_reader_free(az_row_reader *reader);
bool az_read_row_of(az_row_reader *reader, const az_proof_row *row, az_read_row *into,
                    az_error *err);
/* `context` has the variables that the ranking's group observes. The caller frees the content of
 * `into` (az_read_ranking_free), even after a failure. */
bool az_read_ranking_of(az_row_reader *reader, const az_domain_context *context,
                        const az_proof_ranking *ranking, az_read_ranking *into, az_error *err);
void az_read_ranking_free(az_read_ranking *ranking);
/* Returns the names of the cut point that the view belongs to. */
az_state_names *az_row_reader_names(az_row_reader *reader, uint32_t view);
