/* Certificates: what a verdict `true`, or `false` of termination, rests on, as a JSON file
 * (docs/certificates.md). Who reads one believes nothing of it. */
#ifndef AZ_CERTIFY_CERTIFICATE_H
#define AZ_CERTIFY_CERTIFICATE_H

#include "ansatz/limits.h"
#include "certify/proof.h"
#include "kiki/engine.h"

typedef struct az_certified_source {
  const char *file;   /* for people: files are compared by their content, in order */
  const char *sha256; /* in hexadecimal digits */
} az_certified_source;

/* What gives the formula its meaning. */
typedef struct az_certified_task {
  az_certified_source *sources; /* stb_ds */
  const char *data_model, *function, *signed_overflow;
} az_certified_task;

typedef struct az_certified_proof { /* of one property */
  const char *property;
  az_limits limits; /* those that are not the defaults shape the kiki_formula */
  az_proof_part *parts;
  const az_proof_inputs *inputs; /* NULL, or those with which it never ends */
} az_certified_proof;

typedef struct az_certificate {
  az_arena *arena;
  az_certified_task task;
  az_certified_proof *proofs; /* stb_ds: as it was read */
  struct json_t *written;     /* the list of those that were added */
  bool unwritable;            /* one of them has a text that is no UTF-8 */
} az_certificate;

az_certificate *az_certificate_new(void);
void az_certificate_free(az_certificate *certificate);
/* The proof of a result that is `true`, or has the inputs of an execution without end. */
void az_certificate_add(az_certificate *certificate, const char *property, const az_result *result);
az_status az_certificate_write(const az_certificate *certificate, const char *path, az_error *err);
/* NULL and err: it cannot be read, or is no certificate. */
az_certificate *az_certificate_read(const char *path, az_error *err);
/* NULL, or what is another task than the certificate's, as a text of the certificate's arena. */
const char *az_certificate_differs(const az_certificate *certificate,
                                   const az_certified_task *task);

#endif
