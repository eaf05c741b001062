/* Certificates as JSON files (docs/certificates.md). Readers do not trust certificates. */
#pragma once

#include "certify/certificate.h"

typedef struct az_certificate {
  az_arena *arena;
  az_certified_task task;
  az_certified_proof *proofs; /* stb_ds: the proofs that were read */
  struct json_t *written;     /* the list of added proofs */
  bool unwritable;            /* the text of an added proof is not UTF-8 */
} az_certificate;

az_certificate *az_certificate_new(void);
void az_certificate_free(az_certificate *certificate);
/* Adds the proof of a result that is `true`, or that has the inputs of an infinite execution. */
void az_certificate_add(az_certificate *certificate, const char *property, const az_result *result);
az_status az_certificate_write(const az_certificate *certificate, const char *path, az_error *err);
/* Returns NULL, with err, if the file cannot be read or is not a certificate. */
az_certificate *az_certificate_read(const char *path, az_error *err);
/* Returns how the task differs from the certificate's (a text in the latter's arena), or NULL. */
const char *az_certificate_differs(const az_certificate *certificate,
                                   const az_certified_task *task);
