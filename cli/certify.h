/* Certificates on the command line. */
#ifndef ANSATZ_CLI_CERTIFY_H
#define ANSATZ_CLI_CERTIFY_H

#include "certify/certificate.h"
#include "cli/task_options.h"
#include <jansson.h>

/* What the options say of the meaning of the formula, with the source files' hashes, in the
 * certificate's arena. */
az_status az_certify_task(az_certificate *certificate, const az_task_options *o, az_error *err);
/* verify --certify: decides, then has a fresh process check the certificate of what is true. A
 * `true` that the check refutes is withheld. Returns the exit status. */
int az_certified_verify(az_task_options *o, int (*verify)(az_task_options *o));

/* Behind the name of a solver that had to check its own answers (`same_solver`). */
#define AZ_SAME_SOLVER " as in the proof: no other solver is available"

/* The line about the solver's proofs, from "proofs" there; NULL: none. */
void az_print_proofs(const json_t *proofs, FILE *out);
/* The lines about runs of the invariants, from "invariants" of a property in the answer of certify;
 * NULL: none. */
void az_print_invariant_runs(const json_t *runs, FILE *out);

#endif
