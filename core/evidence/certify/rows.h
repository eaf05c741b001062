/* The rows of a certificate, read from their text as terms over the canonical states of a formula's
 * cut points (certify/state_names.h). */
#ifndef AZ_CERTIFY_ROWS_H
#define AZ_CERTIFY_ROWS_H

#include "certify/state_names.h"
#include "certify/proof.h"

typedef struct az_row_reader az_row_reader;

typedef struct az_read_row {
  uint32_t view; /* of all loop-back states of its loop */
  az_term claim; /* where the guard holds */
  bool of_sizes; /* it speaks of the size of an object that is not constant */
} az_read_row;

typedef struct az_read_component {
  az_term number;     /* over the canonical state; AZ_NO_TERM: it is a pointer */
  az_descent descent; /* whose variables are the context's */
} az_read_component;

typedef struct az_read_ranking {
  az_row row;                    /* of rounds */
  az_read_component *components; /* stb_ds */
  const az_tvar **lives;         /* stb_ds: of the descents */
  bool of_sizes;
} az_read_ranking;

/* The layout of `cuts` must not grow while the reader lives. `named_sizes`: sizes of objects that
 * are not constant are variables of their names, and not what the formula says that they are. */
az_row_reader *az_row_reader_new(const az_cuts *cuts, bool named_sizes);
void az_row_reader_free(az_row_reader *reader);
bool az_read_row_of(az_row_reader *reader, const az_proof_row *row, az_read_row *into,
                    az_error *err);
/* `context`: with the variables that the ranking's group observes. What is in `into` is freed by
 * the caller, also on failure (az_read_ranking_free). */
bool az_read_ranking_of(az_row_reader *reader, const az_domain_context *context,
                        const az_proof_ranking *ranking, az_read_ranking *into, az_error *err);
void az_read_ranking_free(az_read_ranking *ranking);
/* Names of the cut point that the view belongs to. */
const az_state_names *az_row_reader_names(az_row_reader *reader, uint32_t view);

#endif
