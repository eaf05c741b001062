/* The content of certificates: the reasons of a verdict `true`, or of a verdict `false` of
 * termination (docs/certificates.md). cli/certificate.c writes and reads the files. */
#pragma once

#include "ansatz/limits.h"
#include "certify/proof.h"
#include "kiki/engine.h"

typedef struct az_certified_source {
  const char *file;   /* shown to people; only contents and order are compared */
  const char *sha256; /* in hexadecimal digits */
} az_certified_source;

/* The task, which determines what the formula means. */
typedef struct az_certified_task {
  az_certified_source *sources; /* stb_ds */
  const char *data_model, *function, *signed_overflow;
} az_certified_task;

typedef struct az_certified_proof { /* of one property */
  const char *property;
  az_limits limits; /* the limits that differ from the defaults, as the formula depends on them */
  az_proof_part *parts;
  const az_proof_inputs *inputs; /* NULL, or the inputs with which the program never ends */
} az_certified_proof;
